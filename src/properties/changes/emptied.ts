import { type Actor, changes, type Item, type Property, type Roles } from "../../actor/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { changeKindOf, valueAt, withValueAt } from "../../model/index.js";
import { type AnySchema, leavesChoice, schemaAt, statedJson } from "../../schema/index.js";
import { type Empty, emptiesOf, isEmpty, isNumber, otherValues, singlesOf } from "../../values/index.js";

/**
 * A member that is changed to null, 0, an empty text or an empty list does not keep its value: many programs take these for nothing.
 */
export const emptied: Property = {
  id: "emptied",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} takes what is empty for a value`,
  source: "RFC 5789, section 2; RFC 7396, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changes,
  when: ({ op: { body } }) => body !== undefined && !leavesChoice(body.schema),
  run: async (t: Actor, roles) => {
    const filled = await fill(t, roles);
    const [texts, others] = split(filled.empties, ({ value }) => value === "");
    const nulls = others.filter(({ value }) => value === null);
    const left = await expectAllEmptied(t, filled, others);
    // One of them may be refused, and a text often is.
    if (left === undefined && nulls.length < others.length) await expectAllEmptied(t, filled, nulls);
    await expectAllEmptied(t, filled, texts);
  },
};

/** A new item, and what may be emptied of it. */
interface Filled extends Pick<Roles, "op"> {
  readonly item: Item;
  /** The names that lead to the members in a body. */
  readonly wrapped: readonly string[];
  /** The schema of the members. */
  readonly schema: AnySchema;
  readonly empties: readonly Empty[];
  /** The stated default of a member; undefined where none is stated. */
  readonly defaultOf: (name: string) => Json | undefined;
}

/** Creates an item that shows values of its own, which may be empty. */
async function fill(t: Actor, { op, create }: Roles): Promise<Filled> {
  const item = await t.create();
  const made = t.pair(item.sent, item.found, create);
  const inside = t.pair(t.freshBody(), item.found);
  t.assume(made !== undefined && inside !== undefined, "not shown");
  const all = emptiesOf(inside, op).flatMap(({ name, value }): readonly Empty[] => {
    const was = made.sent[name];
    const isFree = !t.isComputed(name) && !t.isReference(name) && !t.isFixed(name);
    const isOwn = was !== undefined && isFree && isShown(made.found, name, was) && !isEmpty(was);
    return isOwn ? [{ name, value, was }] : [];
  });
  const [lists, rest] = split(all, ({ value }) => Array.isArray(value));
  const [texts, others] = split(rest, ({ value }) => value === "");
  const empties = [...others];
  for (const each of [lists, texts]) empties.push(...(await keptByCreation(t, create, made.path, each)));
  t.assume(empties.length > 0, "never empty");
  const schemas = [inside.schema, made.schema, inside.shown];
  const defaultOf = (name: string): Json | undefined => {
    const stated = schemas.map((each) => schemaAt(each, [name]).default).find((each) => each !== undefined);
    return stated === undefined ? undefined : statedJson(stated);
  };
  return { op, item, wrapped: inside.path, schema: inside.schema, empties, defaultOf };
}

/** Those for which it holds, and the others. */
function split<Value>(all: readonly Value[], holds: (each: Value) => boolean) {
  return [all.filter(holds), all.filter((each) => !holds(each))] as const;
}

/** An empty text or list may stand for none at all: those count that a new item shows as they were sent. */
async function keptByCreation(
  t: Actor,
  create: Roles["create"],
  path: readonly string[],
  empties: readonly Empty[],
): Promise<readonly Empty[]> {
  const empty = (body: Json): Json =>
    empties.reduce((changed, { name, value }) => withValueAt(changed, [...path, name], value), body);
  // An item without a word of the run would not be known as its own.
  if (empties.length === 0 || !t.isUniqueText(renderJson(empty(t.freshBody(create))))) return [];
  const made = await t.unlessSkipped(() => t.create(empty));
  const pair = made && t.pair(made.sent, made.found, create);
  return empties.filter(({ name, value }) => pair !== undefined && isShown(pair.found, name, value));
}

/** Changes these members at once, and then, alone, those that stay what they were; undefined where it is refused. */
async function expectAllEmptied(
  t: Actor,
  filled: Filled,
  empties: readonly Empty[],
): Promise<readonly Empty[] | undefined> {
  if (empties.length === 0) return [];
  const names = empties.map(({ name }) => name).join(", ");
  const kept = await change(t, filled, `valid, with an empty ${names}`, empties);
  if (kept !== undefined) t.pass();
  for (const each of singlesOf(kept ?? [])) await expectEmptied(t, filled, each);
  return kept;
}

/** Sends another value, which has to be shown, and what is empty after that. */
async function expectEmptied(t: Actor, filled: Filled, empty: Empty): Promise<void> {
  const { name, value } = empty;
  const usual = valueAt(t.freshBody(), [...filled.wrapped, name]) ?? null;
  // A number is the same in every body.
  const schema = schemaAt(filled.schema, [name]);
  const others = isNumber(usual)
    ? otherValues(schema, usual)
    : typeof usual === "boolean"
      ? [usual, !usual]
      : [usual];
  // A member that null takes away may have its default then.
  const stated = value === null ? filled.defaultOf(name) : undefined;
  const other = others.find((each) => !isSameJson(each, stated));
  if (other === undefined || other === null) return;
  // A member that takes a higher number alone, as the best one, is no change to 0 either.
  const higher = isNumber(other) ? otherValues(schema, other)[0] : undefined;
  for (const each of higher === undefined ? [other] : [higher, other]) {
    const shown = await change(t, filled, `valid, with another ${name}`, [{ name, value: each, was: each }]);
    if (shown === undefined || shown.length === 0) return;
  }
  const label = `valid, with another ${name}: ${renderJson(value)}`;
  const kept = await change(t, filled, label, [{ ...empty, was: other }]);
  t.expect(kept === undefined || kept.length === 0, {
    problem: `${name} stays as it is`,
    expected: `${name} is ${renderJson(value)}, as it was sent, or not there any more; or a refusal`,
    actual: `${renderJson(other)}, as before the change`,
    at: { in: "body", pointer: `/${[...filled.wrapped, name].join("/")}` },
  });
}

/** @returns those that are shown as they were before; undefined where the change is refused */
async function change(
  t: Actor,
  { op, item, wrapped, schema: { required = [] } }: Filled,
  label: string,
  values: readonly Empty[],
): Promise<readonly Empty[] | undefined> {
  const made = await t.store(item, label, (body) => {
    const members = valueAt(body, wrapped);
    const kept = Object.entries(isJsonObject(members) ? members : {}).filter(
      ([name]) => op.method === "PUT" || required.includes(name),
    );
    const changed = values.map(({ name, value }) => [name, value] as const);
    return withValueAt(body, wrapped, Object.fromEntries([...kept, ...changed]));
  });
  if (made === undefined) return undefined;
  const keptIn = (found: Json | undefined): readonly Empty[] => {
    const shown = found === undefined ? undefined : t.pair(made.sent, found);
    return values.filter(({ name, was }) => shown !== undefined && isShown(shown.found, name, was));
  };
  const found = await t.until(
    () => t.read(item),
    (shown) => keptIn(shown).length === 0,
  );
  return keptIn(found);
}

function isShown(found: JsonObject, name: string, value: Json): boolean {
  return Object.hasOwn(found, name) && isSameJson(found[name], value);
}
