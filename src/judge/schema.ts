import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Contract } from "../description/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";

/** One way in which a JSON value is not what a schema asks for. */
export interface Violation {
  /** Name of the schema in the interface description. */
  readonly schema: string;
  /** JSON Pointer to the value that is wrong or that lacks something. */
  readonly at: string;
  /** The member that is wrong or missing; undefined if the value as a whole is wrong. */
  readonly property: string | undefined;
  /** What is asked for and what is there, in a few words. */
  readonly reason: string;
}

/** The response that a value came in. */
export interface ResponsePlace {
  readonly operation: string;
  readonly status: number;
}

/** Holds lossless JSON values against the schema of the response they came in; where there is none, against one by name. */
export type ValidateSchema = (schema: string, value: Json, place?: ResponsePlace) => readonly Violation[];

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const mostViolations = 20;
/** Items of a list that are judged: nobody may ask for more than 100, and a hostile list has millions. */
const mostItems = 1000;

/**
 * Compiles the contract's schemas (JSON Schema 2020-12). ajv sees a lossless value, in which an integer is a
 * `bigint`; so `type: integer` is judged by a keyword of our own, exactly, `format: int64` with it.
 */
export function createSchemaValidator(contract: Contract): ValidateSchema {
  const known = validators.get(contract);
  if (known !== undefined) return known;
  const validator = compileSchemas(contract);
  validators.set(contract, validator);
  return validator;
}

/** Compiling takes longer than many runs of a calibration have. */
const validators = new WeakMap<Contract, ValidateSchema>();

function compileSchemas(contract: Contract): ValidateSchema {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false });
  addFormats.default(ajv, ["date", "date-time"]);
  ajv.addKeyword({
    keyword: "exactInteger",
    error: {
      message: ({ schema }) => (schema === "int64" ? "must be a 64-bit integer" : "must be an integer"),
    },
    validate: (format: string, value: unknown) =>
      typeof value === "bigint" && (format !== "int64" || (value >= int64.least && value <= int64.most)),
  });
  // To ajv, a number that is kept as text is an object.
  ajv.addKeyword({
    keyword: "exactObject",
    error: { message: "must be object" },
    validate: (_: true, value: Json) => isJsonObject(value),
  });
  ajv.addSchema({
    $id: "contract",
    components: withExactIntegers(contract.document.components),
    paths: withExactIntegers(contract.document.paths),
  });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value, place) => {
    const operation = contract.operations.get(place?.operation ?? "");
    const pointer = operation?.responses.get(place?.status ?? 0) ?? `#/components/schemas/${schema}`;
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
    compiled.set(pointer, validate);
    const judged = Array.isArray(value) ? value.slice(0, mostItems) : value;
    if (validate(judged)) return [];
    const told = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
    return told.slice(0, mostViolations).map((error) => describeViolation(schema, error));
  };
}

/** The same schemas, with `exactInteger` and `exactObject` where `type: integer` and `type: object` stood. */
function withExactIntegers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withExactIntegers);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, withExactIntegers(member)]),
  );
  const { type, format, ...others } = members;
  if (type === "integer") return { ...others, exactInteger: format ?? "any" };
  if (type !== "object") return members;
  const isObject = { exactObject: true };
  return { ...isObject, if: isObject, then: others };
}

function describeViolation(schema: string, error: ErrorObject): Violation {
  const path = error.instancePath.split("/").slice(1);
  const missing: unknown = error.params["missingProperty"];
  const named = path.findLast((part) => !/^\d+$/.test(part));
  return {
    schema,
    at: error.instancePath,
    property: typeof missing === "string" ? missing : named,
    reason:
      typeof missing === "string"
        ? `${place(path)} has no ${missing}`
        : `${place(path)} ${reasonOf(error)}, but is ${shorten(error.data as Json)}`,
  };
}

function place(path: readonly string[]): string {
  return path.length === 0 ? "the body" : path.join(".");
}

function reasonOf(error: ErrorObject): string {
  if (error.keyword !== "enum") return error.message ?? "is wrong";
  return `must be one of ${(error.params["allowedValues"] as string[]).join(", ")}`;
}

/** A value as JSON text, cut to a length that a sentence can hold. */
export function shorten(value: Json | undefined, length = 80): string {
  const text = value === undefined ? "absent" : renderJson(value);
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
