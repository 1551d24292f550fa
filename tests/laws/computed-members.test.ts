import { expect, it } from "vitest";
import { parseJson } from "../../src/json/index.js";
import { formulasHold, isBroken } from "../../src/laws/index.js";
import type { Formula } from "../../src/model/index.js";

const total: Formula = { name: "total", operator: "times", left: "price", right: "quantity" };
const nights: Formula = { name: "nights", operator: "days", left: "from", right: "to" };

function judge(now: object, clients: readonly string[] = []) {
  const parsed = parseJson(JSON.stringify(now));
  if (parsed.status !== "valid") throw new Error("no JSON");
  const judgement = formulasHold.judge({ now: parsed.value as never, formulas: [total, nights], clients });
  return isBroken(judgement) ? judgement.actual : judgement;
}

it.each([
  ["a product", { total: 5, price: 2.5, quantity: 2 }, "kept"],
  ["a product to the cent", { total: 1.23, price: 0.615, quantity: 2 }, "kept"],
  ["a product that is rounded up", { total: 3.34, price: 1.6675, quantity: 2 }, "kept"],
  ["one of the numbers alone", { total: 2.5, price: 2.5, quantity: 2 }, "2.5"],
  ["a product without its cents", { total: 5, price: 2.75, quantity: 2 }, "5"],
  ["nothing of the product", { price: 2.5, quantity: 2 }, "no occasion"],
  ["null", { total: null, price: 2.5, quantity: 2 }, "no occasion"],
  ["the nights of a stay", { nights: 2, from: "2026-03-28", to: "2026-03-30" }, "kept"],
  ["the days of a stay", { nights: 3, from: "2026-03-28", to: "2026-03-30" }, "3"],
  ["moments", { nights: 3, from: "2026-03-28T23:00:00Z", to: "2026-03-30T01:00:00Z" }, "no occasion"],
])("judges %s", (_, now, judgement) => {
  expect(judge(now)).toBe(judgement);
});

it("leaves to clients what they send", () => {
  expect(judge({ total: 2, price: 2.5, quantity: 2 }, ["total"])).toBe("kept");
});
