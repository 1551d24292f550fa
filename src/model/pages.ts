import { type Contract, jsonOf, type Operation, type Parameter } from "../description/index.js";
import { linkTargets, type ParsedExchange } from "../engine/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { plainSchema, typeOf } from "../schema/index.js";
import { headerValues } from "../transport/index.js";
import { listsItems } from "./item-operations.js";
import { matches } from "./lexicon.js";
import { itemMembersOf, itemsIn, rowSchemasOf } from "./list-envelopes.js";
import { isPageSize, pagingName } from "./names.js";
import { endsInParameter, plainPath } from "./paths.js";
import type { Api } from "./resource.js";
import { isAskable, isOfList } from "./searches.js";
import { placeOf } from "./security.js";

/** Where the body of a page has the link to the next one, as the usual formats of lists have it. */
const linkPlaces: readonly (readonly string[])[] = [
  ["next"],
  ["links", "next"],
  ["_links", "next"],
  ["paging", "next"],
  ["pagination", "next"],
  ["meta", "next"],
  ["nextLink"],
  ["@odata.nextLink"],
];

/** Does a description say that a page of a list links to the next one: in its body, or in the header `Link`? */
export function describesNextLink({ method, path, responses }: Operation): boolean {
  if (method !== "GET" || endsInParameter(path)) return false;
  return [...responses.values()].some(({ status, headers, contents }) => {
    if (!status.startsWith("2")) return false;
    const schema = jsonOf(contents)?.schema;
    const isInBody = schema !== undefined && linkPlaces.some((place) => hasLink(schema, place));
    return isInBody || headers.some(({ name }) => name.toLowerCase() === "link");
  });
}

/** Has a schema a text at this place, or an object with `href`? */
function hasLink(schema: object, [name, ...rest]: readonly string[]): boolean {
  const plain = plainSchema(schema);
  if (name !== undefined) {
    const member = plain.properties?.[name];
    return member !== undefined && hasLink(member, rest);
  }
  return typeOf(plain) === "string" || typeOf(plain.properties?.["href"] ?? {}) === "string";
}

/** A page of a list: its status and headers, and what its body holds. */
type PageContents = Pick<ParsedExchange, "response" | "json">;

/** The link to the next page that a response has; undefined if it has none. Source: RFC 8288, section 3. */
export function nextLinkIn({ response, json }: PageContents): string | undefined {
  const [target] = linkTargets(headerValues(response, "link"), "next");
  if (target !== undefined) return target;
  // In a body the same names may stand for a number, or for a word that only the server understands.
  return linkPlaces.map((place) => linkAt(json, place)).find((link) => /^(https?:\/\/|\/|\?)/i.test(link));
}

function linkAt(json: Json | undefined, [name, ...rest]: readonly string[]): string {
  if (name !== undefined)
    return isJsonObject(json) && Object.hasOwn(json, name) ? linkAt(json[name], rest) : "";
  if (typeof json === "string") return json;
  return isJsonObject(json) && typeof json["href"] === "string" ? json["href"] : "";
}

/** Where a link was found, and what it may lead to. */
interface LinkPlace {
  readonly contract: Pick<Contract, "document">;
  readonly baseUrl: string;
  readonly operation: Operation;
  /** Path and query of the request that the link came with, relative to the base address. */
  readonly from: string;
}

/**
 * Path and query of a link to the same list at the same address, relative to the base address, without the key that it may
 * have; undefined for a link to anything else, which is not followed. A gateway in front of a server may rewrite addresses.
 */
export function pathOfLink(
  link: string,
  { contract, baseUrl, operation, from }: LinkPlace,
): string | undefined {
  const page = new URL(`${baseUrl}${from}`);
  const target = URL.canParse(link, page.href) ? new URL(link, page) : undefined;
  if (target?.origin !== page.origin || plainPath(target.pathname) !== plainPath(page.pathname))
    return undefined;
  const place = placeOf(contract, operation);
  const key = place?.kind === "api key" && place.in === "query" ? place.name : undefined;
  const query = target.search
    .slice(1)
    .split("&")
    .filter((field) => key === undefined || !new URLSearchParams(field).has(key))
    .join("&");
  const path = target.pathname.slice(plainPath(new URL(baseUrl).pathname).length);
  return query === "" ? path : `${path}?${query}`;
}

/**
 * May there be more items than a list shows: does it say so, or lead to others?
 * @param shown how many items are known, on this page or on all
 */
