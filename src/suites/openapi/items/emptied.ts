import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { leavesChoice, plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { type Callable, matches, valueAt, withValueAt } from "../../../model/index.js";
import { isComputed, isReference } from "../comparison/comparison.js";
import { createAndRead } from "../comparison/create-and-read.js";
import { pairOf } from "../comparison/representations.js";
import { isNumber } from "../comparison/same-value.js";
import {
  type ApiScenario,
  assumeApplied,
  baselineOf,
  type Context,
  eventually,
  isRefusal,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { at, validRequest } from "../requests/requests.js";
import { type KnownItem, markersIn } from "../session/state.js";
import { type Empty, emptiesOf } from "./empty-values.js";
import { changeOfItems, type NewItems, newItem, onNewItem } from "./new-items.js";
import { otherValues } from "./other-values.js";
import { isMergePatch } from "./replaced-lists.js";

/** Members that are tried by themselves. */
const maxSingles = 3;

/**
 * A member that is changed to null, 0, an empty text or an empty list does not keep its value: many programs take these for nothing.
 * Sources: RFC 5789, section 2; RFC 7396, section 2; RFC 9110, section 9.3.4.
 * @param mayCall may the run send a creation?
 */
export function emptyValuesScenario(operation: Operation, callable: Callable): ApiScenario | undefined {
  const changed = changeOfItems(operation, callable);
  if (changed === undefined || leavesChoice(changed.body.schema)) return undefined;
  const { related, body, check } = changed;
  const { method } = operation;
  return onNewItem(changed, {
    part: "emptied",
    title: `${operation.id} takes what is empty for a value`,
    run: async (t) => {
      const item = await filledItem(t, operation, related);
      const texts = item.empties.filter(({ value }) => value === "");
      const others = item.empties.filter(({ value }) => value !== "");
      const nulls = others.filter(({ value }) => value === null);
      const left = await emptied(t, item, others);
      // One of them may be refused, and a text often is.
      if (left === undefined && nulls.length < others.length) await emptied(t, item, nulls);
      await emptied(t, item, texts);
    },
  });

  /** Changes these members at once, and then those that stay what they were by themselves; undefined where it is refused. */
  async function emptied(
    t: Context,
    item: Filled,
    empties: readonly Empty[],
  ): Promise<readonly Empty[] | undefined> {
    if (empties.length === 0) return [];
    const names = empties.map(({ name }) => name).join(", ");
    const kept = await change(t, item, `valid, with an empty ${names}`, empties);
    if (kept !== undefined) t.expectNone([], check);
    for (const each of (kept ?? []).slice(0, maxSingles)) await expectEmptied(t, item, each);
    return kept;
  }

  /** Sends another value, which has to be shown, and what is empty after that. */
  async function expectEmptied(t: Context, item: Filled, empty: Empty): Promise<void> {
    const { name, value } = empty;
    const { shape } = baselineOf(t, operation);
    const { body: fresh } = makeRequest(() => validRequest(t.state, operation, shape));
    const usual = valueAt(fresh, [...item.wrapped, name]) ?? null;
    // A number is the same in every body.
    const schema = plainSchema(plainSchema(schemaAt(item.wrapped)).properties?.[name] ?? {});
    const other = isNumber(usual) ? otherValues(schema, usual)[0] : usual;
    if (other === undefined || other === null) return;
    // A member that takes a higher number alone, as the best one, is no change to 0 either.
    const higher = isNumber(other) ? otherValues(schema, other)[0] : undefined;
    for (const each of higher === undefined ? [other] : [higher, other]) {
      const filled = { name, value: each, was: each };
      const shown = await change(t, item, `valid, with another ${name}`, [filled]);
      if (shown === undefined || shown.length === 0) return;
    }
    const kept = await change(t, item, `valid, with another ${name}: ${renderJson(value)}`, [
      { ...empty, was: other },
    ]);
    t.expect(kept === undefined || kept.length === 0, {
      check,
      problem: `${name} stays as it is`,
      expected: `${name} is ${renderJson(value)}, as it was sent, or not there any more; or a refusal`,
      actual: `${renderJson(other)}, as before the change`,
      at: { in: "body", pointer: `/${[...item.wrapped, name].join("/")}` },
    });
  }

  /** @returns those that are shown as they were before; undefined where the change is refused */
  async function change(
    t: Context,
    { item, read, wrapped }: Filled,
    label: string,
    values: readonly Empty[],
  ): Promise<readonly Empty[] | undefined> {
    const { shape } = baselineOf(t, operation);
    const { request, body: usual } = makeRequest(() => validRequest(t.state, operation, shape));
    const members = valueAt(usual, wrapped);
    const all = isJsonObject(members) ? members : {};
    const { required = [] } = plainSchema(schemaAt(wrapped));
    const kept = Object.entries(all).filter(([name]) => method === "PUT" || required.includes(name));
    const changed = Object.fromEntries([...kept, ...values.map(({ name, value }) => [name, value] as const)]);
    const sent = withValueAt(usual ?? {}, wrapped, changed);
    const accepts = orRefused(request);
    const { response } = await t.send({
      ...at(request, item),
      accepts,
      label,
      body: encodeFor(operation, sent),
    });
    if (isRefusal(response.status)) return undefined;
    assumeApplied(response);
    const keptIn = (found: Json | undefined): readonly Empty[] => {
      const shown = found === undefined ? undefined : pairOf(t.state, { operation, read, sent, found });
      return values.filter(({ name, was }) => shown !== undefined && isShown(shown.found, name, was));
    };
    return keptIn(
      await eventually(
        t,
        () => readItem(t, read, item),
        (found) => keptIn(found).length === 0,
      ),
    );
  }

  function schemaAt(path: readonly string[]): object {
    const whole: object = body.schema;
    return path.reduce<object>((each, name) => plainSchema(each).properties?.[name] ?? {}, whole);
  }

  /** A new item that shows values of its own, which may be empty. */
  async function filledItem(t: Context, changing: Operation, related: NewItems): Promise<Filled> {
    const { create, read } = related;
    const made = await newItem(t, related);
    const pair = pairOf(t.state, { operation: create, read, sent: made.sent, found: made.found });
    const { shape } = baselineOf(t, changing);
    const { body: usual } = makeRequest(() => validRequest(t.state, changing, shape));
    const inside = pairOf(t.state, { operation: changing, read, sent: usual, found: made.found });
    if (pair === undefined || inside === undefined)
      throw new Skip("untested", "no new item is known that shows what was sent");
    const given = t.state.contract.known?.values ?? {};
    const empties = emptiesOf(inside, {
      isMerged: isMergePatch(changing),
      tellsOfNull: saysNullClears(changing.summary ?? ""),
    }).flatMap(({ name, value }): readonly Empty[] => {
      const was = pair.sent[name];
      const isFree = !isComputed(t.state, name) && !isReference(t.state, name) && !Object.hasOwn(given, name);
      const isOwn = was !== undefined && isFree;
      return isOwn && isShown(pair.found, name, was) && !isEmpty(was) ? [{ name, value, was }] : [];
    });
    const known = await keptEmpty(t, related, { path: pair.path, empties });
    if (known.length === 0) throw new Skip("untested", "no member is known that may be empty");
    return { item: made.item, read, wrapped: inside.path, empties: known };
  }
}

const clears = "(?:takes|clear|remov|delet|unset|eras|reset|empt)";
const nullClears = new RegExp(`\\bnull\\b[^.;]*\\b${clears}|\\b${clears}\\w*[^.;]*\\bnull\\b`, "i");

/** Does a sentence say that null takes a value away? */
function saysNullClears(summary: string): boolean {
  return nullClears.test(summary) && !matches(summary, "keeps-values");
}

/** An empty text or list may stand for none at all: those count that a new item shows as they were sent. */
async function keptEmpty(
  t: Context,
  { create, read }: NewItems,
  { path, empties }: { readonly path: readonly string[]; readonly empties: readonly Empty[] },
): Promise<readonly Empty[]> {
  const texts = empties.filter(({ value }) => value === "");
  const lists = empties.filter(({ value }) => Array.isArray(value));
  const kept = empties.filter((each) => !texts.includes(each) && !lists.includes(each));
  // One kind may be refused.
  for (const kind of [lists, texts].filter(({ length }) => length > 0)) {
    const label = `valid, with an empty ${kind.map(({ name }) => name).join(", ")}`;
    const change = (body: Json): Json =>
      kind.reduce((changed, { name, value }) => withValueAt(changed, [...path, name], value), body);
    const { shape } = baselineOf(t, create);
    const { body = null } = makeRequest(() => validRequest(t.state, create, shape));
    // An item without a word of the run would not be known as its own.
    if (markersIn(t.state, renderJson(change(body))).length === 0) continue;
    const made = await createAndRead(t, { operation: create, read }, { label, shape, change });
    const pair = made && pairOf(t.state, { operation: create, read, ...made });
    if (pair !== undefined) kept.push(...kind.filter(({ name, value }) => isShown(pair.found, name, value)));
  }
  return kept;
}

/** A new item, and what may be emptied of it. */
interface Filled {
  readonly item: KnownItem;
  readonly read: Operation;
  /** The names that lead to the members in a body. */
  readonly wrapped: readonly string[];
  readonly empties: readonly Empty[];
}

function isShown(found: JsonObject, name: string, value: Json): boolean {
  return Object.hasOwn(found, name) && renderJson(found[name] ?? null) === renderJson(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || Number(renderJson(value)) === 0 || renderJson(value) === "[]";
}
