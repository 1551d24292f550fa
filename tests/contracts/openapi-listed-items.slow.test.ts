import { describe, expect, it } from "vitest";
import type { RunOptions } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Item {
  readonly id: number;
  readonly title: string;
  readonly added: number;
}

/** What one server shows in its own way. */
interface Ways {
  readonly list?: (items: readonly Item[]) => unknown;
  readonly show?: (item: Item) => object;
  readonly options?: Partial<RunOptions>;
}

async function judge({ list = (items) => items, show = (item) => item, options }: Ways) {
  const items = new Map<string, Item>();
  let created = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: { title } }) => {
    const known = items.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    if (method === "GET" && known !== undefined) return [200, show(known)];
    if (method === "GET") {
      const shown = list([...items.values()]);
      return [200, Array.isArray(shown) ? { items: (shown as Item[]).map(show) } : shown];
    }
    if (typeof title !== "string" || title.length > 40) return [400, {}];
    created += 1;
    items.set(`${created}`, { id: created, title, added: clock.now() });
    return [201, { id: created, title }];
  });
  const title = { type: "string", maxLength: 40 };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title } };
  const page = { type: "object", properties: { items: { type: "array", items: item } } };
  const body = { type: "object", required: ["title"], properties: { title } };
  const description = describePaths({
    "/notes": { get: reads("listNotes", page), post: adds("addNote", body, item) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", item),
      delete: removes("removeNote"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl, options));
}

const isThird = ({ id }: Item): boolean => id % 3 === 0;
const isOlder = ({ added }: Item, duration: number): boolean => clock.now() - added > duration;

describe("a list may lack an item, where", () => {
  it.each<[string, Ways]>([
    ["it has none", {}],
    ["it shows no item of the run", { list: () => [] }],
    ["it shows the first two", { list: (items) => items.slice(0, 2) }],
    ["it shows the latest two", { list: (items) => items.slice(-2) }],
    [
      "it shows some of them by chance",
      { list: (items) => items.toSorted(() => Math.random() - 0.5).slice(0, 2) },
    ],
    [
      "there is another page",
      { list: (items) => ({ items: items.filter((item) => !isThird(item)), hasMore: true }) },
    ],
    [
      "it counts more than it shows",
      { list: (items) => ({ items: items.filter((item) => !isThird(item)), meta: { total: items.length } }) },
    ],
    [
      "a flag says that the item is not public",
      {
        list: (items) => items.filter((item) => !isThird(item)),
        show: (item) => ({ ...item, isPublic: !isThird(item) }),
      },
    ],
    [
      "a member is absent from the item",
      {
        list: (items) => items.filter((item) => !isThird(item)),
        show: (item) => ({ ...item, ...(isThird(item) ? {} : { publishedAt: "2020-01-01T00:00:00Z" }) }),
      },
    ],
    [
      "its time has not come",
      {
        list: (items) => items.filter((item) => !isThird(item)),
        show: (item) => ({ ...item, from: isThird(item) ? "2099-01-01T00:00:00Z" : "2020-01-01T00:00:00Z" }),
      },
    ],
    [
      "it takes a while, which the run waits for",
      {
        list: (items) => items.filter((item) => !isThird(item) || isOlder(item, 150)),
        options: { settle: 400 },
      },
    ],
    [
      "it takes a while, which the run does not wait for",
      { list: (items) => items.filter((item) => !isThird(item) || isOlder(item, 30)) },
    ],
    ["it takes a longer while", { list: (items) => items.filter((item) => isOlder(item, 750)) }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("a list is found that grows, and lacks", () => {
  it.each<[string, Ways]>([
    ["every third item", { list: (items) => items.filter((item) => !isThird(item)) }],
    ["the newest item", { list: (items) => items.slice(0, -1) }],
    ["the first item", { list: (items) => items.filter(({ id }) => id !== 1001) }],
    [
      "every third item, although it has counted to the end",
      {
        list: (items) => {
          const shown = items.filter((item) => !isThird(item));
          return { items: shown, total: shown.length, next: null };
        },
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual(["addNote: read back"]);
  });
});
