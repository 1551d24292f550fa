import {
  type Actor,
  hasLists,
  type Item,
  mostItemsOf,
  type OwnProperty,
  type Property,
  patches,
  type Roles,
  readChanges,
} from "../../actor/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import {
  addressOf,
  isMergePatch,
  isVersion,
  matches,
  updatesItem,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import type { ValidRequest } from "../../values/index.js";
import {
  changeAllAndRead,
  changeAndRead,
  expectOtherBooleansKept,
  expectOtherListsReplaced,
  type ReadChange,
} from "./read-change-verbs.js";

/** A body that is put to the address of an own item can be read there. */
export const replaced: OwnProperty = {
  id: "replaced",
  requirement: {
    explains: ["left-out"],
    name: "replaced",
    level: "implied",
    // Of parts, too.
    isOf: (op, { api }) => op.method === "PUT" && op.body !== undefined && api.readOf(op) !== undefined,
    proof:
      "an item of the run is replaced, also by what is empty, read, and compared with what was sent; another item of the run is read before and after, also where its id is in the body",
  },
  sentence: ({ op }) =>
    `An item that ${op.id} replaces has the values that were sent, and no other item is changed.`,
  source: "RFC 9110, section 9.3.4",
  phase: "populate",
  about: readChanges,
  when: ({ op }) => op.method === "PUT",
  run: async (t: Actor, roles) => {
    const change = await changeAllAndRead(t, await requestToItem(t, roles));
    t.expectStored(change, change.found);
    await expectOtherListsReplaced(t, change.sent);
    await expectOtherBooleansKept(t, change);
  },
};

/** A valid request to an item that is there: to a new one, where an earlier change has lost the usual one. */
async function requestToItem(t: Actor, { create }: Roles): Promise<ValidRequest> {
  const usual = t.request();
  const lost = t.items().find(({ path }) => path === addressOf(usual.request.path));
  if (lost === undefined || (await t.read(lost)) !== undefined) return usual;
  t.forget(lost);
  if (create !== undefined && t.items().length === 0) await t.unlessSkipped(() => t.add());
  return t.request();
}

/** A change of one member changes that one, and no other. */
export const changed: OwnProperty = {
  id: "changed",
  requirement: {
    name: "changed",
    level: "implied",
    // Of parts, too, and of updates that are posted.
    isOf: (op, { api }) =>
      (op.method === "PATCH" && op.body !== undefined && api.readOf(op) !== undefined) ||
      updatesItem(op, api),
    proof:
      "one member of an item of the run is changed at a time, also to what is empty, and the whole is read and compared, also with what was sent when it was created; other items are read before and after, also where their id is in the body; where a JSON patch is described, one is sent, too",
  },
  sentence: ({ op }) => `${op.id} changes the members that it is sent, and nothing else.`,
  source: "RFC 5789, section 2",
  phase: "populate",
  about: readChanges,
  when: ({ op }) => op.method === "PATCH",
  run: async (t: Actor, { op }) => {
    // First everything is changed, so that it is known what has to stay.
    const usual = t.request();
    const all = await changeAllAndRead(t, usual);
    t.expectStored(all, all.found);
    const one = oneMember(t, all);
    t.assume(one !== undefined, "no text");
    const request = { ...usual.request, label: `a change of ${one.name} alone` };
    const { found } = await changeAndRead(t, { request, body: one.body });
    t.expectStored({ sent: one.body }, found);
    t.expectStored({ sent: one.others }, found);
    // Elsewhere a change may add to a list.
    if (isMergePatch(op)) await expectOtherListsReplaced(t, all.sent);
    await expectOtherBooleansKept(t, all);
  },
};

/**
 * Chooses a text of the run, among the members that an item shows as a change sent them; undefined where there is none.
 * @returns its name; a body with another text in it, and without other members but versions; and the body that was sent before, with
 * those members alone that have to stay
 */
function oneMember(t: Actor, { sent, found }: ReadChange) {
  const fresh = t.freshBody();
  const wrapped = t.pathToMembers(sent);
  const membersOf = (body: Json) => entriesOf(valueAt(body, wrapped));
  const kept = t.differences({ sent }, found).map(({ path }) => path[wrapped.length]);
  const [name, text] =
    membersOf(fresh).find(([each, value]) => t.isUniqueText(value) && !kept.includes(each)) ?? [];
  if (name === undefined || text === undefined) return undefined;
  const versions = membersOf(fresh).filter(([each]) => isVersion(each));
  const others = membersOf(sent).filter(([each]) => each !== name && !kept.includes(each));
  return {
    name,
    body: withValueAt(fresh, wrapped, { ...Object.fromEntries(versions), [name]: text }),
    others: withValueAt(sent, wrapped, Object.fromEntries(others)),
  };
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(isJsonObject(value) ? value : {});
}

/**
 * A list that is sent to change an item is there then. Where what was there before is there, too, that is said, and no failure,
 * unless the list gets longer than it may be: nothing says whether a change in plain JSON adds to a list, or takes its place.
 */
export const addedLists: Property = {
  id: "lists",
  requirement: () => "changed",
  sentence: ({ op }) => `${op.id} replaces lists`,
  phase: "populate",
  about: patches,
  when: ({ op }) => !isMergePatch(op) && hasLists(op),
  run: async (t: Actor, { create }) => {
    const item = await t.create();
    const change = t.applied(await t.change(item, "valid"));
    const found = await t.readChanged(item, change);
    t.expectStored(change, found);
    const [before, now] = [t.pair(item.sent, item.found, create), t.pair(change.sent, found)];
    if (now === undefined) return;
    const isAddedTo = (name: string): boolean =>
      t.hasWordOf(renderJson(now.found[name] ?? null), before?.sent[name] ?? null, now.sent[name]);
    const name = Object.keys(now.sent).find(
      (each) => Array.isArray(now.sent[each]) && !matches(each, "growing-lists") && isAddedTo(each),
    );
    if (name === undefined) return;
    const most = mostItemsOf(now, name);
    if (most !== undefined) await expectRoom(t, item, { name, place: [...now.path, name], most });
    t.assume(false, "added to", name);
  },
};

/** A list, and the most items that it may be shown with. */
interface FullList {
  readonly name: string;
  readonly place: readonly string[];
  readonly most: number;
}

/** Sends a list that is as long as it may be: what was there before has no room beside it. */
async function expectRoom(t: Actor, item: Item, { name, place, most }: FullList): Promise<void> {
  const change = await t.change(item, `valid, with ${most} items in ${name}`, (body) => {
    const items = Array.from({ length: most }, () => valueAt(t.freshBody(), [...place, "*"]));
    const present = items.filter((each) => each !== undefined);
    return withValueAt(body, place, present);
  });
  if (change === undefined) return;
  const found = await t.read(item);
  const list = found && t.pair(change.sent, found)?.found[name];
  t.expect(!Array.isArray(list) || list.length <= most, {
    problem: `${name} gets longer than it may be`,
    expected: `${name} is what was sent: ${most} items, the most that it may have`,
    actual: `${Array.isArray(list) ? list.length : 0} items, with what was there before`,
    at: { in: "body", pointer: `/${name}` },
    exchange: change.exchange,
  });
}
