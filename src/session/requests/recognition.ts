import { type ParsedExchange, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { renderJson } from "../../json/index.js";
import { addressOf, endsInParameter, idOf, itemAddress, itemsIn } from "../../model/index.js";
import { type ApiState, type KnownItem, markersIn } from "../state.js";
import { probe } from "./probe.js";

/** Writes down at which addresses a response shows words of the run. */
export function recognise(state: ApiState, operation: Operation, { exchange, json }: ParsedExchange): void {
  const { path } = exchange.case;
  const note = (address: string, shown: string): void => {
    if (markersIn(state, shown).length > 0) state.inventory.noteRecognised(address);
  };
  if (operation.method !== "GET") return;
  const resource = state.api.resourceIn(operation);
  if (endsInParameter(operation.path)) note(addressOf(path), renderJson(json ?? null));
  else if (resource !== undefined)
    for (const item of itemsIn(json)) {
      const id = idOf(resource, item);
      if (id !== undefined) note(itemAddress(resource, path, id), renderJson(item));
    }
}

/**
 * Does the address of an item that the run has created show another one? A server may answer with the id of an item that was
 * there before, or with an address in another collection. Where nothing can be read, its response to the creation counts.
 */
export async function isOfOthers(
  state: ApiState,
  read: Operation | undefined,
  address: string,
): Promise<boolean> {
  if (state.inventory.recognised.has(address)) return false;
  if (read === undefined || !state.effects.has(read.id)) return false;
  const response = await probe(state, read, { path: address });
  if (response === undefined) return false;
  if (markersIn(state, Buffer.from(response.body).toString("utf8")).length === 0) return true;
  state.inventory.noteRecognised(address);
  return false;
}

/** Says that an item is left alone, since it may be somebody's. */
export const anotherShown = "where the created item should be, another one is shown: it is left alone";

/** @throws Skip where an item that the run has created is now shown as another one */
export async function assumeOwned(state: ApiState, { resource, path }: KnownItem): Promise<void> {
  if (await isOfOthers(state, resource.read, path)) throw new Skip("untested", anotherShown);
}
