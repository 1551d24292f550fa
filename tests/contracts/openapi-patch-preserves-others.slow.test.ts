import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const note = { type: "string", maxLength: 80 };
const size = { type: "integer", minimum: 1, maximum: 90 };
const kind = { enum: ["wheel", "bolt"] };
const urgent = { type: "boolean" };
const sizes = { type: "array", items: { type: "integer" } };
const properties = { note, size, kind, urgent, sizes };

/** What a change of anything does besides. */
const besides = (
  change: (before: Item, sent: Item) => Item,
): Pick<Shelf, "properties" | "changed" | "change"> => ({
  properties,
  changed: {},
  change: (sent, before) => ({ ...before, ...sent, ...change(before, sent) }),
});

describe("a change that takes away what its body does not have is found:", () => {
  it.each<[string, Shelf]>([
    ["a text", besides(() => ({ note: null }))],
    ["a text, by the one that changes", besides((_, sent) => ({ note: sent["name"] }))],
    ["a number", besides(() => ({ size: 90 }))],
    ["a word", besides(() => ({ kind: "bolt" }))],
    ["a boolean", besides(() => ({ urgent: false }))],
    ["a list of numbers", besides(() => ({ sizes: [] }))],
    [
      "an id that only the client knows",
      { ...besides(() => ({ vatId: "none" })), properties: { ...properties, vatId: note } },
    ],
    [
      "a member that the body may have",
      { ...besides(({ urgent }, sent) => ({ urgent: sent["urgent"] ?? !urgent })), changed: properties },
    ],
  ])("%s", async (_, shelf) => {
    const shownAs = Object.fromEntries(Object.entries(properties).map(([name]) => [name, {}]));
    expect(failedIn(await judgeShelf({ ...shelf, shownAs }))).toEqual(["changeThing: changed"]);
  });
});

describe("a change that writes what is the server's is no failure:", () => {
  it.each<[string, Shelf]>([
    ["nothing besides", besides(() => ({}))],
    [
      "a version, a time, a state and a total",
      {
        ...besides(() => ({ version: 2, updatedAt: "2026-01-15T11:00:00Z", status: "changed", total: 7 })),
        properties: {
          ...properties,
          version: { type: "integer" },
          updatedAt: { type: "string", format: "date-time" },
          status: { type: "string" },
          total: { type: "integer" },
        },
      },
    ],
    [
      "a list in another order, with one more",
      besides(({ sizes }) => ({ sizes: [7, ...((sizes ?? []) as readonly number[])].toReversed() })),
    ],
    [
      "a word that goes back, as the operation says",
      {
        ...besides(() => ({ kind: "bolt" })),
        summary: "Rename a thing: its kind goes back to the usual one",
      },
    ],
    [
      "a number that never changes, as the operation says",
      {
        properties,
        change: (sent, before) => ({ ...before, ...sent, size: before["size"] }),
        summary: "Change a thing. The size never changes; another one is ignored",
      },
    ],
    [
      "an id of the server's, and the number of a version",
      {
        ...besides(() => ({ versionId: "second", versionNumber: 2 })),
        properties: { ...properties, versionId: note, versionNumber: { type: "integer" } },
      },
    ],
    [
      "an approval that is withdrawn",
      {
        ...besides(() => ({ approved: false })),
        properties: { note, approved: { type: "boolean" } },
      },
    ],
    [
      "a number that was the server's from the start",
      {
        ...besides(() => ({ size: 5 })),
        create: (sent) => ({ ...sent, size: 4 }),
        replace: (sent) => ({ ...sent, size: 4 }),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf)).filter((each) => each.startsWith("change"))).toEqual([]);
  });
});

const mayBeNull = { type: ["integer", "null"], minimum: 0, maximum: 100 };

