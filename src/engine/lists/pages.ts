import { isSuccess, type ParsedExchange, Skip } from "../../checks/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { orRefused } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import { idOf, itemsIn } from "../../model/index.js";
import { type Context, createItem, creationFor, makeRequest, validRequest } from "../../session/index.js";
import { at } from "../../values/index.js";

/** Items of two pages of two. */
export const twoPages = 4;

/** Adds items to a list that has no second page, as far as the run may. */
export async function fillPages(t: Context, operation: Operation): Promise<void> {
  const creation = creationFor(t.state, operation);
  if (creation === undefined || !t.state.learned.baselines.has(creation.id)) return;
  const { length } = await idsOf(t, operation);
  for (let count = length; count < twoPages; count += 1) await createItem(t, creation);
}

/** The ids of what a list shows by itself. @throws Skip where it is refused */
export async function idsOf(t: Context, operation: Operation): Promise<readonly string[]> {
  return idsIn(t, operation, await askFor(t, operation, new Map(), "the list as it is"));
}

/** The ids of the items on a page. */
export function idsIn(t: Context, list: Operation, { json }: ParsedExchange): readonly string[] {
  const resource = t.state.api.resourceIn(list);
  return itemsIn(json).flatMap((item) => (resource && idOf(resource, item)) ?? []);
}

/** How a list is asked for. */
interface Asked {
  /** The path of the list, where it is not the usual one. */
  readonly path?: string | undefined;
  /** May the server refuse it? */
  readonly mayBeRefused?: boolean;
  /** Is an answer of any status returned? */
  readonly mayFail?: boolean;
}

/**
 * Asks for a list with these values of parameters.
 * @throws Skip where it is not served
 */
export async function askFor(
  t: Context,
  operation: Operation,
  chosen: ReadonlyMap<Parameter, Json>,
  label: string,
  { path, mayBeRefused = false, mayFail = false }: Asked = {},
): Promise<ParsedExchange> {
  const { request: usual } = makeRequest(() => validRequest(t.state, operation, undefined, chosen));
  const request = path === undefined ? usual : at(usual, { path });
  const page = await t.send({
    ...request,
    ...(mayBeRefused ? { accepts: orRefused(request) } : {}),
    label,
  });
  if (!isSuccess(page.response.status) && !mayFail)
    throw new Skip("untested", `${label} is answered with ${page.response.status}`);
  return page;
}
