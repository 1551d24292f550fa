import type { KnownItem } from "../../actor/index.js";
import {
  type Actor,
  changesOfDeletable,
  type Facts,
  listedDeletions,
  type OwnProperty,
  type Property,
  type Roles,
  readDeletions,
  unreadDeletions,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { type Callable, matches, needsKey, parentUrl, showsAbsence, slugOf } from "../../model/index.js";
import { accepting } from "../../transport/index.js";
import {
  deleteAgain,
  expectCredentialNeeded,
  isKnown,
  isServedAsBefore,
  readTwice,
  removeCreated,
} from "./deletion-verbs.js";

/** The run reads this number of items after it has deleted them. It only deletes the others. */
const mostRead = 3;
/** Items beside these that are in other states, and are read as well. */
const mostUnlike = 4;

/** An item that is to be deleted. */
interface Deletable extends Pick<KnownItem, "id" | "path"> {
  /** Is it read before and after that? */
  readonly isRead: boolean;
  /** Where this item is in another state than most: the items in the usual state, which were deleted before it. */
  readonly usual: readonly Pick<KnownItem, "id" | "path">[];
  /** Is it changed and deleted once more, when it is gone? */
  readonly isTried: boolean;
}

/**
 * Each item of the run is deleted, which is also the clean-up within the phases. It is a finding if an item is shown as before then:
 * a server may go on showing what was deleted, as long as that is another representation. The other half of its sentence, that no
 * other item is gone, is tried by `deletionIsolation`.
 */
export const gone: OwnProperty = {
  id: "gone",
  requirement: {
    name: "gone",
    level: "implied",
    proof:
      "an item of the run is deleted, and asked for again; the ones that were created before and after it are still there",
  },
  sentence: ({ op }) => `An item that ${op.id} deletes is gone, and no other item is.`,
  source: "RFC 9110, section 9.3.5",
  phase: "final",
  order: "children first",
  about: readDeletions,
  inputs: deletablesOf,
  alsoTests: (roles, callable) => [
    ...alsoTestedBy(roles, callable),
    ...(roles.changes ?? []).map(({ op }) => `${slugOf(op)}/${unknownChange.id}`),
  ],
  run: async (t: Actor, roles, input) => {
    const item = input as Deletable;
    const request = t.requestAt(item);
    const isOwn = isKnown(t, item);
    const tryAgain = async (): Promise<void> => {
      if (!isOwn || !item.isTried) return;
      await changeAgain(t, roles, item);
      await t.unlessSkipped(() => deleteAgain(t, request));
    };
    const before = isOwn && item.isRead ? await readTwice(t, item) : undefined;
    if (item.isRead) await expectCredentialNeeded(t, request);
    const status = await t.sendDeletion(request);
    if ([404, 410].includes(status)) await tryAgain();
    if (before !== undefined && isRefusedNow(status)) {
      t.expect((await readTwice(t, item)) !== undefined, {
        problem: "refused, and gone",
        expected: `the item, as before, since its deletion was refused with ${status}`,
        actual: "it is not found any more",
        at: { in: "status" },
      });
    }
    t.assume(isSuccess(status), "not deleted", status);
    if (!isOwn || !item.isRead) return;
    t.assume(status !== 202, "not deleted", status);
    t.assume(before !== undefined, "not read before");
    const isShown = await isServedAsBefore(t, item, before);
    // An operation that archives items has nothing to do then.
    t.assume(!isShown || !showsAbsence(before[1]), "shown as deleted");
    // Where none of the usual ones is gone either, this state may be how a deleted item is shown.
    if (isShown && item.usual.length > 0) t.assume(await isOneGone(t, item.usual), "shown as deleted");
    t.expect(!isShown, {
      problem: "still there",
      expected: "404 or 410 (if that may take longer: --settle 2s)",
      actual: "2xx: it is still served",
      at: { in: "status" },
    });
    if (!isShown) await tryAgain();
  },
};

async function isOneGone(t: Actor, items: Deletable["usual"]): Promise<boolean> {
  for (const item of items) if (!(await t.isThere(item))) return true;
  return false;
}

/** Is a deletion refused, of an item that is there? */
function isRefusedNow(status: number): boolean {
  return status >= 400 && status < 500 && status !== 404 && status !== 410;
}

/** Items that nothing reads are deleted, too: all that can be seen is whether that is accepted. */
export const unreadDeletion: Property = {
  id: "valid",
  requirement: () => "valid",
  sentence: ({ op }) => `${op.id} deletes an item of the run`,
  phase: "final",
  order: "children first",
  about: unreadDeletions,
  inputs: deletablesOf,
  alsoTests: alsoTestedBy,
  run: async (t: Actor, _, input) => {
    const item = input as Deletable;
    const request = t.requestAt(item);
    if (item.isRead) await expectCredentialNeeded(t, request);
    const status = await t.sendDeletion(request);
    t.assume(isSuccess(status), "not deleted", status);
  },
};

/** The run reads a few of its items, and deletes all. */
function deletablesOf(_: Roles, { ownItems, statesOf }: Facts): readonly Deletable[] {
  const items = ownItems();
  const states = statesOf(items);
  const firsts = [...new Set(states)].map((state) => states.indexOf(state));
  const unlike = firsts.filter((index) => index >= mostRead).slice(0, mostUnlike);
  return items.map(({ id, path }, index) => ({
    id,
    path,
    isRead: index < mostRead || unlike.includes(index),
    usual: unlike.includes(index) ? items.slice(0, mostRead).map(({ id, path }) => ({ id, path })) : [],
    isTried: index === 0 && keepsItsId({ id, path }, items.slice(1)),
  }));
}

/**
 * May what was at an address be written to again once it is deleted, since nobody else can get its id? Where ids are counted, the
 * highest one in a collection may be given to the next item.
 */
function keepsItsId(
  { id, path }: Pick<KnownItem, "id" | "path">,
  later: readonly Pick<KnownItem, "path">[],
): boolean {
  return !/^\d{1,15}$/.test(id) || later.some((each) => parentUrl(each.path) === parentUrl(path));
}

function alsoTestedBy({ op }: Roles, { described }: Callable): readonly string[] {
  const checks = ["valid", "server-error", ...(needsKey(described, op) ? ["credential"] : [])];
  return checks.map((check) => `${slugOf(op)}/${check}`);
}

/** Tries every change of an item that is deleted. */
async function changeAgain(t: Actor, { changes = [] }: Roles, item: Deletable): Promise<void> {
  for (const roles of changes)
    await t.unlessSkipped(() => unknownChange.run(t.inRoles(roles, unknownChange.id), roles, item));
}

/**
 * A change of an item that is gone is refused, or has an effect: put to its address, an item may be there again. `gone` tries it on
 * the first item that it deletes, since items that come later keep its id from being given to another one.
 */
export const unknownChange: OwnProperty = {
  id: "unknown-change",
  requirement: {
    name: "unknown item",
    level: "implied",
    proof:
      "an item that the run has created and deleted is changed; a success counts only where no item can be read then",
  },
  sentence: ({ op }) => `${op.id} does not say that it has changed an item that is not there.`,
  source: "RFC 9110, section 15.5.5",
  phase: "final",
  about: changesOfDeletable,
  // `gone` tries it.
  inputs: () => [],
  run: async (t: Actor, { op }, input) => {
    const item = input as Deletable;
    const mayCreate = !matches(`${op.description ?? ""} ${op.rules ?? ""}`, "never-creates");
    const { request } = t.request({ path: item.path });
    t.assume(!(await t.isThere(item)), "still found");
    const accepts = [...request.accepts, ...accepting("4xx")];
    const { status } = await t.send({ ...request, accepts, label: "a change of an item that is deleted" });
    const exchange = t.lastExchange();
    const isPlain = isSuccess(status) && ![201, 202].includes(status);
    const isEffective = isPlain && (await t.until(() => t.isThere(item), Boolean));
    t.expect(!isPlain || (isEffective && mayCreate), {
      problem: isEffective ? "a change creates an item" : "a change of nothing is accepted",
      expected: mayCreate
        ? "404, or another refusal; or an item that can be read then (if that takes longer: --settle 2s)"
        : "404, or another refusal, since it never creates anything, as the description says",
      actual: `${status}, and there is ${isEffective ? "an" : "no"} item then`,
      at: { in: "status" },
      exchange,
    });
    if (isSuccess(status)) await removeCreated(t, item);
  },
};

/** A list may show an item as deleted. One that is built from time to time has to show a later item first. */
export const deletedListed: Property = {
  id: "listed",
  requirement: () => "gone",
  sentence: ({ op, list }) => `${list?.id} does not show an item that ${op.id} deleted`,
  phase: "final",
  about: listedDeletions,
  run: async (t: Actor) => {
    const item = await t.add();
    const before = (await t.list()).row(item);
    t.assume(before !== undefined, "not listed");
    await t.remove(item);
    const row = async (): Promise<string | undefined> => (await t.list()).row(item);
    if ((await t.until(row, (text) => text !== before)) !== before) return t.pass();
    const later = await t.add();
    const first = await t.list();
    // Where ids are given again, it has the id of the one that is gone.
    if (first.row(later) !== undefined && first.row(item) !== before) return failUntilNext(t);
    await t.failIfAlways(
      "list",
      async () => {
        await t.settle();
        const list = await t.list();
        t.assume(list.row(later) !== undefined, "list may be old");
        if (list.row(item) !== before) return undefined;
        return {
          problem: "still in its list",
          expected: "no deleted item, since the list already shows one that was created after the deletion",
          actual: "the deleted item is shown as before (if it may stay for a while: --settle 2s)",
          at: { in: "body", pointer: "" },
        };
      },
      async () => t.assume(!(await t.isThere(item)), "still found"),
    );
  },
};

/** A list that shows each new item at once is not late: it need not wait for the next one to leave out what is deleted. */
function failUntilNext(t: Actor): Promise<void> {
  return t.failIfAlways("item", async () => {
    const item = await t.add();
    const row = async (): Promise<string | undefined> => (await t.list()).row(item);
    const before = await row();
    t.assume(before !== undefined, "list may be old");
    await t.remove(item);
    const [, last] = await t.untilSteady(before, row, (earlier, later) => earlier === later);
    if (last !== before) return undefined;
    const exchange = t.lastExchange();
    const next = await t.add();
    t.assume((await t.list()).row(next) !== undefined, "list may be old");
    return {
      problem: "still in its list",
      expected: "no deleted item, since the list shows each new item at once",
      actual: "the deleted item is shown as before until another one is created",
      at: { in: "body", pointer: "" },
      exchange,
    };
  });
}
