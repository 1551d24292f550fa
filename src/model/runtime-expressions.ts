import type { ParsedExchange } from "../engine/index.js";
import { isJsonObject, type Json, parseJsonBytes } from "../json/index.js";
import { headerValues } from "../transport/index.js";
import { addressOf, decodeOnce, plainPath } from "./paths.js";
import { valueAt } from "./places.js";

/** A runtime expression, taken apart: where its value stands, and under which name or pointer. */
export interface Expression {
  readonly in: "response body" | "response header" | "request body" | "request path";
  /** The names that lead to a value of a body; otherwise the one name. */
  readonly path: readonly string[];
}

const forms: readonly (readonly [Expression["in"], RegExp])[] = [
  ["response body", /^\$response\.body#\/(.+)$/],
  ["request body", /^\$request\.body#\/(.+)$/],
  ["response header", /^\$response\.header\.(.+)$/],
  ["request path", /^\$request\.path\.(.+)$/],
];

/** Reads a runtime expression; undefined for one of another form. Source: OpenAPI 3.1, section 4.8.20.4. */
export function readExpression(text: unknown): Expression | undefined {
  if (typeof text !== "string") return undefined;
  const plain = text.replace(/^\{(.*)\}$/, "$1");
  for (const [where, form] of forms) {
    const [, found] = form.exec(plain) ?? [];
    if (found !== undefined) return { in: where, path: where.endsWith("body") ? tokensOf(found) : [found] };
  }
  return undefined;
}

/** The names in a JSON pointer, without its first slash. Source: RFC 6901, section 4. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer.split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A creation, and the path of its operation as it is described. */
interface Occasion {
  readonly parsed: ParsedExchange;
  readonly path: string;
}

/** The value of an expression in an exchange, as text; undefined where there is no such value. */
export function evaluate(
  { in: where, path }: Expression,
  { parsed, path: template }: Occasion,
): string | undefined {
  const { exchange, response, json } = parsed;
  const [name = ""] = path;
  switch (where) {
    case "response body":
      return textOf(valueAt(json, path));
    case "request body":
      return textOf(valueAt(sentIn(parsed), path));
    case "response header":
      return headerValues(response, name.toLowerCase())[0];
    case "request path":
      return valuesIn(addressOf(exchange.case.path), template)?.[name];
  }
}

/** The body that was sent as JSON; undefined for anything else. */
export function sentIn({ exchange: { case: request } }: ParsedExchange): Json | undefined {
  if (request.body?.kind !== "text") return undefined;
  const result = parseJsonBytes(Buffer.from(request.body.text));
  return result.status === "valid" ? result.value : undefined;
}

/** The values of a described path's parameters at the end of an address; undefined if it is of another form. */
export function valuesIn(address: string, template: string): Readonly<Record<string, string>> | undefined {
  const [found, wanted] = [plainPath(address).split("/"), plainPath(template).split("/").slice(1)];
  const values: Record<string, string> = {};
  for (const [index, segment] of found.slice(-wanted.length).entries()) {
    const [, name] = /^\{([^{}]+)\}$/.exec(wanted[index] ?? "") ?? [];
    if (name === undefined && segment !== wanted[index]) return undefined;
    const value = decodeOnce(segment);
    if (name !== undefined && value !== undefined) values[name] = value;
  }
  return found.length > wanted.length ? values : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "bigint") return `${value}`;
  return typeof value === "string" ? value : undefined;
}

/** Every plain value in a body, with the names that lead to it written as one word in small letters. */
export function wordsIn(
  value: Json | undefined,
  word = "",
): readonly (readonly [word: string, text: string])[] {
  const text = textOf(value);
  if (text !== undefined) return [[word, text]];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => wordsIn(each, word));
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, each]) =>
    wordsIn(each, wordOf([word, name])),
  );
}

/** Names as one word in small letters: `customer` and `id` are `customerid`, as `customer_id` is. */
export function wordOf(names: readonly string[]): string {
  return names.join("").replaceAll(/[-_]/g, "").toLowerCase();
}
