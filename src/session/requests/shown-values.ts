import { jsonOf, memoize, type Operation, type Schema } from "../../description/index.js";
import type { ParsedExchange } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { bodyPlaces, isId, kindNamed, matches } from "../../model/index.js";
import { type AnySchema, entrySchema, misfitOf, plainSchema, typeOf, wordsIn } from "../../schema/index.js";
import type { ApiState } from "../api-state.js";
import { markersIn } from "../api-state.js";

/** A member of a body, or a parameter. */
interface NamedSchema {
  readonly name: string;
  readonly schema: Schema | AnySchema;
}

/** Of a text, in characters; and of a response, the values that are looked at. */
const longest = 60;
const mostValues = 2000;

/**
 * Records the texts and integers that a read shows for members which some request has, too. Keys of a map count as the ids of its
 * items.
 */
export function noteShownValues(state: ApiState, operation: Operation, { json }: ParsedExchange): void {
  const names = namesOfRequests(state.contract.operations);
  const note = (name: string, value: Json): void => {
    if (names.has(name) && isHarmless(state, name, value)) state.learned.noteShownValue(name, value);
  };
  const resource = state.api.resourceIn(operation);
  if (resource !== undefined && isMap(operation))
    for (const key of keysOf(json).filter(isId)) note(resource.parameter, key);
  const budget = { left: mostValues };
  const collect = (value: Json | undefined, name: string): void => {
    if (value === undefined || budget.left-- <= 0) return;
    if (Array.isArray(value)) for (const each of value as readonly Json[]) collect(each, name);
    else if (isJsonObject(value)) for (const [member, each] of Object.entries(value)) collect(each, member);
    else if (typeof value === "string" || typeof value === "bigint") note(name, value);
  };
  collect(json, "");
}

/**
 * Returns a value that a read has shown for a member or parameter of that name, where the requests of an operation are made of these;
 * undefined where none fits.
 */
export function shownValue(
  { requests: { altered }, learned: { shown }, api, effects }: ApiState,
  { id, method }: Pick<Operation, "id" | "method">,
  { name, schema }: NamedSchema,
): Json | undefined {
  if (altered.get(id)?.usesShown !== true) return undefined;
  // A request that writes names no item of others.
  if (method !== "GET" && effects.get(id) !== "reads" && kindNamed(name, api.resources) !== undefined)
    return undefined;
  return shown.get(name)?.find((value) => isOfKind(value, schema) && misfitOf(schema, value) === undefined);
}

/** The same as a text. */
export function shownText(state: ApiState, operation: Operation, place: NamedSchema): string | undefined {
  const value = shownValue(state, operation, place);
  return typeof value === "bigint" ? `${value}` : typeof value === "string" ? value : undefined;
}

function isOfKind(value: Json, schema: Schema | AnySchema): boolean {
  const type = typeOf(plainSchema(schema));
  return typeof value === "bigint" ? type === "integer" || type === "number" : type === "string";
}

/** The names of all members of bodies, and of all parameters. */
const namesOfRequests = memoize((operations: ReadonlyMap<string, Operation>): ReadonlySet<string> => {
  const ofBodies = (each: Operation): readonly string[] =>
    bodyPlaces(each).flatMap(({ place: { path } }) => path.at(-1) ?? []);
  return new Set(
    [...operations.values()].flatMap((each) => [
      ...each.parameters.map(({ name }) => name),
      ...ofBodies(each),
    ]),
  );
});

/** Is the response of an operation described as a map? */
function isMap({ responses }: Operation): boolean {
  const contents = [...responses.values()].filter(({ status }) => status.startsWith("2"));
  return contents.some((each) => {
    const schema: AnySchema = plainSchema(jsonOf(each.contents)?.schema ?? {});
    return schema.properties === undefined && entrySchema(schema) !== undefined;
  });
}

function keysOf(json: Json | undefined): readonly string[] {
  return isJsonObject(json) ? Object.keys(json) : [];
}

/** Neither a secret, nor a word of the run, nor a text for people. */
function isHarmless(state: ApiState, name: string, value: Json): boolean {
  if (wordsIn(name).some((word) => matches(word, "secret-words"))) return false;
  if (typeof value !== "string") return true;
  return /^[^\s@]+$/.test(value) && value.length <= longest && markersIn(state, value).length === 0;
}
