import type { Operation } from "../../description/index.js";
import { resourceOfAddress } from "../../model/index.js";
import { type ApiState, type Creation, type ItemRecord, isGone, ownItemAt } from "../../session/index.js";
import { deletionOf, presentAddresses } from "./clean-up.js";

/** Something that the run created and did not delete. */
export interface LeftItem {
  /** Its address; or how many there are, of which operation, and why nothing more is known. */
  readonly item: string;
  /** Why it was not deleted, where the item is an address. */
  readonly reason?: string;
  /** How many items they are, where it is no address. */
  readonly count?: number;
}

/** The items that the run created: each is deleted, or left. */
export interface Account {
  readonly created: number;
  readonly deleted: number;
  readonly left: readonly LeftItem[];
}

/** Draws up the account of a run. An item counts as created where something showed it: a success may have stored nothing. */
export function drawAccount(state: ApiState): Account {
  const { inventory } = state;
  const left = leftItems(state);
  const isDeleted = (record: ItemRecord): boolean =>
    isGone(inventory, record.address) || (record.isAbsent && wasSeen(record));
  const gone = [...inventory.former, ...[...inventory.records()].filter(isDeleted)];
  const deleted = gone.filter(({ isCreated }) => isCreated).length;
  return { created: deleted + left.reduce((sum, { count = 1 }) => sum + count, 0), deleted, left };
}

/** Did anything but the response to its creation show an item? */
function wasSeen({ isListed, shown, changes }: ItemRecord): boolean {
  return isListed || changes.length > 0 || shown.some(({ by }) => by === "read");
}

/** Returns the items that the run created and did not delete, neither directly nor with a parent. */
function leftItems(state: ApiState): readonly LeftItem[] {
  return [
    ...presentAddresses(state).map((item) => ({ item, reason: reasonFor(state, item) })),
    ...describeUntraced(state),
  ];
}

/** Why an item was not deleted. */
function reasonFor(state: ApiState, address: string): string {
  const { deletion, reason, isContested } = state.inventory.at(address) ?? {};
  if (deletion?.fate === "refused") return `DELETE was answered with ${deletion.status}`;
  if (deletion !== undefined) return `it is still there after DELETE was answered with ${deletion.status}`;
  if (reason !== undefined) return reason;
  if (isContested === true) return "more than one creation showed it, so that it may have been there before";
  const resource = resourceOfAddress(state.api.resources, address);
  if (resource === undefined || deletionOf(state, resource) === undefined)
    return "no operation that the run may call deletes it";
  if (ownItemAt(state.inventory, address) === undefined) return "nothing shows that it is the run's own";
  return "the run ended before that";
}

/** Creations of which no address is known, by operation and by what is known of them. */
function describeUntraced(state: ApiState): readonly LeftItem[] {
  const counts = new Map<string, { readonly count: number; readonly describe: (count: number) => string }>();
  for (const creation of state.inventory.creations.values()) {
    const describe = describeCreation(state, creation);
    const isPossible = !isGone(state.inventory, creation.collection) && !createsNothing(state, creation);
    if (describe === undefined || !isPossible) continue;
    const key = describe(0);
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, describe });
  }
  return [...counts.values()].map(({ count, describe }) => ({ item: describe(count), count }));
}

/** Did nothing exist at any of the addresses that an operation showed? Then it is no creation of items. */
function createsNothing({ inventory }: ApiState, { operation }: Creation): boolean {
  const shown = [...inventory.creations.values()].flatMap((each) =>
    each.operation === operation ? each.addresses : [],
  );
  const wasAbsent = (address: string): boolean => {
    const record = inventory.at(address);
    return record?.isAbsent === true || [404, 410].includes(record?.deletion?.status ?? 0);
  };
  return shown.length > 0 && shown.every(wasAbsent);
}

/** Says what is known of the items of such creations; undefined where there are none, or their addresses are known. */
function describeCreation(
  { api }: ApiState,
  { operation, status, addresses }: Creation,
): ((count: number) => string) | undefined {
  if (addresses.length > 0) return undefined;
  const name = itemsOf(operation);
  if (status === undefined)
    return (count) => `perhaps ${name(count)}: the connection broke before the response`;
  if (status === 202) return (count) => `perhaps ${name(count)}, accepted, and no id was shown`;
  if (status !== 201) return undefined;
  const hasPath = api.resourceIn(operation) !== undefined;
  return (count) => `${name(count)}, ${hasPath ? "no id was shown" : "to which no path leads"}`;
}

function itemsOf({ method, path }: Operation): (count: number) => string {
  return (count) => `${count} ${count === 1 ? "item" : "items"} of ${method} ${path}`;
}
