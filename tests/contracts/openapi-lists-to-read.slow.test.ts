import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, json, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

/** A port, as the list of a harbour shows it; nothing leads to one port alone. */
interface Port {
  readonly name: string;
  readonly country: string;
  readonly berths: number;
}

interface Ways {
  readonly from?: (offset: number, limit: number) => number;
  readonly totalOf?: (page: readonly Port[], all: readonly Port[]) => number;
  readonly limitOf?: (limit: number) => number;
  readonly ports?: readonly Port[];
  readonly row?: (port: Port) => object;
}

const harbours = ["Aveiro", "Bergen", "Cork", "Dover", "Esbjerg", "Faro", "Gdynia", "Hull", "Ipswich"].map(
  (name, index): Port => ({ name, country: ["PT", "NO", "IE"][index % 3] ?? "PT", berths: 3 + (index % 4) }),
);

const count = (name: string, least: number, usual: number) => ({
  ...{ name, in: "query" },
  schema: { type: "integer", minimum: least, maximum: 100, default: usual },
});
const port = {
  type: "object",
  required: ["name", "country", "berths"],
  properties: { name: { type: "string" }, country: { type: "string" }, berths: { type: "integer" } },
};
const page = {
  type: "object",
  required: ["total", "items"],
  properties: { total: { type: "integer" }, items: { type: "array", items: port } },
};
const inEnvelope = {
  type: "object",
  required: ["data"],
  properties: { data: { type: "object", required: ["result"], properties: { result: page } } },
};
const description = describePaths({
  "/ports": {
    get: {
      operationId: "listPorts",
      parameters: [count("offset", 0, 0), count("limit", 1, 50)],
      responses: { 200: { description: "Ports", ...json(inEnvelope) }, 400: { description: "Refused" } },
    },
  },
});

async function judge(ways: Ways) {
  const { from = (offset) => offset, totalOf = (_, all) => all.length, limitOf = (limit) => limit } = ways;
  const { ports = harbours, row = (each) => each } = ways;
  const baseUrl = await startJsonServer(({ path, query }) => {
    if (path !== "/ports") return [404, {}];
    const [offset, limit] = [query.get("offset") ?? "0", query.get("limit") ?? "50"].map(Number);
    const isRight = Number.isInteger(offset) && Number.isInteger(limit) && Number(offset) >= 0;
    if (!isRight || offset === undefined || limit === undefined || limit < 1 || limit > 100) return [400, {}];
    const start = from(offset, limit);
    const items = ports.slice(start, start + limitOf(limit));
    return [200, { data: { result: { total: totalOf(items, ports), items: items.map(row) } } }];
  });
  return judgeDescribed(description, baseUrl);
}

describe("of a list to read only, whose rows have no address, it is found that", () => {
  it.each<[string, Ways, string]>([
    ["pages overlap", { from: (offset) => Math.max(0, offset - 1) }, "listPorts: pages"],
    ["pages skip a row", { from: (offset) => (offset === 0 ? 0 : offset + 1) }, "listPorts: pages"],
    ["the limit is ignored", { limitOf: () => 50 }, "listPorts: page size"],
    ["the offset is ignored", { from: () => 0 }, "listPorts: pages"],
  ])("%s", async (_, ways, expected) => {
    expect(failedIn(await judge(ways))).toEqual([expected]);
  });

  it("the total is that of the page, which is warned of", async () => {
    const { requirements } = await judge({ totalOf: (items) => items.length });
    const [warned, ...others] = requirements.filter(({ verdict }) => verdict === "warned");
    expect([warned?.id, ...others]).toEqual(["listPorts: total"]);
  });
});

describe("nothing is found of a list to read only, where", () => {
  let views = 0;
  const viewed = (each: Port) => {
    views += 1;
    return { ...each, views };
  };
  it.each<[string, Ways]>([
    ["all is well", {}],
    ["rows are alike", { ports: harbours.map((each) => ({ ...each, name: "Port", berths: 3 })) }],
    ["rows change with each read", { row: viewed }],
    ["there is no row", { ports: [] }],
    ["a page is never large", { limitOf: (limit) => Math.min(limit, 3) }],
    ["a row has lists of its own", { row: (each) => ({ ...each, crane: { lifts: [1, 2] } }) }],
  ])("%s", async (_, ways) => {
    const { requirements } = await judge(ways);
    const found = requirements.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
    expect(found.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual([]);
  });
});
