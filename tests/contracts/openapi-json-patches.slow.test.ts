import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

interface Step {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** What one server does in its own way; undefined where it does what all do. */
interface Ways {
  /** What a JSON patch makes of a note; a status where it is not taken. */
  readonly patch?: (note: Item, steps: readonly Step[]) => Item | number;
  /** An object around what is shown. */
  readonly wrap?: (note: Item) => Item;
  readonly wrapSchema?: (schema: object) => object;
  readonly types?: readonly string[];
}

const title = { type: "string", minLength: 1, maxLength: 60 };
const isTitle = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 60;

const applied = (note: Item, steps: readonly Step[]): Item =>
  Object.assign(
    {},
    note,
    ...steps.map(({ path, value }) => ({ [path.slice(1).replaceAll("~1", "/")]: value })),
  ) as Item;

async function judge({
  patch = applied,
  wrap = (note) => note,
  wrapSchema = (schema) => schema,
  types = ["merge-patch+json", "json-patch+json"],
}: Ways) {
  const notes = new Map<string, Item>();
  let [count, patches] = [0, 0];
  const baseUrl = await startJsonServer(({ method, parts, sent, body, headers }): Reply => {
    const [, id = ""] = parts;
    const note = notes.get(id);
    if (id === "" && method === "GET") return [200, [...notes.values()]];
    if (id !== "" && note === undefined) return [404, {}];
    if (method === "DELETE") notes.delete(id);
    if (method === "DELETE") return [204];
    if (method === "GET") return [200, wrap(note ?? {})];
    if (headers["content-type"] === "application/json-patch+json" && note !== undefined) {
      const steps = parsed(body);
      if (!Array.isArray(steps)) return [400, {}];
      patches += 1;
      const made = patch(note, steps as readonly Step[]);
      if (typeof made === "number") return [made, {}];
      notes.set(id, made);
      return [200, wrap(made)];
    }
    const isPart = note !== undefined && !("a/b" in sent && !isTitle(sent["a/b"])) && !("title" in sent);
    if (!isPart && !isTitle(sent["title"])) return [400, {}];
    if ("a/b" in sent && !isTitle(sent["a/b"])) return [400, {}];
    count += 1;
    const own = note?.["id"] ?? count;
    notes.set(`${own}`, { ...note, ...sent, id: own });
    return [note === undefined ? 201 : 200, wrap(notes.get(`${own}`) ?? {})];
  });
  const properties = { "a/b": title, title };
  const item = {
    type: "object",
    required: ["id", "title"],
    properties: { id: { type: "integer" }, ...properties },
  };
  const shown = wrapSchema(item);
  const steps = { type: "array", items: { type: "object" } };
  const merge = { type: "object", properties };
  const content = Object.fromEntries(
    types.map((type) => [`application/${type}`, { schema: type.startsWith("json-patch") ? steps : merge }]),
  );
  const description = describePaths({
    "/notes": {
      get: lists("listNotes", item),
      post: adds("addNote", { type: "object", required: ["title"], properties }, shown),
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      patch: { ...reads("changeNote", shown), requestBody: { required: true, content } },
      delete: removes("removeNote"),
    },
  });
  return { failed: failedIn(await judgeDescribed(description, baseUrl)), patches };
}

describe("nothing fails where a JSON patch", () => {
  it.each<[string, Ways, number]>([
    ["does what it says", {}, 1],
    ["is refused", { patch: () => 422 }, 1],
    ["is of no type that the server takes", { patch: () => 415 }, 1],
    [
      "is kept in capitals",
      {
        patch: (note, steps) =>
          applied(
            note,
            steps.map((each) => ({ ...each, value: `${each.value}`.toUpperCase() })),
          ),
      },
      1,
    ],
    ["is not described", { types: ["merge-patch+json"], patch: (note) => note }, 0],
    [
      "is of what stands in an object, so that nothing says where a pointer begins",
      {
        wrap: (note) => ({ data: note }),
        wrapSchema: (schema) => ({ type: "object", required: ["data"], properties: { data: schema } }),
        patch: (note) => note,
      },
      0,
    ],
  ])("%s", async (_, ways, patches) => {
    expect(await judge(ways)).toEqual({ failed: [], patches });
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways]>([
    ["makes nothing of a JSON patch", { patch: (note) => note }],
    ["takes a JSON patch for members of its own", { patch: (note, steps) => ({ ...note, steps }) }],
    [
      "does not know what stands for a slash",
      { patch: (note, [step]) => ({ ...note, [`${step?.path}`]: step?.value }) },
    ],
  ])("%s", async (_, ways) => {
    expect((await judge(ways)).failed).toEqual(["changeNote: changed"]);
  });
});
