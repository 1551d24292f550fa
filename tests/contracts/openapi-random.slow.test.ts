import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { json as content, describePaths, idInPath, judgeDescribed, takes } from "./described.js";
import { failedIn } from "./deviations.js";

const json = (schema: object) => ({ description: "", ...content(schema) });
const refused = { 400: { description: "Refused" } };
const properties = {
  title: { type: "string", minLength: 1, maxLength: 40 },
  author: { type: "string" },
  stars: { type: "integer", minimum: 1, maximum: 5 },
  tag: { enum: ["work", "home"], type: "string" },
};
const draft = { type: "object", required: ["title", "author", "stars"], properties };
const note = {
  ...draft,
  required: ["id", ...draft.required],
  properties: { id: { type: "integer" }, ...properties },
};
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const team = {
  name: "X-Team",
  in: "header",
  required: true,
  schema: { type: "string", enum: ["red", "blue"] },
};
const paths = {
  "/notes": {
    parameters: [team],
    get: {
      operationId: "listNotes",
      parameters: [
        query("limit", { type: "integer", minimum: 1, maximum: 50 }),
        query("tag", properties.tag),
        query("done", { type: "boolean" }),
        query("order", { type: "string", enum: ["old", "new"] }),
      ],
      responses: { 200: json({ type: "array", items: note }), ...refused },
    },
    post: {
      operationId: "addNote",
      ...takes(draft),
      responses: { 201: json(note), ...refused },
    },
  },
  "/notes/{id}": {
    parameters: [team, idInPath()],
    get: { operationId: "getNote", responses: { 200: json(note), 404: { description: "" } } },
    delete: { operationId: "removeNote", responses: { 204: { description: "" } } },
  },
};
const description = describePaths(paths);

interface Note {
  readonly title?: string;
  readonly stars?: number;
  readonly [other: string]: unknown;
}

/** What a server does otherwise than an honest one; undefined where it does the same. */
interface Deviation {
  readonly list?: (
    asked: URLSearchParams,
    wrong: readonly string[],
    notes: readonly Note[],
  ) => Reply | undefined;
  readonly add?: (body: Note, wrong: readonly string[]) => "accept" | Reply | undefined;
  readonly teams?: readonly string[];
  readonly keepsRefused?: boolean;
}

function wrongIn(body: Note): readonly string[] {
  const isText = (value: unknown): value is string => typeof value === "string";
  const rules: Record<string, boolean> = {
    title: isText(body.title) && body.title.length >= 1 && body.title.length <= 40,
    author: isText(body["author"]),
    stars: Number.isInteger(body.stars) && Number(body.stars) >= 1 && Number(body.stars) <= 5,
    tag: body["tag"] === undefined || ["work", "home"].includes(`${body["tag"]}`),
  };
  return Object.keys(rules).filter((name) => rules[name] === false);
}

function wrongAmong(asked: URLSearchParams): readonly string[] {
  const rules: Record<string, RegExp> = {
    limit: /^([1-9]|[1-4]\d|50)$/,
    tag: /^(work|home)$/,
    done: /^(true|false)$/,
    order: /^(old|new)$/,
  };
  return Object.keys(rules).filter(
    (name) => asked.has(name) && rules[name]?.test(`${asked.get(name)}`) === false,
  );
}

async function startNotes({ list, add, teams = ["red", "blue"], keepsRefused = false }: Deviation) {
  const notes = new Map<number, Note>([1, 2, 3].map((id) => [id, { id, title: "a", author: "b", stars: 3 }]));
  const log: string[] = [];
  let last = 3;
  const replyTo = ({ method, parts: [, id], query: asked, body: text }: Asked): Reply => {
    const known = notes.get(Number(id));
    if (id !== undefined && known === undefined) return [404];
    if (method === "DELETE") return [notes.delete(Number(id)) ? 204 : 404];
    if (id !== undefined) return [200, known];
    if (method === "GET") {
      const wrong = wrongAmong(asked);
      const shown = [...notes.values()].filter(({ tag }) => !asked.has("tag") || tag === asked.get("tag"));
      const usual: Reply = wrong.length > 0 ? [400] : [200, shown.slice(0, Number(asked.get("limit") ?? 50))];
      return list?.(asked, wrong, [...notes.values()]) ?? usual;
    }
    const sent = parsed(text);
    if (sent === undefined) return [400];
    const body = Object(sent) as Note;
    const wrong = wrongIn(body);
    const decided = add?.(body, wrong);
    if (Array.isArray(decided)) return decided as unknown as Reply;
    if (wrong.length > 0 && decided !== "accept" && !keepsRefused) return [400];
    last += 1;
    notes.set(last, { id: last, ...body, ...(decided && { title: "mended", stars: 3 }) });
    return wrong.length > 0 && keepsRefused ? [400] : [201, notes.get(last)];
  };
  const baseUrl = await startJsonServer((asked) => {
    const { method, url, headers, body } = asked;
    log.push(`${method} ${url} ${headers["x-team"]} ${body.replaceAll(/[a-z]{8}/g, "word")}`);
    return teams.includes(`${headers["x-team"]}`) ? replyTo(asked) : [400];
  });
  return { baseUrl, notes, log };
}

async function judge(deviation: Deviation, options: object = {}) {
  const { baseUrl, notes, log } = await startNotes(deviation);
  const report = await judgeDescribed(description, baseUrl, { cases: 240, seed: 7, ...options });
  return { report, log, left: [...notes.keys()] };
}

