import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, judgeDescribed, lists, reads, removes } from "./described.js";

const word = { type: "string", minLength: 2 };
const sent = {
  type: "object",
  required: ["name", "city", "street"],
  properties: { name: word, city: word, street: word },
};
const text = { type: "string" };
const shown = { type: "object", properties: { id: text, name: text, city: text, street: text } };
const shopId = { name: "shopId", in: "path", required: true, schema: { type: "string" } };
const refused = { 401: { description: "Not known" }, 403: { description: "Locked" } };

it("a server that validates nothing is warned, although wrong keys lock the run out later", async () => {
  const description = describePaths(
    {
      "/shops": { get: lists("listShops", shown, refused), post: adds("addShop", sent, shown, refused) },
      "/shops/{shopId}": {
        parameters: [shopId],
        get: reads("getShop", shown, refused),
        delete: removes("removeShop", refused),
      },
    },
    {
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer" },
          other: { type: "apiKey", in: "header", name: "X-Key" },
        },
      },
      security: [{ token: [] }, { other: [] }],
    },
  );
  const shops = new Map<string, object>();
  let [created, wrong] = [0, 0];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], headers, body, sent: values }) => {
    if (headers["x-key"] !== undefined) wrong += 1;
    if (wrong >= 3) return [403, {}];
    if (headers.authorization !== "Bearer known") return [401, {}, { "www-authenticate": "Bearer" }];
    if (id === "" && method === "GET") return [200, [...shops.values()]];
    if (id === "" && !body.startsWith("{")) return [400, {}];
    if (id === "") {
      created += 1;
      const added = { ...values, id: `a${created}bcdef` };
      shops.set(added.id, added);
      return [201, added];
    }
    const shop = shops.get(id);
    if (shop === undefined) return [404, {}];
    if (method === "GET") return [200, shop];
    shops.delete(id);
    return [204];
  });
  const report = await judgeDescribed(description, baseUrl, { key: "known" });
  expect(report.requirements.find(({ id }) => id === "every request: required in bodies")?.verdict).toBe(
    "warned",
  );
});
