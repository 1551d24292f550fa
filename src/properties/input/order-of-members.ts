import {
  type Actor,
  type BrokenPromise,
  type KnownItem,
  type OwnProperty,
  type Roles,
  shownChanges,
  shownCreations,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, numberAsWritten, renderJson } from "../../json/index.js";
import { isTime, membersOf, momentOf, type OrderRule, orderRulesOf } from "../../model/index.js";
import { type AnySchema, typeOf } from "../../schema/index.js";
import { describesRefusal, isNumber, isStillShown, isWithin } from "../../values/index.js";

/** How the value that one of two members gets stands to that of the other one. */
type OrderCase = "lower is higher" | "upper is lower" | "equal";

/** A rule, and how the two values of a request stand to each other. */
interface Tried {
  readonly rule: OrderRule;
  readonly wanted: OrderCase;
}

const inOrder = {
  id: "order-of-members",
  requirement: {
    name: "order of members",
    level: "implied",
    proof:
      "a valid body is sent with one value on the wrong side of another one, and with the same one, where a text says which of two members is the higher or later one; a success is a finding where the item shows both values then, for two items",
  },
  sentence: ({ op }: Pick<Roles, "op">) =>
    `${op.id} refuses two values in another order than the description states of them.`,
  phase: "populate",
  when: (roles: Roles) => rulesOf(roles).length > 0,
  chooses: (roles: Roles) => rulesOf(roles).flatMap(({ lower, upper }) => [lower, upper]),
  inputs: (roles: Roles) => triedOf(roles),
} as const;

/** A creation is refused where two of its values are in another order than a text states of them. */
export const orderOfCreated: OwnProperty = {
  ...inOrder,
  about: shownCreations,
  run: async (t: Actor, { op }, input) => {
    const tried = input as Tried;
    await t.failIfAlways("item", async () => {
      const answer = await t.sendEdited(labelOf(tried), (body) => ({
        ...membersIn(body),
        ...inCase(t, op, tried, membersIn(body)),
      }));
      // The refusal may be for anything else, unless the same is accepted with two other values.
      const mayBe = tried.wanted === "equal" && tried.rule.mayBeEqual === true;
      if (mayBe && isRefusal(answer.response.status)) await t.create();
      return broken(t, tried, { ...answer, wanted: membersIn(answer.sent) });
    });
  },
};

/** So is a change, also of one of the two alone. */
export const orderOfChanged: OwnProperty = {
  ...inOrder,
  about: shownChanges,
  run: async (t: Actor, { op }, input) => {
    const tried = input as Tried;
    await t.failIfAlways("item", async () => {
      const item = await t.create();
      const valid = t.request({ path: item.path });
      const isWhole = op.method === "PUT";
      const usual = membersIn(valid.body ?? null);
      const now = isWhole ? usual : t.membersOf(item.found);
      const changed = inCase(t, op, tried, now);
      const { required = [] } = op.body?.schema ?? {};
      const kept = Object.entries(usual).filter(([name]) => isWhole || required.includes(name));
      const body = { ...Object.fromEntries(kept), ...changed };
      const answer = await t.sendChange(valid, { label: labelOf(tried), body });
      return broken(t, tried, { ...answer, item, wanted: { ...now, ...changed } });
    });
  },
};

function membersIn(body: Json): JsonObject {
  return isJsonObject(body) ? body : {};
}

/** The member that gets another value, so that the two are as wanted. */
function inCase(t: Actor, op: Operation, { rule, wanted }: Tried, now: JsonObject): JsonObject {
  const members = membersOf(op.body?.schema);
  const [lower, upper] = [rule.lower, rule.upper].map((name) => {
    const { schema = {} } = members.find((each) => each.name === name) ?? {};
    const value = now[name];
    t.assume(value !== undefined, "place left out", name);
    return { name, schema, value };
  });
  const other = lower && upper && orderValue(wanted, lower, upper);
  t.assume(other !== undefined, "no other value");
  return { [other.name]: other.value };
}

/** Two members of a body, of which one has to have the lower value, or the earlier one. */
interface OrderedMember {
  readonly name: string;
  readonly schema: AnySchema;
  /** The value that it has now. */
  readonly value: Json;
}

