import type { Actor, BrokenPromise, OwnProperty, Roles } from "../../actor/index.js";
import type { JsonObject } from "../../json/index.js";
import { matches, type Shaping, shapingsOf } from "../../model/index.js";
import { idsWithin, type ShapedItems, shapedItems, shapedReads } from "./shown-verbs.js";

/** An item has the members that it is asked for with: whether it has others is judged where the description says so. */
export const shownMembers: OwnProperty = {
  id: "shown-members",
  requirement: {
    name: "members asked for",
    level: "implied",
    proof:
      "items are asked for as usual, and with some of the members that a parameter names: they have these, and none that the description says are left out, or break the promise three times",
  },
  sentence: ({ op }) => `${op.id} shows items with the members that it is asked for.`,
  phase: "read",
  about: shapedReads,
  when: ({ op, shown = {} }) => shapingsOf(op, shown).length > 0,
  inputs: ({ op, shown = {} }) => shapingsOf(op, shown),
  chooses: (_, input) => [(input as Shaping).parameter.name],
  run: async (t: Actor, roles, input) => {
    const shaping = input as Shaping;
    t.assumeAccepted();
    const items = shapedItems(t, shaping, true);
    if (shaping.kind === "leaves") return tryLeft(t, roles, shaping, items);
    let wasTried = false;
    for (const member of shaping.members.slice(0, mostMembers)) {
      const done = await t.unlessSkipped(async () => {
        await tryAdded(t, shaping, items, member);
        return true;
      });
      wasTried ||= done === true;
      if (!done) continue;
      // An item that has nothing below it shows those of others best.
      for (const each of [items, shapedItems(t, shaping, false)])
        await t.unlessSkipped(() => tryOwn(t, roles, shaping, { ...each, member }));
    }
    t.assume(wasTried, "nothing asked for", shaping.parameter.name);
  },
};

/** Members that are asked for, one at a time. */
const mostMembers = 3;

/** Tries whether a member is there where it is asked for, and not without. */
async function tryAdded(
  t: Actor,
  { parameter: { name }, absentWithout, presentWith }: Shaping,
  { ask }: ShapedItems,
  member: string,
): Promise<void> {
  const isAbsent = absentWithout.includes(member);
  const refers = (item: JsonObject): boolean =>
    (item[`${member}_id`] ?? item[`${member}Id`] ?? null) !== null;
  await t.failIfAlways("response", async (): Promise<BrokenPromise | undefined> => {
    const usual = isAbsent ? await ask([]) : [];
    if (usual.some((item) => isShown(item, member)))
      return {
        problem: `${member} is shown without being asked for`,
        expected: `no member ${member} without ${name}, as the description says`,
        actual: "it is there",
        at: { in: "body", pointer: "" },
      };
    const asked = await ask([member]);
    const isAlways = presentWith.includes(member);
    const due = asked.filter((item) => isAlways || refers(item));
    t.assume(due.length + usual.length > 0, "nothing asked for", member);
    const has = (item: JsonObject): boolean => item[member] !== undefined;
    // What one of the items refers to may be gone.
    if (due.length === 0 || (isAlways ? due.every(has) : due.some(has))) return undefined;
    return {
      problem: `${member} is not shown although it is asked for`,
      expected: `the member ${member}, since ${name} is ${member}`,
      actual: "it is missing",
      at: { in: "body", pointer: "" },
    };
  });
}

/** An item that shows others below it shows those of their list, and none of another item. */
async function tryOwn(
  t: Actor,
  { nested }: Roles,
  { wholeWith }: Shaping,
  { item, ask, member }: ShapedItems & { readonly member: string },
): Promise<void> {
  const isOfMember = nested?.path.endsWith(`/${member}`) === true;
  t.assume(item !== undefined && nested !== undefined && isOfMember, "nothing nested");
  // A list with flags and filters may hide some of them unless it is asked for them.
  const isPlain = nested.parameters.every(
    (each) => each.in !== "query" || matches(each.name, "paging-words"),
  );
  t.assume(isPlain, "nothing nested");
  const below = t.inRoles({ op: nested, list: nested, needs: [] }, shownMembers.id);
  const query = { label: "the items below it", path: `${item.path}/${member}`, isLargest: true } as const;
  const readAll = async () => {
    const { ids, isWhole } = await below.list(query);
    t.assume(isWhole, "part of a list");
    return ids;
  };
  await t.failWhileSteady(readAll, async (due) => {
    const [found] = await ask([member]);
    const exchange = t.lastExchange();
    const shown = idsWithin(found, member);
    t.assume(shown !== undefined, "nothing nested");
    const foreign = shown.find((id) => !due.includes(id));
    const lost = wholeWith.includes(member) ? due.find((id) => !shown.includes(id)) : undefined;
    if (foreign === undefined && lost === undefined) return undefined;
    return {
      problem: `${member} shows others than what is below the item`,
      expected: `the ${due.length} items of ${nested.id}, and no others`,
      actual: foreign === undefined ? `${lost} is missing` : `${foreign} is among them`,
      at: { in: "body", pointer: `/${member}` },
      exchange,
    };
  });
}

/** Tries whether items have just the members that are asked for. */
async function tryLeft(
  t: Actor,
  { shown: { required = [] } = {} }: Roles,
  { parameter: { name }, members, absentWithout }: Shaping,
  { ask }: ShapedItems,
): Promise<void> {
  await t.failIfAlways("response", async () => {
    const usual = await ask([]);
    const known = members.filter((each) => usual.length > 0 && usual.every((item) => isShown(item, each)));
    const [first, last] = [known[0], known.at(-1)];
    t.assume(first !== undefined && last !== undefined && first !== last, "nothing asked for", name);
    const asked = [...new Set([first, last, ...members.filter((each) => required.includes(each))])];
    const left = await ask(asked);
    t.assume(left.length > 0, "nothing asked for", name);
    const missing = [first, last].find((each) => left.every((item) => item[each] === undefined));
    const others = absentWithout.filter((each) => !asked.includes(each));
    const other = others.find((each) => left.some((item) => isShown(item, each)));
    if (missing === undefined && other === undefined) return undefined;
    return {
      problem: missing === undefined ? `${name}: others are shown` : `${name}: one is missing`,
      expected:
        missing === undefined
          ? `no other members than ${asked.join(", ")}, as ${name} asks`
          : `the member ${missing}, as ${name} asks, and as each item has without it`,
      actual: missing === undefined ? `${other} is there` : "no item has it",
      at: { in: "body", pointer: "" },
    };
  });
}

/** Does an item have a member? One that is null may stand for none. */
function isShown(item: JsonObject, member: string): boolean {
  return (item[member] ?? null) !== null;
}
