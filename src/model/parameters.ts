import {
  type GivenValues,
  type Operation,
  type Parameter,
  type Schema,
  valuesFor,
} from "../description/index.js";
import { type AnySchema, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { isOf } from "./lexicon.js";

/** The values of an enumeration as texts; undefined where there is none. */
function enumOf(schema: AnySchema): readonly string[] | undefined {
  const plain = plainSchema(schema);
  const items = typeOf(plain) === "array" ? plainSchema(plain.items ?? {}) : plain;
  const stated = items.enum ?? (items.const === undefined ? undefined : [items.const]);
  const texts = stated?.filter((each) => typeof each === "string" && each !== "");
  return texts === undefined || texts.length === 0 ? undefined : texts.map(String);
}

/** Is a value of a parameter a command that does something: RESET, or "DISABLE ALL"? */
function isCommand(value: string): boolean {
  const [first = ""] = wordsIn(value).filter((word) => word !== "");
  return isOf(first, "ends", "refreshes");
}

/** Is a value of a parameter a command that only reads: LIST, or "show all"? */
function onlyReads(value: string): boolean {
  const words = wordsIn(value).filter((word) => word !== "");
  return isOf(words[0] ?? "", "reads") && !words.some((word) => isOf(word, "ends", "refreshes"));
}

/** The word of the name of a parameter, or of its enumeration, with which a request may do more than its operation says. */
function actingWord({ name, in: where, schema }: Parameter): string | undefined {
  const words = wordsIn(name).filter((word) => word !== "");
  const plain = plainSchema(schema);
  const isSwitch = typeOf(plain) === "boolean" || enumOf(schema) !== undefined;
  // Numbers and times count, and say from when to when.
  const isMeasure =
    /^(integer|number)$/.test(`${typeOf(plain)}`) || plain.format?.startsWith("date") === true;
  const named = words.find(
    (word) =>
      isOf(word, "names-command") ||
      (where !== "path" && !isMeasure && isOf(word, "acts-in-parameter")) ||
      (where !== "path" && isSwitch && isOf(word, "acts-as-switch")),
  );
  return named ?? enumOf(schema)?.find(isCommand);
}

/** The decision on a parameter that may act: it is sent with words that read, left out, or keeps its operation from being called. */
export type Restriction =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "left out" | "excludes"; readonly word: string };

/** Decides on a parameter that may act; undefined for any other. A value that the user gives for an unsafe request counts. */
export function restrictionOf(
  operation: Pick<Operation, "id" | "method">,
  parameter: Parameter,
  known: GivenValues,
): Restriction | undefined {
  const word = actingWord(parameter);
  if (word === undefined) return undefined;
  if (operation.method !== "GET" && Object.hasOwn(valuesFor(known, operation), parameter.name))
    return { kind: "words", words: [] };
  const words = (enumOf(parameter.schema) ?? []).filter(onlyReads);
  if (words.length > 0) return { kind: "words", words };
  return { kind: parameter.required ? "excludes" : "left out", word };
}

/** Describes the restrictions on the parameters of an operation that may act: "cmd: only LIST" and "force: never". Empty where none may. */
export function restrictionsOf(operation: Operation, known: GivenValues): readonly string[] {
  return operation.parameters.flatMap((parameter): readonly string[] => {
    const restriction = restrictionOf(operation, parameter, known);
    if (restriction?.kind === "left out") return [`${parameter.name}: never`];
    if (restriction?.kind !== "words") return [];
    const { words } = restriction;
    return [`${parameter.name}: only ${words.length === 0 ? "the given value" : words.join(", ")}`];
  });
}

/** The same operation, with those of its parameters and values that may be sent. A parameter that excludes the operation stays: the user may allow it. */
export function withSafeParameters(operation: Operation, known: GivenValues): Operation {
  const restrictions = operation.parameters.map((each) => restrictionOf(operation, each, known));
  if (restrictions.every((each) => each === undefined)) return operation;
  const parameters = operation.parameters.flatMap((parameter, index): readonly Parameter[] => {
    const restriction = restrictions[index];
    if (restriction?.kind === "left out") return [];
    if (restriction?.kind !== "words") return [parameter];
    return [{ ...parameter, ...narrowedTo(restriction.words, parameter), isFixed: true }];
  });
  return { ...operation, parameters };
}

/** The schema of a parameter with these words of its enumeration; as it is where the user says the value. */
function narrowedTo(words: readonly string[], { schema }: Parameter): Partial<Parameter> {
  if (words.length === 0) return {};
  const { enum: _, const: __, default: ___, examples: ____, ...plain } = plainSchema(schema);
  const narrowed: AnySchema =
    typeOf(plain) === "array"
      ? { ...plain, items: { type: "string", enum: [...words] } }
      : { ...plain, enum: [...words] };
  return { schema: narrowed as Schema };
}

/**
 * The name of the first parameter in the query of a request that the operation does not have so, and that may act: a link of the
 * server, or what a check writes, may have it.
 */
export function actingIn(operation: Operation, path: string): string | undefined {
  const query = new URLSearchParams(path.split("?")[1] ?? "");
  const isMeant = (name: string, value: string): boolean => {
    const described = operation.parameters.find((each) => each.in === "query" && each.name === name);
    if (described === undefined)
      return actingWord({ name, in: "query", required: false, schema: { type: "string" } }) === undefined;
    const words = described.isFixed === true ? enumOf(described.schema) : undefined;
    return words === undefined || words.includes(value);
  };
  return [...query].find(([name, value]) => !isMeant(name, value))?.[0];
}