const pathsIn = ({ findings }: Report): readonly string[] =>
  findings.map(({ exchanges }) => exchanges.at(-1)?.request.url ?? "");

describe("what shows only in combination is found, and nothing is left behind:", () => {
  it.each<[string, Deviation, string]>([
    [
      "500 where two parameters are given",
      { list: (asked) => (asked.has("limit") && asked.has("done") ? [500] : undefined) },
      "listNotes: no server error",
    ],
    [
      "500 where one is invalid and another is given",
      { list: (asked, [wrong]) => (wrong === "limit" && asked.has("tag") ? [500] : undefined) },
      "listNotes: no server error",
    ],
    [
      "a filter that another parameter turns off, and what is shown then",
      {
        list: (asked, wrong, notes) =>
          asked.has("tag") && asked.has("done") && wrong.length === 0
            ? [
                200,
                notes
                  .slice(0, Number(asked.get("limit") ?? 99))
                  .map((each) => ({ ...each, stars: `${each.stars}` })),
              ]
            : undefined,
      },
      "listNotes: responses",
    ],
    [
      "500 for two violations",
      { add: (_, wrong) => (wrong.length === 2 ? [500] : undefined) },
      "addNote: no server error",
    ],
    [
      "a violation that hides another",
      {
        add: (sent, wrong) =>
          ("title" in sent || "stars" in sent) && wrong.includes("title") && wrong.includes("stars")
            ? "accept"
            : undefined,
      },
      "addNote: body /",
    ],
    [
      "a violation that is seen only beside an optional member",
      { add: ({ tag }, wrong) => (tag === undefined && wrong.join() === "stars" ? "accept" : undefined) },
      "addNote: body /stars ",
    ],
  ])("%s", async (_, deviation, requirement) => {
    const { report, left } = await judge(deviation);
    expect(failedIn(report).filter((each) => !each.startsWith(requirement))).toEqual([]);
    expect(failedIn(report).length).toBeGreaterThan(0);
    expect(left).toEqual([1, 2, 3]);
    expect(failedIn((await judge(deviation, { cases: 0 })).report)).toEqual([]);
  });

  it("500 is shown with the fewest parameters that it takes", async () => {
    const list: Deviation["list"] = (asked) => (asked.has("limit") && asked.has("done") ? [500] : undefined);
    const { report } = await judge({ list });
    expect(pathsIn(report)).toEqual([expect.stringMatching(/\/notes\?limit=\d+&done=\w+$/)]);
  });

  it("a page size is found that another parameter turns off", async () => {
    const list: Deviation["list"] = (asked, wrong, notes) =>
      asked.has("order") && wrong.length === 0 ? [200, notes] : undefined;
    const { report } = await judge({ list });
    expect(failedIn(report)).toEqual(["listNotes: page size"]);
  });
});

describe("what the description permits is no failure, however it is asked:", () => {
  it.each<[string, Deviation]>([
    ["nothing else", {}],
    [
      "a rule across parameters",
      { list: (asked) => (asked.has("done") && asked.has("order") ? [400] : undefined) },
    ],
    ["one team that is served", { teams: ["red"] }],
    [
      "a limit that is never looked at closely",
      { list: (_, wrong) => (wrong.join() === "limit" ? [200, []] : undefined) },
    ],
    [
      "a bound that is looked at nowhere",
      {
        add: ({ stars }, wrong) =>
          wrong.join() === "stars" && typeof stars === "number" ? "accept" : undefined,
      },
    ],
  ])("%s", async (_, deviation) => {
    const { report, left } = await judge(deviation);
    expect(report.findings).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
    expect(left).toEqual([1, 2, 3]);
  });

  it("says so where a valid combination is refused", async () => {
    const { report } = await judge({
      list: (asked) => (asked.has("done") && asked.has("order") ? [400] : undefined),
    });
    const { reason } = report.requirements.find(({ id }) => id === "listNotes: responses") ?? {};
    expect(reason).toMatch(
      /^in part only: values are refused together, although each is served alone.*: .*done .*order .*\(400\)/,
    );
  });
});

it("the same seed sends the same, one of two shards the reads of its part alone, and none deletes or adds", async () => {
  const steady = { concurrency: 1 };
  const [first, second] = [await judge({}, steady), await judge({}, steady)];
  expect(second.log).toEqual(first.log);
  const { log, report } = await judge({}, { ...steady, shard: { number: 2, of: 2 } });
  expect(log.filter((each) => !each.startsWith("GET "))).toEqual([]);
  expect(report.statistics.random?.cases).toBeGreaterThan(50);
  const random = first.log.filter((each) => each.startsWith("GET /notes?"));
  expect(log.filter((each) => each.startsWith("GET /notes?") && !random.includes(each))).toEqual([]);
});

it("no more is created than the run may, whatever is refused", async () => {
  // One request after the other: else it depends on chance which of them come first.
  const few = { maxCreated: 12, concurrency: 1 };
  const { report, log } = await judge({}, few);
  expect(report.run.created).toBeLessThanOrEqual(12);
  expect(log.filter((each) => each.startsWith("POST")).length).toBeGreaterThan(60);
  // As soon as a list shows what was refused, what is refused counts, too.
  const keeping = await judge({ keepsRefused: true }, few);
  expect(keeping.log.filter((each) => each.startsWith("POST")).length).toBeLessThan(40);
});
