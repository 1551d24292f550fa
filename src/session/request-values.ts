import { noKnowledge, type Operation, type Parameter, valuesFor } from "../description/index.js";
import { isJsonObject, type Json, parseJson } from "../json/index.js";
import { isOfRequest } from "../model/index.js";
import { type AnySchema, plainSchema, statedJson, typeOf } from "../schema/index.js";
import { fillText, isPattern } from "../values/index.js";
import type { ApiState } from "./api-state.js";

type Knowing = Pick<ApiState, "contract">;

/** Does the user give values for parameters or members of that name, of this operation? */
export function isGiven(
  { contract: { known = noKnowledge } }: Knowing,
  operation: Id,
  name: string,
): boolean {
  return Object.hasOwn(valuesFor(known, operation), name);
}

type Id = Pick<Operation, "id">;

/** The value of one request for a parameter or member of that name; undefined where the user gives none. */
export type ValuesOfRequest = (name: string, schema?: AnySchema) => Json | undefined;

/**
 * Returns the values that the user gives for one request. They count as used once they are asked for. Several values come in turn, those of
 * one row together.
 */
export function givenValues(state: ApiState, operation: Id): ValuesOfRequest {
  const { contract, requests, words } = state;
  const { known = noKnowledge } = contract;
  const given = valuesFor(known, operation);
  const made = new Map<string, Json>();
  let turn: number | undefined;
  const nextTurn = (): number => {
    turn ??= requests.nextTurn(operation.id);
    return turn;
  };
  return (name, schema = {}) => {
    if (!Object.hasOwn(given, name)) return undefined;
    const isOwn = Object.hasOwn(known.valuesOf?.[operation.id] ?? {}, name);
    const key = isOwn ? `${operation.id}.${name}` : name;
    requests.noteUse("values", key);
    const earlier = made.get(name);
    if (earlier !== undefined) return earlier;
    const plain = plainSchema(schema);
    const fillings = { number: () => 1 + requests.nextTurn(key), word: words.marker };
    const fill = (value: Json): Json => {
      if (typeof value === "string")
        return isPattern(value) ? readAs(fillText(value, fillings), plain) : fillText(value, fillings);
      if (Array.isArray(value)) return (value as readonly Json[]).map(fill);
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, fill(each)]));
    };
    const stated = statedJson(given[name]);
    const cells = cellsIn(stated);
    const several = cells ?? (isSeveral(stated, plain) ? stated : undefined);
    const one = several === undefined ? stated : (several[nextTurn() % several.length] ?? null);
    const value = cells === undefined ? fill(one) : typeof one === "string" ? readAs(one, plain) : one;
    made.set(name, value);
    return value;
  };
}

/** The value that the user gives for a parameter: the same in every request, but for the id of a request. */
export function givenParameter(
  state: ApiState,
  operation: Id,
  { name, in: where, schema }: Pick<Parameter, "name" | "in" | "schema">,
): Json | undefined {
  const given = givenValues(state, operation);
  if (isOfRequest(name)) return given(name, schema);
  const key = `given ${operation.id} ${where} ${name}`;
  const known = state.requests.parameters.get(key) ?? given(name, schema);
  if (known !== undefined) state.requests.setParameter(key, known);
  return known;
}

/** The cells of a column of rows: `{ rows: [...] }`. */
function cellsIn(stated: Json): readonly Json[] | undefined {
  const rows = isJsonObject(stated) && Object.keys(stated).length === 1 ? stated["rows"] : undefined;
  return Array.isArray(rows) && rows.length > 0 ? rows : undefined;
}

/** Is a list that is given no value itself, but several, of a member that is no list, or a list of others? */
function isSeveral(stated: Json, schema: AnySchema): stated is readonly Json[] {
  if (!Array.isArray(stated) || stated.length === 0) return false;
  const type = typeOf(schema);
  if (type !== "array") return type !== undefined;
  const isOfLists = schema.items === undefined || typeOf(plainSchema(schema.items)) === "array";
  return !isOfLists && stated.every((each) => Array.isArray(each));
}

/** A text as a value of the type that a member has: `8001` is a number where that is described. */
function readAs(text: string, schema: AnySchema): Json {
  const type = typeOf(schema);
  if (type === undefined || type === "string") return text;
  const parsed = parseJson(text);
  return parsed.status === "valid" ? parsed.value : text;
}
