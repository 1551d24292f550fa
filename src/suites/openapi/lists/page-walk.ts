import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation, Parameter } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import {
  type Api,
  describesNextLink,
  hasMore,
  nextLinkIn,
  pagingOf,
  pathOfLink,
  sizeOfTwo,
} from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { cursorParameterOf, isWordFor, nextWordIn } from "./next-cursor.js";
import { askFor, fillPages, idsIn, idsOf, twoPages } from "./pages.js";

/** The parameter that asks for pages of two items, where a list leads from one page to the next; undefined elsewhere. */
export function walkedBy(operation: Operation, api: Api): Parameter | undefined {
  const size = sizeOfTwo(operation, api);
  const isWalked =
    pagingOf(operation, api) !== undefined ||
    cursorParameterOf(operation) !== undefined ||
    describesNextLink(operation);
  return isWalked ? size : undefined;
}

/** Does each page say how to get to the next one: by a link, or by a word to ask for it with? */
export function leadsOn(operation: Operation, api: Api): boolean {
  const isWord = cursorParameterOf(operation)?.kind === "word";
  return describesNextLink(operation) || (isWord && pagingOf(operation, api) === undefined);
}

/** How often two pages have to differ from the list that they are pages of. */
const maxPolls = 3;
/** How often a list is looked at that changes meanwhile. */
const maxReads = 8;

