import { type Actor, changes, type Item, type Property, type Roles } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import {
  changeKindOf,
  isDecidedByServer,
  isGrantedByOthers,
  matches,
  membersOf,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { typeOf } from "../../schema/index.js";

/**
 * A flag on which a server may decide, by its name, is the client's where creations show both values as they were sent: then a change of it
 * counts, to true and to false, and so does a PATCH that leaves it out. Two pairs of new items have to show a failure.
 */
export const changedFlags: Property = {
  id: "flags",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} changes flags to true and to false`,
  source: "RFC 5789, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changes,
  when: (roles) => flagsIn(roles).length > 0,
  run: async (t: Actor, roles) => {
    await t.failIfAlways("item", async () => {
      const [one, other] = [await t.create(), await t.create((body) => flipped(t, body, flagsIn(roles)))];
      const [first, second] = [one, other].map((item) => t.pair(item.sent, item.found, roles.create));
      const flags = flagsIn(roles).filter((name) => {
        const isKept = [first, second].every(
          (pair) => typeof pair?.sent[name] === "boolean" && pair.sent[name] === pair.found[name],
        );
        return (
          isKept && first?.found[name] !== second?.found[name] && !t.isComputed(name) && !t.isFixed(name)
        );
      });
      t.assume(first !== undefined && second !== undefined && flags.length > 0, "nothing shown");
      const pairs = [
        { item: one, was: first.found, flags },
        { item: other, was: second.found, flags },
      ] as const;
      return (
        (await resetFlag(t, roles, pairs[0])) ??
        (await resetFlag(t, roles, pairs[1])) ??
        (await brokenFlag(t, roles, pairs[0])) ??
        (await brokenFlag(t, roles, pairs[1]))
      );
    });
  },
};

/** An item, the members that it shows, and its flags that are tried. */
interface Flagged {
  readonly item: Item;
  readonly was: JsonObject;
  readonly flags: readonly string[];
}

/**
 * Sends a text of an item once more as it is, by a PATCH that leaves the flags out: none becomes its default again. What others grant may
 * be lost with each change.
 */
async function resetFlag(t: Actor, { op, create }: Roles, { item, was, flags: all }: Flagged) {
  const usual = new Map(membersOf(create?.body?.schema).map(({ name, schema }) => [name, schema.default]));
  const flags = all.filter((name) => !isGrantedByOthers(name) && usual.get(name) === (was[name] !== true));
  const text = membersOf(op.body?.schema).find(
    ({ name, schema }) =>
      typeOf(schema) === "string" && schema.readOnly !== true && typeof was[name] === "string",
  )?.name;
  if (op.method !== "PATCH" || text === undefined || flags.length === 0) return undefined;
  const label = `valid, without ${flags.join(", ")}`;
  const shown = async () => {
    const found = await t.read(item);
    return found === undefined ? {} : t.membersOf(found);
  };
  const before = await shown();
  const made = await t.store(item, label, (body) =>
    withValueAt(body, t.pathToMembers(body), { [text]: was[text] ?? null }),
  );
  if (made === undefined) return undefined;
  const now = await shown();
  const name = flags.find(
    (each) =>
      ![op, create].some((said) => said !== undefined && saysItFollows(said, each)) &&
      before[each] === was[each] &&
      typeof now[each] === "boolean" &&
      now[each] !== was[each],
  );
  return name === undefined
    ? undefined
    : {
        problem: `${name} changes, too`,
        expected: `${name} is ${`${was[name] === true}`}, as before: the request leaves it out, and sends ${text} as it was`,
        actual: `${`${now[name] === true}`}`,
        at: { in: "body", pointer: `/${name}` } as const,
      };
}

/** Says a text of a change, or of a flag, that the flag may become another one with any change? */
function saysItFollows({ description = "", body }: Operation, name: string): boolean {
  const own = membersOf(body?.schema).find((each) => each.name === name)?.schema.description ?? "";
  return description.includes(name) || matches(own, "follows-changes");
}

/** Changes all flags of an item at once, and then, alone, the first that stays as it was. */
async function brokenFlag(t: Actor, roles: Roles, { item, was, flags }: Flagged) {
  const all = await keptAfter(t, roles, { item, was, flags });
  const [name] = all ?? flags;
  if (name === undefined || (all !== undefined && all.length === 0)) return undefined;
  const alone = await keptAfter(t, roles, { item, was, flags: [name] });
  if (alone === undefined || alone.length === 0) return undefined;
  return {
    problem: `${name} stays as it is`,
    expected: `${name} is ${`${was[name] !== true}`}, as it was sent, or a refusal: new items show both values as they are sent`,
    actual: `${`${was[name] === true}`}, as before the change`,
    at: { in: "body", pointer: `/${name}` } as const,
  };
}

/** @returns the flags that are shown as before, once the opposite was sent; undefined where the change is refused */
async function keptAfter(t: Actor, { op }: Roles, { item, was, flags }: Flagged) {
  const { required = [] } = op.body?.schema ?? {};
  const made = await t.store(item, `valid, with another ${flags.join(", ")}`, (body) => {
    const wrapped = t.pathToMembers(body);
    const members = valueAt(body, wrapped);
    const kept = Object.entries(isJsonObject(members) ? members : {}).filter(
      ([name]) => op.method === "PUT" || required.includes(name),
    );
    const changed = flags.map((name) => [name, was[name] !== true] as const);
    return withValueAt(body, wrapped, Object.fromEntries([...kept, ...changed]));
  });
  if (made === undefined) return undefined;
  const keptIn = (found: Json | undefined): readonly string[] =>
    flags.filter((name) => found !== undefined && t.membersOf(found)[name] === was[name]);
  return keptIn(
    await t.until(
      () => t.read(item),
      (found) => keptIn(found).length === 0,
    ),
  );
}

/** The body of a creation with each flag the other way. */
function flipped(t: Actor, body: Json, flags: readonly string[]): Json {
  const wrapped = t.pathToMembers(body);
  return flags.reduce((each, name) => {
    const value = valueAt(each, [...wrapped, name]);
    return typeof value === "boolean" ? withValueAt(each, [...wrapped, name], !value) : each;
  }, body);
}

/** The flags of a body on which a server may decide, by their names. That others are shown as they are sent is judged with all members. */
function flagsIn({ op }: Roles): readonly string[] {
  return membersOf(op.body?.schema).flatMap(({ name, schema }) => {
    const isFree = schema.enum === undefined && schema.const === undefined && schema.readOnly !== true;
    const isFlag = typeOf(schema) === "boolean" && isFree && schema.writeOnly !== true;
    return isFlag && isDecidedByServer(name) && !matches(name, "one-of-many") ? [name] : [];
  });
}
