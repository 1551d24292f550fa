import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import {
  type Contract,
  essenceOf,
  jsonOf,
  type ResponseSpec,
  responseTo,
  withoutSchemaNames,
} from "../description/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { compare, type Decimal, decimal, onOneScale } from "./decimal.js";
import { isOfType } from "./misfit.js";
import { createPattern, matchWithinLimit } from "./pattern.js";

/** One way in which a JSON value is not what a schema asks for. */
export interface SchemaViolation {
  /** Name of the schema in the interface description. */
  readonly schema: string;
  /** JSON Pointer to the value that is wrong or that lacks something. */
  readonly at: string;
  /** The member that is wrong or missing; undefined if the value as a whole is wrong. */
  readonly property: string | undefined;
  /** The keyword of JSON Schema that is violated. */
  readonly keyword: string;
  /** The demand and the actual value, in a few words. */
  readonly reason: string;
}

/** Holds lossless JSON values against the schema of the response they came in; where there is none, against one by name. */
export type ValidateSchema = (
  schema: string,
  value: Json,
  place?: {
    readonly operation: string;
    readonly status: number;
    /** Then nothing but the schema of this media type counts. */
    readonly mediaType?: string;
    /** Is the value one item of a sequence of this media type? */
    readonly isItem?: boolean;
  },
) => readonly SchemaViolation[];

const mostViolations = 20;
/** Items of a list that are judged: nobody may ask for more than 100, and a hostile list has millions. */
const mostItems = 1000;

/**
 * The contract's schemas (JSON Schema 2020-12), compiled once. ajv sees a lossless value, in which an integer is a
 * `bigint`; so types, values and bounds are judged by keywords of our own, exactly, `format: int64` with types.
 */
export function createSchemaValidator(contract: Contract): ValidateSchema {
  const validator = validators.get(contract) ?? compileSchemas(contract);
  validators.set(contract, validator);
  return validator;
}

/** Compiling takes longer than many runs of a calibration have. */
const validators = new WeakMap<Contract, ValidateSchema>();

/** The keywords of a part that is compiled into the ones that refer to it, at most. */
const mostInlined = 1000;

/** The words of an enum that a message shows, at most. */
const mostWords = 100;

function describeWords(words: readonly unknown[]): string {
  const shown = words.slice(0, mostWords).join(", ");
  return words.length > mostWords ? `${shown} and ${words.length - mostWords} more` : shown;
}

function compileSchemas(contract: Contract): ValidateSchema {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    code: { regExp: Object.assign(patternFor, { code: "patternFor" }) },
    verbose: true,
    validateSchema: false,
    validateFormats: false,
    // By size: whether a part may be inlined is otherwise found out by a walk through the letters of each of its words.
    inlineRefs: mostInlined,
  });
  ajv.addKeyword({
    keyword: "exactType",
    error: { message: ({ schema }) => `must be ${nameOf(schema as ExactType)}` },
    validate: ({ types, format }: ExactType, value: Json) =>
      types.some((type) => isOfType(type, value)) && isInFormat(format, value),
  });
  // The others take the place of ajv's own, which know no bigint.
  ajv.removeKeyword("enum").addKeyword({
    keyword: "enum",
    schemaType: "array",
    error: { message: ({ schema }) => `must be one of ${describeWords(schema as readonly unknown[])}` },
    validate: (values: readonly unknown[], value: Json) => values.some((each) => isSame(each, value)),
  });
  ajv.removeKeyword("const").addKeyword({
    keyword: "const",
    error: { message: ({ schema }) => `must be ${schema}` },
    validate: isSame,
  });
  for (const keyword of boundsOfNumbers)
    ajv.removeKeyword(keyword).addKeyword({
      keyword,
      schemaType: "number",
      error: { message: ({ parentSchema }) => `must be within ${describeBounds(parentSchema)}` },
      validate: (bound: number, value: Json) =>
        !isOfType("number", value) || isWithin[keyword](decimal(renderJson(value)), decimal(String(bound))),
    });
  const { document } = contract;
  const change = (members: Members): unknown => withExactTypes(withMovedReference(document, members));
  ajv.addSchema({
    $id: "contract",
    components: withoutSchemaNames(document.components, change),
    paths: withoutSchemaNames(document.paths, change),
  });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value, place) => {
    const operation = place && contract.operations.get(place.operation);
    const response = operation && responseTo(operation, place.status);
    // A status that is not described has a body like another refusal.
    const refusal = operation && responseTo(operation, 401);
    if (place?.mediaType !== undefined)
      return judge(schema, value, pointerFor(response, place.mediaType, place.isItem));
    const isNamed = contract.document.components?.schemas?.[schema] !== undefined;
    const pointer =
      (response && jsonOf(response.contents)?.pointer) ??
      (isNamed ? `#/components/schemas/${schema}` : refusal && jsonOf(refusal.contents)?.pointer);
    return judge(schema, value, pointer);
  };
  function judge(schema: string, value: Json, pointer: string | undefined): readonly SchemaViolation[] {
    if (pointer === undefined) return [];
    const validate = compiled.get(pointer) ?? compileOrNothing(ajv, moved(document, pointer));
    compiled.set(pointer, validate);
    const judged = Array.isArray(value) ? value.slice(0, mostItems) : value;
    return certainErrors(validate, judged)
      .slice(0, mostViolations)
      .map((error) => describeViolation(schema, error));
  }
}

