import { isCheap, waysToMatch } from "./pattern-cost.js";
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
