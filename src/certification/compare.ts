import type { Report } from "../run/index.js";

/** A report without what is another each time that the same transcript is judged. */
export function reproducible({ tool, run, ...report }: Report) {
  const { node: _, ...toolFacts } = tool;
  const { id: __, startedAt: ___, ...runFacts } = run;
  // Undefined members are not written.
  return JSON.parse(JSON.stringify({ ...report, tool: toolFacts, run: runFacts })) as object;
}

/** The first place in which two values differ, as a path, with both values; undefined if they are the same. */
export function firstDifference(left: unknown, right: unknown, path = ""): string | undefined {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null;
  if (!isObject(left) || !isObject(right))
    return left === right ? undefined : `${path}: ${JSON.stringify(left)}, not ${JSON.stringify(right)}`;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = firstDifference(left[name], right[name], `${path}/${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
