import { expect, it } from "vitest";
import { membersOf, orderRulesOf } from "../../src/model/index.js";
import { adds, changes, describePaths, idInPath } from "../contracts/described.js";

interface Texts {
  /** Of the operation. */
  readonly text?: string;
  /** Of the refusal. */
  readonly refusal?: string;
  /** Of the member `departure`. */
  readonly own?: string;
  readonly isPatch?: boolean;
}

/** The rules of a booking, as `lower < upper` where both may not be equal, `<=` where they may, and `<?` where it is open. */
function rulesOf({ text = "", refusal = "", own = "", isPatch = false }: Texts): readonly string[] {
  const date = { type: "string", format: "date" };
  const number = { type: "integer" };
  const properties = {
    arrival: date,
    departure: { ...date, description: own },
    min_price: number,
    maxPrice: number,
    kind: { type: "string" },
    madeAt: { type: "string", format: "date-time" },
  };
  const body = { type: "object", properties };
  const more = { 422: { description: refusal } };
  const { operations } = describePaths({
    "/stays": { post: { ...adds("add", body, body, more), description: text } },
    "/stays/{id}": {
      parameters: [idInPath()],
      patch: { ...changes("change", body, body, more), description: text },
    },
  });
  const operation = operations.get(isPatch ? "change" : "add");
  const rules = operation === undefined ? [] : orderRulesOf(operation, membersOf(body));
  return rules.map(({ lower, upper, mayBeEqual }) => {
    const sign = mayBeEqual === undefined ? "<?" : mayBeEqual ? "<=" : "<";
    return `${lower} ${sign} ${upper}`;
  });
}

const strict = ["arrival < departure"];
const open = ["arrival <? departure"];

it.each([
  ["`departure` has to be after `arrival`, otherwise the answer is 422.", strict],
  ["Adds a stay. The departure must be later than the arrival.", strict],
  ["`arrival` must be before `departure`.", strict],
  ["`departure` must not be before `arrival`", open],
  ["The arrival cannot be later than the departure.", open],
  ["`departure` must be no earlier than `arrival`.", open],
  ["`departure` must be on or after `arrival`.", ["arrival <= departure"]],
  ["The stay has to be free, and `departure` must be after `arrival`.", strict],
  ["If both are given, `departure` must be after `arrival`.", strict],
  ["`departure` must be after `arrival`, if it is sent.", strict],
  ["`departure` must be after `arrival` and before the next stay.", strict],
  ["After the change, too, `departure` has to be after `arrival`, otherwise the answer is 422.", strict],
  ["`maxPrice` must be at least `min_price`.", ["min_price <= maxPrice"]],
  ["max price must be greater than or equal to min price", ["min_price <= maxPrice"]],
  ["`min_price` must not exceed `maxPrice`", ["min_price <? maxPrice"]],
  ["`min_price` has to be less than `maxPrice`.", ["min_price < maxPrice"]],
  ["`min_price` must be <= `maxPrice`.", ["min_price <= maxPrice"]],
  ["`departure` must be after `arrival`. This is refused with 422.", strict],
  ["`departure` must be after `arrival`. Otherwise the answer is 422.", strict],
  ["`departure` must be after `arrival`, or the request is rejected.", strict],
])("a text states a rule: %s", (text, rules) => {
  expect(rulesOf({ text })).toEqual(rules);
});

it.each([
  [
    "The body breaks a rule of its schema, or `departure` is not after `arrival`; `fields` names them.",
    strict,
  ],
  ["`departure` is before `arrival`.", open],
  ["The input is invalid: the arrival is after the departure", open],
  ["`departure` must be after `arrival`", strict],
  ["`min_price` is greater than `maxPrice`", ["min_price <? maxPrice"]],
])("a refusal states a rule: %s", (refusal, rules) => {
  expect(rulesOf({ refusal })).toEqual(rules);
});

it.each([
  ["Last day; has to be after `arrival`.", strict],
  ["Last day, must be after `arrival`.", strict],
  ["Later than `arrival`.", strict],
  ["It must not be before `arrival`.", open],
  ["Not before `arrival`.", open],
])("the text of a member states a rule: %s", (own, rules) => {
  expect(rulesOf({ own })).toEqual(rules);
});

it.each([
  "`departure` should be after `arrival`.",
  "`departure` is after `arrival`.",
  "If the stay is confirmed, `departure` must be after `arrival`.",
  "For guests, `departure` must be after `arrival`.",
  "`departure` must be after `arrival` unless the stay is open.",
  "`departure` must be after `arrival` or empty.",
  "In drafts, `departure` must be after `arrival`.",
  "`kind` must be set or `departure` must be after `arrival`.",
  "`departure` must be after the first `arrival` of the guest.",
  "`departure` must be after `madeAt`.",
  "`departure` must be after `min_price`.",
  "`departure` must be at least one day after `arrival`.",
  "`departure` must be after `arrival`. `arrival` must be after `departure`.",
  "Nights until departure must be more than min_price",
  "`departure` must be after `arrival`. This is not enforced.",
  "`departure` must be after `arrival`; the server does not validate that.",
  "`departure` must be after `arrival`. That is looked at on publication.",
  "`departure` must be after `arrival`. Drafts may break this rule.",
  "`departure` must be after `arrival`. An earlier one is taken for the next day.",
  "`departure` must be after `arrival`. Stays of staff are an exception.",
  "`maxPrice` must be at least `min_price`, or nobody can book.",
  "`maxPrice` must be at least `min_price`; a lower one is raised to it.",
])("no rule is read: %s", (text) => {
  expect(rulesOf({ text })).toEqual([]);
});

it.each([
  "Later than `arrival`, the guest pays more.",
  "After `arrival` the key is handed over.",
  "On weekdays, must be after `arrival`.",
  "Must be after `arrival`. Drafts are exempt.",
  "Not always after `arrival`.",
])("no rule is read in the text of a member: %s", (own) => {
  expect(rulesOf({ own })).toEqual([]);
});

it("a rule on both is none on a change of one", () => {
  expect(rulesOf({ text: "If both are given, `departure` must be after `arrival`.", isPatch: true })).toEqual(
    [],
  );
});
