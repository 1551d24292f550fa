import { type Conditions, leastCases } from "../certification/index.js";
import { isMiss, nearMisses } from "../generate/index.js";
import type { ResolvedSettings } from "./resolve-settings.js";
import { defined } from "./settings.js";
import type { Target } from "./target.js";

type Options = ResolvedSettings["options"];

/** Returns the settings that decide the cases and the verdicts, of all that is set. */
export function conditionsOf({ baseUrl, embedded, key }: Target, options: Options): Conditions {
  const { cases = leastCases, categories = [], maxCreated, concurrency = 8, settle = 0 } = options;
  const { now = new Date(), connection: { proxy } = {} } = options;
  return {
    baseUrl,
    embedded,
    cases,
    now: now.toISOString(),
    categories: categories.map(String),
    ...(maxCreated === undefined ? {} : { maxCreated }),
    concurrency,
    settle,
    ...(proxy === undefined ? {} : { proxy: new URL(proxy).host }),
    misses: nearMisses.filter((miss) => isMiss(miss, key)),
  };
}

/** How a target is reached, which decides no verdict. */
export function accessOf({ headers, connection, rate, timeout, patience }: Options) {
  return defined({ headers, connection, rate, timeout, patience });
}
