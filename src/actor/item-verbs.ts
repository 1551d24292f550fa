import { isSuccess } from "../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../json/index.js";
import { addressOf, idNames, idOf, membersShownIn } from "../model/index.js";
import { schemaAt } from "../schema/index.js";
import {
  type ApiState,
  assume,
  baselineOf,
  createdKind,
  createItem,
  eventually,
  expectOperation,
  freshBaseline,
  isThere,
  type KnownItem,
  markersIn,
  ownItemAt,
  readItem,
  reserveItem,
  shownAt,
  validRequest,
} from "../session/index.js";
import { accepting, type Case, orRefused } from "../transport/index.js";
import { at, effectiveStatus, isNumber, onItem, pairOf, type Representations } from "../values/index.js";
import { isComputed } from "./comparison/comparison.js";
import { createAndRead, type MadeItem } from "./comparison/read-back.js";
import {
  expectUntouched,
  isIdName,
  type MarkedItem,
  mentions,
  othersBeside,
  ownOf,
  showingSent,
} from "./items/isolated-items.js";
import { type Item, newItem, unknownAddress } from "./items/new-items.js";
import { below, type Nested, ownBelow } from "./lists/parents.js";
import { visibilityFingerprint } from "./lists/unsorted-items.js";
import type { RequestVerbs } from "./request-verbs.js";
import type { Address, Answer, Stage } from "./stage.js";

/** An item that was created below another one, as the response to its creation shows it. */
export interface NestedItem extends Answer {
  readonly sent: Json;
}

/** An item to which an action was done. */
export interface ActedOn {
  readonly item: KnownItem;
  readonly before: Json;
  readonly answer: Answer;
}

/** Creates, borrows, reads and deletes items. */
export interface ItemVerbs {
  /** Creates an item from a valid body, after an edit, and reads it. */
  readonly create: (edit?: (body: Json) => Json) => Promise<Item>;
  /**
   * Creates an item from a valid body, after an edit, and reads it: one that is put gets an id that no item has.
   * @returns undefined where that is refused, or nothing is read
   */
  readonly createAndRead: (label: string, edit: (body: Json) => Json) => Promise<MadeItem | undefined>;
  /** Creates an item that need not be readable. */
  readonly add: () => Promise<KnownItem>;
  /** Adds an item, where the server accepts one more. @returns whether it did */
  readonly addAnother: () => Promise<boolean>;
  /** Creates an item below another one, from a whole body, or from what is required alone. */
  readonly addBelow: (parent: Address, isMinimal?: boolean) => Promise<NestedItem>;
  /** An item of the run that is there already: a property may change it, and does not delete it. */
  readonly borrow: () => KnownItem;
  /** An item of the run that was created below another one, as it is shown: a property leaves it as it is. */
  readonly borrowNested: () => Promise<Nested>;
  /** The items of the run that are there already. */
  readonly items: () => readonly KnownItem[];
  /** Another item of the run, as it is read, which does not refer to this one; undefined where none is known. */
  readonly neighbourOf: (item: KnownItem) => Promise<(Address & { readonly found: Json }) | undefined>;
  /**
   * Other items of the run that show words of their own, and do not refer to this one: the first, the last, and a chosen one. Where none
   * shows such words, some that are there.
   */
  readonly othersBeside: (item: KnownItem, chosen: KnownItem) => Promise<readonly MarkedItem[]>;
  /** The first of some items that shows words which its creation sent, if one does. */
  readonly showingSent: (items: readonly KnownItem[]) => Promise<readonly MarkedItem[]>;
  /** The address of an item that surely is not there. */
  readonly unknownItem: () => Address;
  /** The members of an item, without what wraps them. */
  readonly membersOf: (shown: Json | undefined) => JsonObject;
  /** Reads an item; undefined where it is not there. */
  readonly read: (item: Address) => Promise<Json | undefined>;
  /** Asks for a part of an item, which need not be there. */
  readonly readPart: (part: Address) => Promise<Answer>;
  /** The traits by which a list may hide an item; undefined where it is not served, or shows no word that was sent. */
  readonly traitsOf: (item: KnownItem) => Promise<string | undefined>;
  readonly isThere: (item: Address) => Promise<boolean>;
  /** Does the action of the operation to a new item. @returns the item, as it was before, and the answer */
  readonly act: () => Promise<ActedOn>;
  /** Does it once more to the same item. @returns the status */
  readonly actAgain: (item: KnownItem) => Promise<number>;
  /** Does a response show this very item? */
  readonly showsItem: (item: KnownItem, shown: Json | undefined) => boolean;
  /** Deletes an item. */
  readonly remove: (item: KnownItem) => Promise<void>;
  /** Sends a deletion, and notes what becomes of the item. @returns its status */
  readonly sendDeletion: (request: Case) => Promise<number>;
  /** Were items that the operation has created recognised as the run's own? */
  readonly areRecognised: () => boolean;
  /** Have items of the run the value of this member as their id? */
  readonly isItsId: (name: string) => boolean;
  /** Notes that an item moved to another address, or vanished. */
  readonly forget: (item: Address) => void;
  /** Expects that items still show their words; of those that may be gone, only as long as they are there. */
  readonly expectUntouched: (
    items: readonly MarkedItem[],
    options?: { readonly check?: string | undefined; readonly mayBeGone?: boolean },
  ) => Promise<void>;
}

