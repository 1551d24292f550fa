import { readFileSync } from "node:fs";
import type { SchemaObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { parse } from "yaml";

interface CallOptions {
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is a text. */
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of what was judged by its schema.
  readonly body: any;
}

/** Calls an operation, `GET /books/{bookId}`, and holds the response against the description. */
export type Call = (operation: string, options?: CallOptions) => Promise<Answer>;

/** Calls of the API that a file describes. Nothing of Pedigree is used to judge: it is what the examples test. */
export function describedCalls(file: URL, address: string, usual: Usual = {}): Call {
  const judge = judges.get(file.href) ?? judgeBy(file);
  judges.set(file.href, judge);
  return async (operation, { path = {}, query, headers, body } = {}) => {
    const [method = "", template = ""] = operation.split(" ");
    const concrete = template.replaceAll(/\{(\w+)\}/g, (_, name) => `${path[name]}`);
    const search = [usual.query, query].filter((each) => each !== undefined).join("&");
    const response = await fetch(`${address}${concrete}?${search}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...usual.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = mediaTypeOf(response) === "application/json";
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
    const objections = judge(
      pointer("paths", template, method.toLowerCase(), "responses"),
      response,
      answer.body,
    );
    expect(objections, `${operation} ${response.status} ${text}`).toEqual([]);
    return answer;
  };
}

/** What goes with every call. */
type Usual = Pick<CallOptions, "query" | "headers">;
/** What is wrong with a response to an operation whose responses are described there. */
type Judge = (responsesAt: string, response: Response, body: unknown) => readonly string[];
/** Compiling schemas takes longer than the calls of a test. */
const judges = new Map<string, Judge>();

function judgeBy(file: URL): Judge {
  const document = responsesOnly(parse(readFileSync(file, "utf8"))) as Members;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: "api", ...document });

  const objectionsTo = (schemaAt: string, value: unknown): readonly string[] => {
    const validate = ajv.getSchema(`api${schemaAt}`);
    if (validate === undefined) return [`no schema at ${schemaAt}`];
    return validate(value) ? [] : [`${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`];
  };
  return (responsesAt, response, body) => {
    const stated = (resolve(document, responsesAt) ?? {}) as Members;
    const status = stated[response.status] === undefined ? "default" : `${response.status}`;
    if (stated[status] === undefined) return [`status ${response.status} is not described`];
    const place = follow(document, `${responsesAt}/${status}`);
    const { content = {}, headers = {} } = resolve(document, place) as Described;
    const ofHeaders = Object.entries(headers).flatMap(([name, { required, schema }]) => {
      const value = response.headers.get(name);
      if (value === null) return required ? [`header ${name} is missing`] : [];
      const read = schema["type"] === "integer" ? Number(value) : value;
      return objectionsTo(`${place}${pointer("headers", name, "schema").slice(1)}`, read);
    });
    if (Object.keys(content).length === 0) return [...ofHeaders, ...(body === "" ? [] : ["there is a body"])];
    const contentAt = pointer("content", mediaTypeOf(response), "schema").slice(1);
    return [...ofHeaders, ...objectionsTo(`${place}${contentAt}`, body)];
  };
}

const mediaTypeOf = (response: Response): string => response.headers.get("content-type")?.split(";")[0] ?? "";

type Members = Readonly<Record<string, unknown>>;
interface Described {
  readonly content?: Members;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: SchemaObject }>>;
}

/** The JSON Schema of 2020-12 of what OpenAPI 3.0 or 3.1 says of responses: what is writeOnly is in none. */
function responsesOnly(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(responsesOnly);
  if (typeof part !== "object" || part === null) return part;
  const { nullable, exclusiveMinimum, minimum, ...others } = part as Members;
  const properties = (others["properties"] ?? {}) as Readonly<Record<string, { writeOnly?: boolean }>>;
  const isWriteOnly = (name: string) => properties[name]?.writeOnly === true;
  const least = exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { exclusiveMinimum, minimum };
  const kept = Object.entries({ ...others, ...least }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name === "type" && nullable === true) return [name, [value, "null"]];
      if (name === "required" && Array.isArray(value))
        return [name, value.filter((each) => !isWriteOnly(each))];
      if (name === "properties" && isSchemas(value))
        return [
          name,
          Object.fromEntries(
            Object.entries(value).map(([each, schema]) => [
              each,
              isWriteOnly(each) ? false : responsesOnly(schema),
            ]),
          ),
        ];
      return [name, responsesOnly(value)];
    }),
  );
}

const isSchemas = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** A JSON Pointer as a fragment of an address. */
function pointer(...segments: readonly string[]): string {
  return `#/${segments.map((each) => encodeURIComponent(each.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}

function resolve(document: Members, at: string): unknown {
  const segments = at.slice(2).split("/").map(decodeURIComponent);
  return segments.reduce<unknown>(
    (part, each) => (part as Members | undefined)?.[each.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

/** Where a part of the document is, if it may be a reference. */
function follow(document: Members, at: string): string {
  const { $ref = at } = (resolve(document, at) ?? {}) as { readonly $ref?: string };
  return $ref;
}