export function hasMore(page: PageContents, shown = itemsIn(page.json).length): boolean {
  const { response, json } = page;
  if (nextLinkIn(page) !== undefined || response.status === 206) return true;
  const counted = headerValues(response, "x-total-count")[0] ?? "0";
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

/** How a list is asked for pages of two items: the values of the parameter that says where a page begins. */
export interface Paging {
  readonly size: Parameter;
  readonly start: Parameter;
  readonly first: bigint;
  readonly second: bigint;
}

/** The parameter that asks for pages of two items, of a list of items. */
export function sizeOfTwo(operation: Operation, api: Api): Parameter | undefined {
  const size = pageSizeOf(operation);
  const isList = listsItems(operation, api) || Object.keys(itemMembersOf(operation)).length > 0;
  return size !== undefined && isList && allows(size, 2) ? size : undefined;
}

/** The parameters by which a list shows one page after the other; undefined where it has none, or pages of two are not allowed. */
export function pagingOf(operation: Operation, api: Api): Paging | undefined {
  const size = sizeOfTwo(operation, api);
  return size && pagesOfTwo(operation, size);
}

/** The same, of a list whose items have paths of their own. @param size asks for pages of two items */
export function pagesOfTwo(operation: Operation, size: Parameter): Paging | undefined {
  const find = (group: "offsets" | "page-numbers"): Parameter | undefined =>
    operation.parameters.find(
      (each) => isOfList(each) && matches(pagingName(each.name), group) && each !== size,
    );
  const [offset, page] = [find("offsets"), find("page-numbers")];
  if (offset !== undefined && page === undefined && allows(offset, 0, 2))
    return { size, start: offset, first: 0n, second: 2n };
  if (page === undefined || offset !== undefined) return undefined;
  // Where pages are counted from zero, and nothing says so, these are the second and the third.
  const first = statedFirstPage(page) ?? 1;
  return allows(page, first, first + 1)
    ? { size, start: page, first: BigInt(first), second: BigInt(first + 1) }
    : undefined;
}

/** The number of the first page, by the default of its parameter or by what is said of it; undefined where both are silent, or differ. */
function statedFirstPage({ schema, description = "" }: Parameter): number | undefined {
  const { default: usual, description: said = "" } = plainSchema(schema);
  const text = `${description} ${said}`;
  const isZero = usual === 0 || matches(text, "first-is-zero");
  const isOne = usual === 1 || matches(text, "first-is-one");
  return isZero === isOne ? undefined : isZero ? 0 : 1;
}

/** Does a description say which value the parameter has on the first page? */
export function saysFirst(paging: Paging | undefined): boolean {
  if (paging === undefined) return false;
  if (countsPages(paging)) return statedFirstPage(paging.start) !== undefined;
  return plainSchema(paging.start.schema).default === Number(paging.first);
}

/** Does a parameter count pages, by its name? One that counts items may count pages, too. */
export function countsPages({ first, second }: Paging): boolean {
  return second - first === 1n;
}

/**
 * The value of a parameter with which a list begins: offset 0, or page 1, or 0 where the description counts pages from there;
 * undefined for any other parameter. An example shows some page, and a run that takes it for the first one misses items.
 */
export function firstPlaceOf({ method }: Operation, parameter: Parameter): bigint | undefined {
  if (method !== "GET" || parameter.in !== "query") return undefined;
  const name = pagingName(parameter.name);
  const { minimum, default: usual } = plainSchema(parameter.schema);
  const isOffset = matches(name, "offsets");
  if (!isOffset && !matches(name, "page-numbers")) return undefined;
  const first = isOffset || minimum === 0 || usual === 0 ? 0 : 1;
  return allows(parameter, first) ? BigInt(first) : undefined;
}

/** May an integer parameter have all of these values? */
function allows({ schema }: Parameter, ...values: readonly number[]): boolean {
  const plain = plainSchema(schema);
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf, enum: words } = plain;
  const isFree = typeOf(plain) === "integer" && multipleOf === undefined && words === undefined;
  return isFree && values.every((value) => value >= minimum && value <= maximum);
}

/** The parameter of a list that bounds it, where one item is allowed. */
export function pageSizeOf(operation: Operation): Parameter | undefined {
  if (!isAskable(operation)) return undefined;
  return operation.parameters.find((each) => {
    const { name, schema } = each;
    const { minimum = 1, multipleOf, enum: words, ...plain } = plainSchema(schema);
    const isOneAllowed = minimum <= 1 && multipleOf === undefined && words === undefined;
    const isSize = isOfList(each) && isPageSize(name) && typeOf(plain) === "integer";
    return isSize && isOneAllowed && !isOfItems(operation, name);
  });
}

/** Have the items of a list a member of that name? Then the parameter may be about that. */
function isOfItems(operation: Operation, name: string): boolean {
  return rowSchemasOf(operation).some((row) => Object.hasOwn(plainSchema(row).properties ?? {}, name));
}
