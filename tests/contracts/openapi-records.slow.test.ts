import { expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, json, judgeDescribed, lists, reads, removes, takes } from "./described.js";
import type { Item } from "./deviations.js";

type Notes = Map<string, Item>;

/** What one server does in its own way. */
interface Ways {
  /** The id of a new item. */
  readonly idOf?: (sent: Item, count: number, notes: Notes) => string;
  /** The id that a change gives an item. */
  readonly moved?: (id: string, sent: Item) => string;
  readonly method?: "put" | "patch";
  /** The response to a change; the item, where there is none. */
  readonly changed?: () => Reply;
  readonly created?: (id: string, note: Item) => Reply;
  readonly shown?: object;
  /** Is a deleted item kept, and shown as deleted? */
  readonly isSoft?: boolean;
  /** Is a title one of the owner's own rules against, so that it's refused? It is stored in spite of that. */
  readonly refused?: (sent: Item) => number | undefined;
  readonly isCached?: boolean;
}

const title = { type: "string", minLength: 1, maxLength: 400 };
const note = { type: "object", required: ["id", "title"], properties: { id: { type: "string" }, title } };
const body = { type: "object", required: ["title"], properties: { title } };
const slugOf = (text: unknown): string => `${text}`.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
const next = (notes: Notes): string =>
  `${Math.max(0, ...[...notes.keys()].map((id) => Number(id) || 0)) + 1}`;

/** Judges a server of notes, of which one is its owner's. Returns the ids that are there at the end, too. */
async function judge({
  idOf = (_, count) => `${count}`,
  moved = (id) => id,
  method = "put",
  changed,
  created = (_, made) => [201, made],
  shown = note,
  isSoft = false,
  refused = () => undefined,
  isCached = false,
}: Ways) {
  const notes: Notes = new Map([["owner", { id: "owner", title: "owner" }]]);
  let [count, cache]: [number, Item[] | undefined] = [0, undefined];
  const isFit = (value: unknown) => typeof value === "string" && value !== "" && value.length <= 400;
  const all = () => [...notes.values()].filter((each) => each["deleted"] !== true);
  const baseUrl = await startJsonServer(({ method: verb, parts: [, encoded = ""], sent }): Reply => {
    const id = decodeURIComponent(encoded);
    if (id === "" && verb === "GET") {
      if (!isCached) return [200, all()];
      cache ??= all();
      return [200, cache];
    }
    if (verb !== "GET" && verb !== "DELETE" && !isFit(sent["title"])) return [400, {}];
    if (verb === "POST") {
      count += 1;
      cache = undefined;
      const own = idOf(sent, count, notes);
      if (notes.has(own)) return [409, {}];
      const made = { id: own, title: sent["title"] };
      notes.set(own, made);
      const status = refused(sent);
      return status === undefined ? created(own, made) : [status, {}];
    }
    const found = notes.get(id);
    if (found === undefined || found["deleted"] === true) return [404, {}];
    if (verb === "GET") return [200, found];
    notes.delete(id);
    if (verb === "DELETE") {
      if (isSoft) notes.set(id, { ...found, deleted: true });
      return [204];
    }
    const made = { id: moved(id, sent), title: sent["title"] };
    notes.set(made.id, made);
    return changed?.() ?? [200, made];
  });
  const idInPath = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const description = describePaths({
    "/notes": {
      get: lists("listNotes", note),
      post: {
        operationId: "addNote",
        ...takes(body),
        responses: {
          201: { description: "Added", ...json(shown) },
          400: { description: "No" },
          409: { description: "It is there" },
        },
      },
    },
    "/notes/{id}": {
      parameters: [idInPath],
      get: reads("getNote", note),
      [method]: changes("changeNote", body, note, { 204: { description: "Changed" } }),
      delete: removes("removeNote"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const failed = report.requirements.flatMap(({ verdict, id }) => (verdict === "failed" ? [id] : []));
  return {
    report,
    failed,
    there: all().flatMap((each) => (each["id"] === "owner" ? [] : [`${each["id"]}`])),
  };
}

const ids = { type: "array", items: { type: "string" } };

it.each<[string, Ways]>([
  [
    "has its title as its id, and PUT renames it",
    { idOf: ({ title: own }) => `${own}`, moved: (_, sent) => `${sent["title"]}` },
  ],
  [
    "has a slug of its title, and PATCH renames it without a body",
    {
      idOf: ({ title: own }) => slugOf(own),
      moved: (_, sent) => slugOf(sent["title"]),
      method: "patch",
      changed: () => [204],
    },
  ],
  ["is answered with an array of its id", { created: (id) => [201, [id]], shown: ids }],
  [
    "is answered with a list of ids in an object",
    { created: (id) => [201, { ids: [id] }], shown: { type: "object", properties: { ids } } },
  ],
  [
    "is answered with an array of itself",
    { created: (_, made) => [201, [made]], shown: { type: "array", items: note } },
  ],
  ["has an id that a deleted one had", { idOf: (_, __, notes) => next(notes) }],
  ["stays as deleted", { isSoft: true }],
  [
    "is stored, although its creation is refused",
    { refused: ({ title: own }) => (`${own}`.length > 100 ? 422 : undefined) },
  ],
  [
    "is stored, although its creation fails",
    { refused: ({ title: own }) => (`${own}`.length > 100 ? 500 : undefined) },
  ],
])("nothing is left, and the counts agree, where an item %s", async (_, ways) => {
  const { report, failed, there } = await judge(ways);
  const { created, deleted, left = [] } = report.run;

  if (ways.refused === undefined) expect(failed).toEqual([]);
  expect({ there, left }).toEqual({ there: [], left: [] });
  expect(created).toBeGreaterThan(3);
  expect(deleted).toBe(created);
});

it("a list that keeps a deleted item until the next one is found, also where ids are given again", async () => {
  const { failed, there } = await judge({ idOf: (_, __, notes) => next(notes), isCached: true });

  expect(failed).toContain("removeNote: gone");
  expect(there).toEqual([]);
});
