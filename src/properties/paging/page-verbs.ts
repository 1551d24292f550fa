import type { Actor, Page } from "../../actor/index.js";
import type { Parameter } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { countsPages, type Paging, pagesOfTwo, saysFirst } from "../../model/index.js";
import { assume, freshBaseline } from "../../session/index.js";
import { askedBeside, saysNext, startAfter } from "../../values/index.js";

/** The values that a list is asked for, by their parameters. */
export type Chosen = readonly (readonly [Parameter, Json])[];

/** A list on one page, that is asked for once more page by page. */
export interface PagedList {
  /** Asks for the size of a page. */
  readonly size: Parameter;
  readonly chosen: Chosen;
  /** The ids of all items, as the same list shows them on one page. */
  readonly all: readonly string[];
  /** By what these items are sorted: pages are cut between two that have the same value, if possible. */
  readonly values?: readonly string[] | undefined;
}

/** Pages of which one has a page before and after it. */
const pagesOfWalk = 3;
/** A walk may go on for some pages more, where they are shorter than they are asked to be, or the last one is empty. */
const mostPages = 8;

/**
 * Asks for the pages of a list that follow each other, from the first to the last, by whatever leads from one to the next; some pages far,
 * where there is no end.
 */
export async function walk(t: Actor, paged: PagedList): Promise<readonly Page[]> {
  const { size, chosen, all } = paged;
  const op = t.stage.listing();
  const rows = BigInt(rowsOf(paged));
  const usual: Chosen = [...chosen, [size, rows]];
  const paging = pagesOfTwo(op, size);
  const pages = [await t.list({ label: `a page of ${rows} items`, chosen: usual })];
  const startOf = paging === undefined ? undefined : await countingOf(t, paged, pages[0], usual, paging);
  for (let page = pages[0]; page !== undefined && pages.length < mostPages; page = pages.at(-1)) {
    const shown = pages.flatMap(({ ids }) => ids);
    const isComplete = shown.length >= all.length || page.ids.length === 0;
    if (isComplete && !saysNext(page)) break;
    const value = startOf?.(pages.length, shown.length);
    const counted =
      paging !== undefined && value !== undefined && page.link === undefined
        ? { parameter: paging.start, value }
        : undefined;
    const start = counted ?? startAfter(op, undefined, page);
    if (start === undefined && page.link === undefined) break;
    const beside = counted === undefined ? askedBeside(op, size, usual) : usual;
    pages.push(await t.follow(page, { start, chosen: beside }));
  }
  for (const { status } of pages.map(({ response }) => response)) {
    const isAnswered = isSuccess(status) || isRefusal(status) || status === 404;
    assume(isAnswered, "not about the link", status);
  }
  return pages;
}

/** The items on a page: the last page is not full, since it is the likeliest to be lost. */
function rowsOf({ all, values = [] }: PagedList): number {
  const least = Math.max(2, Math.ceil(all.length / pagesOfWalk));
  const sizes = [least, least + 1, least + 2];
  const cutsAlike = (rows: number): boolean =>
    values.some((each, index) => index > 0 && index % rows === 0 && each === values[index - 1]);
  return sizes.find(cutsAlike) ?? sizes.find((rows) => all.length % rows !== 0) ?? least;
}

/** How a server counts where a page begins, where its description does not say that: items, or pages from 0 or 1. */
async function countingOf(
  t: Actor,
  { all }: PagedList,
  first: Page | undefined,
  usual: Chosen,
  paging: Paging,
): Promise<(pages: number, rows: number) => bigint> {
  const { start, first: lowest } = paging;
  if (countsPages(paging) && saysFirst(paging)) return (pages) => lowest + BigInt(pages);
  const { ids } = await t.list({
    label: `the page where ${start.name} is 1`,
    chosen: [...usual, [start, 1n]],
  });
  const due = all[first?.ids.length ?? 0];
  const isSecond = due !== undefined && ids[0] === due;
  if (lowest === 0n) return (pages, rows) => BigInt(isSecond ? pages : rows);
  return (pages) => BigInt(isSecond ? pages : pages + 1);
}

/** Adds an item, where the server accepts one more. @returns whether it did */
export async function addAnother({ stage: { t, roles } }: Actor): Promise<boolean> {
  const { create } = roles;
  if (create === undefined || !t.state.learned.baselines.has(create.id)) return false;
  const { request } = freshBaseline(t, create);
  const parsed = await t.sendAnyway({ ...request, label: "one more for the list" });
  return isSuccess(parsed?.response.status ?? 0);
}
