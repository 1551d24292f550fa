import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { isChosenByServer, isDecidedByServer, matches } from "../../model/index.js";
import { isNumber, isSame } from "./same-value.js";

/** May the server give a member of this name a value of its own? */
export function isServerOwned(name: string): boolean {
  return isChosenByServer(name) || matches(name, "measured-values");
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
