import { claimAddedTwice } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess, shownJson, shownText, unlessSkipped } from "../../engine/index.js";
import { type JsonObject, renderJson } from "../../json/index.js";
import {
  collectionPathOf,
  decodeOnce,
  itemAddress,
  parentUrl,
  plainPath,
  type Resource,
  resourceOfAddress,
  showsDeletion,
} from "../../model/index.js";
import { NoValue } from "../../schema/index.js";
import {
  type ApiState,
  anotherShown,
  buildRequest,
  type Creation,
  createdKind,
  eventually,
  followMissing,
  idsOfRow,
  isGone,
  isNewSince,
  isOfOthers,
  type KnownItem,
  markersIn,
  ownItemAt,
  type Rows,
  responseAt,
  rowsAt,
  sendSafely,
  showsOneOf,
  showsValuesOf,
  trustsOtherEvidence,
} from "../../session/index.js";
import type { Response } from "../../transport/index.js";
import { at, newId } from "../../values/index.js";

/**
 * Deletes what the checks have left of the run's own items, and reads what was deleted: only what is seen to be gone counts as
 * deleted. Creations whose response got lost are looked for in their lists before.
 */
export async function cleanUp(state: ApiState): Promise<void> {
  const { creations, items, records, at: recordAt } = state.inventory;
  const hasDeleted = [...records()].some(({ deletion }) => deletion !== undefined);
  if (state.settings.readOnly || (creations.size === 0 && !hasDeleted && !items.some(({ own }) => own)))
    return;
  await findLost(state);
  await claimUnlearned(state);
  await claimSeconds(state);
  await deleteRest(state);
  const shown = createReader(state);
  await verifyDeletions(state, shown);
  for (const address of presentAddresses(state))
    if (recordAt(address)?.deletion?.fate !== "kept") await verifyPresent(state, address, shown);
}

/** Verifies that deleted items are gone. Everything below such an item went with it. */
async function verifyDeletions(state: ApiState, shown: Reader): Promise<void> {
  const { inventory } = state;
  const parentsFirst = [...inventory.records()]
    .filter(({ deletion }) => deletion !== undefined)
    .toSorted((left, right) => depthOf(left.address) - depthOf(right.address));
  const gone: string[] = [];
  // All of them had that long to go.
  const until = state.clock.elapsed() + state.clock.settle;
  for (const { address, deletion } of parentsFirst) {
    if (deletion === undefined || deletion.fate === "refused") continue;
    const { status, fate } = deletion;
    const isBelow = gone.some((each) => address.startsWith(`${each}/`));
    const isThere =
      isBelow || fate === "gone" ? false : await shown.isThere(address, until - state.clock.elapsed());
    if (isThere === false) gone.push(address);
    // Where nothing can be read, the success counts.
    if (isThere !== undefined) inventory.noteDeletion(address, { status, fate: isThere ? "kept" : "gone" });
  }
}

function depthOf(address: string): number {
  return address.split("/").length;
}

/** Looks whether anything is at an address, and whose that is. */
async function verifyPresent(state: ApiState, address: string, shown: Reader): Promise<void> {
  const { inventory } = state;
  if ((await shown.isThere(address, 0)) === false) {
    inventory.noteAbsent(address);
    return;
  }
  const resource = resourceOfAddress(state.api.resources, address);
  const read = resource?.read;
  const isOthers =
    ownItemAt(state.inventory, address) === undefined && (await isOfOthers(state, read, address));
  const hasMarkers = [...state.inventory.creations.values()].some(
    ({ addresses, markers }) => addresses.includes(address) && markers.length > 0,
  );
  if (isOthers && hasMarkers) inventory.noteReason(address, anotherShown);
}

/** Addresses of what the run created, or may have, as far as nothing shows that it is gone. */
export function presentAddresses({ inventory }: ApiState): readonly string[] {
  const { items, records } = inventory;
  const own = items.filter((each) => each.own).map(({ path }) => path);
  const announced = [...records()].flatMap(({ isAnnounced, address }) => (isAnnounced ? [address] : []));
  return [...new Set([...own, ...announced])].filter(
    (each) => inventory.at(each)?.isAbsent !== true && !isGone(inventory, each),
  );
}

/**
 * Looks for items whose creation showed no id, by the markers in the rows of their list: the response was lost, or a server stored
 * what it refused.
 */
