import type { Operation, Parameter } from "../../description/index.js";
import { plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { describesNextLink, matches, type Paging, pagingName, patternOf } from "../../model/index.js";

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
interface Start {
  readonly parameter: Parameter;
  readonly value: Json;
  /** Has the page before it named the value as that of this very parameter? */
  readonly isHandedOut: boolean;
}

/** How the page after another one, of two items, is asked for; undefined where nothing leads to it. */
export function startAfter(
  operation: Operation,
  paging: Paging | undefined,
  { json, ids }: Pick<Page, "json" | "ids">,
): Start | undefined {
  if (paging !== undefined) return { parameter: paging.start, value: paging.second, isHandedOut: false };
  const cursor = cursorParameterOf(operation);
  if (cursor === undefined) return undefined;
  const { parameter, kind } = cursor;
  const value = kind === "word" ? nextWordIn(json) : ids.at(-1);
  const isHandedOut = kind === "word" && value !== undefined && isWordFor(json, parameter, value);
  return value === undefined ? undefined : { parameter, value, isHandedOut };
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
  return wordsIn(json).find(([name]) => matches(name, "leading-on"))?.[1];
}

/** Does a page name a word as the value of this very parameter: `nextPageToken` that of `pageToken`? */
function isWordFor(json: Json | undefined, { name }: Parameter, word: string): boolean {
  const plain = (each: string): string =>
    each
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "")
      .replace(patternOf("leading-prefixes"), "");
  return wordsIn(json).some(
    ([path, value]) => value === word && plain(path.split(" ").at(-1) ?? "") === plain(pagingName(name)),
  );
}

function wordsIn(json: Json | undefined, outer = ""): readonly (readonly [name: string, word: string])[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    if (isJsonObject(value)) return outer === "" ? wordsIn(value, name) : [];
    if (!matches(name, "next-words")) return [];
    const word = typeof value === "bigint" || typeof value === "string" ? `${value}` : "";
    return word === "" || /^(https?:\/\/|\/|\?)/i.test(word) ? [] : [[`${outer} ${name}`, word] as const];
  });
}
