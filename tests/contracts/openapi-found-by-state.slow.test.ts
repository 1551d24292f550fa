import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Order {
  readonly id: number;
  readonly name: string;
  readonly first: string;
  status: string;
}

/** What a shop does with its orders in its own way. */
interface Ways {
  readonly isFound?: (order: Order, state: string) => boolean;
  readonly isListed?: (order: Order) => boolean;
  /** The state that an order has once it is acted on. */
  readonly after?: string;
  /** Does it show the newest order first, and two of them at most? */
  readonly isShort?: boolean;
}

async function judge({
  isFound = ({ status }, state) => status === state,
  isListed = () => true,
  after = "cancelled",
  isShort = false,
}: Ways) {
  const shown = ({ id, name, status }: Order) => ({ id, name, status });
  const orders = new Map<string, Order>();
  let count = 70;
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", verb = ""], query, sent }) => {
    const order = orders.get(id);
    if (id === "" && method === "GET") {
      const state = query.get("status");
      const kept = [...orders.values()].filter((each) =>
        state === null ? isListed(each) : isFound(each, state),
      );
      return [200, (isShort ? kept.reverse().slice(0, 2) : kept).map(shown)];
    }
    if (id !== "" && order === undefined) return [404, {}];
    if (order !== undefined && method === "GET") return [200, shown(order)];
    if (method === "DELETE") return [orders.delete(id) ? 204 : 404];
    if (order !== undefined) {
      if (verb === "cancel" && order.status === "pending") order.status = after;
      return [200, shown(order)];
    }
    if (typeof sent["name"] !== "string" || !/^.{1,40}$/su.test(sent["name"])) return [422, {}];
    count += 1;
    const made = { id: count, name: sent["name"], first: "pending", status: "pending" };
    orders.set(`${count}`, made);
    return [201, shown(made)];
  });
  const name = { type: "string", minLength: 1, maxLength: 40 };
  const status = { type: "string", enum: ["pending", "paid", "cancelled", "archived"] };
  const order = {
    type: "object",
    required: ["id", "name", "status"],
    properties: { id: { type: "integer", readOnly: true }, name, status: { ...status, readOnly: true } },
  };
  const body = { type: "object", required: ["name"], properties: { name } };
  const parameters = [
    { name: "status", in: "query", description: "Only orders in this state.", schema: status },
  ];
  const description = describePaths({
    "/orders": { get: { ...lists("listOrders", order), parameters }, post: adds("addOrder", body, order) },
    "/orders/{id}": {
      ...{ parameters: [idInPath()], get: reads("getOrder", order), delete: removes("removeOrder") },
    },
    "/orders/{id}/cancel": {
      parameters: [idInPath()],
      post: { ...reads("cancelOrder", order), description: "Cancels the order." },
    },
  });
  const contract = deriveContract({ ...description, known: { ...noKnowledge, allow: ["cancelOrder"] } });
  const report = await judgeDescribed(description, baseUrl, { contract, whole: true });
  const isAdvised = report.requirements.some(
    ({ id, verdict }) => id === "cancelOrder: still listed" && verdict === "warned",
  );
  return { isFound: failedIn(report).includes("cancelOrder: found by state"), isAdvised };
}

const clean = { isFound: false, isAdvised: false };
const found = { isFound: true, isAdvised: false };

describe("a list by states", () => {
  it("may find an item by the state that an action gave it", async () => {
    expect(await judge({})).toEqual(clean);
  });

  it("may show two items", async () => {
    expect(await judge({ isShort: true })).toEqual(clean);
  });

  it("may leave out what is archived", async () => {
    const isListed = ({ status }: Order): boolean => status !== "archived";
    expect(await judge({ after: "archived", isListed })).toEqual(clean);
  });

  it("is found that goes by the first state", async () => {
    expect(await judge({ isFound: ({ first }, state) => first === state })).toEqual(found);
  });

  it("is found that knows no other state", async () => {
    const isFound = ({ status }: Order, state: string) => status === state && state === "pending";
    expect(await judge({ isFound })).toEqual(found);
  });

  it("is found that shows what was in a state once", async () => {
    const isFound = ({ first, status }: Order, state: string): boolean => [first, status].includes(state);
    expect(await judge({ isFound })).toEqual(found);
  });

  it("is advised to say that it leaves out a state", async () => {
    const isListed = ({ status }: Order): boolean => status !== "cancelled";
    expect(await judge({ isListed })).toEqual({ isFound: false, isAdvised: true });
  });
});
