import { type Actor, changes, creations, type OwnProperty, type Roles } from "../../actor/index.js";
import { isSameJson, type Json, renderJson } from "../../json/index.js";
import { createsByPut, valueAt, withValueAt } from "../../model/index.js";
import {
  type Default,
  defaultGroups,
  defaultIn,
  hasManyIds,
  isDefault,
  isNumbered,
  isOther,
} from "../../values/index.js";

type Group = ReturnType<typeof defaultGroups>[number];

const leftOut: Omit<OwnProperty, "phase" | "about"> = {
  id: "defaults",
  requirement: {
    name: "defaults",
    level: "implied",
    proof:
      "an item is created without the members that have a default, and read; another value counts only where a second item has it, too, and an item that is sent the default keeps it",
  },
  sentence: ({ op }) => `${op.id} gives a member that is left out its default.`,
  source: "OpenAPI 3.1, section 4.8.24; JSON Schema Validation, section 9.2",
  when: ({ op }) => defaultGroups(op).some(({ isTried }) => isTried),
  inputs: ({ op }) => defaultGroups(op),
  run: async (t: Actor, roles, input) => {
    const { members, isTried } = input as Group;
    t.assume(isTried, "default of an alternative", namesOf(members));
    const free = members.filter(({ path }) => !path.some(t.isGiven));
    t.assume(free.length > 0, "no default shown", namesOf(members));
    const create = () => valuesOfNew(t, roles, free, `valid, without ${namesOf(free)}`);
    const first = await create();
    const isShown = free.some((each) => (first(each) ?? null) !== null);
    t.assume(isShown, "no default shown", namesOf(members));
    t.pass();
    const others = free.filter((each) => isOther(each, first(each)));
    if (others.length === 0) return;
    const second = await create();
    const exchange = t.lastExchange();
    const label = `valid, with the default of ${namesOf(others)}`;
    const kept = await valuesOfNew(t, roles, others, label, ({ usual }) => usual);
    const isWrong = (each: Default) => isSameJson(second(each), first(each)) && isDefault(each, kept(each));
    t.expectNone(others.filter(isWrong).map((each) => ({ ...differenceOf(each, first(each)), exchange })));
  },
};

/** Members of bodies in JSON that have a default, and that are the client's. */
export const defaults: OwnProperty = { ...leftOut, phase: "create", about: creations };

/** The same where the client chooses the ids of items: a body that is put has to have been accepted once. */
export const defaultsOfPut: OwnProperty = {
  ...leftOut,
  phase: "populate",
  about: (op, { api }) => {
    const isPut = createsByPut(op, api) && hasManyIds(op) && !isNumbered(op);
    const read = isPut ? api.readOf(op) : undefined;
    return read && { op, create: op, read, needs: [] };
  },
};

/**
 * A replacement gives a member that it leaves out its default, or leaves it as it is, as many servers do: any other value counts, where it
 * comes twice, and where an item that is sent the default keeps it.
 */
export const defaultsOfReplacement: OwnProperty = {
  ...leftOut,
  phase: "populate",
  about: (op, callable) => (op.method === "PUT" ? changes(op, callable) : undefined),
  run: async (t: Actor, { op, create }, input) => {
    const { members, isTried } = input as Group;
    t.assume(isTried, "default of an alternative", namesOf(members));
    const free = members.filter(({ path }) => !path.some(t.isGiven));
    t.assume(free.length > 0, "no default shown", namesOf(members));
    const item = await t.create();
    const former = t.pair(item.sent, item.found, create);
    const replace = async (some: readonly Default[], label: string, isSent = false) => {
      const edit = (body: Json) =>
        some.reduce((each, { path, usual }) => withValueAt(each, path, isSent ? usual : undefined), body);
      const change = await t.store(item, label, edit);
      const pair = change && t.pair(change.sent, await t.readChanged(item, change), op);
      return (member: Default) => (pair?.path.length === 0 ? defaultIn(pair, member) : undefined);
    };
    const first = await replace(free, `valid, without ${namesOf(free)}`);
    t.assume(
      free.some((each) => (first(each) ?? null) !== null),
      "no default shown",
      namesOf(members),
    );
    t.pass();
    const isKept = (each: Default) =>
      former !== undefined && isSameJson(first(each), valueAt(former.found, each.path) ?? null);
    const others = free.filter((each) => isOther(each, first(each)) && !isKept(each));
    if (others.length === 0) return;
    const kept = await replace(others, `valid, with the default of ${namesOf(others)}`, true);
    const second = await replace(others, `valid, without ${namesOf(others)}`);
    const isWrong = (each: Default) => isSameJson(second(each), first(each)) && isDefault(each, kept(each));
    t.expectNone(others.filter(isWrong).map((each) => differenceOf(each, first(each))));
  },
};

/** Creates an item with other values of some members, or without them. @returns what it shows: nothing where it is refused */
async function valuesOfNew(
  t: Actor,
  { op }: Roles,
  members: readonly Default[],
  label: string,
  sentFor: (member: Default) => Json | undefined = () => undefined,
): Promise<(member: Default) => Json | undefined> {
  const edit = (body: Json) =>
    members.reduce((each, member) => withValueAt(each, member.path, sentFor(member)), body);
  const made = await t.createAndRead(label, edit);
  const pair = made && t.pair(made.sent, made.found, op);
  return (member) => (pair?.path.length === 0 ? defaultIn(pair, member) : undefined);
}

function namesOf(members: readonly Default[]): string {
  return members.map(({ path }) => path.join("/")).join(", ");
}

function differenceOf(member: Default, shown: Json = null) {
  const [name, usual] = [namesOf([member]), renderJson(member.usual)];
  return {
    problem: `another default of ${name}`,
    expected: `${name} is ${usual}, its default, where it is left out`,
    actual: `${renderJson(shown)}, twice; an item that is sent ${usual} keeps it`,
    at: { in: "body", pointer: `/${name}` } as const,
  };
}
