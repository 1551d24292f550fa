import { isOf, matches, patternOf } from "./lexicon.js";

/** Is a member a state, by its name? */
export function isState(name: string): boolean {
  return matches(name, "state");
}

/** Does a member count the changes of an item, by its name? */
export function isVersion(name: string): boolean {
  return matches(name, "version");
}

/** May the server choose a value of its own for a member of this name, or which values follow which? */
export function isChosenByServer(name: string): boolean {
  return matches(name, "own-values") || matches(name, "chosen-words") || isState(name);
}

/** May the server decide on a boolean of this name, whatever it is sent? */
export function isDecidedByServer(name: string): boolean {
  if (isChosenByServer(name)) return true;
  const words = wordsOfFlag(name);
  return isOf(words[0] ?? "", "observed") || words.some((word) => matches(word, "decided") || isFound(word));
}

/** Does a word say what has become of an item, as `approved`, `verified` and `locked` do? */
function isFound(word: string): boolean {
  return word.endsWith("ed") && !isOf(word, "wanted");
}

/** May a boolean of this name become another one when a text of its item changes: is it edited, not approved, or not read? */
export function mayFollowText(name: string): boolean {
  const [word = "", ...more] = wordsOfFlag(name);
  return isDecidedByServer(name) && !(more.length === 0 && isOf(word, "ticked"));
}

/** Does a server decide on a boolean of this name where it is left out: who somebody is, what it has found, what others grant? */
export function isGranted(name: string): boolean {
  const [word = "", ...more] = wordsOfFlag(name);
  const isTicked = more.length === 0 && isOf(word, "ticked");
  const isDecided = [word, ...more].some((each) => matches(each, "decided"));
  const isServers = isOf(word, "observed") || isDecided || isGrantedByOthers(name);
  return matches(name, "one-of-many") || (!isTicked && isServers);
}

/** Says a boolean of this name what others grant, as `approved` does? */
export function isGrantedByOthers(name: string): boolean {
  return wordsOfFlag(name).some((word) => isOf(word, "granted"));
}

/** The words of the name of a boolean, in small letters; `is` in front of it says nothing. */
function wordsOfFlag(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/^is(?=$|[a-z]{4})/, ""))
    .filter((word) => word !== "");
}

/** May a number of this name be in one of several units? */
export function unitsOf(name: string): "one" | "money" | "any" {
  if (matches(name, "money")) return "money";
  return matches(name, "measures") ? "any" : "one";
}

/** Do clients usually say by this name how many items a list may have? */
export function isPageSize(name: string): boolean {
  return matches(pagingName(name), "page-sizes");
}

/** The name of a paging parameter without what stands around it: `size` of `page[size]`. */
export function pagingName(name: string): string {
  return patternOf("page-brackets").exec(name)?.[1] ?? name;
}

/** Does a parameter of this name ask for paging or sorting, so that a server may clamp or ignore its value? */
export function isPagingOrSorting(name: string): boolean {
  return isPageSize(name) || matches(pagingName(name), "pages-and-orders");
}

/** A bound that a parameter states, and the name of what it is a bound of. */
export interface Bound {
  readonly kind: "least" | "most";
  readonly of: string;
}

const ahead = /^(min|max|minimum|maximum)(?:_|-)?([A-Za-z]\w*)$/;
const behind =
  /^([A-Za-z]\w*?)(?:__?|-|\.|\[)?(min|max|from|to|gte?|lte?|after|before|Min|Max|From|To|Gte?|Lte?|After|Before)\]?$/;

/** Reads the bound in a name: `minPages`, `pages_max`, `pages[gte]` and their kin. */
export function boundIn(name: string): Bound | undefined {
  const [, before, rest = ""] = ahead.exec(name) ?? [];
  if (before !== undefined)
    return {
      kind: before.startsWith("min") ? "least" : "most",
      of: rest.replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
    };
  const [whole, of = "", after = ""] = behind.exec(name) ?? [];
  if (whole === undefined) return undefined;
  // In small letters, a sign has to stand before it: `goto` is no bound.
  if (/^[a-z]/.test(whole.slice(of.length))) return undefined;
  return { kind: /^(min|from|gt|gte|after)$/i.test(after) ? "least" : "most", of };
}

/** The names of members that a text quotes: `builtYear` within back-ticks. */
export function quotedNames(text: string, members: object): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return [...new Set(quoted)].filter((name) => Object.hasOwn(members, name));
}

/** Returns a name as it is, and as it may be of several: `entry` and `entries`. */
export function oneOrMany(name: string): readonly string[] {
  return [name, `${name}s`, `${name}es`, name.replace(/y$/, "ies")];
}

/** Returns the singular of a noun: `entry` of `entries`. */
export function singularOf(noun: string): string {
  return noun.replace(/ies$/, "y").replace(/s$/, "");
}

/** Does a word end as plurals do? */
export function endsAsPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

/** Returns what the infinitive of a verb may be: "refresh" of "refreshes", "notify" of "notifies", "start" of "starts". */
export function infinitivesOf(verb: string): readonly string[] {
  return [verb, verb.replace(/ies$/, "y"), verb.replace(/es$/, ""), verb.replace(/s$/, "")];
}