/** The result that stands in for a match that is not decided in time, and whether there was such a match. */
const undecided = { countsAs: true, wasMet: false };

function patternFor(source: string, flags: string) {
  const pattern = createPattern(source, flags);
  const test = (text: string): boolean => {
    const isFound = pattern.test(text);
    undecided.wasMet ||= isFound === undefined;
    return isFound ?? undecided.countsAs;
  };
  return { test, toString: pattern.toString };
}

/** Returns the errors that hold for either result of the matches that were not decided in time. */
function certainErrors(validate: ValidateFunction, value: Json): readonly ErrorObject[] {
  const found = errorsIf(true, validate, value);
  if (!undecided.wasMet || found.length === 0) return found;
  const places = new Set(errorsIf(false, validate, value).map(placeOfError));
  return found.filter((error) => places.has(placeOfError(error)));
}

function placeOfError({ instancePath, schemaPath }: ErrorObject): string {
  return `${instancePath} ${schemaPath}`;
}

function errorsIf(countsAs: boolean, validate: ValidateFunction, value: Json): readonly ErrorObject[] {
  Object.assign(undecided, { countsAs, wasMet: false });
  const isFine = matchWithinLimit(() => isValid(validate, value));
  return isFine ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
}

/** The schema for a media type: its own, else that of the same structure. */
function pointerFor(
  response: ResponseSpec | undefined,
  mediaType: string,
  isItem = false,
): string | undefined {
  const contents = response?.contents ?? [];
  const exact = contents.find((each) => essenceOf(each.mediaType) === mediaType);
  return isItem ? exact?.itemPointer : (exact ?? jsonOf(contents))?.pointer;
}

/** A schema that leads back to itself for the same value judges nothing. */
function isValid(validate: ValidateFunction, value: Json): boolean {
  try {
    return validate(value);
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** A schema that leads in a circle by a way that ajv does not go holds nobody to anything. */
function compileOrNothing(ajv: Ajv2020, pointer: string): ValidateFunction {
  try {
    return ajv.compile({ $ref: `contract${pointer}` });
  } catch {
    return ajv.compile({});
  }
}

/** The substitute for `type`, and for the `format` of a number. */
interface ExactType {
  readonly types: readonly string[];
  readonly format: string | undefined;
}

/** Is a value the one that a schema states, its numbers to the last digit and its members in any order? */
function isSame(stated: unknown, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (typeof stated === "number")
    return isOfType("number", value) && compare(decimal(renderJson(value)), decimal(String(stated))) === 0;
  if (typeof stated !== "object" || stated === null) return stated === value;
  const isList = Array.isArray(stated);
  if (isList !== Array.isArray(value) || !(isList || isJsonObject(value))) return false;
  const members = Object.entries(stated);
  const values = value as Readonly<Record<string, Json>>;
  return (
    members.length === Object.keys(values).length &&
    members.every(([name, member]) => Object.hasOwn(values, name) && isSame(member, values[name]))
  );
}

/** The tests of a number against a schema's keywords on its size, both to the last digit. */
const isWithin = {
  minimum: (value: Decimal, bound: Decimal) => compare(value, bound) >= 0,
  maximum: (value: Decimal, bound: Decimal) => compare(value, bound) <= 0,
  exclusiveMinimum: (value: Decimal, bound: Decimal) => compare(value, bound) > 0,
  exclusiveMaximum: (value: Decimal, bound: Decimal) => compare(value, bound) < 0,
  multipleOf: (value: Decimal, unit: Decimal) => {
    const [digits, of] = onOneScale(value, unit);
    return of === 0n || digits % of === 0n;
  },
};
const boundsOfNumbers = Object.keys(isWithin) as readonly (keyof typeof isWithin)[];

function describeBounds(schema: object = {}): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(schema).filter(([name]) => Object.hasOwn(isWithin, name))),
  );
}

