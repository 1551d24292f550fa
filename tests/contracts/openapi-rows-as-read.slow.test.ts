import { describe, expect, it } from "vitest";
import type { Item } from "../servers/framework-rules.js";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

/** How one server shows an item in its list. */
interface Ways {
  readonly row?: (item: Item) => Item;
  /** Is a row as it was when the item was created? */
  readonly isCached?: boolean;
  /** Has the description a schema of its own for rows? */
  readonly isSummary?: boolean;
}

const members = {
  title: { type: "string", maxLength: 60 },
  price: { type: "number", minimum: 0, maximum: 500 },
  sold: { type: "boolean" },
  visits: { type: "integer", readOnly: true },
};
const required = ["title", "price", "sold"];
const schemas = {
  Note: { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...members } },
  Row: { type: "object", properties: { id: { type: "integer" }, ...members } },
};

async function judge({ row = (item) => item, isCached = false, isSummary = false }: Ways) {
  const items = new Map<string, Item>();
  const first = new Map<string, Item>();
  let visits = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id], sent }) => {
    const known = items.get(id ?? "");
    if (id === undefined && method === "GET") {
      const shown = isCached ? [...first].filter(([each]) => items.has(each)) : [...items];
      visits += 1;
      return [200, shown.map(([, each]) => row({ ...each, visits }))];
    }
    if (id !== undefined && known === undefined) return [404, {}];
    if (method === "GET") return [200, { ...known, visits }];
    if (method === "DELETE") return [items.delete(`${id}`) ? 204 : 404];
    const { title, price, sold } = { ...known, ...sent };
    const isRight = typeof title === "string" && title.length <= 60 && typeof sold === "boolean";
    if (!isRight || typeof price !== "number" || price < 0 || price > 500) return [400, {}];
    const own = id ?? `${freeId(first)}`;
    items.set(own, { id: Number(own), title, price, sold, visits: 0 });
    if (id === undefined) first.set(own, { ...items.get(own) });
    return [id === undefined ? 201 : 200, items.get(own)];
  });
  const of = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
  const body = { type: "object", required, properties: members };
  const paths = {
    "/notes": {
      get: lists("listNotes", of(isSummary ? "Row" : "Note")),
      post: adds("addNote", body, of("Note")),
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", of("Note")),
      patch: changes("changeNote", { type: "object", properties: members }, of("Note")),
      delete: removes("removeNote"),
    },
  };
  return judgeDescribed(describePaths(paths, { components: { schemas } }), baseUrl);
}

describe("a row of a list", () => {
  it.each<[string, Ways]>([
    ["may be the item", {}],
    ["may lack members", { row: ({ id, title }) => ({ id, title }) }],
    [
      "may have the beginning of a text",
      { row: (item) => ({ ...item, title: `${item["title"]}`.slice(0, 6) }) },
    ],
    [
      "may have the beginning of a text, and dots",
      { row: (item) => ({ ...item, title: `${`${item["title"]}`.slice(0, 6)}…` }) },
    ],
    [
      "may have an excerpt of a text",
      { row: (item) => ({ ...item, title: `[…] ${`${item["title"]}`.slice(9)}` }) },
    ],
    ["may have a text of a few letters", { row: (item) => ({ ...item, title: "P." }) }],
    [
      "may have an address that is signed",
      { row: (item) => ({ ...item, title: `/x/${`${item["title"]}`.slice(9)}` }) },
    ],
    [
      "may have zero values of members that it does not select",
      { row: (item) => ({ ...item, price: 0, sold: false, title: "" }) },
    ],
    [
      "may differ where a schema of its own describes it",
      { isSummary: true, row: (item) => ({ ...item, price: Math.floor(Number(item["price"]) / 2) }) },
    ],
  ])("%s", async (_, ways) => {
    expect(failedIn(await judge(ways))).toEqual([]);
  });

  it("stays as the item was before a change, which is found of the change", async () => {
    expect(failedIn(await judge({ isCached: true }))).toEqual(["changeNote: changed"]);
  });

  it.each<[string, Ways]>([
    ["has another number", { row: (item) => ({ ...item, price: Math.floor(Number(item["price"])) + 0.5 }) }],
    ["has another text", { row: (item) => ({ ...item, title: `Note ${item["title"]}` }) }],
    ["has a boolean the other way", { row: (item) => ({ ...item, sold: item["sold"] !== true }) }],
  ])("fails where it %s than the item", async (_, ways) => {
    const report = await judge(ways);
    const law = "every list: rows as read";
    expect(failedIn(report)).toContain(law);
    const found = report.findings.find(({ requirement }) => requirement === law);
    expect(found?.exchanges[found.shownBy]?.request).toMatchObject({
      method: "GET",
      url: expect.stringMatching(/\/notes(\/\d+)?$/),
    });
  });
});
