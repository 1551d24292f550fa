import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** What one server does in its own way; undefined where it does what all do. */
interface Ways {
  /** The makers that it shows. */
  readonly makers?: unknown;
  readonly ids?: readonly unknown[];
  readonly idSchema?: object;
  /** The member of a model that refers to its maker. */
  readonly member?: string;
  readonly create?: (sent: Item) => Item;
}

const id = "7c0e3b7a-0000-4000-8000-000000000001";
const name = { type: "string", minLength: 1, maxLength: 60 };

async function judge({
  ids = [id],
  makers = ids.map((each) => ({ id: each, name: "Ada" })),
  idSchema = { type: "string", format: "uuid" },
  member = "makerId",
  create = (sent) => ({ ...sent, grade: 1 }),
}: Ways) {
  const models = new Map<string, Item>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts, sent }): Reply => {
    const [list = "", key = ""] = parts;
    if (list === "makers") return method === "GET" ? [200, makers] : [405, {}];
    if (method === "POST") {
      const { name: sentName } = sent;
      if (typeof sentName !== "string" || sentName === "" || sentName.length > 60) return [400, {}];
      if (!ids.includes(sent[member])) return [422, { problem: "unknown maker" }];
      count += 1;
      models.set(`${count}`, { ...create(sent), id: count });
      return [201, models.get(`${count}`)];
    }
    const model = models.get(key);
    if (key === "") return [200, [...models.values()]];
    if (model === undefined) return [404, {}];
    if (method === "DELETE") models.delete(key);
    return method === "DELETE" ? [204] : [200, model];
  });
  const properties = { name, [member]: idSchema, grade: { type: "integer", readOnly: true } };
  const shown = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer" }, ...properties },
  };
  const description = describePaths({
    "/makers": {
      get: lists("listMakers", {}, { 200: { description: "All", content: { "application/json": {} } } }),
    },
    "/models": {
      get: lists("listModels", shown),
      post: adds("addModel", { type: "object", required: ["name", member], properties }, shown, {
        422: { description: "No such maker" },
      }),
    },
    "/models/{id}": {
      parameters: [idInPath()],
      get: reads("getModel", shown),
      delete: removes("removeModel"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const readBack = report.requirements.find((each) => each.id === "addModel: read back");
  return { failed: failedIn(report), readBack: readBack?.verdict };
}

const numbers: Ways = { ids: [17, 18], idSchema: { type: "integer" } };

describe("a body refers to an item that a list shows, and that no path leads to:", () => {
  it.each<[string, Ways, string]>([
    ["by a UUID", {}, "passed"],
    ["by a number", numbers, "passed"],
    ["in an object around the list", { makers: { data: [{ id }], total: 1 } }, "passed"],
    ["under another name of its id", { makers: [{ makerId: id, name: "Ada" }] }, "passed"],
    [
      "to another one",
      { ids: [17, 18], idSchema: numbers.idSchema ?? {}, member: "target_maker_id" },
      "passed",
    ],
    ["that shows none", { makers: [] }, "untested"],
    ["that shows no ids", { makers: [{ name: "Ada" }] }, "untested"],
    ["that the name does not lead to", { member: "ownerId" }, "untested"],
  ])("%s", async (_, ways, readBack) => {
    expect(await judge(ways)).toEqual({ failed: [], readBack });
  });

  it("what is broken is found then", async () => {
    const { failed } = await judge({ create: (sent) => sent });

    expect(failed).toEqual(["addModel: readOnly members"]);
  });
});
