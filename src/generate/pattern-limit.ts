import { createContext, Script } from "node:vm";

/** For the matches of one response, in ms: more than any pattern takes that does not try the same over and over. */
const longestCall = 200;
/** For one match, in ms. One that takes longer counts towards the total. */
const usualMatch = 5;
/** For all matches of a run that take longer than usual, in ms. Whichever goes on then is undecided from there on. */
const longestInAll = 5000;
/** Times that a call is made again, with twice the time, since the machine was busy, or much else was to be done. */
const mostRetries = 4;

const context = createContext({ work: undefined });
const script = new Script("work()");

/** Is thrown out of work that turns out to need a limit. */
const needsLimit = Symbol("needs a limit");

/** How a costly match is made now: under a limit of its own; not before all of the work is under one; at once; not at all. */
let mode: "alone" | "within" | "limited" | "skipped" = "alone";
let running: { readonly pattern: string; readonly began: number } | undefined;
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
export function matchCostly(pattern: RegExp, text: string): boolean | undefined {
  const { source } = pattern;
  if (mode === "skipped" || undecided.has(source)) return undefined;
  if (mode === "within") throw needsLimit;
  if (mode === "alone") return matchWithinLimit(() => matchCostly(pattern, text));
  running = { pattern: source, began: performance.now() };
  const isFound = pattern.test(text);
  const duration = performance.now() - running.began;
  running = undefined;
  if (duration > usualMatch) spent += duration;
  if (duration > usualMatch && spent > longestInAll) undecided.add(source);
  return isFound;
}

/** Patterns that were not decided in time, as they are compiled. They are matched no more. */
export function isUndecidedPattern(pattern: RegExp): boolean {
  return undecided.has(pattern.source);
}

/** Grants the time for all matches of a run anew. A pattern that exceeded its limit stays undecided. */
export function grantMatchingTime(): void {
  spent = 0;
}

/** Does work under a limit, again until it ends: with one pattern less, or with more time. */
function limited<Value>(work: () => Value): Value {
  const first = spent > longestInAll ? usualMatch : longestCall;
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
