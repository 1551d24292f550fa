import { isSuccess } from "../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject } from "../json/index.js";
import { addressOf, idOf, membersShownIn } from "../model/index.js";
import { schemaAt } from "../schema/index.js";
import {
  type ApiState,
  assume,
  baselineOf,
  createdKind,
  createItem,
  eventually,
  expectOperation,
  isThere,
  type KnownItem,
  readItem,
  validRequest,
} from "../session/index.js";
import { accepting, type Case } from "../transport/index.js";
import { at, isNumber, pairOf, type Representations } from "../values/index.js";
import { isComputed } from "./comparison/comparison.js";
import { createAndRead, type MadeItem } from "./comparison/read-back.js";
import { isIdName, mentions, ownOf } from "./items/isolated-items.js";
import { type Item, newItem, unknownAddress } from "./items/new-items.js";
import type { RequestVerbs } from "./request-verbs.js";
import type { Address, Answer, Stage } from "./stage.js";

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
  /** An item of the run that is there already: a property may change it, and does not delete it. */
  readonly borrow: () => KnownItem;
  /** The items of the run that are there already. */
  readonly items: () => readonly KnownItem[];
  /** Another item of the run, as it is read, which does not refer to this one; undefined where none is known. */
  readonly neighbourOf: (item: KnownItem) => Promise<(Address & { readonly found: Json }) | undefined>;
  /** The address of an item that surely is not there. */
  readonly unknownItem: () => Address;
  /** The members of an item, without what wraps them. */
  readonly membersOf: (shown: Json | undefined) => JsonObject;
  /** Reads an item; undefined where it is not there. */
  readonly read: (item: Address) => Promise<Json | undefined>;
  /** Asks for a part of an item, which need not be there. */
  readonly readPart: (part: Address) => Promise<Answer>;
  readonly isThere: (item: Address) => Promise<boolean>;
  /** Does a response show this very item? */
  readonly showsItem: (item: KnownItem, shown: Json | undefined) => boolean;
  /** Deletes an item. */
  readonly remove: (item: KnownItem) => Promise<void>;
  /**
   * Sends a deletion, and notes what becomes of the item. That the operation itself is not there is a finding.
   * @returns its status, whatever it is
   */
  readonly sendDeletion: (request: Case) => Promise<number>;
  /** Were items that the operation has created recognised as the run's own? */
  readonly areRecognised: () => boolean;
  /** Have items of the run the value of this member as their id? */
  readonly isItsId: (name: string) => boolean;
  /** Notes that an item moved to another address, or vanished. */
  readonly forget: (item: Address) => void;
}

/** Items that are read, of which one may be there. */
const mostRead = 2;

/** The verbs by which a property works on items. */
export function itemVerbs(
  { t, roles, check, reading, creating, answerOf }: Stage,
  { requestAt }: RequestVerbs,
): ItemVerbs {
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
    borrow: () => {
      const item = ownItems().find(({ path }) => !fixtures.addresses.has(path));
      assume(item !== undefined, "no item");
      return item;
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
    unknownItem: () => ({ path: unknownAddress(t, reading()) }),
    membersOf: (shown) => membersShownIn(api.resourceAt(reading().path), shown),
    read: (item) => readItem(t, reading(), item),
    readPart: async (part) => {
      const { request: usual } = validRequest(t.state, reading());
      const accepts = [...usual.accepts, ...accepting(404)];
      return answerOf(await t.send({ ...at(usual, part), accepts, label: "a part of an item of the run" }));
    },
    isThere: (item) => isThere(t, { read: reading(), item }),
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
