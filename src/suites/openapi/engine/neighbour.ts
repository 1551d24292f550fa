import type { Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import { mentions } from "../items/isolation.js";
import type { Context } from "../requests/baseline.js";
import { readItem } from "../requests/read-item.js";
import type { KnownItem } from "../state/state.js";

/** Items that are read, of which one may be there. */
const mostRead = 2;

/** Another item of the run, as it is read, which does not refer to this one; undefined where none is known. */
export async function neighbourOf(
  t: Context,
  read: Operation,
  { id, path: own, resource }: KnownItem,
): Promise<(KnownItem & { readonly found: Json }) | undefined> {
  const others = t.state.items.filter((each) => each.own && each.resource === resource && each.path !== own);
  for (const item of others.toReversed().slice(0, mostRead)) {
    const found = await readItem(t, read, item);
    const refers = found !== undefined && mentions(found, id, (name) => /ids?$/i.test(name));
    if (found !== undefined && !refers) return { ...item, found };
  }
  return undefined;
}
