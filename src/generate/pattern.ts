import { isUndecidedPattern, matchCostly } from "./pattern-limit.js";

/** A regular expression of a description. */
export interface Pattern {
  /** Is it found in a text? Undefined where that is not decided in time: then it is evidence of nothing. */
  readonly test: (text: string) => boolean | undefined;
  readonly toString: () => string;
}

/** By flags and source: compiling one takes longer than most matches. */
const known = new Map<string, Pattern>();
/** Patterns that are kept, at most. */
const mostKnown = 10_000;
/** Patterns that exceeded the limit, as the description has them. */
const faulty = new Set<string>();

/**
 * A regular expression of a description, which may be one that takes for ever on a text of the server's.
 * @throws SyntaxError if it is none
 */
export function createPattern(source: string, flags = "u"): Pattern {
  const name = `${flags}/${source}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const pattern = compile(source, flags);
  if (known.size >= mostKnown) known.clear();
  known.set(name, pattern);
  return pattern;
}

function compile(source: string, flags: string): Pattern {
  const pattern = regExpOf(source, flags);
  const ways = waysToMatch(pattern.source);
  const test = (text: string): boolean | undefined => {
    if (isCheap(ways, text)) return pattern.test(text);
    const isFound = matchCostly(pattern, text);
    if (isFound === undefined && isUndecidedPattern(pattern)) faulty.add(source);
    return isFound;
  };
  return { test, toString: () => `${pattern}` };
}

/** Patterns that took too long, as the description has them: they are not judged any more. */
export function undecidedPatterns(): readonly string[] {
  return [...faulty];
}

/** Anchors of other languages. */
const anchors: Readonly<Record<string, string>> = { A: "^", z: "$", Z: "$" };
/** Characters that need no backslash before them, and may have none. Source: ECMA-262, section 22.2.1, IdentityEscape. */
const needless = /[-_ !"#%&',:;<=>@`~]/;

/**
 * A regular expression as it is meant, also where it ends as those of other languages do, or escapes what needs no escape.
 * @throws SyntaxError if it is none
 */
export function regExpOf(source: string, flags = "u"): RegExp {
  const plain = source.replaceAll(/\\(.)/gs, (whole, character: string) =>
    needless.test(character) ? `\\x${character.charCodeAt(0).toString(16)}` : (anchors[character] ?? whole),
  );
  return new RegExp(plain, flags);
}

/** Returns an object that looks for a pattern; undefined for a source that is no regular expression. */
export function patternIn(source: string): Pattern | undefined {
  try {
    return createPattern(source);
  } catch {
    return undefined;
  }
}

/** In characters: a longer text takes long with innocent patterns, too. */
const shortText = 100;

/** Ways to match one part of a pattern at one place of a short text. */
interface Ways {
  /** Of the alternatives before this one. */
  readonly others: number;
  /** Of the parts of this alternative, up to the last one. */
  readonly before: number;
  readonly last: number;
}

const none: Ways = { others: 0, before: 1, last: 1 };

/** A character or a class, with an escape in it; an assertion; a bracket, a bar; a quantifier. Source: ECMA-262, section 22.2.1. */
const lexemes =
  /\\(?:[pPuk]\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

/**
 * Returns in how many ways at most an engine that backtracks tries a pattern at one place of a text of up to 100 characters:
 * repetitions and alternatives one after the other multiply; a repetition within a repetition has no bound.
 */
export function waysToMatch(source: string): number {
  const outer: Ways[] = [];
  let at = none;
  for (const [lexeme] of source.matchAll(lexemes)) {
    const repeated = repetitions(lexeme);
    if (lexeme.startsWith("(")) {
      outer.push({ ...at, before: at.before * at.last, last: 1 });
      at = none;
    } else if (lexeme === ")") {
      at = { ...(outer.pop() ?? none), last: waysOf(at) };
    } else if (lexeme === "|") at = { ...none, others: waysOf(at) };
    else if (repeated === undefined) at = { ...at, before: at.before * at.last, last: 1 };
    else at = { ...at, last: repeat(at.last, repeated) };
  }
  return outer.reduceRight((ways, each) => ways * waysOf(each), waysOf(at));
}

function waysOf({ others, before, last }: Ways): number {
  return others + before * last;
}

interface Repetitions {
  readonly least: number;
  readonly most: number;
}

function repetitions(lexeme: string): Repetitions | undefined {
  if (lexeme.startsWith("?")) return { least: 0, most: 1 };
  if (/^[*+]/.test(lexeme)) return { least: 0, most: shortText };
  const [, from, comma, to] = /^\{(\d+)(,)?(\d*)\}/.exec(lexeme) ?? [];
  if (from === undefined) return undefined;
  const least = Number(from);
  const unbounded = comma === undefined ? least : Math.max(least, shortText);
  return { least, most: to === undefined || to === "" ? unbounded : Number(to) };
}

/** Ways of a part that is repeated; each of its own ways may come in each turn. */
function repeat(ways: number, { least, most }: Repetitions): number {
  const lengths = Math.min(most, shortText) - Math.min(least, shortText) + 1;
  return ways === 1 ? lengths : Math.max(1, ways) ** Math.min(most, shortText) * lengths;
}

/** Ways that are tried in no time, on a text that has as many places as characters. */
const mostWays = 1000;

/** Is a text matched in no time, whatever is in it? */
export function isCheap(ways: number, text: string): boolean {
  return text.length <= shortText && ways <= mostWays;
}
