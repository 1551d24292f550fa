import type { ParsedExchange } from "../checks/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { headerValues } from "../transport/index.js";
import { itemsIn } from "./item-ids.js";
import { matches } from "./lexicon.js";
import { nextLinkIn } from "./next-link.js";

/** May there be more items than a list shows: does it say so, or lead to others? */
export function hasMore(page: ParsedExchange): boolean {
  const { response, json } = page;
  if (nextLinkIn(page) !== undefined || response.status === 206) return true;
  const counted = headerValues(response, "x-total-count")[0] ?? "0";
  const shown = itemsIn(json).length;
  return (
    Number(counted) > shown || headerValues(response, "content-range").length > 0 || saysMore(json, shown)
  );
}

/** Looks at everything around the items: what is said of a page stands beside them, or in an object there. */
function saysMore(json: Json | undefined, shown: number): boolean {
  if (!isJsonObject(json)) return false;
  return Object.entries(json).some(([name, value]) => {
    if (Array.isArray(value)) return false;
    if (isJsonObject(value))
      return saysMore(value, shown) || (matches(name, "more-pages") && Object.keys(value).length > 0);
    if (matches(name, "more-pages")) return value !== null && value !== false && value !== "" && value !== 0n;
    return typeof value === "bigint" && matches(name, "numbers-of-items") && value > shown;
  });
}
