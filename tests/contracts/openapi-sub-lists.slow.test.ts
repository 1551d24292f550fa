import { describe, expect, it } from "vitest";
import { clock } from "../servers/clock.js";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

interface Note {
  readonly id: number;
  readonly shop: string;
  readonly text: string;
  readonly added: number;
}

/** What one server does with the notes of its shops in its own way. */
interface Ways {
  /** What the list of a shop shows of all notes. */
  readonly list?: (all: readonly Note[], shop: string) => unknown;
  /** What is shown of a note, and described. */
  readonly more?: object;
  readonly status?: number;
  /** What it does below a shop that is not there. */
  readonly unknown?: "refuses" | "says so" | "makes it" | "makes nothing";
  readonly parameters?: readonly object[];
  /** How the 404 of the list is described. */
  readonly notFound?: string;
  /** Is 404 described for the list of shops, too? It is, if absent. */
  readonly isOfAll?: false;
  /** What the list is answered with below a shop that is not there. */
  readonly unlisted?: readonly [number, unknown];
  /** What a text is like. */
  readonly text?: { readonly type: "string"; readonly pattern?: string };
}

const ofShop = (all: readonly Note[], shop: string): readonly Note[] =>
  all.filter((each) => each.shop === shop);

async function judge(ways: Ways) {
  const { list = ofShop, more = {}, status = 201, unknown = "refuses", parameters = [] } = ways;
  const { notFound, isOfAll = true, unlisted = [404, {}], text = { type: "string" as const } } = ways;
  const shops = new Map<string, object>();
  const notes: Note[] = [];
  let created = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, shop = "", part], sent }) => {
    const known = shops.get(shop);
    const add = (id: string) => shops.set(id, { id: Number(id), name: sent["name"] ?? "new" }).get(id);
    if (shop === "" && method === "GET") return [200, [...shops.values()]];
    if (shop === "" && typeof sent["name"] !== "string") return [400, {}];
    if (shop === "") return [201, add(`${freeId(shops)}`)];
    if (known === undefined && method === "GET" && part !== undefined) return unlisted;
    if (known === undefined && (method === "GET" || unknown === "refuses" || !/^\d+$/.test(shop)))
      return [404, {}];
    if (part === undefined) return [200, known];
    if (method === "GET") return [200, list(notes, shop)];
    const said = sent["text"];
    if (typeof said !== "string" || !new RegExp(text.pattern ?? "").test(said)) return [400, {}];
    if (known === undefined && unknown === "says so") return [200, { error: "no such shop" }];
    if (known === undefined && unknown === "makes it") add(shop);
    created += 1;
    notes.push({ id: created, shop, text: said, added: clock.now() });
    return [status, { id: created, text: said, ...more }];
  });
  const [id, name] = [{ type: "integer" }, { type: "string" }];
  const shop = { type: "object", required: ["id", "name"], properties: { id, name } };
  const flags = { isPublic: { type: "boolean" }, from: { type: "string" } };
  const described = Object.entries(flags).filter(([flag]) => Object.hasOwn(more, flag));
  const note = { type: "object", properties: { id, text, ...Object.fromEntries(described) } };
  const body = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
  const missing = notFound === undefined ? {} : { 404: { description: notFound } };
  const listShops = lists("listShops", shop);
  const description = describePaths({
    "/shops": {
      get: isOfAll ? listShops : { ...listShops, responses: { 200: listShops.responses[200] } },
      post: adds("addShop", body({ name }), shop),
    },
    "/shops/{id}": { parameters: [idInPath()], get: reads("getShop", shop) },
    "/shops/{id}/remarks": {
      parameters: [idInPath()],
      get: {
        ...lists("listRemarks", note, missing),
        parameters,
      },
      post: adds("addRemark", body({ text }), note, {
        200: { description: "Fine" },
        202: { description: "Later" },
      }),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

/** A text without room for a word of the run. */
const code = { type: "string", pattern: "^[A-Z]-[0-9]{1,3}$" } as const;

describe("lists below an item may", () => {
  it.each<[string, Ways]>([
    ["show what was created there", {}],
    ["show the codes that were created there", { text: code }],
    [
      "show codes of their own, too",
      { text: code, list: (all, shop) => [{ id: 1, text: "A-1" }, ...ofShop(all, shop)] },
    ],
    ["show the latest one only", { list: (all, shop) => ofShop(all, shop).slice(-1) }],
    ["show the ids alone", { list: (all, shop) => ofShop(all, shop).map(({ id }) => ({ id })) }],
    [
      "show notes of their own besides",
      { list: (all, shop) => [{ id: 1, text: "welcome" }, ...ofShop(all, shop)] },
    ],
    ["be empty, where a flag says that it is not public", { list: () => [], more: { isPublic: false } }],
    ["be empty, where its time has not come", { list: () => [], more: { from: "2099-01-01T00:00:00Z" } }],
    ["be empty, where it is created later", { list: () => [], status: 202 }],
    [
      "be empty, where a word says which are shown",
      {
        list: () => [],
        parameters: [{ name: "sort", in: "query", schema: { type: "string", default: "published" } }],
      },
    ],
    [
      "take a second",
      { list: (all, shop) => ofShop(all, shop).filter(({ added }) => clock.now() - added > 1000) },
    ],
    ["be made with what is created there", { unknown: "makes it" }],
    ["be refused in words", { unknown: "says so" }],
    [
      "be empty below nothing, where 404 is said of no shop, and of each list",
      { notFound: "Gone", unlisted: [200, []] },
    ],
    ["be refused below nothing in any way", { notFound: "There is no such shop", unlisted: [403, {}] }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("lists below an item are found that", () => {
  it.each<[string, Ways, string]>([
    ["are empty", { list: () => [] }, "addRemark: in its list"],
    ["show those of all", { list: (all) => all }, "addRemark: in its list"],
    ["show the codes of all", { list: (all) => all, text: code }, "addRemark: in its list"],
    [
      "show the codes of others as well as their ids",
      { list: (all) => all.map(({ id, text }) => ({ id, text })), text: code },
      "addRemark: in its list",
    ],
    [
      "are empty below nothing, although 404 is said of the shop",
      { notFound: "There is no such shop", unlisted: [200, []] },
      "listRemarks: unknown parent",
    ],
    [
      "are empty below nothing, although 404 is said of no other list",
      { notFound: "Gone", isOfAll: false, unlisted: [200, []] },
      "listRemarks: unknown parent",
    ],
    [
      "show all below nothing, although 404 is said of the shop",
      { notFound: "Shop not found", unlisted: [200, [{ id: 1, text: "one" }]] },
      "listRemarks: unknown parent",
    ],
    ["are made of nothing", { unknown: "makes nothing" }, "addRemark: unknown parent"],
  ])("%s", async (_, ways, failed) => {
    expect(await judge(ways)).toEqual([failed]);
  });
});
