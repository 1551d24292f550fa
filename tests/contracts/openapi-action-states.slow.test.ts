import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
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

/** An order of the shop. */
interface Order {
  readonly id: number;
  name: string;
  note: string | null;
  status: string;
  confirmedAt: string | null;
  createdAt: string;
  total: number;
}

/** What a shop does with its orders in its own way. */
interface Ways {
  /** The states from which an order may be confirmed, cancelled and changed. */
  readonly confirmable?: readonly string[];
  readonly cancellable?: readonly string[];
  readonly changeable?: readonly string[];
  /** What becomes of an order, beside its status. */
  readonly confirmed?: Partial<Order>;
  readonly cancelled?: Partial<Order>;
  /** The members of an order that was just created. */
  readonly created?: Partial<Order>;
  readonly texts?: Partial<typeof usualTexts>;
}

const usualTexts = {
  confirm:
    "A `pending` order becomes `confirmed`, and `confirmedAt` is set to the present time. Nothing else changes.",
  confirmedBefore: "The order was confirmed or cancelled before; it stays as it is.",
  cancel:
    "A `pending` or `confirmed` order becomes `cancelled`. `confirmedAt` and all other members of the order stay as they are.",
  cancelledBefore: "The order was cancelled before.",
  change: "The order is cancelled.",
  add: "A new order is `pending`.",
};

const now = (): string => new Date().toISOString();

async function judge({
  confirmable = ["pending"],
  cancellable = ["pending", "confirmed"],
  changeable = ["pending", "confirmed"],
  confirmed = {},
  cancelled = {},
  created = {},
  texts = {},
}: Ways) {
  const orders = new Map<string, Order>();
  let count = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", verb = ""], sent }) => {
    const order = orders.get(id);
    if (id === "" && method === "GET") return [200, [...orders.values()]];
    if (id !== "" && order === undefined) return [404, {}];
    if (method === "GET") return [200, { data: order }];
    if (verb === "" && method !== "DELETE") {
      const { name = order?.name, note = order?.note ?? null } = sent;
      const isValid = typeof name === "string" && name !== "" && name.length < 41;
      if (!isValid || (note !== null && typeof note !== "string")) return [422, {}];
      if (order === undefined) {
        count += 1;
        const made = {
          id: count,
          name,
          note,
          status: "pending",
          confirmedAt: null,
          createdAt: now(),
          total: count,
        };
        orders.set(`${count}`, { ...made, ...created });
        return [201, { data: orders.get(`${count}`) }];
      }
      if (!changeable.includes(order.status)) return [409, {}];
      return [200, { data: Object.assign(order, { name, note }) }];
    }
    if (order === undefined || method === "DELETE") return [orders.delete(id) ? 204 : 404];
    const isConfirmed = verb === "confirm";
    if (!(isConfirmed ? confirmable : cancellable).includes(order.status)) return [409, {}];
    const effect = isConfirmed
      ? { status: "confirmed", confirmedAt: now(), ...confirmed }
      : { status: "cancelled", ...cancelled };
    return [200, { data: Object.assign(order, effect) }];
  });
  const said = { ...usualTexts, ...texts };
  const time = { type: "string", format: "date-time", readOnly: true };
  const name = { type: "string", minLength: 1, maxLength: 40 };
  const note = { type: ["string", "null"] };
  const order = {
    type: "object",
    required: ["id", "name", "status", "createdAt", "total"],
    properties: {
      id: { type: "integer", readOnly: true },
      name,
      note,
      status: { type: "string", enum: ["pending", "confirmed", "cancelled"], readOnly: true },
      confirmedAt: { ...time, type: ["string", "null"] },
      createdAt: time,
      total: { type: "integer", readOnly: true },
    },
  };
  const wrapped = { type: "object", required: ["data"], properties: { data: order } };
  const body = { type: "object", required: ["name"], properties: { name, note } };
  const conflict = (description: string) => ({ 409: { description }, 422: { description: "Invalid" } });
  const parameters = [idInPath()];
  const description = describePaths({
    "/orders": {
      get: lists("listOrders", order),
      post: { ...adds("addOrder", body, wrapped, conflict("")), description: said.add },
    },
    "/orders/{id}": {
      parameters,
      get: reads("getOrder", wrapped),
      patch: changes(
        "changeOrder",
        { type: "object", properties: { name, note } },
        wrapped,
        conflict(said.change),
      ),
      delete: removes("removeOrder"),
    },
    "/orders/{id}/confirm": {
      parameters,
      post: { ...reads("confirmOrder", wrapped, conflict(said.confirmedBefore)), description: said.confirm },
    },
    "/orders/{id}/cancel": {
      parameters,
      post: { ...reads("cancelOrder", wrapped, conflict(said.cancelledBefore)), description: said.cancel },
    },
  });
  const contract = deriveContract({
    ...description,
    known: { ...noKnowledge, allow: ["confirmOrder", "cancelOrder"] },
  });
  return failedIn(await judgeDescribed(description, baseUrl, { contract, whole: true }));
}

