import type { ParsedExchange } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import type { JsonObject } from "../../json/index.js";
import { hasMore, idOf, itemAddress, itemsIn, pageSizeOf } from "../../model/index.js";
import type { ChosenValues, Context } from "../../session/index.js";
import { askFor } from "./pages.js";

/** The page that a list shows. */
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
  const size = largestSize(list, usual);
  return size.size === 0 ? usual : pageOf(t, list, size, path);
}

/** Where a list shows only a part of it, and a larger page may be asked for: what asks for that page. */
export function largestSize(
  list: Operation,
  { page, items }: Pick<ListPage, "page" | "items">,
): ChosenValues {
  const size = pageSizeOf(list);
  const { maximum = 0 } = plainSchema(size?.schema ?? {});
  const most = Math.floor(Math.min(maximum, largest));
  return size === undefined || !hasMore(page) || most <= items.length
    ? new Map()
    : new Map([[size, BigInt(most)]]);
}

async function pageOf(t: Context, list: Operation, chosen: ChosenValues, path?: string): Promise<ListPage> {
  const page = await askFor(t, list, chosen, "the list of what was created", { path });
  const items = itemsIn(page.json);
  const rows = rowsIn(t, list, { page, items });
  return { page, items, rows: new Map(rows.map(({ item, address }) => [address, item])) };
}

/** The items of a list that have ids, with their addresses. */
export function rowsIn(t: Context, list: Operation, { page, items }: Pick<ListPage, "page" | "items">) {
  const resource = t.state.api.resourceIn(list);
  return items.flatMap((item) => {
    const id = resource && idOf(resource, item);
    return resource === undefined || id === undefined
      ? []
      : [{ item, address: itemAddress(resource, page.exchange.case.path, id) }];
  });
}