/** The value that brings two members into a case, and the member that gets it; undefined where none is known that is valid on its own. */
function orderValue(
  wanted: OrderCase,
  lower: OrderedMember,
  upper: OrderedMember,
): OrderedMember | undefined {
  const [changed, other] = wanted === "upper is lower" ? [upper, lower] : [lower, upper];
  const steps = { "lower is higher": 1, "upper is lower": -1, equal: 0 }[wanted];
  const value = isTime(changed.schema) ? timeFrom(other, steps) : numberFrom(other, steps, changed.schema);
  return value === undefined ? undefined : { ...changed, value };
}

/** Two days: a server may round a time to a day of its own time zone. In ms. */
const step = 2 * 86_400_000;

function timeFrom({ value, schema }: OrderedMember, steps: number): Json | undefined {
  const moment = momentOf(value);
  if (steps === 0 || moment === undefined) return moment === undefined ? undefined : value;
  const text = new Date(moment + steps * step).toISOString();
  return schema.format === "date" ? text.slice(0, 10) : text.replace(".000Z", "Z");
}

/** The number that is some steps higher, where another member may have it. */
function numberFrom({ value }: OrderedMember, steps: number, schema: AnySchema): Json | undefined {
  if (!isNumber(value)) return undefined;
  const { multipleOf = 1 } = schema;
  const number = Number(renderJson(value)) + steps * multipleOf;
  const isStep = Number.isSafeInteger(number / multipleOf);
  const mayBeFraction = schema.multipleOf === undefined && typeOf(schema) === "number";
  if (!isWithin(schema, number) || !(isStep || mayBeFraction)) return undefined;
  return Number.isSafeInteger(number) ? BigInt(number) : numberAsWritten(`${number}`);
}

/** The answer to a request, and both values as they would be shown. */
interface Answered {
  readonly response: { readonly status: number };
  readonly exchange: number;
  readonly item: KnownItem | undefined;
  readonly wanted: JsonObject;
}

async function broken(
  t: Actor,
  tried: Tried,
  { response: { status }, exchange, item, wanted }: Answered,
): Promise<BrokenPromise | undefined> {
  const { lower, upper, mayBeEqual } = tried.rule;
  const mayBe = tried.wanted === "equal" && mayBeEqual === true;
  const [low, high] = [lower, upper].map((name) => `${name} ${renderJson(wanted[name] ?? null)}`);
  const at = { in: "status" } as const;
  if (isRefusal(status) || status === 409) {
    return mayBe && isRefusal(status)
      ? {
          problem: "refused although both may be the same",
          expected: `a success: the description says that ${upper} is at least ${lower}`,
          actual: `${status}, for ${low} and ${high}, twice`,
          at,
        }
      : undefined;
  }
  t.assume(isSuccess(status) && status !== 202, "neither accepted nor refused", status);
  if (mayBe) return undefined;
  t.assume(item !== undefined, "not in response");
  const found = t.membersOf(await t.read(item));
  t.assume(
    [lower, upper].every((name) => isStillShown(wanted[name], found[name])),
    "not shown",
  );
  return {
    problem: `${lower} and ${upper} are in the wrong order`,
    expected: `a refusal with 4xx: the description says that ${upper} has to be ${mayBeEqual === false ? "after" : "at least"} ${lower}`,
    actual: `${status}, and the item shows ${low} and ${high}`,
    at,
    exchange,
  };
}

function labelOf({ rule: { lower, upper }, wanted }: Tried): string {
  if (wanted === "equal") return `${lower} and ${upper} are the same`;
  return wanted === "upper is lower" ? `${upper} is below ${lower}` : `${lower} is above ${upper}`;
}

/** Of a change, each of the two is tried alone. That both may be the same is tried once. */
function triedOf(roles: Roles): readonly Tried[] {
  const { method } = roles.op;
  const rules = rulesOf(roles);
  return rules.flatMap((rule) => {
    const { lower, upper, mayBeEqual } = rule;
    // A third one may have to lie between the two.
    const isAlone = rules.every(
      (each) => each === rule || ![each.lower, each.upper].some((name) => [lower, upper].includes(name)),
    );
    const isEqualTried = mayBeEqual === false || (mayBeEqual === true && method === "POST" && isAlone);
    const cases: readonly (readonly [OrderCase, boolean])[] = [
      ["lower is higher", true],
      ["upper is lower", method === "PATCH"],
      ["equal", isEqualTried],
    ];
    return cases.flatMap(([wanted, isTried]) => (isTried ? [{ rule, wanted }] : []));
  });
}

function rulesOf({ op, shown }: Roles): readonly OrderRule[] {
  const isRefused = op.refusesInput === true || describesRefusal(op);
  return isRefused ? orderRulesOf(op, membersOf(shown)) : [];
}