describe("the states of an order are judged by texts, where the shop", () => {
  it.each<[string, Ways]>([
    ["keeps its word", {}],
    [
      "says nothing of the states",
      {
        confirmable: ["pending", "confirmed", "cancelled"],
        cancellable: ["pending"],
        changeable: ["pending"],
        created: { status: "confirmed" },
        confirmed: { note: null, total: 3 },
        texts: {
          confirm: "Confirms.",
          cancel: "Cancels.",
          confirmedBefore: "No.",
          cancelledBefore: "No.",
          add: "Adds.",
          change: "No.",
        },
      },
    ],
    [
      "says it of some orders alone",
      {
        cancellable: ["pending"],
        cancelled: { total: 0 },
        changeable: [],
        texts: {
          cancel:
            "A `pending` or `confirmed` order becomes `cancelled`, unless it is paid. All other members stay as they are, except for the total.",
          change: "The order of a confirmed customer.",
        },
      },
    ],
    [
      "names the member that changes, too",
      {
        confirmed: { total: 5 },
        texts: {
          confirm: "A pending order becomes confirmed. Nothing else changes but `confirmedAt` and `total`.",
        },
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

const all = ["pending", "confirmed", "cancelled"];

describe("a shop is found that", () => {
  it.each<[string, Ways, string]>([
    [
      "confirms without an effect",
      { confirmed: { status: "pending", confirmedAt: null } },
      "confirmOrder: stored",
    ],
    ["does not set the time", { confirmed: { confirmedAt: null } }, "confirmOrder: stored"],
    ["loses a note", { confirmed: { note: null } }, "confirmOrder: stored"],
    [
      "moves the time of the creation",
      { confirmed: { createdAt: "2001-02-03T04:05:06Z" } },
      "confirmOrder: stored",
    ],
    ["clears the time when it cancels", { cancelled: { confirmedAt: null } }, "cancelOrder: stored"],
    ["clears the total when it cancels", { cancelled: { total: 0 } }, "cancelOrder: stored"],
    ["cancels no confirmed order", { cancellable: ["pending"] }, "cancelOrder: stored"],
    ["cancels to another state", { cancelled: { status: "pending" } }, "cancelOrder: stored"],
    ["confirms in any state", { confirmable: all }, "confirmOrder: ruled-out state"],
    [
      "confirms what is cancelled",
      { confirmable: ["pending", "cancelled"] },
      "confirmOrder: ruled-out state",
    ],
    [
      "confirms what is cancelled, against its own text",
      {
        confirmable: ["pending", "cancelled"],
        texts: { confirmedBefore: "No.", confirm: "Only pending orders can be confirmed." },
      },
      "confirmOrder: ruled-out state",
    ],
    ["creates confirmed orders", { created: { status: "confirmed" } }, "addOrder: read back"],
    ["creates cancelled orders", { created: { status: "cancelled" } }, "addOrder: read back"],
    ["cancels twice", { cancellable: all }, "cancelOrder: ruled-out state"],
    ["changes what is cancelled", { changeable: all }, "changeOrder: ruled-out state"],
  ])("%s", async (_, ways, expected) => {
    expect(await judge(ways)).toEqual([expected]);
  });
});
