import type { Json, JsonObject } from "../../json/index.js";
import { matches } from "../../model/index.js";
import { isNumber, isSame } from "./same-value.js";

/**
 * The members of an object that are shown in another unit than the one that was sent: the unit, and the numbers beside it. Where
 * no number has changed, the unit is lost.
 */
export function convertedMembers(sent: JsonObject, found: JsonObject): readonly string[] {
  const units = Object.keys(sent).filter(
    (name) => matches(name, "units") && isOther(sent[name], found[name]),
  );
  const numbers = Object.keys(sent).filter((name) => isNumber(sent[name] ?? null));
  const isNothing = numbers.every((name) => Number(sent[name]) === 0);
  const isChanged = numbers.some(
    (name) => isNumber(found[name] ?? null) && !isSameNumber(sent[name], found[name]),
  );
  return units.length > 0 && (isNothing || isChanged) ? [...units, ...numbers] : [];
}

function isOther(sent: Json | undefined, found: Json | undefined): boolean {
  return typeof sent === "string" && typeof found === "string" && sent.toLowerCase() !== found.toLowerCase();
}

function isSameNumber(sent: Json | undefined, found: Json | undefined): boolean {
  return isSame(sent ?? null, found ?? null, false);
}
