import { closest } from "fastest-levenshtein";
import { ConfigurationError } from "../description/index.js";

/** @throws ConfigurationError, with the nearest name there is, for an unknown one */
export function needName(what: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new ConfigurationError(`there is no ${what} ${name}${suggestName(name, known)}`);
}

/** Ends a sentence about an unknown name with the nearest there is. */
export function suggestName(name: string, known: readonly string[]): string {
  return known.length === 0 ? "" : `; did you mean ${closest(name, known)}?`;
}
