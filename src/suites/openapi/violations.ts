import type { Operation, Schema } from "../../description/index.js";
import { isJsonObject, type Json, numberAsWritten } from "../../json/index.js";
import { plainSchema, typeOf } from "./valid-values.js";

/** A keyword of JSON Schema that a request violates, at one place, in one way. */
export interface Violation {
  readonly place: {
    readonly in: "body" | "query" /** Empty for the body as a whole. */;
    readonly name: string;
  };
  readonly keyword: string;
  /** What servers treat alike, if they treat it at all: a habit of the framework shows at every place of a kind. */
  readonly family: string;
  /** What is wrong, in a few words. */
  readonly label: string;
  /** Absent: the member or the parameter is left out. */
  readonly value?: Json;
}

/** Stands in the place of a keyword where nothing is violated. */
export const optional = "optional";

/** Every violation of the body's members that a valid body holds, and of the query's parameters. */
export function deriveViolations(operation: Operation, valid: Json | undefined): readonly Violation[] {
  return [...violationsOfBody(operation, valid), ...withoutBody(operation), ...violationsOfQuery(operation)];
}

function violationsOfBody({ body }: Operation, valid: Json | undefined): readonly Violation[] {
  if (body === undefined || !isJsonObject(valid) || hasAlternatives(body.schema)) return [];
  const { properties = {}, required = [] } = plainSchema(body.schema);
  return Object.keys(valid).flatMap((name) => {
    const schema = properties[name];
    if (schema === undefined) return [];
    const place = { in: "body", name } as const;
    return violationsAt(place, schema as Schema, required.includes(name));
  });
}

/** A body that is left out: where none is required, the server must not fail all the same. */
function withoutBody({ body }: Operation): readonly Violation[] {
  const place = { in: "body", name: "" } as const;
  const what = { place, family: "no body", label: "there is no body" };
  if (body === undefined) return [];
  return [{ ...what, keyword: body.required ? "required" : optional }];
}

function violationsOfQuery({ parameters }: Operation): readonly Violation[] {
  return parameters
    .filter((each) => each.in === "query")
    .flatMap(({ name, schema, required }) => {
      const place = { in: "query", name } as const;
      // Any text is one; what is no number has no bounds.
      return violationsAt(place, schema, required).filter(
        ({ keyword }) =>
          keyword !== "type" || ["integer", "number"].includes(typeOf(plainSchema(schema)) ?? ""),
      );
    });
}

function violationsAt(place: Violation["place"], schema: Schema, isRequired: boolean): readonly Violation[] {
  if (hasAlternatives(schema)) return isRequired ? [leftOut(place)] : [];
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength = 0, maxLength } = plain;
  const found: Violation[] = [];
  const add = (keyword: string, label: string, value: Json): void => {
    found.push({ place, keyword, family: `${place.in} ${keyword}`, label: `${place.name} ${label}`, value });
  };
  if (isRequired) found.push(leftOut(place));
  const wrong = type === undefined ? undefined : wrongTypes[type];
  if (wrong !== undefined && !Array.isArray(plain.type))
    add("type", wrong[0], place.in === "query" ? "abc" : wrong[1]);
  const words = (plain.enum ?? []).filter((each) => typeof each === "string");
  if (words.length > 0 && words.length === plain.enum?.length)
    add("enum", "is none of the listed words", otherWord(words));
  if (type === "integer" || type === "number") {
    const beyond = (keyword: string, bound: number | undefined, by: number): void => {
      if (bound !== undefined && Number.isSafeInteger(bound + by))
        add(
          keyword,
          `is ${bound + by}`,
          type === "integer" ? BigInt(bound + by) : numberAsWritten(`${bound + by}`),
        );
    };
    beyond("minimum", minimum, -1);
    beyond("maximum", maximum, 1);
    beyond("exclusiveMinimum", exclusiveMinimum, 0);
    beyond("exclusiveMaximum", exclusiveMaximum, 0);
  }
  // What a format or a pattern makes of a longer text is another question.
  const isFree = plain.format === undefined && plain.pattern === undefined && plain.enum === undefined;
  if (type === "string" && isFree) {
    if (minLength > 0) add("minLength", `has ${minLength - 1} characters`, "n".repeat(minLength - 1));
    if (maxLength !== undefined && maxLength < 100_000)
      add("maxLength", `has ${maxLength + 1} characters`, "n".repeat(maxLength + 1));
  }
  return found;
}

/** Values that no lossless conversion turns into the type. */
const wrongTypes: Readonly<Record<string, readonly [label: string, value: Json]>> = {
  string: ["is an object", { a: 1n }],
  integer: ["is a word", "abc"],
  number: ["is a word", "abc"],
  boolean: ["is a word", "abc"],
  array: ["is an object", { a: 1n }],
  object: ["is a word", "abc"],
};

function leftOut(place: Violation["place"]): Violation {
  return { place, keyword: "required", family: `${place.in} required`, label: `${place.name} is left out` };
}

/** Does a schema leave a choice? What one alternative refuses, another may take. */
function hasAlternatives(schema: Schema): boolean {
  const {
    oneOf,
    anyOf,
    allOf = [],
  } = schema as { oneOf?: unknown; anyOf?: unknown; allOf?: readonly Schema[] };
  return oneOf !== undefined || anyOf !== undefined || allOf.some(hasAlternatives);
}

function otherWord(words: readonly unknown[]): string {
  const other = `${words[0]}x`;
  return words.includes(other) ? `${other}-pedigree` : other;
}
