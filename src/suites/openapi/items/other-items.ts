import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { createItem } from "../requests/create-item.js";
import { readItem, shownAt } from "../requests/read-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { type ApiScenario, type Context, makeRequest } from "../requests/twin.js";
import { creationAndReadOf } from "../resources/item-links.js";
import { forgetItem, hasMark, type KnownItem, marksIn } from "../state/state.js";

/** An item of the run, and the words of the run that it shows. */
interface Marked {
  readonly item: KnownItem;
  readonly marks: readonly string[];
}

/** Does something to an item of the run, and expects that others still show the words that were sent for them. */
export async function leaveOthers<Value>(
  t: Context,
  { read, path }: { readonly read: Operation; readonly path: string },
  act: () => Promise<Value>,
): Promise<Value> {
  const own = t.state.items.filter((each) => each.own);
  const touched = own.find((each) => each.path === path);
  const refers = (shown: Json): boolean => touched !== undefined && mentions(shown, touched.id, isIdName);
  const others = touched === undefined ? [] : await lookAtOthers(t, read, touched, refers);
  const value = await act();
  for (const each of others) await expectUntouched(t, read, each);
  return value;
}

/** Other items that are tried: one may be gone, or refer to the one in question. */
const mostTried = 3;

/** The first and the last of the other items of the run: the ones that a server hits which takes the wrong one. */
async function lookAtOthers(
  t: Context,
  read: Operation,
  touched: KnownItem,
  refers: (shown: Json) => boolean,
): Promise<readonly Marked[]> {
  const others = t.state.items.filter(
    ({ own, resource, path }) => own && resource === touched.resource && path !== touched.path,
  );
  const first = await lookAtThese(t, read, others, refers);
  const rest = others.filter(({ path }) => path !== first[0]?.item.path).toReversed();
  return [...first, ...(await lookAtThese(t, read, rest, refers))];
}

/** The first of some items that shows words of its own, if one does. */
async function lookAtThese(
  t: Context,
  read: Operation,
  items: readonly KnownItem[],
  refers: (shown: Json) => boolean,
): Promise<readonly Marked[]> {
  for (const item of items.slice(0, mostTried)) {
    const shown = await readItem(t, read, item);
    const isFree = shown !== undefined && !refers(shown);
    const marks = isFree ? marksIn(t.state, renderJson(withoutNeighbours(shown))) : [];
    if (marks.length > 0) return [{ item, marks }];
  }
  return [];
}

/** Names of members that show something of other items, as HAL's `_links` and `_embedded` do. */
const ofNeighbours = /^(_.*|links?|prev(ious)?|next|first|last|related|siblings?|neighbou?rs?)$/i;

function withoutNeighbours(shown: Json): Json {
  if (Array.isArray(shown)) return (shown as readonly Json[]).map(withoutNeighbours);
  if (!isJsonObject(shown)) return shown;
  const own = Object.entries(shown).filter(([name]) => !ofNeighbours.test(name));
  return Object.fromEntries(own.map(([name, value]) => [name, withoutNeighbours(value)]));
}

/** Of three new items, the middle one is deleted: the others stay. @param creations that the run may send */
export function goneAloneScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const related = creationAndReadOf(operation, operations, creations);
  if (related === undefined) return undefined;
  const { create, read } = related;
  const check = `${slugOf(operation)}/gone`;
  const created = `${slugOf(create)}/read-back`;
  return {
    id: `${check}/alone`,
    title: `${operation.id} deletes one item`,
    phase: "final",
    expects: [check, created],
    inputs: ({ twins }) => (twins.has(create.id) ? [null] : []),
    run: async (t) => {
      const { item: first } = await createItem(t, create);
      const { item: second } = await createItem(t, create);
      if ((await readItem(t, read, first)) === undefined) {
        t.expect((await readItem(t, read, second)) === undefined, {
          check: created,
          problem: "gone once another one is created",
          expected: "both of two new items are there",
          actual: "the first is not found any more",
          at: { in: "status" },
        });
        throw new Skip("untested", "what is created is not found");
      }
      // A server may delete what comes next, too, as well as what came before.
      await createItem(t, create);
      const refers = (shown: Json): boolean => mentions(shown, second.id);
      const others = [
        ...(await lookAtOthers(t, read, second, refers)),
        ...(await lookAtThese(t, read, [first], refers)),
      ].filter(({ item }, index, all) => all.findIndex((each) => each.item.path === item.path) === index);
      if (others.length === 0) throw new Skip("untested", "no word that was sent is shown");
      const { request } = makeRequest(() => validRequest(t.state, operation));
      const { response } = await t.send(at(request, second));
      if (!isSuccess(response.status)) throw new Skip("untested", `it was not deleted: ${response.status}`);
      forgetItem(t.state, second);
      for (const each of others) await expectUntouched(t, read, each, check);
    },
  };
}

async function expectUntouched(
  t: Context,
  read: Operation,
  { item, marks }: Marked,
  check?: string,
): Promise<void> {
  const after = await shownAt(t, read, item);
  const text = renderJson(after ?? null);
  t.expect(
    marks.every((mark) => hasMark(text, mark)),
    {
      ...(check === undefined ? {} : { check }),
      problem: after === undefined ? "another item is gone" : "another item is changed",
      expected: "every other item stays what it is",
      actual:
        after === undefined
          ? "one that was not meant is gone, too"
          : "one that was not meant is changed, too",
      at: after === undefined ? { in: "status" } : { in: "body", pointer: "" },
    },
  );
}

/** May a number under this name be an id? */
function isIdName(name: string): boolean {
  return /ids?$/i.test(name);
}

/** Does a value hold this id somewhere: as a text, or as a number under a name that may have it? */
export function mentions(
  value: Json,
  id: string,
  mayHave: (name: string) => boolean = () => true,
  name = "id",
): boolean {
  if (Array.isArray(value))
    return (value as readonly Json[]).some((each) => mentions(each, id, mayHave, name));
  if (isJsonObject(value))
    return Object.entries(value).some(([member, each]) => mentions(each, id, mayHave, member));
  return typeof value === "string" ? value === id : !isFraction(value) && mayHave(name) && `${value}` === id;
}