/** The first page of two items and the one after it show what the list itself shows, in its order. */
export function walkScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const size = walkedBy(operation, api);
  if (size === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/pages/walk`,
    title: `pages of ${operation.id} show the items of the whole list in their order`,
    phase: "read",
    expects: [`${slugOf(operation)}/pages`],
    inputs: () => [null],
    run: async (t) => {
      baselineOf(t, operation);
      await fillPages(t, operation);
      let mistake: Mistake | undefined;
      let before = "";
      let alike = 0;
      for (let poll = 1; poll <= maxReads && alike < maxPolls; poll += 1) {
        // Other parts of the run may add items.
        if (poll > maxPolls) await settle(t);
        const all = await idsOf(t, operation);
        alike = all.join() === before ? alike + 1 : 1;
        before = all.join();
        mistake = await walk(t, operation, { size, all, api });
        if (mistake === undefined) return t.expectNone([], `${slugOf(operation)}/pages`);
      }
      const exchange = t.exchanges.length - 1;
      if (mistake === undefined || alike < maxPolls || (await idsOf(t, operation)).join() !== before)
        throw new Skip("untested", "the list changes from one request to the next");
      t.expect(false, {
        check: `${slugOf(operation)}/pages`,
        ...mistake,
        at: { in: "body", pointer: "" },
        exchange,
      });
    },
  };
}

/** The fault of a page. */
type Mistake = Readonly<Record<"problem" | "expected" | "actual", string>>;

/** A list, and how it is cut into pages. */
interface Walk {
  readonly size: Parameter;
  /** The ids of what the list shows by itself. */
  readonly all: readonly string[];
  readonly api: Api;
}

/** Asks for the first two pages; what is wrong with the second, if something is. @throws Skip where they say nothing */
async function walk(t: Context, operation: Operation, { size, all, api }: Walk) {
  const first = await askFor(t, operation, new Map([[size, 2n]]), "a page of two items");
  const shown = idsIn(t, operation, first);
  if (shown.length === 0 || shown.length > 2 || shown.join() !== all.slice(0, shown.length).join())
    throw new Skip("untested", "the first page is not the beginning of the list");
  if (all.length <= shown.length) throw new Skip("untested", "the list has one page only");
  const second = await secondPage(t, operation, { first, size, api });
  const { status } = second.response;
  if (!isSuccess(status))
    return {
      problem: "the next page is not served",
      expected: "2xx, since the page before it has just linked to it",
      actual: `${status}, ${maxPolls} times`,
    };
  const next = idsIn(t, operation, second);
  const due = all.slice(shown.length, shown.length + Math.max(1, next.length));
  if (next.length === 0 && hasMore(second)) return undefined;
  if (next.join() === due.join())
    return saysNext(first) && leadsOn(operation, api)
      ? leftOut(t, operation, { first: second, seen: shown.length + next.length, size, all, api })
      : undefined;
  // Pages may be counted from zero, and an offset may count pages.
  if (nextLinkIn(first) === undefined && pagingOf(operation, api) !== undefined) {
    const later = all.slice(twoPages, twoPages + 2);
    if (next.slice(0, Math.max(1, later.length)).join() === later.join()) return undefined;
  }
  const repeated = next.find((id) => shown.includes(id));
  const [missing] = due.filter((id) => !next.includes(id));
  if (repeated === undefined && missing === undefined) return undefined;
  return {
    problem: repeated === undefined ? "a page skips an item" : "a page shows an item again",
    expected: `${due.join(", ")} on the second page, as in the list without parameters`,
    actual:
      repeated === undefined
        ? `${next.join(", ") || "no item"}, so that ${missing} is on no page, ${maxPolls} times`
        : `${next.join(", ")}, of which ${repeated} is on the first page, ${maxPolls} times`,
  };
}

/** Does a page say how to get to the one after it? */
function saysNext(page: ParsedExchange): boolean {
  return nextLinkIn(page) !== undefined || nextWordIn(page.json) !== undefined;
}

/**
 * A page may be shorter than it is asked to be, but what it leaves out is on the one after it.
 * @returns what is wrong with that page, or with one that is said to be the last
 */
async function leftOut(
  t: Context,
  operation: Operation,
  { first, seen, size, all, api }: Walk & { readonly first: ParsedExchange; readonly seen: number },
): Promise<Mistake | undefined> {
  const due = all[seen];
  if (idsIn(t, operation, first).length !== 1 || due === undefined) return undefined;
  const third = saysNext(first)
    ? await secondPage(t, operation, { first, size, api })
    : hasMore(first)
      ? undefined
      : first;
  if (third === undefined || !isSuccess(third.response.status)) return undefined;
  const next = third === first ? [] : idsIn(t, operation, third);
  if (next.includes(due) || (next.length === 0 && hasMore(third))) return undefined;
  return {
    problem: "a page skips an item",
    expected: `${due} on the third page, since the second one, of one item, ends before it`,
    actual: `${next.join(", ") || "no item"}, so that ${due} is on no page, ${maxPolls} times`,
  };
}

/** The answer for the page after the first one, by whatever leads to it. @throws Skip where nothing does */
async function secondPage(
  t: Context,
  operation: Operation,
  { first, size, api }: Omit<Walk, "all"> & { readonly first: ParsedExchange },
): Promise<ParsedExchange> {
  const {
    contract,
    target: { baseUrl },
  } = t.state;
  const { case: request } = first.exchange;
  const link = nextLinkIn(first);
  if (link !== undefined) {
    const path = pathOfLink(link, { contract, baseUrl, operation, from: request.path });
    if (path === undefined) throw new Skip("untested", "the link to the next page leads to another address");
    const accepts = orRefused(request);
    const page = await t.send({ ...request, path, accepts, label: "the next page, by its link" });
    const { status } = page.response;
    // Where the link is described, another requirement is about it.
    const isRefused = [...refusing, 410].includes(status) && !describesNextLink(operation);
    if (isSuccess(status) || isRefused) return page;
    throw new Skip("untested", `the next page is answered with ${status}`);
  }
  const start = startOfNext(t, operation, first, api);
  if (start === undefined) throw new Skip("untested", "nothing leads from the first page to the next one");
  return pageAt(t, operation, { size, start });
}

/** The page of two items at a start. @throws Skip where it is refused, and the server has not just handed out what leads to it */
async function pageAt(
  t: Context,
  operation: Operation,
  { size, start }: { readonly size: Parameter; readonly start: Start },
): Promise<ParsedExchange> {
  const { request } = makeRequest(() =>
    validRequest(
      t.state,
      operation,
      undefined,
      new Map([
        [size, 2n],
        [start.parameter, start.value],
      ]),
    ),
  );
  const label = `the next page, by ${start.parameter.name}`;
  const accepts = orRefused(request);
  const page = await t.send({ ...request, accepts, label });
  const { status } = page.response;
  if (isSuccess(status) || (start.isHandedOut && refusing.includes(status))) return page;
  throw new Skip("untested", `${label} is answered with ${status}`);
}

/** Statuses that say that nothing is served for a word, which has not just come to its end (410). */
const refusing: readonly number[] = [400, 404, 422];

/** The parameter that leads to the second page, and its value. */
interface Start {
  readonly parameter: Parameter;
  readonly value: Json;
  /** Has the page before it named the value as that of this very parameter? */
  readonly isHandedOut: boolean;
}

/** The request of the second page; undefined where there is none. */
function startOfNext(t: Context, operation: Operation, first: ParsedExchange, api: Api): Start | undefined {
  const paging = pagingOf(operation, api);
  if (paging !== undefined) return { parameter: paging.start, value: paging.second, isHandedOut: false };
  const cursor = cursorParameterOf(operation);
  if (cursor === undefined) return undefined;
  const isWord = cursor.kind === "word";
  const value = isWord ? nextWordIn(first.json) : idsIn(t, operation, first).at(-1);
  const isHandedOut = isWord && value !== undefined && isWordFor(first.json, cursor.parameter, value);
  return value === undefined ? undefined : { parameter: cursor.parameter, value, isHandedOut };
}
