import { essenceOf, type Operation } from "../../description/index.js";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  numberAsWritten,
  parseJson,
  parseJsonBytes,
  renderJson,
} from "../../json/index.js";
import { type Filter, filtersOf, valueAt } from "../../model/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../schema/index.js";
import type { Call, DescribedRefusal, Values } from "./call.js";
import type { Item } from "./described-items.js";
import { cookiesOf } from "./objections.js";

/** The values of a request, or why it cannot be read. */
export type ReadCall = { readonly values: Values } | { readonly refusal: DescribedRefusal };

/** Reads the parameters and the body of a request as what they are described to be. */
export async function readCall(call: Call): Promise<ReadCall> {
  const body = await readBody(call);
  if (typeof body === "object" && body !== null && "refusal" in body) return { refusal: body.refusal };
  const cookies = cookiesOf(call.headers.cookie);
  const textsOf = {
    path: (name: string) => [call.pathParameters[name]],
    query: (name: string) => call.query.getAll(name),
    header: (name: string) => [call.headers[name.toLowerCase()]?.toString()],
    cookie: (name: string) => [cookies.get(name)],
  };
  const read = (where: keyof typeof textsOf): JsonObject =>
    Object.fromEntries(
      call.operation.parameters
        .filter((each) => each.in === where && !(where === "header" && ignored.test(each.name)))
        .flatMap(({ name, schema }) => {
          const texts = textsOf[where](name).filter((text) => text !== undefined);
          return texts.length === 0 ? [] : [[name, readTexts(schema as AnySchema, texts)]];
        }),
    );
  return {
    values: {
      path: read("path"),
      query: read("query"),
      header: read("header"),
      cookie: read("cookie"),
      body: body?.value,
    },
  };
}

/** Of these, a description has no say. Source: OpenAPI 3.1, section 4.8.12.1. */
const ignored = /^(accept|content-type|authorization)$/i;

function readTexts(schema: AnySchema, texts: readonly string[]): Json {
  const plain = plainSchema(schema);
  if (typeOf(plain) !== "array") return readText(plain, texts.join(","));
  const items = texts.length === 1 ? (texts[0] ?? "").split(",") : texts;
  return items.map((text) => readText(plain.items ?? {}, text));
}

/** A text as the type that is described, where it can be read as such. */
function readText(schema: AnySchema, text: string): Json {
  const type = typeOf(plainSchema(schema));
  if (type === "integer" && /^-?\d+$/.test(text)) return BigInt(text);
  if (type === "number" && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return numberOf(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  if (type !== "object") return text;
  const parsed = parseJson(text);
  return parsed.status === "valid" ? parsed.value : text;
}

function numberOf(text: string): Json {
  const parsed = parseJson(text);
  return parsed.status === "valid" ? parsed.value : numberAsWritten(text);
}

type Body = { readonly value: Json } | { readonly refusal: DescribedRefusal } | undefined;

async function readBody({ operation, headers, bytes }: Call): Promise<Body> {
  if (operation.body === undefined || bytes.length === 0) return undefined;
  const type = essenceOf(headers["content-type"]);
  if (!isTaken(operation.body, type))
    return { refusal: { kind: "media type", reason: `no body of type ${type || "none"} is taken` } };
  if (/[/+]json$/.test(type)) {
    const parsed = parseJsonBytes(bytes);
    if (parsed.status === "valid") return { value: parsed.value };
    return { refusal: { kind: "invalid", reason: "the body is no JSON" } };
  }
  if (type === "application/x-www-form-urlencoded" || type === "multipart/form-data")
    return readForm(operation.body.schema as AnySchema, headers["content-type"] ?? "", bytes);
  return { value: bytes.toString("utf8") };
}

function isTaken({ contents }: NonNullable<Operation["body"]>, type: string): boolean {
  return contents.some(({ mediaType }) => {
    const stated = essenceOf(mediaType);
    const range = stated.endsWith("/*") ? stated.slice(0, -1) : undefined;
    return stated === "*/*" || stated === type || (range !== undefined && type.startsWith(range));
  });
}

/** The fields of a form. Sources: WHATWG URL, section 5.1; RFC 7578. */
async function readForm(schema: AnySchema, contentType: string, bytes: Buffer): Promise<Body> {
  try {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": contentType },
    }).formData();
    const { properties = {} } = plainSchema(schema);
    const names = [...new Set(form.keys())];
    const fields = await Promise.all(
      names.map(async (name) => {
        const texts = await Promise.all(
          form.getAll(name).map((each) => (typeof each === "string" ? each : each.text())),
        );
        return [name, readTexts(properties[name] ?? {}, texts)] as const;
      }),
    );
    return { value: Object.fromEntries(fields) };
  } catch {
    return { refusal: { kind: "invalid", reason: "the body is no form" } };
  }
}

const sizeNames = /^(limit|size|count|first|top|max|max_?results|(page_?)?size|per_?page|page_?limit)$/i;
const startNames = /^(offset|skip|start|start_?index)$/i;
const pageNames = /^(page|page_?(no|number|index))$/i;

/** Is it a parameter that says which part of a list is asked for? */
export function isPaging(name: string): boolean {
  return [sizeNames, startNames, pageNames].some((pattern) => pattern.test(name));
}

/** The page that is asked for: the query filters the items, and says where the page begins and how long it is. */
export function pageOf(all: readonly Item[], operation: Operation, values: Values) {
  const filters = filtersOf(operation);
  const selected = all.filter(({ members }) => filters.every((each) => isMeant(each, members, values.query)));
  const countOf = (pattern: RegExp): number | undefined => {
    const found = operation.parameters.find((each) => each.in === "query" && pattern.test(each.name));
    const value = found && (values.query[found.name] ?? plainSchema(found.schema).default);
    return value === undefined || !/^\d+$/.test(`${value}`) ? undefined : Number(value);
  };
  const size = countOf(sizeNames) ?? selected.length;
  const page = countOf(pageNames);
  const start = countOf(startNames) ?? (page === undefined ? 0 : Math.max(0, page - 1) * size);
  return { page: selected.slice(start, start + size), total: selected.length };
}

/** Has an item what a filter asks for, if it asks for anything? */
function isMeant({ parameter, name, at, kind }: Filter, members: JsonObject, query: JsonObject): boolean {
  const [, part] = /\[([^\]]+)\]$/.exec(name) ?? [];
  const asked = query[parameter.name];
  const wanted = part !== undefined && isJsonObject(asked) ? asked[part] : asked;
  if (wanted === undefined) return true;
  const has = valueAt(members, at);
  if (kind === "least") return asNumber(has) >= asNumber(wanted);
  if (kind === "most") return asNumber(has) <= asNumber(wanted);
  const own = listOf(has ?? null);
  return listOf(wanted).some((each) => own.some((other) => renderJson(other) === renderJson(each)));
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** The number that a value is; none where it is not there. */
function asNumber(value: Json | undefined): number {
  return value === undefined || value === null ? Number.NaN : Number(renderJson(value));
}
