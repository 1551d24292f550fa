import { closest } from "fastest-levenshtein";
import {
  ConfigurationError,
  type Contract,
  currentId,
  type OldIdListener,
  type Requirement,
} from "../description/index.js";
import { type FormatName, formatNames } from "../report/index.js";
import { type Warn, warnOnStderr } from "./warn.js";

/** @throws ConfigurationError, with the nearest name there is, for an unknown one */
export function needName(what: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new ConfigurationError(`there is no ${what} ${name}${suggestName(name, known)}`);
}

/** Ends a sentence about an unknown name with the nearest there is: the longest that it holds, as in baseUrl, or the most alike. */
export function suggestName(name: string, known: readonly string[]): string {
  if (known.length === 0) return "";
  const held = known
    .filter((each) => each.length >= shortestHeld && name.toLowerCase().includes(each.toLowerCase()))
    .toSorted((left, right) => right.length - left.length);
  return `; did you mean ${held[0] ?? closest(name, known)}?`;
}

/** Of a shorter name, any text may hold the letters. */
const shortestHeld = 3;

/** The formats with these names, each once; `all` stands for every one. @throws ConfigurationError for an unknown one */
export function readFormats(names: readonly string[]): readonly FormatName[] {
  for (const name of names) needName("format", name, [...formatNames, "all"]);
  return names.includes("all") ? formatNames : formatNames.filter((name) => names.includes(name));
}

/**
 * The ids that a name stands for, in capital or small letters: a requirement's id stands for itself; what comes before
 * the hyphen or colon of ids stands for all of them. An id of the version before stands for the one of now.
 * @throws ConfigurationError, with the nearest there is, for a name that stands for none
 */
export function readRequirementIds(
  { requirements }: Contract,
  name: string,
  onOldId: OldIdListener,
): readonly string[] {
  const ids = requirements.map(({ id }) => id);
  const wanted = name.toUpperCase();
  const found = ids.filter((each) => {
    const id = each.toUpperCase();
    return id === wanted || id.startsWith(`${wanted}-`) || id.startsWith(`${wanted}:`);
  });
  if (found.length > 0) return found;
  const renamed = findRequirement(requirements, name);
  if (renamed !== undefined) {
    onOldId(name, renamed.id);
    return [renamed.id];
  }
  throw new ConfigurationError(
    `there is no requirement ${name}${suggestName(wanted, ids)} "pedigree list" shows them all`,
  );
}

/** The requirement with this id, in capital or small letters, or with this id in the version before. */
export function findRequirement(requirements: readonly Requirement[], id: string): Requirement | undefined {
  const named = (wanted: string) =>
    requirements.find((each) => each.id.toUpperCase() === wanted.toUpperCase());
  return named(id) ?? named(currentId(id));
}

/** Makes a listener that says of each old id, once, which one it is now. */
export function warnOfOldIds(warn: Warn = warnOnStderr): OldIdListener {
  const named = new Set<string>();
  return (old, id) => {
    if (!named.has(old))
      warn(`the id "${old}" is old: it is "${id}" now, and the next version of pedigree reads no other`);
    named.add(old);
  };
}
