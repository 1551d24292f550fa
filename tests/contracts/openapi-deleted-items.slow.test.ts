import { describe, expect, it } from "vitest";
import { clock } from "../servers/clock.js";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Item {
  readonly id: number;
  readonly title: string;
  /** When it was deleted, in ms; 0 for an item that is there. */
  readonly deleted: number;
}

/** What one server does with deleted items in its own way. */
interface Ways {
  /** What the list shows, the oldest first. */
  readonly list: (all: readonly Item[]) => unknown;
  readonly isServed?: boolean;
  readonly status?: number;
  /** Are titles codes, with no room for a word of the run? */
  readonly hasCodes?: boolean;
  /** What else is deleted with an item. */
  readonly deletesToo?: (others: readonly Item[]) => readonly Item[];
  /** Shown of every item, where nothing is ever deleted. */
  readonly kept?: object;
}

const isThere = ({ deleted }: Item): boolean => deleted === 0;
const show = ({ id, title }: Item): object => ({ id, title });

async function judge({ list, isServed = false, status = 204, kept, hasCodes = false, deletesToo }: Ways) {
  const items = new Map<string, Item>();
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: { title } }) => {
    const known = items.get(id);
    if (id === "" && method === "GET") return [200, list([...items.values()])];
    if (id !== "" && known === undefined) return [404, {}];
    if (known !== undefined && !isThere(known) && !(isServed && method === "GET")) return [404, {}];
    if (known !== undefined && kept !== undefined)
      return method === "GET" ? [200, { ...show(known), ...kept }] : [status, {}];
    if (known !== undefined && method === "GET") return [200, { ...show(known), isDeleted: !isThere(known) }];
    if (known !== undefined) {
      const others = [...items.values()].filter((each) => each.id !== known.id && isThere(each));
      for (const each of [known, ...(deletesToo?.(others) ?? [])])
        items.set(`${each.id}`, { ...each, deleted: clock.now() });
      return [status, {}];
    }
    if (typeof title !== "string" || (hasCodes && !/^[A-Z]-\d{3}$/.test(title))) return [400, {}];
    const item = { id: freeId(items), title, deleted: 0 };
    items.set(`${item.id}`, item);
    return [201, show(item)];
  });
  const title = { type: "string", ...(hasCodes && { pattern: "^[A-Z]-[0-9]{3}$" }) };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title } };
  const body = { type: "object", required: ["title"], properties: { title } };
  const page = { type: "object", properties: { items: { type: "array", items: item } } };
  const description = describePaths({
    "/notes": { get: reads("listNotes", page), post: adds("addNote", body, item) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", item),
      delete: removes("removeNote", { 202: { description: "Soon" } }),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

/** A list that is made anew once it is as old as this, in ms. */
function madeEvery(age: number): Ways["list"] {
  let made = Number.NEGATIVE_INFINITY;
  let shown: readonly object[] = [];
  return (all) => {
    if (clock.now() - made > age) {
      made = clock.now();
      shown = all.filter(isThere).map(show);
    }
    return { items: shown };
  };
}

describe("what is deleted may be in a list, where", () => {
  it.each<[string, Ways]>([
    ["it is not", { list: (all) => ({ items: all.filter(isThere).map(show) }) }],
    [
      "the list shows it as deleted",
      { list: (all) => ({ items: all.map((item) => ({ ...show(item), isDeleted: !isThere(item) })) }) },
    ],
    ["it is served as deleted by its id", { list: (all) => ({ items: all.map(show) }), isServed: true }],
    ["it is deleted later", { list: (all) => ({ items: all.map(show) }), status: 202 }],
    ["the list is made anew now and then", { list: madeEvery(300) }],
    ["the list is not made anew in time", { list: madeEvery(60_000) }],
    ["the list shows the first two only", { list: (all) => ({ items: all.slice(0, 2).map(show) }) }],
    [
      "it takes a while",
      {
        list: (all) => ({
          items: all
            .filter(({ deleted }) => deleted === 0 || clock.now() - deleted < 800)
            .map((item) => show(item)),
        }),
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("what is still served as it was", () => {
  const list: Ways["list"] = () => ({ items: [] });
  it.each<[string, object, readonly string[]]>([
    ["is found", { size: 1 }, ["removeNote: gone"]],
    ["is no finding where it is archived already", { archived: true }, []],
    ["is no finding where it is cancelled already", { status: "cancelled" }, []],
    ["is found beside the terms of a cancellation", { cancellation: "free" }, ["removeNote: gone"]],
  ])("%s", async (_, kept, failed) => {
    expect(await judge({ list, kept })).toEqual(failed);
  });
});

describe("what is deleted is found in a list that shows", () => {
  it.each<[string, Ways]>([
    ["all that was ever created", { list: (all) => ({ items: all.map(show) }) }],
    [
      "the items that were deleted at the end",
      { list: (all) => ({ items: all.toSorted((left, right) => left.deleted - right.deleted).map(show) }) },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual(["removeNote: gone"]);
  });
});

describe("a deletion of one of several notes without words", () => {
  const list: Ways["list"] = (all) => ({ items: all.filter(isThere).map(show) });
  it.each<[string, NonNullable<Ways["deletesToo"]>, readonly string[]]>([
    ["may leave the others", () => [], []],
    ["is found to delete the first of them", (others) => others.slice(0, 1), ["removeNote: gone"]],
    ["is found to delete the last of them", (others) => others.slice(-2), ["removeNote: gone"]],
  ])("%s", async (_, deletesToo, failed) => {
    expect(await judge({ list, hasCodes: true, deletesToo })).toEqual(failed);
  });
});