/** Items that are read, of which one may be there. */
const mostRead = 2;

/** The verbs by which a property works on items. */
export function itemVerbs(stage: Stage, { request, requestAt }: RequestVerbs): ItemVerbs {
  const { t, roles, check, reading, creating, answerOf } = stage;
  const { inventory, fixtures, api } = t.state;
  const ownItems = (): readonly KnownItem[] => ownOf(t, api.resourceAt(reading().path));
  return {
    create: async (edit) => newItem(t, creating(), edit),
    createAndRead: (label, change) => {
      const { shape } = baselineOf(t, roles.op);
      return createAndRead(t, { operation: roles.op, read: reading(), shape }, { change, label });
    },
    add: async () => {
      assume(roles.create !== undefined, "no item");
      return (await createItem(t, roles.create)).item;
    },
    addAnother: async () => {
      const { create } = roles;
      if (create === undefined || !t.state.learned.baselines.has(create.id)) return false;
      const { request } = freshBaseline(t, create);
      const parsed = await t.sendAnyway({ ...request, label: "one more for the list" });
      return isSuccess(parsed?.response.status ?? 0);
    },
    addBelow: async (parent, isMinimal = false) => {
      const { request: nested, body = null } = request({ path: below(roles.op, parent.path), isMinimal });
      const answer = answerOf(await t.send(nested));
      const { status } = answer.response;
      assume(isSuccess(status) && status !== 202, "not created", status);
      return { ...answer, sent: body };
    },
    borrow: () => {
      const item = ownItems().find(({ path }) => !fixtures.addresses.has(path));
      assume(item !== undefined, "no item");
      return item;
    },
    borrowNested: async () => {
      const found = roles.nested && (await ownBelow(t, roles.nested));
      assume(found !== undefined, "nothing nested");
      return found;
    },
    items: ownItems,
    neighbourOf: async ({ id, path: own, resource }) => {
      const read = reading();
      const others = ownOf(t, resource).filter(({ path }) => path !== own);
      for (const item of others.toReversed().slice(0, mostRead)) {
        const found = await readItem(t, read, item);
        if (found !== undefined && !mentions(found, id, isIdName)) return { ...item, found };
      }
      return undefined;
    },
    othersBeside: (item, chosen) => othersBeside(t, reading(), item, chosen),
    showingSent: async (items) => showingSent(t, creating(), items),
    unknownItem: () => ({ path: unknownAddress(t, reading()) }),
    membersOf: (shown) => membersShownIn(api.resourceAt(reading().path), shown),
    read: (item) => readItem(t, reading(), item),
    readPart: async (part) => {
      const { request: usual } = validRequest(t.state, reading());
      const accepts = [...usual.accepts, ...accepting(404)];
      return answerOf(await t.send({ ...at(usual, part), accepts, label: "a part of an item of the run" }));
    },
    traitsOf: async (item) => {
      const found = await shownAt(t, reading(), item);
      const isOwn = found !== undefined && markersIn(t.state, renderJson(found)).length > 0;
      return isOwn ? renderJson(visibilityFingerprint(t.state, idNames(item.resource), found)) : undefined;
    },
    isThere: (item) => isThere(t, { read: reading(), item }),
    act: async () => {
      await reserveItem(t, roles.op);
      const item = ownItemAt(inventory, fixtures.next.get(roles.op.id) ?? "");
      const before = item && (await readItem(t, reading(), item));
      assume(item !== undefined && before !== undefined, "no item");
      const { request: action } = request();
      const label = "done to a new item";
      const answer = answerOf(await t.send({ ...action, accepts: orRefused(action), label }));
      const { status } = answer.response;
      assume(isSuccess(status) && status !== 202, "not changed", status);
      return { item, before, answer };
    },
    actAgain: async (item) => {
      const action = onItem(request().request, item);
      const label = "done to the same item again";
      return effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
    },
    showsItem: ({ id, resource }, shown) => idOf(resource, membersShownIn(resource, shown)) === id,
    remove: async (item) => {
      const { status } = (await t.send(requestAt(item))).response;
      assume(isSuccess(status) && status !== 202, "not deleted", status);
      inventory.forget(item);
      const isFound = await eventually(
        t,
        () => isThere(t, { read: reading(), item }),
        (found) => !found,
      );
      if (isFound) inventory.putBack(item);
      assume(!isFound, "still found");
    },
    sendDeletion: async (request) => {
      const path = addressOf(request.path);
      const wasDeleted = isSuccess(inventory.at(path)?.deletion?.status ?? 0);
      const parsed = await t.send(request);
      const { status } = parsed.response;
      if ([404, 410].includes(status)) {
        // Where something was found of a deleted item, this is how it shows again.
        const isGone = roles.read === undefined || !(await isThere(t, { read: roles.read, item: { path } }));
        inventory.noteDeletion(path, { status, fate: isGone ? "gone" : "kept" });
      }
      if (!isSuccess(status) && !wasDeleted) await expectOperation(t, roles.op, parsed, check);
      return status;
    },
    areRecognised: () => {
      const created = createdKind(t.state, roles.op);
      return (
        created !== undefined && inventory.items.some(({ own, resource }) => own && resource === created)
      );
    },
    isItsId: (name) =>
      [...inventory.creations.values()].some(
        ({ sent = null, addresses }) =>
          isJsonObject(sent) &&
          addresses.some((each) => inventory.at(inventory.present(each))?.item?.id === sent[name]),
      ),
    forget: (item) => inventory.forget(item),
    expectUntouched: async (items, options = {}) => {
      for (const each of items) await expectUntouched(t, reading(), each, { check, ...options });
    },
  };
}

/**
 * The names of plain members of an item that had another value before, and have the value that was sent for another item after.
 * Members that the server computes do not count.
 */
export function copiedMembers(state: ApiState, after: Representations, before: Json): readonly string[] {
  const [was, now] = [before, after.found].map((found) => pairOf(state.api, { ...after, found }));
  if (was === undefined || now === undefined) return [];
  return Object.entries(now.sent).flatMap(([name, value]) => {
    const [left, right] = [was.found[name], now.found[name]];
    const isPlain = typeof value === "boolean" || typeof value === "string" || isNumber(value);
    const isServers = schemaAt(now.schema, [name]).readOnly === true;
    if (!isPlain || isServers || left === undefined || right === undefined) return [];
    const isCopied = !isSameJson(left, right) && isSameJson(right, value);
    return isCopied && !isComputed(state, name, after.operation) ? [name] : [];
  });
}
