import type { Operation } from "../description/index.js";
import { isSuccess, type ParsedExchange } from "../engine/index.js";
import { renderJson } from "../json/index.js";
import {
  isBroken,
  judgeRefusedCreation,
  type Listing,
  type Listings,
  listLaws,
  refusedChange,
} from "../laws/index.js";
import {
  addressOf,
  idOf,
  isPageSize,
  itemsIn,
  matches,
  memberOf,
  type Resource,
  sortingsOf,
} from "../model/index.js";
import {
  type ApiState,
  largestSizeOf,
  markersIn,
  ownItemsIn,
  type Sent,
  showsAll,
  showsOneOf,
} from "../session/index.js";
import { type Case, kindOfAnswers } from "../transport/index.js";
import { bodyTextOf } from "../values/index.js";
import { judgeAddedOnce } from "./judge-additions.js";
import { judgeEachOnce } from "./judge-each-once.js";

/** Asks for a list as usual, as a parameter asks for it, and as usual again: plain data. */
export interface ListReenactment {
  readonly kind: "list";
  readonly plain: Case;
  readonly asked: Case;
}

/** Sends a creation again that was refused, with other words, and looks for it in the list: plain data. */
export interface CreationReenactment {
  readonly kind: "creation";
  readonly list: string;
  readonly request: Case;
}

/**
 * Judges the laws about lists by a response of one, and suspects those that may be broken.
 * @returns the ids of the laws that were kept
 */
export function judgeLists(state: ApiState, operation: Operation, parsed: ParsedExchange): readonly string[] {
  const resource = operation.method === "GET" ? state.api.resourceIn(operation) : undefined;
  if (resource === undefined || !isSuccess(parsed.response.status)) return [];
  if (asksByHeaders(state, operation, parsed.exchange.case)) return [];
  suspectRefused(state, operation, parsed);
  const listing = listingOf(state, operation, resource, parsed);
  const { case: request } = parsed.exchange;
  const isValid = kindOfAnswers(request.accepts) === "valid";
  return [
    ...judgeAsked(state, operation, parsed, listing),
    ...judgeEachOnce(state, resource, parsed, listing.rows),
    ...judgeAddedOnce(
      state,
      operation,
      { resource, request, rows: listing.rows },
      listing.isWhole && isValid,
    ),
  ];
}

/** Has a request a header or a cookie that the usual one lacks? It may ask for other items. */
function asksByHeaders(
  { learned }: ApiState,
  { id, parameters }: Operation,
  { headers }: Pick<Case, "headers">,
): boolean {
  const described = new Set(
    parameters.flatMap(({ in: where, name }) =>
      where === "header" ? [name] : where === "cookie" ? ["Cookie"] : [],
    ),
  );
  const usual = learned.baselines.get(id)?.request.headers ?? [];
  return headers.some(([name]) => described.has(name) && !usual.some(([other]) => other === name));
}

/** Judges the laws about one list that is asked for in two ways. */
function judgeAsked(
  state: ApiState,
  operation: Operation,
  { exchange: { case: request, sentAt } }: ParsedExchange,
  listing: Listing,
): readonly string[] {
  const asks = askedOf(operation, request);
  const { suspicions } = state;
  if (asks === undefined) return [];
  const address = addressOf(request.path);
  if (asks.asks === "plain" || asks.asks === "more")
    suspicions.setPlain(`${address} ${asks.size}`, { request, listing, sentAt });
  if (asks.asks === "plain") return [];
  // An order is compared with a page of the same size.
  const sizes = { fewer: ["usual", "largest"], more: ["usual"], order: [asks.size] }[asks.asks];
  const plain = sizes
    .map((size) => suspicions.plain.get(`${address} ${size}`))
    .filter((each) => each !== undefined && !wasChangedSince(state, each.sentAt))
    .toSorted((left, right) => Number(isWholeIn(right)) - Number(isWholeIn(left)))
    .at(0);
  if (plain === undefined) return [];
  const both = listingsOf(plain.listing as Listing, listing, {
    request,
    asks: asks.asks,
    member: asks.member,
    most: asks.most,
  });
  return listLaws.flatMap((law) => {
    const judgement = law.judge(both);
    if (isBroken(judgement)) {
      const input: ListReenactment = { kind: "list", plain: plain.request, asked: request };
      suspicions.note({ law: law.id, operation: operation.id, input });
    }
    return judgement === "kept" ? [law.id] : [];
  });
}

function isWholeIn(plain: { readonly listing: unknown } | undefined): boolean {
  return (plain?.listing as Listing | undefined)?.isWhole === true;
}