async function findLost(state: ApiState): Promise<void> {
  const { creations } = state.inventory;
  const pages = new Map<string, (Rows & { readonly texts: readonly string[] }) | undefined>();
  for (const [trace, creation] of [...creations]) {
    const { operation, collection, markers } = creation;
    const list = state.api.listAt(collectionPathOf(operation));
    const resource = createdKind(state, operation);
    const isPossible = creation.addresses.length === 0 && creation.sent !== undefined;
    if (!isPossible || list === undefined || resource === undefined || !state.effects.has(list.id)) continue;
    if (!pages.has(collection)) {
      const rows = await rowsAt(state, list, collection);
      pages.set(collection, rows && { ...rows, texts: rows.rows.map((row) => renderJson(row)) });
    }
    const page = pages.get(collection);
    const isRefused = (creation.status ?? 0) >= 400;
    const row = page?.rows.find(
      (each, index) =>
        (showsOneOf(page.texts[index] ?? "", markers) || showsAllSent(state, resource, creation, each)) &&
        !(isRefused && isKnown(state, resource, collection, each)),
    );
    if (row === undefined) {
      // A creation whose connection broke stored nothing, where a whole list does not show it.
      if (page?.isWhole === true && !isSuccess(creation.status ?? 0)) state.inventory.dropCreation(trace);
      continue;
    }
    const [id] = idsOfRow(resource, row);
    if (id === undefined) continue;
    const path = itemAddress(resource, collection, id);
    state.inventory.noteAddress(trace, path);
    state.inventory.noteAnnounced(path);
    const isNamed = markersIn(state, id).length > 0 && isNewSince(state, path, creation.sentAt);
    if (isNamed || isOwnRow(state, path, creation))
      state.inventory.takeOver({ resource, id, path, own: true });
  }
}

/** Does a new row show all values that a creation without a word of the run sent? On other machines, it may be somebody's. */
function showsAllSent(
  state: ApiState,
  resource: Resource,
  { sent, sentAt, markers, collection }: Creation,
  row: JsonObject,
): boolean {
  const [id] = idsOfRow(resource, row);
  return (
    markers.length === 0 &&
    id !== undefined &&
    trustsOtherEvidence(state) &&
    isNewSince(state, itemAddress(resource, collection, id), sentAt) &&
    showsValuesOf(sent, row)
  );
}

/** Is a row that of an item whose creation is known? Another request with the same words may have been refused since that was there. */
function isKnown(state: ApiState, resource: Resource, collection: string, row: JsonObject): boolean {
  const [id = ""] = idsOfRow(resource, row);
  return state.inventory.at(itemAddress(resource, collection, id))?.isCreated === true;
}

/** Is what a row shows new since its creation, by an operation that creates items and changes none? */
function isOwnRow(state: ApiState, path: string, { operation, sentAt, status }: Creation): boolean {
  const { inventory } = state;
  const hasCreated = [...inventory.creations.values()].some(
    (each) => each.operation === operation && each.status === 201,
  );
  const isCreation = status === 201 || hasCreated || inventory.proven.has(operation.id);
  return isCreation && inventory.at(path)?.isContested !== true && isNewSince(state, path, sentAt);
}

/**
 * Items whose creation no check has looked at: they are the run's, where they are new, and show a marker of their own request. Such
 * requests are sent to see whether a connection breaks each time.
 */
async function claimUnlearned(state: ApiState): Promise<void> {
  const { creations } = state.inventory;
  const known = new Set(state.inventory.items.flatMap(({ own, path }) => (own ? [path] : [])));
  for (const creation of [...creations.values()])
    for (const path of creation.addresses) {
      const resource = resourceOfAddress(state.api.resources, path);
      const isOpen = !known.has(path) && isOwnRow(state, path, creation);
      if (resource === undefined || !isOpen || isGone(state.inventory, path)) continue;
      const { read } = resource;
      const shown = read === undefined ? undefined : await responseAt(state, read, { path });
      if (showsOneOf(shownText(shown), creation.markers))
        state.inventory.takeOver({ resource, id: idAt(path), path, own: true });
    }
}

/** Items that a server has added beside those that it answered with, where it was seen to do so. */
async function claimSeconds(state: ApiState): Promise<void> {
  const { suspicions, inventory, contract, api } = state;
  for (const id of suspicions.addingTwo) {
    const operation = contract.operations.get(id);
    const resource = operation && createdKind(state, operation);
    const list = operation && api.listAt(collectionPathOf(operation));
    if (operation === undefined || resource === undefined || list === undefined) continue;
    const all = [...inventory.creations.values()].filter((each) => each.operation === operation);
    for (const collection of new Set(all.map((each) => each.collection))) {
      const page = await rowsAt(state, list, collection);
      const rows = (page?.rows ?? []).flatMap((members) =>
        idsOfRow(resource, members)
          .slice(0, 1)
          .map((each) => ({ id: each, members })),
      );
      claimAddedTwice(state, { resource, request: { path: collection }, rows });
    }
  }
}

