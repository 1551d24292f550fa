import type { Operation } from "../description/index.js";
import type { VerdictVerbs } from "./verdict-verbs.js";

/**
 * Where the described statuses are all that there are, a mistake in a request gets the one that is described for it.
 * A proxy in front of a server may refuse a text for its length.
 */
export function expectStatusOf(
  t: Pick<VerdictVerbs, "expect">,
  { facts, responses }: Operation,
  statuses: readonly string[],
  status: number,
): void {
  const described = statuses.filter((each) => responses.has(each));
  if (facts?.statuses !== "exhaustive" || described.length === 0) return;
  t.expect(described.includes(`${status}`) || status === 413, {
    problem: "another status than the described one",
    expected: `${described.join(" or ")}, as it is described`,
    actual: `${status}`,
    at: { in: "status" },
  });
}
