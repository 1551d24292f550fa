import type { Operation } from "../../../description/index.js";
import { isFraction, isJsonObject, type Json } from "../../../json/index.js";
import { placeOf } from "../../../model/index.js";
import { type AnySchema, typeOf } from "../../../schema/index.js";
import type { Values } from "../call.js";
import { Crash } from "../described-server.js";
import type { DescribedMutant, Handlers, MutationOperators } from "../handlers.js";
import { createWords, madeValue } from "../made-values.js";
import { isOpen, isRight, type Objection, type Presented } from "../objections.js";
import { placesOfRequest, pointerOf, type RequestPlace, replaceAt, valuesIn } from "../place.js";

/** Faults in what is accepted: too much, too little, or the server fails. */
export const requestMutants: MutationOperators = (operation) => [
  ...placesOfRequest(operation)
    .filter(({ in: where }) => where !== "path")
    .flatMap((place) => [...tooMuch(operation, place), ...tooLittle(operation, place)]),
  ...withoutBody(operation),
];

type Judge = (objections: readonly Objection[], values: Values) => readonly Objection[];

function make(operation: Operation, operator: string, what: string, judge: Judge): DescribedMutant {
  const object: Handlers["object"] = (objections, call, values) =>
    call.operation.id === operation.id ? judge(objections, values) : objections;
  const name = `${operator} ${what} of ${operation.id}`;
  return { operator, operation: operation.id, name, deviation: () => ({ object }) };
}

