import { expect, it } from "vitest";
import { computed, formulasOf } from "../../src/model/index.js";

const number = { type: "number" };
const others = {
  unit_price: number,
  quantity: { type: "integer" },
  quota: { type: "integer" },
  sold: { type: "integer" },
  arrival: { type: "string", format: "date" },
  departure: { type: "string", format: "date" },
  note: { type: "string" },
};

it.each([
  ["`unit_price` times `quantity`, to the cent.", ["unit_price", "times", "quantity"]],
  ["The unit price multiplied by the quantity", undefined],
  ["Unit price times quantity", ["unit_price", "times", "quantity"]],
  ["unit_price × quantity", ["unit_price", "times", "quantity"]],
  ["Is `quota` minus `sold`; never sent by clients.", ["quota", "minus", "sold"]],
  ["quota - sold", ["quota", "minus", "sold"]],
  ["Number of nights between `arrival` and `departure`.", ["arrival", "days", "departure"]],
  ["Number of days from arrival to departure", ["arrival", "days", "departure"]],
  ["`quota` minus `sold`, but never below 0.", undefined],
  ["`quota` minus `sold` and what is reserved.", undefined],
  ["`quota` minus `reserved`.", undefined],
  ["unit_price times quantity minus a discount", undefined],
  ["`note` times `quantity`", undefined],
  ["How many times it was sold", undefined],
  ["Sold, or quota minus sold", undefined],
])("reads %j", (description, found) => {
  const [formula] = formulasOf({ type: "object", properties: { ...others, it: { ...number, description } } });
  expect(formula && [formula.left, formula.operator, formula.right]).toEqual(found);
});

it.each([
  ["times", 2.5, 2, 5],
  ["minus", 5, 2, 3],
  ["plus", 5, 2, 7],
  ["days", Date.parse("2026-03-28"), Date.parse("2026-03-30"), 2],
] as const)("computes %s", (operator, left, right, result) => {
  expect(computed({ name: "it", operator, left: "", right: "" }, left, right)).toBe(result);
});
