import {
  type Actor,
  type BrokenPromise,
  bulkCreations,
  type OwnProperty,
  type Roles,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import { bulkFactsOf, valueAt, withValueAt } from "../../model/index.js";
import { answeredIn, type CreatedTogether, createTogether, listedOf, readEach } from "./bulk-verbs.js";

const factsOf = ({ op, bulk }: Pick<Roles, "op" | "bulk">) => bulk && bulkFactsOf(op, bulk);

/** The items of one request are created, each of them, and shown: all, in the order of the request where that is said. */
export const bulkItems: OwnProperty = {
  id: "bulk",
  requirement: {
    name: "items of one request",
    level: "implied",
    proof:
      "three items are created by one request: the response shows each of them, in the order of the request and with their number where the description says so, twice; and each can be read as it was sent",
  },
  sentence: ({ op }) => `${op.id} creates and shows all items of its request.`,
  source: "RFC 9110, section 15.3.2",
  phase: "final",
  about: bulkCreations,
  run: async (t: Actor, roles) => {
    let made: CreatedTogether | undefined;
    await t.failIfAlways("item", async () => {
      made = await createTogether(t, "several items");
      t.assume(isSuccess(made.status) && made.status !== 202, "not created", made.status);
      return wrongAnswer(made, roles);
    });
    if (made !== undefined) await readEach(t, made);
  },
};

/** What is wrong with the response to a creation of several items, by what the description says of it. */
function wrongAnswer(made: CreatedTogether, roles: Roles): BrokenPromise | undefined {
  const { sent, rows, json } = made;
  const facts = factsOf(roles);
  const order = rows.map(({ index }) => index);
  const count = facts?.countAt && valueAt(json ?? null, facts.countAt);
  const at = { in: "body", pointer: "" } as const;
  // One that is in the way of another one may be left out, where each counts alone.
  if (new Set(order).size < sent.length && facts?.isInParts !== true)
    return {
      problem: "the response lacks an item",
      expected: `the ${sent.length} items that were sent, since all of them are created (201)`,
      actual: `${new Set(order).size} of them`,
      at,
    };
  if (facts?.isInOrder && order.some((each, position) => each < (order[position - 1] ?? 0)))
    return {
      problem: "another order than that of the request",
      expected: "the items in the order of the request, as the description says",
      actual: `the items of the request in the order ${order.map((each) => each + 1).join(", ")}`,
      at,
    };
  const isAsMany = typeof count !== "bigint" || count === BigInt(sent.length);
  if (facts?.countAt === undefined || facts.isInParts || isAsMany) return undefined;
  return {
    problem: `${facts.countAt.join(".")} is not the number of the items`,
    expected: `${sent.length}, since as many items are created`,
    actual: `${count}`,
    at: { in: "body", pointer: `/${facts.countAt.join("/")}` },
  };
}

/** A creation of several items that is refused for one of them has created none, where the description says so. */
export const allOrNone: OwnProperty = {
  id: "all-or-none",
  requirement: {
    name: "all or none",
    level: "implied",
    proof:
      "several items are sent in one request, of which the last one lacks a member that it has to have: that is refused, and the list then shows none of the others, or some of them twice",
  },
  sentence: ({ op }) => `${op.id} creates no item where it refuses one of them.`,
  phase: "final",
  about: (op, callable) => {
    const roles = bulkCreations(op, callable);
    return roles?.list && { ...roles, calls: [...(roles.calls ?? []), roles.list] };
  },
  when: (roles) => factsOf(roles)?.isAllOrNone === true && requiredIn(roles) !== undefined,
  run: async (t: Actor, roles) => {
    const name = requiredIn(roles) ?? "";
    await t.failIfAlways("item", async () => {
      const { status, sent } = await createTogether(
        t,
        `several items, of which the last one lacks ${name}`,
        (items) => [...items.slice(0, -1), withValueAt(items.at(-1) ?? null, [name], undefined)],
      );
      t.assume(status >= 400 && status < 500, "not about the violation", status);
      const valid = sent.slice(0, -1);
      const found = await listedOf(t, valid);
      if (found === undefined) return undefined;
      return {
        problem: "created although another item of the request is refused",
        expected: `no item, since one of the request lacks ${name}, and the description says that then none is created`,
        actual: `a new item in the list, with what was sent in the request that was refused with ${status}`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** A member that each item has to have. */
function requiredIn({ bulk }: Pick<Roles, "bulk">): string | undefined {
  return bulk?.schema.required?.[0];
}

/** Of two items in one request with the same value, the second one is refused where the description says so. */
export const uniqueTogether: OwnProperty = {
  id: "taken-together",
  requirement: {
    name: "taken value in one request",
    level: "implied",
    proof:
      "two items with the same value are sent in one request, twice: it counts only where both are created and can be read, each with the value",
  },
  sentence: ({ op }) =>
    `${op.id} creates no two items of one request with a value that no two items may have (409).`,
  source: "RFC 9110, section 15.5.10",
  phase: "final",
  about: bulkCreations,
  when: (roles) => factsOf(roles)?.uniqueName !== undefined,
  chooses: (roles) => [factsOf(roles)?.uniqueName ?? []].flat(),
  run: async (t: Actor, roles) => {
    const name = factsOf(roles)?.uniqueName ?? "";
    await t.failIfAlways("item", async () => {
      const made = await createTogether(
        t,
        `items of which two have the same ${name}`,
        ([first = null, ...items]) => [
          first,
          ...items.map((each) => withValueAt(each, [name], valueAt(first, [name]))),
        ],
      );
      if (!isSuccess(made.status)) return undefined;
      const value = valueAt(made.sent[0] ?? null, [name]);
      const shown = await answeredIn(t, made);
      const alike = shown.filter(
        (each) => renderJson(valueAt(each, [name]) ?? null) === renderJson(value ?? null),
      );
      t.assume(shown.length > 1 && value !== undefined, "not in response");
      if (alike.length < 2) return undefined;
      return {
        problem: `items of one request with the same ${name}`,
        expected: `a refusal with 409, since no two items may have the same ${name}`,
        actual: `${alike.length} items show ${renderJson(value)}`,
        at: { in: "status" },
        exchange: made.exchange,
      };
    });
  },
};
