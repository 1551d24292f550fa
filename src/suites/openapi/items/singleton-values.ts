import { type AnySchema, plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../../json/index.js";
import {
  changeableMembers,
  isChosenByServer,
  isDecidedByServer,
  matches,
  soundsHarmful,
} from "../../../model/index.js";
import { isNumber, isSame } from "../comparison/same-value.js";
import type { ApiState } from "../session/state.js";
import { valuesUnlike } from "./other-values.js";
import type { Shown, SingletonUse } from "./singleton-requests.js";

/** Another value of one member. */
export interface Alternative {
  readonly name: string;
  readonly value: Json;
}

/** Other values that are tried until one is accepted. */
const mostAlternatives = 3;

/** May the server give a member of this name a value of its own? */
export function isServerOwned(name: string): boolean {
  return isChosenByServer(name) || matches(name, "measured-values");
}

/** Other values, one for each member that may be changed: what does least comes first. */
export function alternativesFor(
  state: ApiState,
  { operation, singleton }: SingletonUse,
  { whole, steady }: Shown,
): readonly Alternative[] {
  const schemas = changeableMembers(operation, singleton.read);
  const isFixed = (name: string): boolean => !steady.includes(name) || soundsHarmful(name);
  const texts = Object.entries(whole).flatMap(([name, was]): readonly Alternative[] =>
    typeof was === "string" && !isFixed(name) && matches(name, "plain-texts") && isFree(schemas[name] ?? {})
      ? [{ name, value: state.words.marker() }]
      : [],
  );
  const schema = plainSchema(operation.body?.schema ?? {});
  const values = Object.entries(valuesUnlike({ sent: whole, found: whole, schema }, isFixed)).map(
    ([name, value]) => ({ name, value }),
  );
  return [
    ...texts,
    ...values.filter(({ value }) => isNumber(value)),
    ...values.filter(({ value }) => typeof value === "boolean"),
    ...values.filter(({ value }) => typeof value === "string"),
  ].slice(0, mostAlternatives);
}

/** May a text of eight letters stand there? */
function isFree({
  enum: words,
  const: only,
  format,
  pattern,
  minLength = 0,
  maxLength = 8,
}: AnySchema): boolean {
  const isStated = [words, only, format, pattern].some((each) => each !== undefined);
  return !isStated && minLength <= 8 && maxLength >= 8;
}

/** May one member follow another one: a flag or a word a flag or a word, or a text the text that it is made of? */
export function mayFollow(
  other: string,
  name: string,
  { before, value }: { readonly before: JsonObject; readonly value: Json },
): boolean {
  const was = before[other];
  if (was === undefined || was === null || isDecidedByServer(other)) return true;
  if (typeof value === "boolean") return typeof was !== "number" && typeof was !== "bigint";
  const part = before[name];
  return typeof was === "string" && typeof part === "string" && part !== "" && was.includes(part);
}

/**
 * Does a singleton still show a value? It may write it in another way: trimmed, in other letters, as the same instant or number,
 * a list in another order, and nothing as null, as an empty text or not at all.
 */
export function isStillShown(before: Json | undefined, found: Json | undefined): boolean {
  if (isNothing(before) || isNothing(found)) return isNothing(before) === isNothing(found);
  if (Array.isArray(before))
    return Array.isArray(found) && isSameList(before as readonly Json[], found as readonly Json[]);
  if (isJsonObject(before))
    return (
      isJsonObject(found) &&
      Object.entries(before).every(([name, value]) => isServerOwned(name) || isStillShown(value, found[name]))
    );
  if (typeof before === "boolean" || typeof found === "boolean") return before === found;
  if (typeof found !== "string" && !isNumber(found)) return false;
  return isSame(plainForm(before), plainForm(found), true);
}

function isNothing(value: Json | undefined): value is null | undefined | "" {
  return value === undefined || value === null || value === "";
}

function isSameList(before: readonly Json[], found: readonly Json[]): boolean {
  const has = (all: readonly Json[], one: Json): boolean => all.some((each) => isStillShown(one, each));
  return before.length === found.length && before.every((each) => has(found, each));
}

function plainForm(value: Json): Json {
  return typeof value === "string"
    ? value
        .normalize("NFC")
        .trim()
        .replace(/(?<!\/)\/+$/, "")
    : value;
}
