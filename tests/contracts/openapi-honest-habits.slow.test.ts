import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes, takes } from "./described.js";
import { failedIn } from "./deviations.js";

type Members = Readonly<Record<string, unknown>>;

const title = { type: "string", minLength: 1, maxLength: 60 };
const size = { type: "integer", exclusiveMinimum: 10, maximum: 1000 };
const sent = {
  type: "object",
  required: ["title"],
  properties: { title, size, pages: { type: "integer", maximum: 1000 } },
};
const note = { type: "object" };

const isTitle = (value: unknown): boolean =>
  typeof value === "string" && value.length >= 1 && value.length <= 60;

/** What a server stores that reads 1.5 as 1; undefined for what it refuses. */
function truncated({ title: name, ...numbers }: Members): Members | undefined {
  if (!isTitle(name)) return undefined;
  const whole = Object.entries(numbers).map(([key, value]) => [
    key,
    typeof value === "number" ? Math.trunc(value) : value,
  ]);
  const item = Object.fromEntries(whole) as Members;
  const isNumber = (value: unknown, least: number): boolean =>
    value === undefined || (typeof value === "number" && value >= least && value <= 1000);
  return isNumber(item["size"], 11) && isNumber(item["pages"], Number.NEGATIVE_INFINITY)
    ? { ...item, title: name }
    : undefined;
}

describe("an honest server conforms that", () => {
  it("reads fractions as integers", async () => {
    const items = new Map<string, Members>();
    const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: body }) => {
      const known = items.get(id);
      if (method === "POST") {
        const item = truncated(body);
        if (item === undefined) return [400, {}];
        items.set(`${freeId(items)}`, { ...item, id: freeId(items) });
        return [201, items.get(`${items.size}`)];
      }
      if (known === undefined) return [404, {}];
      return method === "DELETE" ? [204] : [200, known];
    });
    const paths = {
      "/notes": { post: adds("addNote", sent, note) },
      "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", note) },
    };
    expect(failedIn(await judgeDescribed(describePaths(paths), baseUrl))).toEqual([]);
  });

  it("keeps a part of an item that is a text in JSON, and lists what is below it in an envelope", async () => {
    const items = new Map<string, Members>();
    const [mottos, comments] = [new Map<string, unknown>(), new Map<string, object[]>()];
    let created = 0;
    const replyTo = ({ method, body, parts: [, id = "", part], sent: members }: Asked): Reply => {
      if (id === "" && method === "POST") {
        if (!isTitle(members["title"])) return [400, {}];
        created += 1;
        items.set(`${created}`, { title: members["title"], id: created });
        return [201, items.get(`${created}`)];
      }
      const known = items.get(id);
      if (known === undefined) return [404, {}];
      if (part === "motto" && method === "PUT") {
        if (!/^"[^"\\]{1,60}"$/.test(body)) return [400, {}];
        mottos.set(id, body.slice(1, -1));
      }
      if (part === "motto") return mottos.has(id) ? [200, mottos.get(id)] : [404, {}];
      const below = comments.get(id) ?? [];
      if (part === "comments" && method === "GET") return [200, { errors: [], result: { items: below } }];
      if (part === "comments") {
        if (!isTitle(members["text"])) return [400, {}];
        created += 1;
        comments.set(id, [...below, { id: created, text: members["text"] }]);
        return [201, comments.get(id)?.at(-1)];
      }
      if (method === "DELETE") items.delete(id);
      return method === "DELETE" ? [204] : [200, known];
    };
    const motto = { type: "string", minLength: 1, maxLength: 60 };
    const parameters = [idInPath()];
    const text = { type: "object", required: ["text"], properties: { text: title } };
    const page = { type: "object" };
    const paths = {
      "/notes": {
        post: adds("addNote", { type: "object", required: ["title"], properties: { title } }, note),
      },
      "/notes/{id}": { parameters, get: reads("getNote", note), delete: removes("removeNote") },
      "/notes/{id}/motto": {
        parameters,
        get: reads("getMotto", motto),
        put: { ...reads("setMotto", motto), ...takes(motto) },
      },
      "/notes/{id}/comments": {
        parameters,
        get: reads("listComments", page),
        post: adds("addComment", text, note),
      },
    };
    expect(failedIn(await judgeDescribed(describePaths(paths), await startJsonServer(replyTo)))).toEqual([]);
  });
});

it("an id that is given to somebody else's item after the run has deleted its own is left alone", async () => {
  const items = new Map<number, Members>([[1, { id: 1, title: "somebody's" }]]);
  const foreign = new Set([1]);
  const taken: number[] = [];
  let due = 0;
  const next = (): number => Math.max(0, ...items.keys()) + 1;
  const replyTo = ({ method, parts: [, part], sent: { title: name } }: Asked): Reply => {
    if (due > 0) {
      due -= 1;
      const id = next();
      if (due === 0) items.set(id, { id, title: "somebody's" });
      if (due === 0) foreign.add(id);
    }
    if (part === undefined && method === "GET") return [200, [...items.values()]];
    if (part === undefined) {
      if (!isTitle(name)) return [400, {}];
      const id = next();
      items.set(id, { id, title: name });
      return [200, items.get(id)];
    }
    const id = Number(part);
    if (!items.has(id)) return [404, {}];
    if (method === "GET") return [200, items.get(id)];
    if (foreign.has(id)) taken.push(id);
    items.delete(id);
    if (id >= next() && foreign.size < 3) due = 3;
    return [204];
  };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title } };
  const created = { 200: { description: "Added", content: { "application/json": { schema: item } } } };
  const paths = {
    "/notes": {
      get: lists("listNotes", item),
      post: adds("addNote", { type: "object", required: ["title"], properties: { title } }, item, created),
    },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", item), delete: removes("removeNote") },
  };
  await judgeDescribed(describePaths(paths), await startJsonServer(replyTo));
  expect(foreign.size).toBeGreaterThan(1);
  expect(taken).toEqual([]);
});
