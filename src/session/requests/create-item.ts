import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, Skip, unlessSkipped } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { addressOf, collectionPathOf, isRead, parentPathOf } from "../../model/index.js";
import type { Case, Exchange } from "../../transport/index.js";
import { bodyTextOf, describeAnswer, describeConflict, isConflict } from "../../values/index.js";
import { type ApiState, type KnownItem, markersIn, ownItemAt } from "../api-state.js";
import { type Context, freshBaseline } from "./item-baseline.js";

/**
 * Adds an item to a collection.
 * @returns the item, and the request that created it
 * @throws Skip where nothing is created, or the server does not say what
 */
export async function createItem(
  t: Context,
  creation: Operation,
): Promise<{ readonly item: KnownItem; readonly request: Case }> {
  const before = new Set(t.state.inventory.items);
  const { parsed, request } = await sendFresh(t, () => freshBaseline(t, creation));
  expectCreation(parsed);
  const resource = t.state.api.resourceIn(creation);
  const item = t.state.inventory.items.findLast(
    (each) => each.own && each.resource === resource && !before.has(each),
  );
  if (item === undefined)
    throw new Skip("untested", "no response to a creation shows the id of what it created");
  return { item, request };
}

/** @throws Skip where nothing was created, since that was refused */
export function expectCreation(parsed: ParsedExchange): void {
  if (!isSuccess(parsed.response.status))
    throw new Skip("untested", `nothing was created: ${describeAnswer(parsed)}`);
}

/** The operation that adds an item to a list, where the run may call it. */
export function creationFor(
  { api, effects }: ApiState,
  list: Pick<Operation, "path" | "itemsAt">,
): Operation | undefined {
  return api.creationsAt(collectionPathOf(list)).find(({ id }) => effects.has(id));
}

/** Creates a new item in each collection of which these exchanges changed one: the next requests are sent to it. */
export async function renewItems(t: Context, exchanges: readonly Exchange[]): Promise<void> {
  const { state } = t;
  const { inventory, contract, learned } = state;
  const collections = exchanges.flatMap(({ case: { operation, method, path } }) => {
    const isChanged = !isRead({ method }) && ownItemAt(state.inventory, addressOf(path)) !== undefined;
    return isChanged ? [parentPathOf(contract.operations.get(operation)?.path ?? "") ?? ""] : [];
  });
  for (const path of new Set(collections)) {
    const creation = creationFor(state, { path });
    if (creation === undefined || !learned.baselines.has(creation.id)) continue;
    const created = await unlessSkipped(() => createItem(t, creation));
    if (created !== undefined) inventory.prefer(created.item);
  }
}

/**
 * Returns the request to send in place of one whose response got lost: a read as it is, and anything else with other markers, since
 * the first one may have been carried out. Undefined where it has no marker. Source: RFC 9110, section 9.2.2.
 */
export function renewed(
  state: ApiState,
  request: Case,
  newWord: () => string = state.words.marker,
): Case | undefined {
  if (isRead(request)) return request;
  const text = bodyTextOf(request);
  const markers = [...new Set(markersIn(state, text))];
  if (markers.length === 0) return undefined;
  const other = markers.reduce((rest, each) => replaced(rest, each, newWord()), text);
  return { ...request, body: { kind: "text", text: other } };
}

/** A text with another word in the place of one; a server may be sent names with capitals. */
function replaced(text: string, word: string, other: string): string {
  const isFirst = (letter: string): boolean => letter !== letter.toLowerCase();
  return text.replaceAll(new RegExp(word, "gi"), (found) =>
    isFirst(found[0] ?? "") ? other.replace(/^./, (letter) => letter.toUpperCase()) : other,
  );
}

/** A request, and the value of its body. */
interface Fresh {
  readonly request: Case;
  readonly body: Json | undefined;
}

/**
 * Sends a request; where it meets a conflict, another one with fresh values.
 * @throws Skip where that meets a conflict, too: then nothing is known of what is in question
 */
export async function sendFresh(
  t: Context,
  make: () => Fresh,
): Promise<Fresh & { readonly parsed: ParsedExchange }> {
  const send = async () => {
    const { request, body } = make();
    return { parsed: await t.send(request), request, body };
  };
  const first = await send();
  if (!isConflict(first.parsed.response.status)) return first;
  const second = await send();
  if (isConflict(second.parsed.response.status))
    throw new Skip("untested", describeConflict(describeAnswer(second.parsed)));
  return second;
}
