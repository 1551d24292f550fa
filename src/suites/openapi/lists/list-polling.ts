import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { JsonObject } from "../../../json/index.js";
import { itemsIn } from "../../../model/index.js";
import { type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { type ChosenValues, validRequest } from "../requests/requests.js";
import { largestSize, rowsIn } from "./list-page.js";

/** The items that a list shows. */
export interface ListResult {
  readonly page: ParsedExchange;
  readonly items: readonly JsonObject[];
}

/** Asks for a list with these values of parameters. @throws Skip where it is not served */
async function listed(
  t: Context,
  operation: Operation,
  chosen: ChosenValues,
  label: string,
): Promise<ListResult> {
  const { request } = makeRequest(() => validRequest(t.state, operation, undefined, chosen));
  const page = await t.send({
    ...request,
    accepts: orRefused(request),
    label,
  });
  if (!isSuccess(page.response.status))
    throw new Skip("untested", `${label} is answered with ${page.response.status}`);
  return { page, items: itemsIn(page.json) };
}

/** A way to ask for a list. */
export interface ListQuery {
  readonly label: string;
  /** The values of some parameters. */
  readonly chosen?: ChosenValues;
  /** Is it the largest page that is asked for, now and by all queries that follow? */
  readonly isLargest?: boolean;
}

/** Asks for a list in several ways, always on a page of the same size: an added item may be on a further page. */
export function listQueries(t: Context, operation: Operation): (query: ListQuery) => Promise<ListResult> {
  let size: ChosenValues = new Map();
  return async function ask({ label, chosen = new Map(), isLargest = false }): Promise<ListResult> {
    const list = await listed(t, operation, new Map([...size, ...chosen]), label);
    if (!isLargest || size.size > 0) return list;
    size = largestSize(operation, list);
    return size.size === 0 ? list : ask({ label, chosen });
  };
}

/** The items of the run that a list shows, with their addresses. */
export function ownIn(t: Context, list: Operation, result: ListResult) {
  const own = new Set(t.state.inventory.items.filter((each) => each.own).map(({ path }) => path));
  return rowsIn(t, list, result).filter(({ address }) => own.has(address));
}

/** An index may take a while to have what a list shows at once, in ms. */
export const untilIndexed = 800;
