import type { Operation, Parameter } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { countsPages, type Paging, pagesOfTwo, saysFirst } from "../../model/index.js";
import { askedBeside, type Start, saysNext, startAfter } from "../../values/index.js";
import type { Page } from "./page.js";

type Chosen = readonly (readonly [Parameter, Json])[];

/** A list that is asked for page by page, and how. */
export interface PagedList {
  readonly op: Operation;
  /** Asks for the size of a page. */
  readonly size: Parameter;
  readonly chosen: Chosen;
  /** The ids of all items, as the same list shows them on one page. */
  readonly all: readonly string[];
  /** By what these items are sorted: pages are cut between two that have the same value, if possible. */
  readonly values?: readonly string[] | undefined;
  readonly list: (query: { readonly label: string; readonly chosen: Chosen }) => Promise<Page>;
  readonly follow: (
    page: Page,
    options: { readonly start: Pick<Start, "parameter" | "value"> | undefined; readonly chosen: Chosen },
  ) => Promise<Page>;
}

/** Pages of which one has a page before and after it. */
const pagesOfWalk = 3;
/** A walk may go on for some pages more, where they are shorter than they are asked to be, or the last one is empty. */
const mostPages = 8;

/** The pages of a list that follow each other, from the first to the last; some pages far, where there is no end. */
export async function walkPages(paged: PagedList): Promise<readonly Page[]> {
  const { op, size, chosen, all, list, follow } = paged;
  const rows = BigInt(rowsOf(paged));
  const usual: Chosen = [...chosen, [size, rows]];
  const paging = pagesOfTwo(op, size);
  const pages = [await list({ label: `a page of ${rows} items`, chosen: usual })];
  const startOf = paging === undefined ? undefined : await countingOf(paged, pages[0], usual, paging);
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
    pages.push(await follow(page, { start, chosen: beside }));
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
  { all, list }: PagedList,
  first: Page | undefined,
  usual: Chosen,
  paging: Paging,
): Promise<(pages: number, rows: number) => bigint> {
  const { start, first: lowest } = paging;
  if (countsPages(paging) && saysFirst(paging)) return (pages) => lowest + BigInt(pages);
  const { ids } = await list({
    label: `the page where ${start.name} is 1`,
    chosen: [...usual, [start, 1n]],
  });
  const due = all[first?.ids.length ?? 0];
  const isSecond = due !== undefined && ids[0] === due;
  if (lowest === 0n) return (pages, rows) => BigInt(isSecond ? pages : rows);
  return (pages) => BigInt(isSecond ? pages : pages + 1);
}