/** The keywords of a schema that a value can violate. */
const keywords = [
  "type",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** Formats of numbers are ranges, and those of texts that no validator knows are none. */
const judgedFormats = /^(date|date-time|time|email|uuid|ipv4|ipv6|uri|hostname|int32)$/;

function tooMuch(operation: Operation, place: RequestPlace): readonly DescribedMutant[] {
  const pointer = pointerOf(place.path);
  const violable = keywords.filter((keyword) => isViolable(place, keyword));
  const all = [...(place.isRequired ? (["required"] as const) : []), ...violable];
  const isAt = (each: Objection): boolean => each.in === place.in && each.pointer === pointer;
  return all.flatMap((keyword) => {
    const what = `${place.in} ${pointer} ${keyword}`;
    const isViolated = (objections: readonly Objection[]): boolean =>
      objections.some((each) => isAt(each) && each.keyword === keyword);
    return [
      make(operation, "accept a violated keyword", what, (objections) =>
        isViolated(objections) ? objections.filter((each) => !isAt(each)) : objections,
      ),
      ...(keyword === "required" || place.in !== "body" ? [] : [ignoring(operation, place, keyword)]),
      make(operation, "crash on a violated keyword", what, (objections) => {
        if (isViolated(objections)) throw new Crash();
        return objections;
      }),
    ];
  });
}

/** Makes a mutant that accepts a violation and keeps something valid in its place. No response shows the violation. */
function ignoring(operation: Operation, place: RequestPlace, keyword: string): DescribedMutant {
  const pointer = pointerOf(place.path);
  const isAt = (each: Objection): boolean => each.in === "body" && each.pointer === pointer;
  const operator = "keep something else than a violation";
  const accept = make(operation, operator, `body ${pointer} ${keyword}`, (objections) => objections);
  const deviation: DescribedMutant["deviation"] = () => {
    let isIgnored = false;
    const word = createWords();
    return {
      object: (objections, call) => {
        const isMeant = call.operation.id === operation.id;
        isIgnored = isMeant && objections.some((each) => isAt(each) && each.keyword === keyword);
        return isIgnored ? objections.filter((each) => !isAt(each)) : objections;
      },
      keep: (members) => {
        const wasIgnored = isIgnored;
        isIgnored = false;
        if (!wasIgnored) return members;
        const kept = replaceAt(members, place.path, () => madeValue(place.schema, word));
        return isJsonObject(kept) ? kept : members;
      },
    };
  };
  return { ...accept, deviation };
}

function isViolable({ in: where, schema }: RequestPlace, keyword: (typeof keywords)[number]): boolean {
  const isText = where !== "body";
  if (schema[keyword] === undefined) return false;
  // A parameter is a text anyway, and has one item as it has many.
  if (keyword === "type") return !isText || !["string", "array"].includes(typeOf(schema) ?? "string");
  if (keyword === "format") return judgedFormats.test(schema.format ?? "");
  return keyword !== "minLength" || (schema.minLength ?? 0) > 0;
}

/** The values that are just within a schema, and what is left out. */
function tooLittle(operation: Operation, place: RequestPlace): readonly DescribedMutant[] {
  const pointer = pointerOf(place.path);
  const refused: Objection = { in: place.in, pointer, keyword: "stated" };
  const isItem = place.path.includes("*");
  const stated = statedAt(place).map(({ keyword, is }) =>
    make(operation, "refuse a stated value", `${place.in} ${pointer} ${keyword}`, (objections, values) =>
      valuesIn(values, place).some(is) ? [...objections, refused] : objections,
    ),
  );
  if (place.isRequired || isItem || (place.in === "body" && place.path.length > 1)) return stated;
  const isMissing = (values: Values): boolean => valuesIn(values, place).length === 0;
  const isThere = (values: Values): boolean => place.in !== "body" || values.body !== undefined;
  return [
    ...stated,
    make(operation, "crash on what is left out", `${place.in} ${pointer}`, (objections, values) => {
      if (isThere(values) && isMissing(values)) throw new Crash();
      return objections;
    }),
  ];
}

interface Stated {
  readonly keyword: string;
  readonly is: (value: Json) => boolean;
}

function statedAt({ in: where, schema }: RequestPlace): readonly Stated[] {
  const { minimum, maximum, minLength = 0, maxLength, enum: words = [], minItems, maxItems } = schema;
  const isBound = (bound: number) => (value: Json) => isNumber(value) && Number(`${value}`) === bound;
  const hasLength = (length: number) => (value: Json) =>
    typeof value === "string" && [...value].length === length;
  const hasItems = (length: number) => (value: Json) => Array.isArray(value) && value.length === length;
  const isOpen = words.length === 0 && schema.format === undefined && schema.pattern === undefined;
  const last = words.filter((each) => typeof each === "string").at(-1);
  return [
    ...(minimum === undefined || words.length > 0 ? [] : [{ keyword: "minimum", is: isBound(minimum) }]),
    ...(maximum === undefined || words.length > 0 ? [] : [{ keyword: "maximum", is: isBound(maximum) }]),
    ...(minLength > 0 && isOpen ? [{ keyword: "minLength", is: hasLength(minLength) }] : []),
    ...(maxLength !== undefined && isOpen ? [{ keyword: "maxLength", is: hasLength(maxLength) }] : []),
    ...(last !== undefined && words.length > 1
      ? [{ keyword: "enum", is: (value: Json) => value === last }]
      : []),
    ...(minItems !== undefined && minItems > 0 ? [{ keyword: "minItems", is: hasItems(minItems) }] : []),
    ...(maxItems === undefined ? [] : [{ keyword: "maxItems", is: hasItems(maxItems) }]),
    ...(where === "body" && takesNull(schema)
      ? [{ keyword: "null", is: (value: Json) => value === null }]
      : []),
  ];
}

function takesNull({ type }: AnySchema): boolean {
  return [type].flat().includes("null");
}

function isNumber(value: Json): boolean {
  return typeof value === "bigint" || isFraction(value);
}

function withoutBody(operation: Operation): readonly DescribedMutant[] {
  if (operation.body === undefined) return [];
  const crash = make(operation, "crash on what is left out", "body", (objections, values) => {
    if (values.body === undefined) throw new Crash();
    return objections;
  });
  if (!operation.body.required) return [crash];
  const accept = make(operation, "accept a violated keyword", "body required", (objections, values) =>
    values.body === undefined ? objections.filter((each) => each.in !== "body") : objections,
  );
  return [accept, crash];
}

/** How a server may be wrong about who asks. */
const faults: Readonly<Record<string, (presented: readonly Presented[]) => boolean>> = {
  "serve without a credential": (presented) =>
    presented.every(({ value }) => value === undefined) || presented.some(isRight),
  "serve with any credential": (presented) => presented.some(({ value }) => value !== undefined),
  "serve with the beginning of a credential": (presented) =>
    presented.some(({ value, wanted }) => value?.startsWith(wanted) === true),
};

/** Faults in who is served. */
export const credentialMutants: MutationOperators = (operation, described): readonly DescribedMutant[] => {
  if (isOpen(described, { operation })) return [];
  // The beginning of what is encoded is none of its encoding.
  const isEncoded = placeOf(described, operation)?.kind === "basic";
  const fitting = Object.entries(faults).filter(([operator]) => !isEncoded || !/beginning/.test(operator));
  return fitting.map(([operator, isServed]) => ({
    operator,
    operation: operation.id,
    name: `${operator}: ${operation.id}`,
    deviation: () => ({
      authenticate: (presented, call) =>
        presented.some(isRight) || (call.operation.id === operation.id && isServed(presented)),
    }),
  }));
};
