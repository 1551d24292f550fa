import { isSuccess, parseExchange } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { NoValue, plainSchema } from "../../generate/index.js";
import type { JsonObject } from "../../json/index.js";
import { hasMore, idOf, isPageSize, itemsIn, type Resource, wordsOf } from "../../model/index.js";
import { at } from "../../values/index.js";
import type { ApiState } from "../state.js";
import { type ChosenValues, validRequest } from "./requests.js";

/** The rows of a list, and whether these are all. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  readonly isWhole: boolean;
  /** Does the response say that there are more? */
  readonly hasMore: boolean;
}

/** Rows on a page that is asked for, where a description allows more. */
const largest = 1000;

/** The rows of a list, for the run itself: nothing is judged. Undefined where the list is not served. */
export async function rowsAt(
  state: ApiState,
  list: Operation,
  collection: string,
): Promise<Rows | undefined> {
  const size = list.parameters.find(({ name, in: where }) => where === "query" && isPageSize(name));
  const { default: usualSize, maximum = 0 } = plainSchema(size?.schema ?? {});
  const usual = await pageAt(state, list, { collection, size: Number(usualSize ?? Number.NaN) });
  const most = Math.floor(Math.min(maximum, largest));
  if (size === undefined || usual === undefined || usual.isWhole || most <= usual.rows.length) return usual;
  const chosen = new Map([[size, BigInt(most)]]);
  return (await pageAt(state, list, { collection, size: most, chosen })) ?? usual;
}

/** A page of a list. */
interface Page {
  readonly collection: string;
  /** How many rows it has at most; NaN where that is not known. */
  readonly size: number;
  readonly chosen?: ChosenValues;
}

async function pageAt(
  state: ApiState,
  list: Operation,
  { collection, size, chosen = new Map() }: Page,
): Promise<Rows | undefined> {
  try {
    const { request } = validRequest(state, list, undefined, chosen);
    const exchange = await state.target.sendProbe(at(request, { path: collection }));
    const { outcome } = exchange;
    if (outcome.kind !== "response" || !isSuccess(outcome.status)) return undefined;
    const page = parseExchange(exchange, outcome, state.validate);
    const rows = itemsIn(page.json);
    const isPartial = hasMore(page);
    return { rows, isWhole: !isPartial && !mayBeFull(rows.length, size), hasMore: isPartial };
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** Of pages whose size nobody states, in rows: most servers have at least ten, and a round number. */
const [smallestPage, roundTo] = [10, 5];

/** May a page hold as many rows as it can? Then it does not show that nothing else is there. */
function mayBeFull(rows: number, size: number): boolean {
  return Number.isNaN(size) ? rows >= smallestPage && rows % roundTo === 0 : rows >= size;
}

/** The values that may stand in the path of a row's item: its id, or else a name. The likeliest comes first. */
export function idsOfRow(resource: Resource, row: JsonObject): readonly string[] {
  const id = idOf(resource, row);
  if (id !== undefined) return [id];
  return [...wordsOf("naming-members")].flatMap((name) => idOf({ ...resource, ids: [name] }, row) ?? []);
}
