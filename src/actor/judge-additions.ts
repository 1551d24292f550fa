import type { Operation } from "../description/index.js";
import { isSuccess } from "../engine/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { type Addition, addedOnce, type Broken, isBroken, type Row } from "../laws/index.js";
import { itemAddress, matches, membersShownIn, type Resource } from "../model/index.js";
import {
  type ApiState,
  type Creation,
  isNewSince,
  markersIn,
  showsOneOf,
  trustsOtherEvidence,
} from "../session/index.js";
import type { Case } from "../transport/index.js";
import { bodyTextOf } from "../values/index.js";
import { ownTextsOf } from "./item-views.js";

/** Sends a creation again that may have added two items, with other words, and looks for both: plain data. */
export interface AdditionReenactment {
  readonly kind: "addition";
  readonly list: string;
  readonly request: Case;
}

/** A list as a response shows it. */
export interface ShownList {
  readonly resource: Resource;
  /** The request for it. */
  readonly request: Pick<Case, "path">;
  readonly rows: readonly Row[];
}

/** Rows of one response that are compared with those of other items. */
const mostCompared = 10;

/**
 * Judges by the rows of a list whether creations have added one item each, and suspects those that may have added two.
 * @returns the id of the law, where it was kept
 */
export function judgeAddedOnce(
  state: ApiState,
  list: Operation,
  shown: ShownList,
  isWhole: boolean,
): readonly string[] {
  const { inventory, suspicions } = state;
  if (inventory.creations.size === 0 || inventory.isFull()) return [];
  const isOpen = (address: string): boolean =>
    inventory.at(address)?.seenAt === undefined || suspicions.unclaimed.has(address);
  const seconds = rowsWithoutCreation(state, shown, isOpen);
  for (const { row, address } of seconds.slice(0, mostCompared)) {
    suspicions.noteUnclaimed(address);
    const creation = creationOf(state, row, address);
    const addition = creation && additionBy(state, shown, creation, row);
    const request = creation && requestOf(state, creation);
    if (addition === undefined || request === undefined || !isBroken(addedOnce.judge(addition))) continue;
    const input: AdditionReenactment = { kind: "addition", list: list.id, request };
    suspicions.note({ law: addedOnce.id, operation: request.operation, input });
  }
  const hasCreated = shown.rows.some((row) => isCreated(state, addressOfRow(state, shown, row)));
  return isWhole && hasCreated && seconds.length === 0 ? [addedOnce.id] : [];
}

/** A row, and the address of its item. */
interface PlacedRow {
  readonly row: Row;
  readonly address: string;
}

/** The rows with words of the run to which no creation led, as far as their addresses are in question. */
function rowsWithoutCreation(
  state: ApiState,
  shown: ShownList,
  isOpen: (address: string) => boolean,
): readonly PlacedRow[] {
  return shown.rows.flatMap((row) => {
    const address = addressOfRow(state, shown, row);
    if (isCreated(state, address) || !isOpen(address)) return [];
    return markersIn(state, renderJson(row.members)).length > 0 ? [{ row, address }] : [];
  });
}

function addressOfRow({ inventory }: ApiState, { resource, request }: ShownList, { id }: Row): string {
  return inventory.present(itemAddress(resource, request.path, id));
}

/** Did a creation lead to what is at an address, as far as its response is there? */
function isCreated({ inventory }: ApiState, address: string): boolean {
  const record = inventory.at(address);
  return record?.isCreated === true || record?.creator !== undefined;
}

/**
 * The creation whose words a row shows, although it led to another item; undefined where that is not sure: the item may have been there
 * before, or the request have been sent twice.
 */
function creationOf(state: ApiState, { members }: Row, address: string): Creation | undefined {
  const shown = new Set(markersIn(state, renderJson(members)));
  const [creation, ...others] = [...state.inventory.creations.values()].filter(({ markers }) =>
    markers.some((each) => shown.has(each)),
  );
  if (creation === undefined || others.length > 0 || creation.isResent) return undefined;
  const isAccepted = isSuccess(creation.status ?? 0) && creation.addresses.length === 1;
  return isAccepted && isNewSince(state, address, creation.sentAt) ? creation : undefined;
}

/** The request of a creation; undefined where it is sent no longer ago than can be remembered, or more than once. */
function requestOf(state: ApiState, { operation, markers }: Creation): Case | undefined {
  const [sent, ...others] = state.suspicions.sent.filter(
    ({ request }) => request.operation === operation.id && showsOneOf(bodyTextOf(request), markers),
  );
  return others.length > 0 ? undefined : sent?.request;
}

/** Compares a row with that of the item which a creation led to; undefined where the list does not show that. */
function additionBy(
  state: ApiState,
  shown: ShownList,
  creation: Creation,
  second: Row,
): Addition | undefined {
  const { resource, rows } = shown;
  const [address = ""] = creation.addresses.map(state.inventory.present);
  const found = rows.filter((row) => isCreated(state, addressOfRow(state, shown, row)));
  const plain = ({ id, members }: Row): Row => ({ id, members: membersShownIn(resource, members) });
  const created = found.find((row) => addressOfRow(state, shown, row) === address);
  if (created === undefined || !isJsonObject(creation.sent)) return undefined;
  if (Object.entries(creation.sent).some(asksForSeveral)) return undefined;
  return {
    text: `POST ${creation.collection}`,
    status: creation.status ?? 0,
    sent: membersShownIn(resource, creation.sent),
    created: plain(created),
    others: found
      .filter((row) => row !== created)
      .slice(0, mostCompared)
      .map(plain),
    second: plain(second),
    isOwnText: ownTextsOf(state),
  };
}

/** Says a member how many items are to be added? */
function asksForSeveral([name, value]: readonly [string, Json]): boolean {
  return typeof value === "bigint" && value > 1n && matches(name, "quantities");
}

/** A row of an item that a creation has added, beside the one that it was answered with. */
interface SecondRow extends PlacedRow {
  readonly creation: Creation;
  readonly broken: Broken;
}

/** The items of a list that creations have added beside those that they were answered with. */
export function addedTwice(state: ApiState, shown: ShownList): readonly SecondRow[] {
  return rowsWithoutCreation(state, shown, () => true).flatMap(({ row, address }) => {
    const creation = creationOf(state, row, address);
    const addition = creation && additionBy(state, shown, creation, row);
    const judgement = addition && addedOnce.judge(addition);
    const isFound = creation !== undefined && judgement !== undefined && isBroken(judgement);
    return isFound ? [{ row, address, creation, broken: judgement }] : [];
  });
}

/**
 * Counts the items of a list as the run's that creations have added beside those that they were answered with, where the server is known
 * to do so. Another run with the same seed has the same words: where the store matters, these items are named alone.
 */
export function claimAddedTwice(state: ApiState, shown: ShownList): void {
  const { inventory } = state;
  const added = rowsWithoutCreation(state, shown, () => true).map((each) => ({
    ...each,
    creation: creationOf(state, each.row, each.address),
  }));
  for (const { row, address, creation } of added) {
    if (creation === undefined || added.filter((each) => each.creation === creation).length > 1) continue;
    inventory.noteAnnounced(address);
    if (trustsOtherEvidence(state))
      inventory.takeOver({ resource: shown.resource, id: row.id, path: address, own: true });
    else inventory.noteReason(address, "another run with the same seed may have created it");
  }
}
