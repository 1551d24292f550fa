import { createContext, Script } from "node:vm";
import { shortText, waysToMatch } from "./pattern-counts.js";

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

/** Ways that are tried in no time, on a text that has as many places as characters. */
const mostWays = 1000;

/** Is a text matched in no time, whatever is in it? */
function isCheap(ways: number, text: string): boolean {
  return text.length <= shortText && ways <= mostWays;
}

/** How long patterns may take, in ms. */
interface MatchingTime {
  /** For the matches of one response: more than any pattern takes that does not try the same over and over. */
  readonly call: number;
  /** For all matches of a run that take longer than usual. Whichever goes on then is undecided from there on. */
  readonly inAll: number;
}

const usualTime: MatchingTime = { call: 200, inAll: 5000 };
/** For one match, in ms. One that takes longer counts towards the total. */
const usualMatch = 5;
/** Times that a call is made again, with twice the time, since the machine was busy, or much else was to be done. */
const mostRetries = 4;

const context = createContext({ work: undefined });
const script = new Script("work()");

/** Is thrown out of work that turns out to need a limit. */
const needsLimit = Symbol("needs a limit");

/** How a costly match is made now: under a limit of its own; not before all of the work is under one; at once; not at all. */
let mode: "alone" | "within" | "limited" | "skipped" = "alone";
let running: { readonly pattern: string; readonly began: number } | undefined;
let granted = usualTime;
let spent = 0;
const undecided = new Set<string>();

/**
 * Does work in which patterns of a description are matched with texts of a server. All of its costly matches share one
 * limit, and a pattern that exceeds it is matched no more. Work is begun anew when it meets the first costly match, and
 * when the limit is exceeded.
 */
export function matchWithinLimit<Value>(work: () => Value): Value {
  if (mode !== "alone") return work();
  try {
    mode = "within";
    return work();
  } catch (error) {
    if (error !== needsLimit) throw error;
    return limited(work);
  } finally {
    mode = "alone";
  }
}

/** Matches a pattern that may take long. @returns undefined where it is not decided in time */
function matchCostly(pattern: RegExp, text: string): boolean | undefined {
  const { source } = pattern;
  if (mode === "skipped" || undecided.has(source)) return undefined;
  if (mode === "within") throw needsLimit;
  if (mode === "alone") return matchWithinLimit(() => matchCostly(pattern, text));
  running = { pattern: source, began: performance.now() };
  const isFound = pattern.test(text);
  const duration = performance.now() - running.began;
  running = undefined;
  if (duration > usualMatch) spent += duration;
  if (duration > usualMatch && spent > granted.inAll) undecided.add(source);
  return isFound;
}

/** Patterns that were not decided in time, as they are compiled. They are matched no more. */
function isUndecidedPattern(pattern: RegExp): boolean {
  return undecided.has(pattern.source);
}

/** Grants the time for all matches of a run anew. A pattern that exceeded its limit stays undecided. */
export function grantMatchingTime(time = usualTime): void {
  granted = time;
  spent = 0;
  spentDrawing = 0;
}

/** For the texts of one pattern that are drawn at a time, and for all such work that is not done in time, in ms. */
const longestDrawing = 3000;
const longestDrawingInAll = 6000;
let spentDrawing = 0;

/** Does work that makes texts of a pattern, which must match none with another. @returns undefined where it is not done in time */
export function drawWithinLimit<Value>(work: () => Value): Value | undefined {
  if (spentDrawing >= longestDrawingInAll) return undefined;
  const before = mode;
  try {
    const result = callWithin(longestDrawing, work);
    if (result === undefined) spentDrawing += longestDrawing;
    return result?.value;
  } finally {
    mode = before;
  }
}

/** Does work under a limit, again until it ends: with one pattern less, or with more time. */
function limited<Value>(work: () => Value): Value {
  const first = spent > granted.inAll ? usualMatch : granted.call;
  let timeout = first;
  let used = 0;
  for (let retries = 0; ; ) {
    const { user } = process.cpuUsage();
    const result = callWithin(timeout, work);
    if (result !== undefined) return result.value;
    used += (process.cpuUsage().user - user) / 1000;
    const { pattern, began = Number.POSITIVE_INFINITY } = running ?? {};
    const isCause = performance.now() - began > timeout / 2 && used > first / 2;
    if (pattern !== undefined && (isCause || retries === mostRetries)) {
      undecided.add(pattern);
      spent += timeout;
      [used, retries] = [0, 0];
    } else if (retries === mostRetries) break;
    else retries += 1;
    timeout = first * 2 ** retries;
  }
  mode = "skipped";
  return work();
}

/** Returns the result of some work; undefined where it does not end within this time, in ms. */
function callWithin<Value>(timeout: number, work: () => Value): { readonly value: Value } | undefined {
  let result: { readonly value: Value } | undefined;
  mode = "limited";
  running = undefined;
  context["work"] = () => {
    result = { value: work() };
  };
  try {
    script.runInContext(context, { timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
  } finally {
    context["work"] = undefined;
  }
  return result;
}
