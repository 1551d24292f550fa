import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { renderJson } from "../../../json/index.js";
import {
  type Api,
  collectionPathOf,
  describesNextLink,
  idOf,
  itemsIn,
  listsItems,
  nextLinkIn,
  pageSizeOf,
  pathOfLink,
} from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, isRefusal, makeRequest } from "../requests/baseline.js";
import { slugOf, validRequest } from "../requests/requests.js";
import type { ApiState } from "../session/state.js";
import { violate } from "../violations/violate.js";

/** A link to the next page, fresh from the server, leads to a page. */
export function nextPageScenario(operation: Operation): ApiScenario | undefined {
  if (!describesNextLink(operation)) return undefined;
  return {
    id: `${slugOf(operation)}/next-page`,
    title: `${operation.id} serves the next page that it links to`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      // The list may have become shorter in between: the second link is a new one.
      const statuses = [await statusOfNext(t, operation)];
      if (!statuses.every(isSuccess)) statuses.push(await statusOfNext(t, operation));
      t.expect(statuses.some(isSuccess), {
        problem: "the next page is not served",
        expected: "2xx, since the page before it has just linked to it",
        actual: statuses.join(", and then with a new link "),
        at: { in: "status" },
      });
    },
  };
}

/** Pages of one item that are followed: in a list of random order they do not all show the same one. */
const followed = 6;

/** Of a link that is followed, in characters: few servers take a longer request line. */
const longestLink = 8000;

/** Can it be seen whether the pages of a list differ? */
export function showsPages(operation: Operation, api: Api): boolean {
  return describesNextLink(operation) && pageSizeOf(operation) !== undefined && listsItems(operation, api);
}

/** Page after page of one item does not always show the first one. */
export function furtherPagesScenario(operation: Operation, api: Api): ApiScenario | undefined {
  if (!showsPages(operation, api)) return undefined;
  return {
    id: `${slugOf(operation)}/further-pages`,
    title: `the next page of ${operation.id} is another one`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      const first = await linkingPage(t, operation);
      const [shown, ...others] = itemsShown(t.state, operation, first);
      if (shown === undefined || others.length > 0)
        throw new Skip("untested", "the first page shows no single item with an id");
      const isSame = (page: ParsedExchange): boolean => itemsShown(t.state, operation, page).join() === shown;
      let page = first;
      for (let count = 0; count < followed; count += 1) {
        const next = await nextPage(t, operation, page);
        if (next === undefined || !isSuccess(next.response.status))
          throw new Skip("untested", "no page leads to another one");
        if (!isSame(next)) return t.expectNone([]);
        page = next;
      }
      // Where others add items at the beginning, those that were there move on.
      const isFirst = isSame(await firstPage(t, operation));
      t.expect(!isFirst, {
        problem: "the next page is the first one again",
        expected: "another item, since each page has one",
        actual: `the same item on ${followed + 1} pages`,
        at: { in: "body", pointer: "" },
      });
    },
  };
}

/** The items of a page that have ids, as texts. */
function itemsShown({ api }: ApiState, operation: Operation, { json }: ParsedExchange): readonly string[] {
  const resource = api.resourceIn(operation);
  if (resource === undefined) return [];
  return itemsIn(json).flatMap((item) => (idOf(resource, item) === undefined ? [] : [renderJson(item)]));
}

/** The status of a next page. @throws Skip where there is none, or the response says nothing of the link */
async function statusOfNext(t: Context, operation: Operation): Promise<number> {
  const next = await nextPage(t, operation, await linkingPage(t, operation));
  const status = next?.response.status ?? 0;
  if (isSuccess(status) || isRefusal(status) || status === 404) return status;
  throw new Skip("untested", `the next page was answered with ${status}, which says nothing of the link`);
}

/** A first page that links to the next one. @throws Skip where there is none */
async function linkingPage(t: Context, operation: Operation): Promise<ParsedExchange> {
  let page = await firstPage(t, operation);
  if (nextLinkIn(page) === undefined && (await addAnother(t, operation)))
    page = await firstPage(t, operation);
  if (nextLinkIn(page) !== undefined) return page;
  throw new Skip("untested", "no page links to a next one: it takes a list with more items than one page");
}

/** Adds an item to a list that is asked for pages of one; false where the run cannot. */
async function addAnother(t: Context, operation: Operation): Promise<boolean> {
  const {
    api,
    learned: { baselines },
  } = t.state;
  const creations = api.creationsAt(collectionPathOf(operation));
  const creation = creations.find(({ id }) => baselines.has(id));
  if (creation === undefined || pageSizeOf(operation) === undefined) return false;
  const { shape } = baselineOf(t, creation);
  const { request } = makeRequest(() => validRequest(t.state, creation, shape));
  return isSuccess(
    (await t.sendAnyway({ ...request, label: "one more for the list" }))?.response.status ?? 0,
  );
}

/** The first page: of one item, where that can be asked for. */
async function firstPage(t: Context, operation: Operation): Promise<ParsedExchange> {
  const baseline = baselineOf(t, operation);
  const size = pageSizeOf(operation);
  const { accepts } = baseline.request;
  const request: Case =
    size === undefined
      ? baseline.request
      : makeRequest(() => {
          const place = { in: "query", path: [size.name] } as const;
          return violate(baseline, { place, label: "", value: 1n });
        });
  const page = await t.send({ ...request, accepts, label: "the first page" });
  if (!isSuccess(page.response.status))
    throw new Skip("untested", `no page is shown: ${page.response.status}`);
  return page;
}

/** The page that a page links to; undefined if it links to none. @throws Skip for a link that is not followed */
async function nextPage(
  t: Context,
  operation: Operation,
  page: ParsedExchange,
): Promise<ParsedExchange | undefined> {
  const {
    contract,
    target: { baseUrl },
  } = t.state;
  const { case: request } = page.exchange;
  const link = nextLinkIn(page);
  if (link === undefined) return undefined;
  if (link.length > longestLink)
    throw new Skip("untested", `the link to the next page has more than ${longestLink} characters`);
  const path = pathOfLink(link, { contract, baseUrl, operation, from: request.path });
  if (path === undefined)
    throw new Skip("untested", "the link to the next page leads to another address than that of the list");
  return t.send({ ...request, path, label: "the next page, by its link" });
}
