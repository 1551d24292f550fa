import { describe, expect, it } from "vitest";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";

type Order = Readonly<Record<string, unknown>>;

const time = { type: "string", format: "date-time" };
const members = {
  title: { type: "string" },
  currency: { type: "string" },
  opens: time,
  label: { type: "string" },
  weight: { type: "integer" },
  depth: { type: "integer" },
};
const sent = { type: "object", required: ["title"], properties: members };
const shown = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...members } };
const sensor = { type: "object", properties: { heat: { type: "number" } } };
const asksFor = (name: string) => ({ name, in: "query", schema: { type: "string" } });

const description = describePaths({
  "/orders": { get: lists("listOrders", shown), post: adds("addOrder", sent, shown) },
  "/orders/{id}": { parameters: [idInPath()], get: reads("getOrder", shown), delete: removes("dropOrder") },
  "/shop": {
    get: reads("getShop", { type: "object", properties: { currency: { type: "string" } } }),
  },
  "/sensors": { get: reads("getSensors", { type: "object", additionalProperties: sensor }) },
  "/sensors/{sensorId}": {
    parameters: [{ name: "sensorId", in: "path", required: true, schema: { type: "string" } }],
    get: reads("getSensor", sensor),
  },
  "/decisions": {
    parameters: [asksFor("ip"), asksFor("range"), asksFor("scope")],
    get: reads("getDecision", { type: "object", properties: { ban: { type: "boolean" } } }),
  },
});

/** Does a value have the type of a member? Absent ones do. */
const isText = (value: unknown): boolean => value === undefined || typeof value === "string";
const isWhole = (value: unknown): boolean => value === undefined || Number.isInteger(value);

/** Judges a server of orders that refuses by a rule of its own, and never tells it. */
async function judge(isRefused: (order: Order, asked: Asked) => boolean, message: unknown = "Not so") {
  const orders = new Map<number, Order>();
  let [count, refused] = [0, 0];
  const add = (asked: Asked): Reply => {
    const { title, currency, opens, label, weight, depth } = asked.sent;
    const isFormed = typeof title === "string" && [currency, opens, label].every(isText);
    if (!isFormed || ![weight, depth].every(isWhole) || isRefused(asked.sent, asked)) {
      refused += 1;
      return [400, message];
    }
    count += 1;
    orders.set(count, { id: count, title, currency, opens, label, weight, depth });
    return [201, orders.get(count)];
  };
  const baseUrl = await startJsonServer((asked) => {
    const { method, parts, query } = asked;
    const [name = "", id = ""] = parts;
    if (name === "shop") return [200, { currency: "XDR" }];
    if (name === "sensors" && id === "") return [200, { "hall-3": { heat: 20.5 }, "roof-1": { heat: 3 } }];
    if (name === "sensors") return ["hall-3", "roof-1"].includes(id) ? [200, { heat: 20.5 }] : [404, {}];
    if (name === "decisions")
      return query.has("ip") || query.has("range") ? [200, { ban: false }] : [400, "Not so"];
    if (method === "POST") return add(asked);
    if (id === "") return [200, [...orders.values()]];
    if (method === "DELETE") return orders.delete(Number(id)) ? [204] : [404, {}];
    return orders.has(Number(id)) ? [200, orders.get(Number(id))] : [404, {}];
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true });
  const verdictOf = (wanted: string) => report.requirements.find(({ id }) => id === wanted)?.verdict;
  return { report, verdictOf, refused: () => refused };
}

const isFuture = (value: unknown): boolean => Date.parse(String(value)) > Date.now();

describe("a rule that neither the description nor a refusal states", () => {
  it.each<readonly [string, (order: Order) => boolean]>([
    ["a value that another operation shows", ({ currency = "XDR" }) => currency !== "XDR"],
    ["times with an offset", ({ opens }) => opens !== undefined && !/[+-]\d\d:\d\d$/.test(String(opens))],
    ["times in the future", ({ opens }) => opens !== undefined && !isFuture(opens)],
    [
      "one of two members",
      ({ label, weight }) => (label === undefined ? 0 : 1) + (weight === undefined ? 0 : 1) !== 1,
    ],
  ])("is found by trying: %s", async (_, isRefused) => {
    const { verdictOf } = await judge((order) => isRefused(order));
    expect(verdictOf("addOrder: read back")).toBe("passed");
  });

  it("is found step by step, where one refusal comes before another", async () => {
    const { report, verdictOf } = await judge(
      ({ opens, title }) => !isFuture(opens ?? "2999-01-01T00:00:00Z") || !/^[a-z]+$/.test(String(title)),
      "start time can't be in the past, or the title is not good",
    );
    expect(verdictOf("addOrder: read back")).toBe("passed");
    expect(report.run.learnt).toContainEqual(expect.objectContaining({ member: "title" }));
  });

  it("is found for reads: the keys of a map are ids, and optional parameters are sent", async () => {
    const { verdictOf } = await judge(() => false);
    expect(verdictOf("getSensor: responses")).toBe("passed");
    expect(verdictOf("getDecision: responses")).toBe("passed");
  });

  it("is given up after twelve requests", async () => {
    const { verdictOf, refused } = await judge(() => true);
    expect(verdictOf("addOrder: read back")).toBe("untested");
    // Six usual requests and five that show that all are refused, twice, since that is confirmed; and twelve others.
    expect(refused()).toBeLessThanOrEqual(2 * (6 + 5) + 12);
  });
});
