import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation, Parameter } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import type { Json, JsonObject } from "../../../json/index.js";
import { at, validRequest } from "../requests/requests.js";
import { type Context, makeRequest } from "../requests/twin.js";
import { hasMore } from "../resources/partial-lists.js";
import { collectedAt, idOf, itemAddress, itemsIn } from "../resources/resource.js";
import { pageSizeOf } from "./page-size.js";

/** What a list shows. */
export interface ListPage {
  readonly page: ParsedExchange;
  readonly items: readonly JsonObject[];
  /** The items that have ids, by their addresses. */
  readonly rows: ReadonlyMap<string, JsonObject>;
}

/** Items on a page that is asked for, where a description allows more. */
const largest = 1000;

/**
 * A list as it is; where that is only a part of it, and a larger page may be asked for, that page.
 * @param path of the list, where it is not the usual one
 * @throws Skip where it is not served
 */
export async function largestPage(t: Context, list: Operation, path?: string): Promise<ListPage> {
  const usual = await pageOf(t, list, new Map(), path);
  const size = pageSizeOf(list);
  const { maximum = 0 } = plainSchema(size?.schema ?? {});
  const most = Math.floor(Math.min(maximum, largest));
  if (size === undefined || !hasMore(usual.page) || most <= usual.items.length) return usual;
  return pageOf(t, list, new Map([[size, BigInt(most)]]), path);
}

async function pageOf(
  t: Context,
  list: Operation,
  chosen: ReadonlyMap<Parameter, Json>,
  path?: string,
): Promise<ListPage> {
  const { request: usual } = makeRequest(() => validRequest(t.state, list, undefined, chosen));
  const request = path === undefined ? usual : at(usual, { path });
  const page = await t.send({ ...request, label: "the list of what was created" });
  if (!isSuccess(page.response.status))
    throw new Skip("untested", `the list is answered with ${page.response.status}`);
  const resource = collectedAt(t.state.resources, list.path);
  const items = itemsIn(page.json);
  const rows = items.flatMap((item) => {
    const id = resource && idOf(resource, item);
    return resource === undefined || id === undefined
      ? []
      : [[itemAddress(resource, request.path, id), item] as const];
  });
  return { page, items, rows: new Map(rows) };
}
