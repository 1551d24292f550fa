import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const text = { type: "string" };

/** Stores with ids that are texts, and posts that refer to one by a number: nothing checks it. */
function describeShop(usual: number) {
  const kinds = [
    { path: "/stores", name: "Store", type: "string", sent: { title: text } },
    { path: "/posts", name: "Post", type: "integer", sent: { title: text, storeId: { type: "integer" } } },
  ];
  const asked = [
    { name: "storeId", in: "query", schema: { type: "integer" } },
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50.5, default: usual } },
  ];
  const paths = kinds.map(({ path, name, type, sent }) => {
    const body = { type: "object", required: ["title"], properties: sent };
    const item = { ...body, properties: { id: { type }, ...sent } };
    const parameters = name === "Post" ? asked : [];
    return {
      [path]: { get: { ...lists(`list${name}s`, item), parameters }, post: adds(`add${name}`, body, item) },
      [`${path}/{id}`]: {
        parameters: [idInPath(type)],
        get: reads(`get${name}`, item),
        delete: removes(`remove${name}`),
      },
    };
  });
  return describePaths(Object.assign({}, ...paths));
}

function startShop(): Promise<string> {
  const stores = new Map<string, Map<string, object>>([
    ["stores", new Map()],
    ["posts", new Map()],
  ]);
  let created = 1000;
  return startJsonServer(({ method, parts: [kind = "", id = ""], query, sent }) => {
    const store = stores.get(kind) ?? new Map<string, object>();
    const { title, storeId = 7 } = sent;
    if (method === "POST") {
      if (typeof title !== "string" || !Number.isInteger(storeId)) return [400, {}];
      created += 1;
      const key = kind === "stores" ? `st_${created}` : `${created}`;
      store.set(key, kind === "stores" ? { id: key, title } : { id: created, title, storeId });
      return [201, store.get(key)];
    }
    if (id === "") {
      const limit = Number(query.get("limit") ?? 50);
      const wanted = query.get("storeId");
      if (!(limit >= 1 && limit <= 50) || (wanted !== null && !/^-?\d+$/.test(wanted))) return [400, {}];
      const rows = [...store.values()] as readonly { readonly storeId: number }[];
      return [200, rows.filter((row) => wanted === null || `${row.storeId}` === wanted).slice(0, limit)];
    }
    if (!store.has(id)) return [404, {}];
    if (method === "DELETE") return store.delete(id) ? [204] : [404, {}];
    return [200, store.get(id)];
  });
}

describe("a run comes to a verdict", () => {
  it.each([
    ["where the only number of an item refers to another one, whose id is a text", 20],
    ["where the default of a page is no integer", 20.5],
  ])("%s", async (_, usual) => {
    expect(failedIn(await judgeDescribed(describeShop(usual), await startShop()))).toEqual([]);
  });
});
