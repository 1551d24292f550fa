import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const id = { type: "string" };
const named = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const shown = { type: "object", required: ["id", "name"], properties: { id, name: { type: "string" } } };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
const [shopId, noteId] = [inPath("shopId"), inPath("noteId")];
const unauthorized = { 401: { description: "Not known" } };

const description = describePaths(
  {
    "/shops": {
      get: lists("listShops", shown, unauthorized),
      post: adds("addShop", named, shown, unauthorized),
    },
    "/shops/{shopId}": {
      parameters: [shopId],
      get: reads("getShop", shown, unauthorized),
      delete: removes("removeShop", { ...unauthorized, 409: { description: "It has notes" } }),
    },
    "/shops/{shopId}/notes": {
      parameters: [shopId],
      get: lists("listNotes", shown, unauthorized),
      post: adds("addNote", named, shown, unauthorized),
    },
    "/shops/{shopId}/notes/{noteId}": {
      parameters: [shopId, noteId],
      delete: removes("removeNote", unauthorized),
    },
  },
  {
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
  },
);

/** What one server does in its own way. */
interface Ways {
  /** May nobody remove a shop that has notes? */
  readonly keepsFullShops?: true;
  /** May anybody remove notes? */
  readonly isOpen?: true;
}

/** Judges a server of shops with notes that nothing reads one by one. */
async function judge({ keepsFullShops, isOpen }: Ways): Promise<Report> {
  const shops = new Map<string, { readonly id: string; readonly name: unknown }>();
  const notes = new Map<string, Map<string, object>>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts, headers, sent: { name } }) => {
    const [, shop = "", , note = ""] = parts;
    const isRemoval = method === "DELETE" && note !== "";
    if (headers.authorization !== "Bearer known" && !(isOpen && isRemoval)) return [401, {}];
    if (method === "POST" && typeof name !== "string") return [400, {}];
    created += 1;
    const added = { id: `a${created}bcdef`, name };
    if (parts.length === 1 && method === "POST") {
      shops.set(added.id, added);
      notes.set(added.id, new Map());
      return [201, added];
    }
    if (parts.length === 1) return [200, [...shops.values()]];
    const own = notes.get(shop);
    if (own === undefined) return [404, {}];
    if (parts.length === 2 && method === "GET") return [200, shops.get(shop)];
    if (parts.length === 2) {
      if (keepsFullShops && own.size > 0) return [409, {}];
      notes.delete(shop);
      return shops.delete(shop) ? [204] : [404, {}];
    }
    if (parts.length === 3 && method === "POST") {
      own.set(added.id, added);
      return [201, added];
    }
    if (parts.length === 3) return [200, [...own.values()]];
    return own.delete(note) ? [204] : [404, {}];
  });
  return judgeDescribed(description, baseUrl, { key: "known" });
}

function verdictsOf({ requirements }: Report, ids: readonly string[]) {
  return ids.map((wanted) => requirements.find((each) => each.id === wanted)?.verdict);
}

describe("items that nothing reads are deleted before the ones above them, where a server", () => {
  it.each<[string, Ways]>([
    ["deletes them with their owner", {}],
    ["keeps an owner that has some", { keepsFullShops: true }],
  ])("%s", async (_, ways) => {
    const report = await judge(ways);
    const tested = ["removeShop: gone", "removeNote: responses", "removeNote: credential"];
    expect(failedIn(report)).toEqual([]);
    expect(verdictsOf(report, tested)).toEqual(["passed", "passed", "passed"]);
  });

  it("lets anybody delete them, which is found", async () => {
    expect(failedIn(await judge({ isOpen: true }))).toEqual(["removeNote: credential"]);
  });
});