/** How a request asks for a list: with pages of their usual size, or of the largest one. */
interface Asked {
  readonly asks: "plain" | Listings["asks"];
  readonly member?: string | undefined;
  /** The number of items on the largest page, where that is asked for. */
  readonly most?: number | undefined;
  readonly size: "usual" | "largest";
}

/** Says whether a request asks for a list as it is, in an order, or for few items. Undefined where it asks for more than that. */
export function askedOf(operation: Operation, { path }: Pick<Case, "path">): Asked | undefined {
  const query = new URLSearchParams(path.split("?")[1] ?? "");
  const isRequired = (name: string): boolean =>
    operation.parameters.some((each) => each.in === "query" && each.name === name && each.required);
  const names = [...query.keys()];
  // A page that has to be asked for is not the whole list: servers count pages from 0 or 1.
  if (names.some((name) => isRequired(name) && matches(name, "paging-words"))) return undefined;
  const largest = largestSizeOf(operation);
  const isLargest = largest !== undefined && query.get(largest.size.name) === `${largest.most}`;
  const size = isLargest ? "largest" : "usual";
  const optional = names.filter((name) => !isRequired(name) && !(isLargest && name === largest.size.name));
  if (optional.length === 0)
    return isLargest ? { asks: "more", size, most: Number(largest.most) } : { asks: "plain", size };
  const sorting = sortingsOf(operation).find(
    ({ chosen }) =>
      chosen.length === optional.length && chosen.every(([{ name }]) => optional.includes(name)),
  );
  if (sorting !== undefined) return { asks: "order", member: memberOf(sorting), size };
  const [name = "", ...others] = optional;
  const isFew = others.length === 0 && isPageSize(name) && !isLargest && Number(query.get(name)) > 0;
  return isFew ? { asks: "fewer", size } : undefined;
}

/** The items of a list that have an id. */
export function listingOf(
  state: ApiState,
  operation: Operation,
  resource: Resource,
  parsed: ParsedExchange,
): Listing {
  const rows = itemsIn(parsed.json).flatMap((members) => {
    const id = idOf(resource, members);
    return id === undefined ? [] : [{ id, members }];
  });
  const shown = new Set(rows.map(({ id }) => id));
  const lacksItems = ownItemsIn(state, resource, parsed.exchange.case.path).some(
    ({ id, path }) => !shown.has(id) && state.inventory.at(path)?.deletion === undefined,
  );
  return { rows, isWhole: showsAll(operation, parsed), lacksItems };
}

/** A list that is asked for in a way of its own. */
interface AskedList {
  readonly request: Case;
  readonly asks: Listings["asks"];
  readonly member?: string | undefined;
  readonly most?: number | undefined;
}

export function listingsOf(
  plain: Listing,
  asked: Listing,
  { request, asks, member, most }: AskedList,
): Listings {
  const further = { ...(member !== undefined && { member }), ...(most !== undefined && { most }) };
  return { plain, asked, asks, text: request.path, ...further };
}

/** Has the run sent anything since then that may have changed a list? */
function wasChangedSince({ suspicions }: ApiState, time: number): boolean {
  const mayChange = ({ status }: Sent): boolean => status === undefined || isSuccess(status) || status >= 500;
  return suspicions.sent.some(
    (each) => each.request.method !== "GET" && each.endedAt > time && mayChange(each),
  );
}

/** Suspects that creations were stored although they were refused, where a list shows words that they alone had. */
function suspectRefused(state: ApiState, list: Operation, { json }: ParsedExchange): void {
  const { refusedWords } = state.sending;
  if (refusedWords.size === 0) return;
  for (const row of itemsIn(json)) {
    const words = markersIn(state, renderJson(row)).filter((each) => refusedWords.has(each));
    const sent =
      words.length === 0 ? undefined : state.suspicions.sent.find((each) => isRefusedWith(each, words));
    if (sent?.status === undefined) continue;
    const { request, status } = sent;
    const judgement = judgeRefusedCreation({ text: `${request.method} ${request.path}`, status, row });
    if (!isBroken(judgement)) continue;
    const input: CreationReenactment = { kind: "creation", list: list.id, request };
    state.suspicions.note({ law: refusedChange.id, operation: request.operation, input });
  }
}

function isRefusedWith({ request, status = 0 }: Sent, words: readonly string[]): boolean {
  const isRefused = status >= 400 && status < 500 && request.method === "POST";
  return isRefused && showsOneOf(bodyTextOf(request), words);
}