/** Conflicts that may be over once other items are gone. */
const passing = [409, 423];

/** Deletes the run's own items that no check has deleted, those below others first. */
async function deleteRest(state: ApiState): Promise<void> {
  const { inventory } = state;
  const own = inventory.items
    .filter((each) => each.own)
    .toSorted((left, right) => depthOf(right.path) - depthOf(left.path));
  for (const item of own) {
    const earlier = inventory.at(item.path)?.deletion;
    const isDue = earlier === undefined || (earlier.fate === "refused" && passing.includes(earlier.status));
    if (isDue && !isGone(inventory, item.path)) await deleteItem(state, item);
    if (![404, 410].includes(inventory.at(item.path)?.deletion?.status ?? 0)) continue;
    const moved = await followMissing(state, item.path);
    if (moved !== undefined) await deleteItem(state, moved);
  }
}

/** The operation that deletes items of a kind, where the run may call it. */
export function deletionOf({ effects }: ApiState, { operations }: Resource): Operation | undefined {
  return operations.find(({ id, method }) => method === "DELETE" && effects.has(id));
}

async function deleteItem(state: ApiState, item: KnownItem): Promise<void> {
  const deletion = deletionOf(state, item.resource);
  if (deletion === undefined) return;
  const { noteReason } = state.inventory;
  try {
    const { request } = buildRequest(state, deletion);
    const send = () => sendSafely(state, at(request, item), state.target.sendProbe);
    if ((await unlessSkipped(send)) === undefined)
      noteReason(item.path, "another item is shown at its address");
  } catch (error) {
    if (!(error instanceof NoValue)) throw error;
    noteReason(item.path, `no request can delete it: ${error.message}`);
  }
}

type Reader = ReturnType<typeof createReader>;

/** Reads items at the end of a run. A list is read once for all of its items. */
function createReader(state: ApiState) {
  const { effects, inventory } = state;
  const pages = new Map<string, Promise<Rows | undefined>>();
  const controls = new Map<string, Promise<string | undefined>>();

  /** Undefined where no list shows what is there. */
  const isListed = async (resource: Resource, address: string): Promise<boolean | undefined> => {
    const { list } = resource;
    const isKnown = inventory.at(address)?.isListed === true;
    if (list === undefined || !effects.has(list.id) || !isKnown) return undefined;
    const collection = parentUrl(address);
    const page = await getOr(pages, collection, () => rowsAt(state, list, collection));
    if (page === undefined) return undefined;
    const isShown = page.rows.some((row) =>
      idsOfRow(resource, row).some((id) => itemAddress(resource, collection, id) === address),
    );
    return isShown || (page.isWhole ? false : undefined);
  };

  /** The response to a read of an id that no item has, where that is a success. */
  const controlOf = (resource: Resource, read: Operation, address: string): Promise<string | undefined> => {
    const collection = parentUrl(address);
    return getOr(controls, collection, async () => {
      const id = newId(read, state.words.nonce());
      const response = await responseAt(state, read, { path: itemAddress(resource, collection, id) });
      return response !== undefined && isSuccess(response.status) ? textWithout(response, id) : undefined;
    });
  };

  const presenceAt = async (
    resource: Resource,
    read: Operation,
    address: string,
  ): Promise<boolean | undefined> => {
    const response = await responseAt(state, read, { path: address });
    if (response === undefined) return undefined;
    if ([404, 410].includes(response.status)) return false;
    if (!isSuccess(response.status)) return undefined;
    const json = shownJson(response) ?? null;
    if (showsDeletion(inventory.at(address)?.representation, json)) return false;
    if ((await isListed(resource, address)) === false) return false;
    const id = idAt(address);
    return (await controlOf(resource, read, address)) !== textWithout(response, id);
  };

  return {
    /** Is there an item at an address, also after so long, in ms? Undefined where nothing shows that. */
    isThere: async (address: string, wait: number): Promise<boolean | undefined> => {
      const resource = resourceOfAddress(state.api.resources, address);
      if (resource === undefined) return undefined;
      const isShown = await isListed(resource, address);
      const { read } = resource;
      if (isShown === false || read === undefined || !effects.has(read.id)) return isShown;
      return eventually(
        { state: { clock: { ...state.clock, settle: wait } } },
        () => presenceAt(resource, read, address),
        (isThere) => isThere !== true,
      );
    },
  };
}

function getOr<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** The id at the end of an address. */
export function idAt(address: string): string {
  const last = plainPath(address).split("/").at(-1) ?? "";
  return decodeOnce(last) ?? last;
}

/** A body as a text, without the id that was asked for. */
function textWithout(response: Response, id: string): string {
  return shownText(response).replaceAll(id, "");
}
