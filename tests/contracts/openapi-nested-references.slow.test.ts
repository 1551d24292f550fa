import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Item = Readonly<Record<string, unknown>>;

const id = { type: "string", minLength: 1, maxLength: 40 };
const count = { type: "integer", minimum: 1, maximum: 9 };
const name = { type: "string", minLength: 1, maxLength: 40 };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const isText = (value: unknown): boolean => typeof value === "string" && /^.{1,40}$/.test(value);
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9;
const verdictsOf = ({ requirements }: Awaited<ReturnType<typeof judgeDescribed>>, ids: readonly string[]) =>
  ids.map((each) => requirements.find((other) => other.id === each)?.verdict);

/** Judges a server of orders for seats, which are below shows. @param shown an order, as it is read */
async function judgeOrders(shown: (order: Item) => Item) {
  const items = new Map<string, Item>();
  const addressed = (at: string, item: Item) => {
    items.set(at, item);
    return [201, item] as const;
  };
  const baseUrl = await startJsonServer(({ method, path, parts, sent }) => {
    const [collection] = [parts[2] ?? parts[0]];
    const own = `${collection}-${items.size + 1}`;
    if (method === "DELETE") return [items.delete(path) ? 204 : 404];
    if (method === "GET" && parts.length % 2 === 0) {
      const item = items.get(path);
      return item === undefined ? [404, {}] : [200, collection === "orders" ? shown(item) : item];
    }
    const inside = [...items].filter(
      ([at]) => at.startsWith(`${path}/`) && at.split("/").length === parts.length + 2,
    );
    if (method === "GET") return [200, inside.map(([, item]) => item)];
    if (parts.length === 3 && !items.has(`/shows/${parts[1]}`)) return [404, {}];
    if (collection !== "orders")
      return isText(sent["name"]) ? addressed(`${path}/${own}`, { id: own, name: sent["name"] }) : [422, {}];
    const isSeat = [...items].some(([at, item]) => at.includes("/seats/") && item["id"] === sent["seatId"]);
    if (!isSeat || !isCount(sent["places"])) return [422, {}];
    return addressed(`/orders/${own}`, { id: own, seatId: sent["seatId"], places: sent["places"] });
  });
  const inPath = (parameter: string) => ({ ...idInPath("string"), name: parameter });
  const named = object({ name });
  const shownNamed = object({ id, name });
  const order = object({ seatId: id, places: count });
  const shownOrder = object({ id, seatId: id, places: count });
  const description = describePaths({
    "/orders": { get: lists("listOrders", shownOrder), post: adds("addOrder", order, shownOrder) },
    "/orders/{orderId}": {
      parameters: [inPath("orderId")],
      get: reads("getOrder", shownOrder),
      delete: removes("removeOrder"),
    },
    "/shows": { get: lists("listShows", shownNamed), post: adds("addShow", named, shownNamed) },
    "/shows/{showId}": {
      parameters: [inPath("showId")],
      get: reads("getShow", shownNamed),
      delete: removes("removeShow"),
    },
    "/shows/{showId}/seats": {
      parameters: [inPath("showId")],
      get: lists("listSeats", shownNamed),
      post: adds("addSeat", named, shownNamed),
    },
    "/shows/{showId}/seats/{seatId}": {
      parameters: [inPath("showId"), inPath("seatId")],
      get: reads("getSeat", shownNamed),
      delete: removes("removeSeat"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  return {
    failed: failedIn(report),
    verdicts: verdictsOf(report, ["addOrder: valid requests", "addOrder: read back"]),
  };
}

describe("items that refer to others below a third one", () => {
  it("are created once these are there", async () => {
    const { failed, verdicts } = await judgeOrders((order) => order);
    expect({ failed, verdicts }).toEqual({ failed: [], verdicts: ["passed", "passed"] });
  });

  it.each<[string, (order: Item) => Item]>([
    ["show another number", (order) => ({ ...order, places: Number(order["places"]) === 1 ? 2 : 1 })],
    ["show one number always", (order) => ({ ...order, places: 9 })],
  ])("are found to %s", async (_, shown) => {
    const { failed } = await judgeOrders(shown);
    expect(failed).toContain("addOrder: read back");
  });
});

/** Judges a server whose coaches need a team, while a team may have any coach. @param shown a coach, as it is read */
async function judgeCoaches(shown: (coach: Item) => Item) {
  const [teams, coaches] = [new Map<string, Item>(), new Map<string, Item>()];
  const baseUrl = await startJsonServer(({ method, parts: [collection, first = ""], sent }) => {
    const items = collection === "teams" ? teams : coaches;
    const show = collection === "teams" ? (item: Item) => item : shown;
    const item = items.get(first);
    if (method === "GET" && first === "") return [200, [...items.values()].map(show)];
    if (method === "GET") return item === undefined ? [404, {}] : [200, show(item)];
    if (method === "DELETE") return [items.delete(first) ? 204 : 404];
    const reference = collection === "teams" ? "coachId" : "teamId";
    const isThere = collection === "teams" ? isText(sent[reference]) : teams.has(`${sent[reference]}`);
    if (!isText(sent["name"]) || !isThere) return [422, {}];
    const own = `${collection}-${items.size + 1}`;
    items.set(own, { id: own, name: sent["name"], [reference]: sent[reference] });
    return [201, items.get(own)];
  });
  const pathsOf = (plural: string, noun: string, reference: string) => {
    const [sent, full] = [object({ name, [reference]: id }), object({ id, name, [reference]: id })];
    return {
      [`/${plural}`]: { get: lists(`list_${plural}`, full), post: adds(`add_${noun}`, sent, full) },
      [`/${plural}/{${noun}Id}`]: {
        parameters: [{ ...idInPath("string"), name: `${noun}Id` }],
        get: reads(`get_${noun}`, full),
        delete: removes(`remove_${noun}`),
      },
    };
  };
  const description = describePaths({
    ...pathsOf("teams", "team", "coachId"),
    ...pathsOf("coaches", "coach", "teamId"),
  });
  const report = await judgeDescribed(description, baseUrl);
  return {
    failed: failedIn(report),
    verdicts: verdictsOf(report, ["add_coach: valid requests", "add_coach: read back"]),
  };
}

describe("items that were refused since another one was missing", () => {
  it("are created once it is there", async () => {
    expect(await judgeCoaches((coach) => coach)).toEqual({ failed: [], verdicts: ["passed", "passed"] });
  });

  it.each<[string, (coach: Item) => Item]>([
    ["another name", (coach) => ({ ...coach, name: "somebody" })],
    ["a longer name", (coach) => ({ ...coach, name: `${coach["name"]}!` })],
  ])("are found to show %s", async (_, shown) => {
    const { failed } = await judgeCoaches(shown);
    expect(failed).toContain("add_coach: read back");
  });
});