type Members = Readonly<Record<string, unknown>>;

function typesOf({ type }: Members): readonly string[] {
  return [type].flat().filter((each) => typeof each === "string");
}

function isNumericType(types: readonly string[]): boolean {
  return types.includes("integer") || types.includes("number");
}

/** Does what a schema says stand one level deeper in the copy for ajv? */
function isDeeper(members: Members): boolean {
  const types = typesOf(members);
  return isNumericType(types) || types.includes("object");
}

/** A pointer into the document, as one into the copy for ajv. */
function moved(document: unknown, pointer: string): string {
  let value = document;
  const steps = pointer
    .split("/")
    .slice(1)
    .flatMap((step) => {
      const members = (typeof value === "object" && value !== null ? value : {}) as Members;
      value = members[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")];
      return isDeeper(members) ? ["then", step] : [step];
    });
  return `#/${steps.join("/")}`;
}

function withMovedReference(document: unknown, members: Members): Members {
  const { $ref } = members;
  const isPointer = typeof $ref === "string" && /^#\/(?:[^%]|%[\da-f]{2})*$/i.test($ref);
  return isPointer ? { ...members, $ref: moved(document, $ref) } : members;
}

/** The same schema, with a keyword of our own for the types that ajv does not know in a lossless value. */
function withExactTypes(members: Members): unknown {
  if (!isDeeper(members)) return members;
  const { type: _, format, ...others } = members;
  const types = typesOf(members);
  const isNumeric = isNumericType(types);
  const exactType = { types, format: isNumeric ? format : undefined };
  const rest = isNumeric || format === undefined ? others : { ...others, format };
  return { exactType, if: { exactType }, then: rest };
}

const bits: Readonly<Record<string, number>> = { int32: 32, int64: 64 };

function isInFormat(format = "", value: Json): boolean {
  const width = bits[format];
  return width === undefined || typeof value !== "bigint" || BigInt.asIntN(width, value) === value;
}

function nameOf({ types, format = "" }: ExactType): string {
  const width = bits[format];
  const integer = width === undefined ? "an integer" : `a ${width}-bit integer`;
  return types.map((type) => (type === "integer" ? integer : type)).join(" or ");
}

function describeViolation(schema: string, error: ErrorObject): SchemaViolation {
  const path = error.instancePath.split("/").slice(1);
  const missing: unknown = error.params["missingProperty"];
  const named = path.findLast((part) => !/^\d+$/.test(part));
  return {
    schema,
    at: error.instancePath,
    keyword: error.keyword,
    property: typeof missing === "string" ? missing : named,
    reason:
      typeof missing === "string"
        ? `${place(path)} has no ${missing}`
        : `${place(path)} ${error.message ?? "is wrong"}, but is ${shorten(error.data as Json)}`,
  };
}

/** As one writes it in code: `[4].id`, `data[0].name`. */
function place(path: readonly string[]): string {
  const text = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return text === "" ? "the body" : text.replace(/^\./, "");
}

/** A value as JSON text, cut to a length that a sentence can hold. */
export function shorten(value: Json | undefined, length = 80): string {
  const text = value === undefined ? "absent" : renderJson(value);
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
