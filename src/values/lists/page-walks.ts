import { type Operation, type Parameter, responseTo } from "../../description/index.js";
import { isSuccess, type ParsedExchange } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import {
  describesNextLink,
  endsInParameter,
  isAskable,
  isOf,
  itemMembersOf,
  matches,
  nounsOf,
  ownerOf,
  type PageObject,
  type Paging,
  pageObjectsOf,
  pagingName,
  patternOf,
  sentencesOf,
  unitsOf,
  valueAt,
} from "../../model/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf, wordsIn } from "../../schema/index.js";
import { headerValues } from "../../transport/index.js";

/** Where a list says how many items it has. */
export interface Total {
  /** The header, or the names of the members that lead to it. */
  readonly header?: string;
  readonly at: readonly string[];
  readonly name: string;
  /** May it be the number of items on one page? */
  readonly mayBeOfPage: boolean;
  /** Does the description say in words that it is the number of all items? */
  readonly isStated: boolean;
  /** Does the description say that it is the number of items that a filter leaves? */
  readonly isOfFiltered: boolean;
}

const counts = /^count$/i;
const headers = /^x-total(-count)?$/i;

/** Where a list says how many items it has; undefined where it says so nowhere, or where that may be another number. */
export function totalOf(operation: Operation): Total | undefined {
  const { path } = operation;
  const members = itemMembersOf(operation);
  if (!isAskable(operation) || endsInParameter(path) || Object.keys(members).length === 0) return undefined;
  const hasMoney = Object.keys(members).some((name) => unitsOf(name) === "money");
  const found = pageObjectsOf(operation).map((each) => totalIn(each, { hasMoney, path }));
  const [inBody] = found.filter((each) => each !== undefined);
  if (inBody !== undefined) return inBody;
  const header = responseTo(operation, 200)?.headers.find(
    ({ name, description = "" }) => headers.test(name) && saysAll(description, name, path),
  );
  if (header === undefined) return undefined;
  const { name, description = "" } = header;
  return {
    header: name,
    at: [],
    name,
    mayBeOfPage: false,
    isStated: matches(description, "of-whole-lists"),
    isOfFiltered: matches(description, "of-filtered"),
  };
}

/** The facts about a list. */
interface About {
  readonly hasMoney: boolean;
  readonly path: string;
}

function totalIn({ at, schema }: PageObject, about: About): Total | undefined {
  const [name, own] =
    Object.entries(schema.properties ?? {}).find(([each, own]) => isNumberOfItems(each, own, about)) ?? [];
  if (name === undefined || own === undefined) return undefined;
  const { description = "" } = plainSchema(own);
  return {
    at: [...at, name],
    name: [...at, name].join("."),
    mayBeOfPage: counts.test(name),
    isStated: matches(description, "of-whole-lists"),
    isOfFiltered: matches(description, "of-filtered"),
  };
}

function isNumberOfItems(name: string, schema: AnySchema, { hasMoney, path }: About): boolean {
  const { description = "", enum: words, ...plain } = plainSchema(schema);
  const isCount = matches(name, "totals") || counts.test(name);
  if (!isCount || leavesChoice(schema) || typeOf(plain) !== "integer" || words !== undefined) return false;
  // A total without a word on it may be a sum.
  return saysAll(description, name, path) && (!/^total$/i.test(name) || !hasMoney || description !== "");
}

/** Is a number said to be that of all items of a path, maybe below one parent, or is nothing said of it? */
function saysAll(said: string, name: string, path: string): boolean {
  const parent = nounsOf(ownerOf(path)?.replace(/\/[^/]*$/, "") ?? "").at(-1) ?? "";
  const nouns = [...nounsOf(path), parent, name].flatMap(wordsIn);
  return wordsIn(said).every((word) => word === "" || isOf(word, "of-all-items") || nouns.includes(word));
}

/** Where a page says how many pages of its size the list has. */
export interface PageCount {
  readonly at: readonly string[];
  /** Does the description say in words that it is a number of pages? */
  readonly isStated: boolean;
}

/** Where a list says how many pages it has; undefined where it says so nowhere. */
export function pageCountOf(operation: Operation): PageCount | undefined {
  if (!isAskable(operation)) return undefined;
  const [found] = pageObjectsOf(operation).flatMap(({ at, schema: { properties = {} } }) =>
    Object.entries(properties).flatMap(([name, each]): readonly PageCount[] => {
      const { description = "", ...plain } = plainSchema(each);
      const isStated = matches(description, "counts-pages");
      const isNamed = matches(name, "numbers-of-pages") || (isStated && matches(name, "numbers-of-items"));
      const isCount = isNamed && typeOf(plain) === "integer" && !leavesChoice(each);
      return isCount ? [{ at: [...at, name], isStated }] : [];
    }),
  );
  return found;
}

/** The number of items that a page says the list has; undefined if it says none. */
export function totalOn(
  { header, at }: Total,
  { response, json }: Pick<ParsedExchange, "response" | "json">,
): number | undefined {
  if (!isSuccess(response.status)) return undefined;
  const value =
    header === undefined ? valueAt(json ?? null, at) : headerValues(response, header.toLowerCase())[0];
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && header !== undefined && /^\d{1,15}$/.test(value)
    ? Number(value)
    : undefined;
}