describe("what a replacement leaves out", () => {
  const zero = { type: "integer", default: 0 };
  const list = { type: "array", items: { type: "string" } };
  const leftOut = async (shelf: Shelf): Promise<string | undefined> => {
    const { requirements } = await judgeShelf({ methods: ["GET", "PUT", "DELETE"], ...shelf });
    expect(requirements.filter(({ verdict }) => verdict === "failed")).toEqual([]);
    return requirements.find(({ id }) => id === "putThing: left out")?.verdict;
  };
  it.each<[string, Shelf, string | undefined]>([
    ["is gone", { properties: { note } }, "passed"],
    [
      "is null",
      { properties: { note: { type: ["string", "null"] } }, replace: (sent) => ({ note: null, ...sent }) },
      "passed",
    ],
    [
      "has a value of the server's",
      { properties: { note }, replace: (sent) => ({ note: "none", ...sent }) },
      "passed",
    ],
    [
      "stays, which is warned about",
      { properties: { note }, replace: (sent, before) => ({ ...before, ...sent }) },
      "warned",
    ],
    ["is a number that may be null, and is gone", { properties: { size: mayBeNull } }, "passed"],
    [
      "is a number that may be null, and stays",
      { properties: { size: mayBeNull }, replace: (sent, before) => ({ ...before, ...sent }) },
      "warned",
    ],
    ["is a number that is never null", { properties: { size: { type: "integer" } } }, "passed"],
    [
      "is a truth value, and stays",
      { properties: { fragile: { type: "boolean" } }, replace: (sent, before) => ({ ...before, ...sent }) },
      "warned",
    ],
    [
      "is a word, and stays",
      {
        properties: { colour: { type: "string", enum: ["red", "blue"] } },
        replace: (sent, before) => ({ ...before, ...sent }),
      },
      "warned",
    ],
    [
      "is a word, and is always the same then",
      {
        properties: { colour: { type: "string", enum: ["red", "blue"] } },
        replace: (sent) => ({ colour: "blue", ...sent }),
      },
      "passed",
    ],
    ["has a default, and is gone", { properties: { note: { ...note, default: "none" } } }, "passed"],
    [
      "is a number with a default, and has it again",
      { properties: { size: zero }, replace: (sent) => ({ size: 0, ...sent }) },
      "passed",
    ],
    [
      "is a number with a default, and stays",
      { properties: { size: zero }, replace: (sent, before) => ({ ...before, ...sent }) },
      "warned",
    ],
    [
      "is a list of texts, and stays",
      { properties: { notes: list }, replace: (sent, before) => ({ ...before, ...sent }) },
      "warned",
    ],
    ["is required", { properties: { note }, required: ["name", "note"] }, undefined],
    [
      "is within an object that is required, and stays",
      {
        properties: { box: { type: "object", required: ["side"], properties: { side: note, note } } },
        required: ["name", "box"],
        replace: (sent, before) => ({
          ...sent,
          box: { ...(before["box"] as object), ...(sent["box"] as object) },
        }),
      },
      "warned",
    ],
  ])("%s", async (_, shelf, expected) => {
    expect(await leftOut(shelf)).toBe(expected);
  });
});

it.each<[string, boolean, string | undefined, string]>([
  [
    "stays where the description says so",
    true,
    undefined,
    "Saves the fields that are sent; the others are kept, although it is a PUT.",
  ],
  ["is gone from an object that wraps it", false, "passed", ""],
  ["stays in an object that wraps it", true, "warned", "Replaces a note"],
  [
    "stays where it is described to go",
    true,
    "failed",
    "Replaces a note. Members that are left out are removed.",
  ],
  [
    "stays where it is described to go, and another member to stay",
    true,
    "failed",
    "Members that are left out are removed; `id` is kept.",
  ],
  ["stays where the whole is described to be replaced", true, "failed", "Replaces the whole note."],
])("what a replacement leaves out %s", async (_, isKept, verdict, description) => {
  const items = new Map<string, object>();
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    const known = items.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    if (method === "GET") return [200, { data: known }];
    const data = sent["data"] as { readonly title?: unknown; readonly note?: unknown } | undefined;
    const isText = [data?.title, data?.note ?? ""].every((each) => typeof each === "string");
    if (data == null || !isText) return [400, {}];
    const own = known === undefined ? `${freeId(items)}` : id;
    items.set(own, { ...(isKept ? known : {}), ...data, id: Number(own) });
    return [known === undefined ? 201 : 200, { data: items.get(own) }];
  });
  const properties = { title: { type: "string" }, note: { type: "string" } };
  const inData = (schema: object) => ({ type: "object", required: ["data"], properties: { data: schema } });
  const body = inData({ type: "object", required: ["title"], properties });
  const shown = inData({
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, ...properties },
  });
  const described = describePaths({
    "/notes": { post: adds("addNote", body, shown) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      put: { ...changes("putNote", body, shown), description },
      delete: removes("removeNote"),
    },
  });
  const { requirements } = await judgeDescribed(described, baseUrl);
  expect(requirements.find(({ id }) => id === "putNote: left out")?.verdict).toBe(verdict);
});
