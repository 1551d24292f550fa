import type { Operation } from "../../description/index.js";
import { type Filter, filtersOf, isExact, type TimeFilter } from "../../model/index.js";
import { type Context, eventually } from "../../session/index.js";
import { type FilterProbe, moneyGap, probesFor } from "../../values/index.js";
import { isReference } from "../comparison/comparison.js";
import { addOther, seedDistinct } from "./distinguishable-items.js";
import { type ListResult, ownIn } from "./list-polling.js";

/** A list, and what a filter of it is asked for. */
export interface ProbedList {
  readonly all: ListResult;
  /** None where the list shows no items that the filter tells apart. */
  readonly probes: readonly FilterProbe[];
}

/**
 * Adds items to a list that a filter has to tell apart, where it shows none.
 * @param read asks for the list without a filter
 */
export async function distinguish(
  t: Context,
  list: Operation,
  filter: Filter | TimeFilter,
  read: () => Promise<ListResult>,
): Promise<ProbedList> {
  const {
    requests: { markers },
    clock: { now },
  } = t.state;
  const facts = { markers, now, isReference: (name: string) => isReference(t.state, name) };
  const probed = (all: ListResult): ProbedList => {
    const own = ownIn(t, list, all).map(({ item }) => item);
    return { all, probes: probesFor(filter, { items: all.items, own }, facts) };
  };
  const first = await read();
  const found = probed(first);
  if ("times" in filter || filter.kind === "id") return found;
  if (isExact(filter)) {
    const values = filter.kind === "boolean" ? [true, false] : filter.words;
    const isAdded = await addOther(t, { list, items: first.items }, filter.at, values);
    return isAdded ? probed(await read()) : found;
  }
  if (found.probes.length > 0) return found;
  const fuzzy = filtersOf(list).filter((each) => !isExact(each));
  // The values of one may be in the way of another one's.
  for (const filters of fuzzy.length > 1 ? [fuzzy, [filter]] : [fuzzy]) {
    const members = filters.map(({ at, isMoney }) => ({
      at,
      ranks: [1, 0],
      ...(isMoney ? { factor: moneyGap } : {}),
    }));
    if ((await seedDistinct(t, list, members)) < 2) continue;
    const added = await eventually(
      t,
      async () => probed(await read()),
      ({ probes }) => probes.length > 0,
    );
    if (added.probes.length > 0) return added;
  }
  return found;
}
