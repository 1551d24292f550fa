import { expect, it } from "vitest";
import {
  initialStates,
  membersOf,
  refusedStates,
  saysNothingElse,
  statedEffects,
  statedTimes,
  stayOf,
} from "../../src/model/index.js";
import type { AnySchema } from "../../src/schema/index.js";
import { changes, describePaths, idInPath } from "../contracts/described.js";

const time: AnySchema = { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] };
const members = membersOf({
  type: "object",
  properties: {
    status: { type: "string", enum: ["pending", "confirmed", "cancelled"] },
    confirmed_at: time,
    archived: { type: "boolean", description: "Whether the order is archived; `false` for a new order." },
    archivedAt: time,
    total: { type: "number" },
  },
});
const orders = { collection: "/shop/orders", members };

it.each<[string, unknown]>([
  ["Its `status` becomes confirmed.", [["status", "confirmed", []]]],
  [
    "A `pending` order becomes `confirmed`, and `confirmed_at` is set to the present time.",
    [
      ["status", "confirmed", ["pending"]],
      ["confirmed_at", undefined, []],
    ],
  ],
  [
    "A `pending` or `confirmed` order becomes `cancelled`.",
    [["status", "cancelled", ["pending", "confirmed"]]],
  ],
  [
    "Archives the order: `archived` becomes `true` and `archivedAt` the present time.",
    [
      ["archived", true, []],
      ["archivedAt", undefined, []],
    ],
  ],
  [
    "Restores an archived order: `archived` becomes `false` and `archivedAt` becomes `null`.",
    [
      ["archived", false, []],
      ["archivedAt", null, []],
    ],
  ],
  ["The order becomes confirmed or cancelled.", []],
  ["The order becomes confirmed, if it is paid.", []],
  ["A paid order becomes confirmed.", []],
  ["An order with a total becomes confirmed.", []],
  ["The customer becomes confirmed.", []],
  ["The order becomes late.", []],
  ["A total of 3 becomes 4, and later 5.", []],
  ["Sends a mail, and archivedAt.", []],
  ["The archived total becomes the present time.", []],
])("an effect is read from %j", (description, effects) => {
  const found = statedEffects({ description }, orders).map(({ name, value, from }) => [name, value, from]);
  expect(found).toEqual(effects);
});

it.each<[string, string, unknown]>([
  ["The order was confirmed or cancelled before; it stays as it is.", "", ["confirmed", "cancelled"]],
  ["The order was cancelled before.", "", ["cancelled"]],
  ["The order is not archived.", "", [false]],
  ["Another order has this `code`, or the order is archived.", "", [true]],
  ["The order is no longer pending.", "", ["confirmed", "cancelled"]],
  ["", "Only pending orders can be confirmed.", ["confirmed", "cancelled"]],
  ["", "An order can only be confirmed while it is pending.", ["confirmed", "cancelled"]],
  ["", "Cancelled orders cannot be confirmed.", ["cancelled"]],
  ["The order is late.", "Only admins can do it.", []],
  ["The order of a cancelled customer.", "Only pending orders are shown.", []],
  ["A confirmed order has this code.", "Only pending orders of today can be confirmed.", []],
])("a refusal for states is read from %j and %j", (conflict, description, values) => {
  const responses = new Map([["409", { status: "409", description: conflict, headers: [], contents: [] }]]);
  const operation = { path: "/shop/orders/{id}/confirm", description, responses };
  const found = refusedStates(operation as unknown as Parameters<typeof refusedStates>[0], orders);
  expect(found.flatMap((each) => each.values)).toEqual(values);
});