/** Does a list lead from one page to the next? @param paging of two items, by numbers */
export function walks(operation: Operation, paging: Paging | undefined): boolean {
  const isLed = cursorParameterOf(operation) !== undefined || describesNextLink(operation);
  return isLed || paging !== undefined;
}

/** Does each page say how to get to the next one: by a link, or by a word to ask for it with? */
export function leadsOn(operation: Operation, paging: Paging | undefined): boolean {
  const isWord = cursorParameterOf(operation)?.kind === "word";
  return describesNextLink(operation) || (isWord && paging === undefined);
}

/** A page of a list. */
interface Page {
  readonly link: string | undefined;
  readonly json: Json | undefined;
  readonly ids: readonly string[];
}

/** Does a page say how to get to the one after it? */
export function saysNext({ link, json }: Pick<Page, "link" | "json">): boolean {
  return link !== undefined || nextWordIn(json) !== undefined;
}

/** The parameter that leads to the next page, and its value. */
export interface Start {
  readonly parameter: Parameter;
  readonly value: Json;
  /** Has the page before it named the value as that of this very parameter? */
  readonly isHandedOut: boolean;
}

/** How the page after another one, of two items, is asked for; undefined where a link leads to it, or nothing. */
export function startAfter(
  operation: Operation,
  paging: Paging | undefined,
  { link, json, ids }: Page,
): Start | undefined {
  if (link !== undefined) return undefined;
  if (paging !== undefined) return { parameter: paging.start, value: paging.second, isHandedOut: false };
  const cursor = cursorParameterOf(operation);
  if (cursor === undefined) return undefined;
  const { parameter, kind } = cursor;
  const value = kind === "word" ? nextWordIn(json) : ids.at(-1);
  const isHandedOut = kind === "word" && value !== undefined && isWordFor(json, parameter, value);
  return value === undefined ? undefined : { parameter, value, isHandedOut };
}

/**
 * The values that a client sends beside the word that leads to a further page: without filters or order, where the description says
 * that the word keeps them.
 * @param chosen what the first page was asked for
 */
export function askedBeside(
  operation: Operation,
  size: Parameter,
  chosen: readonly (readonly [Parameter, Json])[],
): readonly (readonly [Parameter, Json])[] {
  const cursor = cursorParameterOf(operation);
  if (cursor?.kind !== "word") return chosen;
  const said = sentencesOn(operation, cursor.parameter);
  if (said.some((each) => matches(each, "repeats-query"))) return chosen;
  const keepsFilters = said.some((each) => matches(each, "carries-filters"));
  const keepsOrder = said.some((each) => matches(each, "carries-order"));
  const isOfOrder = ({ name }: Parameter): boolean =>
    matches(name, "sort-parameters") || matches(name, "sort-ways");
  return chosen.filter(
    ([parameter]) => parameter === size || !(isOfOrder(parameter) ? keepsOrder : keepsFilters),
  );
}

/** The sentences on the word that leads to a further page: its own, and those of the list that name it. */
function sentencesOn(
  { description = "" }: Operation,
  { description: own = "" }: Parameter,
): readonly string[] {
  return [...sentencesOf(own), ...sentencesOf(description).filter((each) => matches(each, "names-cursor"))];
}

/** The parameter by which a list shows the page after another one, and what its value is. */
interface CursorParameter {
  readonly parameter: Parameter;
  readonly kind: "word" | "last id";
}

/** How a list is asked for the page after another one; undefined where it has no such parameter. */
function cursorParameterOf({ parameters }: Operation): CursorParameter | undefined {
  for (const parameter of parameters) {
    const { name, in: where, required, schema } = parameter;
    const plain = plainSchema(schema);
    // By the same name, items may be asked for that are later than a day.
    const isText = [undefined, "string"].includes(typeOf(plain)) && !plain.format?.startsWith("date");
    if (where !== "query" || required || !isText || plain.enum !== undefined) continue;
    if (matches(pagingName(name), "last-ids")) return { parameter, kind: "last id" };
    if (matches(pagingName(name), "cursors")) return { parameter, kind: "word" };
  }
  return undefined;
}

/** The word on a page that leads to the next one; undefined where there is none, or it is a link. */
function nextWordIn(json: Json | undefined): string | undefined {
  return nextWordsIn(json).find(([name]) => matches(name, "leading-on"))?.[1];
}

/** Does a page name a word as the value of this very parameter: `nextPageToken` that of `pageToken`? */
function isWordFor(json: Json | undefined, { name }: Parameter, word: string): boolean {
  const plain = (each: string): string =>
    each
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "")
      .replace(patternOf("leading-prefixes"), "");
  return nextWordsIn(json).some(
    ([path, value]) => value === word && plain(path.split(" ").at(-1) ?? "") === plain(pagingName(name)),
  );
}

function nextWordsIn(json: Json | undefined, outer = ""): readonly (readonly [name: string, word: string])[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    if (isJsonObject(value)) return outer === "" ? nextWordsIn(value, name) : [];
    if (!matches(name, "next-words")) return [];
    const word = typeof value === "bigint" || typeof value === "string" ? `${value}` : "";
    return word === "" || /^(https?:\/\/|\/|\?)/i.test(word) ? [] : [[`${outer} ${name}`, word] as const];
  });
}
