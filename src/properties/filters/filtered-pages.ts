import { type Actor, filteredLists, type Page, type Property } from "../../actor/index.js";
import type { Parameter } from "../../description/index.js";
import type { Json, JsonObject } from "../../json/index.js";
import { type Filter, filtersOf, isExact, pageSizeOf, plainFilters } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import {
  askedBeside,
  exactValueIn,
  type FilterProbe,
  leadsOn,
  saysNext,
  startAfter,
} from "../../values/index.js";
import { filtering, goesByValue } from "./filters.js";

/** A link to the next page of a filtered list leads to items that the filter asks for, and no others. */
export const filteredPages: Property = {
  id: "filtered-pages",
  requirement: () => filtering.id,
  sentence: ({ op }) =>
    `the further pages of ${op.id} show the items that its filters ask for, and no others`,
  phase: "read",
  about: filteredLists,
  when: ({ op }) => leadsOn(op, undefined) && pageSizeOf(op) !== undefined,
  inputs: ({ op }) => plainFilters(op),
  chooses: (_, filter) => [(filter as Filter).parameter.name],
  run: async (t: Actor, { op }, input) => {
    const filter = input as Filter;
    const { name, parameter } = filter;
    const size = pageSizeOf(op);
    t.assume(size !== undefined, "no page size");
    const { all, probes } = await t.distinguish(filter, { label: "the list as it is", isLargest: true });
    const isKept = askedBeside(op, size, [[parameter, null]]).length === 0;
    const probe = probeLeadingOn(probes, all, isKept);
    t.assume(probe !== undefined, "one match", name);
    const isClear = (item: JsonObject): boolean => exactValueIn(filter, item) !== undefined;
    const judgedIn = ({ items, own }: Page): readonly JsonObject[] =>
      goesByValue(filter) ? items.filter(isClear) : own.map(({ item }) => item);
    const otherIn = (page: Page) => judgedIn(page).find(probe.isOut);
    const chosen: readonly (readonly [Parameter, Json])[] = [
      [parameter, probe.asked],
      [size, 1n],
    ];
    await t.failIfAlways("page", async () => {
      const first = await t.list({ label: `a page of one item where ${name} is ${probe.text}`, chosen });
      t.assume(saysNext(first) && otherIn(first) === undefined, "no next page");
      const isGood = (page: Page): boolean => saysNext(page) && otherIn(page) === undefined;
      // The filter is asked for again with a word that leads on, unless the description says that this keeps it: then the word
      // alone leads to a page that is as large as may be.
      const last = await t.followWhile(first, isGood, (page) =>
        t.follow(page, { start: startAfter(op, undefined, page), chosen: isKept ? [] : chosen }),
      );
      const other = otherIn(last);
      t.assume(judgedIn(last).length > 0, "no next page");
      if (other === undefined) return undefined;
      return {
        problem: `${name}: others are shown on the next page`,
        expected: `items ${probe.meaning}, as on the page that links to it`,
        actual: `one ${probe.describe(other)}`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Asks for two items, so that a next page is due; or for one where that is cheap: of a bound, more may be within than are surely so. */
function probeLeadingOn(probes: readonly FilterProbe[], { items }: Page, isCheap: boolean) {
  const withMoreThan = (least: number) => probes.find(({ isIn }) => items.filter(isIn).length > least);
  return withMoreThan(1) ?? (isCheap ? withMoreThan(0) : undefined);
}

/** A page of a filtered list has as many items as it is asked for, where the list has them: the page is cut after the filter. */
export const filteredSize: Property = {
  id: "filtered-size",
  requirement: () => filtering.id,
  sentence: ({ op }) => `${op.id} fills a page with the items that its filters ask for`,
  phase: "read",
  about: filteredLists,
  when: ({ op }) => pageSizeOf(op) !== undefined,
  // The list is compared with itself: the meaning of the filter does not matter.
  inputs: ({ op }) => [...plainFilters(op), ...filtersOf(op).filter((each) => isExact(each))].slice(0, 1),
  chooses: (_, filter) => [(filter as Filter).parameter.name],
  run: async (t: Actor, { op }, input) => {
    const filter = input as Filter;
    const size = pageSizeOf(op);
    t.assume(size !== undefined, "no page size");
    const { all, probes } = await t.distinguish(filter, { label: "the list as it is", isLargest: true });
    // Of a value that few items have, the first items of the whole list are likely to have another one.
    const [probe] = probes
      .map((each) => ({ ...each, count: all.items.filter(each.isIn).length }))
      .filter(({ count }) => count > 1)
      .toSorted((left, right) => left.count - right.count);
    t.assume(probe !== undefined, "one match", filter.name);
    const wanted = `where ${filter.name} is ${probe.text}`;
    const chosen: readonly (readonly [Parameter, Json])[] = [[filter.parameter, probe.asked]];
    const readAll = async () => (await t.list({ label: `the list ${wanted}`, chosen, mustServe: true })).ids;
    await t.failWhileSteady(readAll, async (due) => {
      t.assume(due.length > 1, "one match", filter.name);
      const { maximum = due.length } = plainSchema(size.schema);
      const rows = BigInt(Math.floor(Math.min(due.length, maximum)));
      const ask = (others: typeof chosen, label: string) =>
        t.list({ label, chosen: [...others, [size, rows]], mustServe: true });
      const page = await ask(chosen, `a page of ${rows} items ${wanted}`);
      const control = await ask([], `a page of ${rows} items`);
      t.assume(BigInt(control.ids.length) === rows && !saysNext(page), "shorter pages");
      if (BigInt(page.ids.length) >= rows) return undefined;
      return {
        problem: `${filter.name}: a page lacks items`,
        expected: `${rows} items ${probe.meaning}, as the list without ${size.name} shows them`,
        actual: `${page.ids.length} of them, and no next page, each time`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};
