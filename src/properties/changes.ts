import { type Actor, type OwnProperty, type ReadChange, type Roles, readChanges } from "../engine/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { addressOf, isMergePatch, isVersion, updatesItem, valueAt, withValueAt } from "../model/index.js";
import type { ValidRequest } from "../values/index.js";

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
    const change = await t.changeAllAndRead(await requestToItem(t, roles));
    t.expectStored(change, change.found);
    await t.expectListsReplaced(change.sent);
    await t.expectBooleansKept(change);
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
    const all = await t.changeAllAndRead(usual);
    t.expectStored(all, all.found);
    const one = oneMember(t, all);
    t.assume(one !== undefined, "no text");
    const request = { ...usual.request, label: `a change of ${one.name} alone` };
    const { found } = await t.changeAndRead({ request, body: one.body });
    t.expectStored({ sent: one.body }, found);
    t.expectStored({ sent: one.others }, found);
    // Elsewhere a change may add to a list.
    if (isMergePatch(op)) await t.expectListsReplaced(all.sent);
    await t.expectBooleansKept(all);
  },
};

/** One member of a body, and the others. */
interface OneMember {
  readonly name: string;
  /** A body with another text in this member, and without others but versions. */
  readonly body: Json;
  /** The body that was sent before, with those members alone that have to stay. */
  readonly others: Json;
}

/** Chooses a text of the run, among the members that an item shows as a change sent them; undefined where there is none. */
function oneMember(t: Actor, { sent, found }: ReadChange): OneMember | undefined {
  const fresh = t.freshBody();
  const wrapped = t.pathToMembers(sent);
  const membersOf = (body: Json): readonly (readonly [string, Json])[] => {
    const members = valueAt(body, wrapped);
    return Object.entries(isJsonObject(members) ? members : {});
  };
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