it.each<[method: string, path: string, conflict: string, description: string, values: unknown]>([
  ["PATCH", "{id}", "The order is cancelled.", "", ["cancelled"]],
  ["PATCH", "{id}", "Returned if the order is archived.", "", [true]],
  ["PATCH", "{id}", "Conflict: the order is archived", "", [true]],
  ["PATCH", "{id}", "The order cannot be changed because it is cancelled.", "", ["cancelled"]],
  ["PATCH", "{id}", "Only possible while the order is pending.", "", ["confirmed", "cancelled"]],
  ["PATCH", "{id}", "The code is taken or the order is archived.", "", [true]],
  ["PATCH", "{id}", "", "Answers 409 if the order is archived.", [true]],
  ["PATCH", "{id}", "", "Once the order is cancelled, changes are refused with 409.", ["cancelled"]],
  ["PATCH", "{id}", "", "An archived order cannot be changed (409) until it is restored.", [true]],
  ["PATCH", "{id}", "", "Only pending orders can be changed.", ["confirmed", "cancelled"]],
  ["DELETE", "{id}", "", "Confirmed orders cannot be deleted.", ["confirmed"]],
  ["DELETE", "{id}", "", "Only orders that are not archived can be deleted.", [true]],
  ["DELETE", "{id}", "", "Orders that are not archived cannot be deleted.", [false]],
  ["DELETE", "{id}", "", "Archived orders can be deleted.", []],
  ["PATCH", "{id}", "", "Confirmed orders cannot be deleted.", []],
  ["PATCH", "{id}", "The order is archived, unless the key is that of an admin.", "", []],
  ["PATCH", "{id}", "The order is archived for more than a day.", "", []],
  ["PATCH", "{id}", "A cancelled order cannot become pending.", "", []],
  ["PATCH", "{id}", "", "Notifies the buyer if the order is archived.", []],
  ["PATCH", "{id}", "", "If the order is archived, it is restored.", []],
  ["POST", "{id}/notes", "The order is archived; nothing can be added.", "", [true]],
  ["POST", "{id}/notes", "", "Cancelled orders take no notes.", ["cancelled"]],
  ["POST", "{id}/notes", "", "No notes can be added to an archived order.", [true]],
  ["POST", "{id}/notes", "", "Only pending orders take notes.", ["confirmed", "cancelled"]],
  ["POST", "{id}/notes", "It is archived.", "", []],
  ["POST", "{id}/cancel", "The order cannot be cancelled.", "", []],
  ["POST", "{id}/cancel", "", "A confirmed order can be cancelled if it is not archived.", []],
  ["DELETE", "{id}", "", "If the order is archived, the deletion cannot be undone.", []],
  ["DELETE", "{id}", "The order is confirmed and not archived.", "", []],
  ["DELETE", "{id}", "Only returned if the order is confirmed.", "", []],
  ["PATCH", "{id}", "", "When the order is confirmed, its total cannot be changed.", []],
  ["PATCH", "{id}", "", "When the order is confirmed, it cannot be changed.", ["confirmed"]],
  ["PATCH", "{id}", "", "Not all confirmed orders can be changed.", []],
])("a refusal of %s %s is read from %j and %j", (method, path, conflict, description, values) => {
  const responses = new Map([["409", { status: "409", description: conflict, headers: [], contents: [] }]]);
  const operation = { method, path: `/shop/orders/${path}`, description, responses };
  const isAbove = path.endsWith("notes");
  const found = refusedStates(operation as unknown as Parameters<typeof refusedStates>[0], orders, isAbove);
  expect(found.flatMap((each) => each.values)).toEqual(values);
});

it.each<[string, unknown]>([
  ["A new order is `pending`. Its total is computed.", ["pending", false]],
  ["New orders are pending.", ["pending", false]],
  ["A new order starts as confirmed.", ["confirmed", false]],
  ["A new customer is pending.", [false]],
  ["An order is pending.", [false]],
  ["A new order is pending or confirmed.", [false]],
  ["A new order without items is pending.", [false]],
])("the state of new items is read from %j", (description, values) => {
  const operation = { description, responses: new Map() } as unknown as Parameters<typeof initialStates>[0];
  const found = initialStates(operation, orders);
  expect(found.flatMap((each) => each.values)).toEqual(values);
});

it.each<[string, unknown]>([
  ["Added; it is pending at once.", ["pending", false]],
  ["The order is confirmed.", ["confirmed", false]],
  ["Created. The order is pending or confirmed.", [false]],
  ["Created. The customer is pending.", [false]],
  ["Created. The order, once confirmed, is archived.", [false]],
  ["Created, pending approval.", [false]],
  ["The order is confirmed, unless it waits for payment.", [false]],
])("the state of a new item is read from %j, the text of its 201", (description, values) => {
  const responses = new Map([["201", { status: "201", description, headers: [], contents: [] }]]);
  const operation = { responses } as unknown as Parameters<typeof initialStates>[0];
  const found = initialStates(operation, orders);
  expect(found.flatMap((each) => each.values)).toEqual(values);
});

it.each([
  ["Nothing else of the order changes.", true, "unnamed"],
  ["Nothing else changes but `total`.", true, "open"],
  ["`total` and all other members of the order stay as they are.", true, "named"],
  ["The total becomes 0, and nothing else changes.", true, "open"],
  ["All other members stay as they are, unless the order is late.", false, "unnamed"],
  ["All orders stay.", false, "unnamed"],
])("%j says that nothing else changes: %j", (text, says, stay) => {
  expect(saysNothingElse(text)).toBe(says);
  expect(stayOf(text, "total", ["total", "status"])).toBe(stay);
});

it.each([
  ["When the order was last changed.", ["updatedAt"]],
  ["When it was last changed", ["updatedAt"]],
  ["Time of the last change.", ["updatedAt"]],
  ["Time of the last change. Read-only.", ["updatedAt"]],
  ["When the order was last changed. Other notes are no change in this sense.", []],
  ["When it was last changed. Changes of the status do not count.", []],
  ["When the status was last changed.", []],
  ["When the order's owner was last changed.", []],
  ["When the total of the order was last changed.", []],
])("a change sets the time, or that of a part alone: %s", (description, moving) => {
  const updatedAt: AnySchema = { type: "string", format: "date-time", description };
  const shown: AnySchema = { type: "object", properties: { updatedAt } };
  const change = changes("change", shown, shown);
  const { operations } = describePaths({ "/orders/{id}": { parameters: [idInPath()], patch: change } });
  const items = { collection: "/orders", members: membersOf(shown) };
  expect([...operations.values()].map((each) => statedTimes(each, items).moving)).toEqual([moving]);
});
