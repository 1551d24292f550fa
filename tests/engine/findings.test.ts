import { describe, expect, it } from "vitest";
import type { Attempt } from "../../src/engine/attempt.js";
import { createFindings, type Occurrence, repeats } from "../../src/engine/findings.js";
import type { Finding, Interference } from "../../src/engine/index.js";
import { attemptOf } from "./evidence.js";

function occurrence(seen: number, of: number, finding: Partial<Finding> = {}, attempt?: Attempt): Occurrence {
  const whole: Finding = {
    check: "list/query/pageSize/obeyed",
    requirement: "LIST-3",
    problem: "too many",
    expected: "at most 5",
    actual: "6",
    interference: "none",
    exchange: 0,
    ...finding,
  };
  return {
    finding: whole,
    attempt: attempt ?? attemptOf("found", { findings: [whole] }),
    seen,
    of,
    sightings: seen,
  };
}

describe("an occurrence repeats", () => {
  it.each<readonly [Interference, number, number, boolean]>([
    ["none", 1, 3, false],
    ["none", 2, 2, true],
    ["none", 2, 3, true],
    ["other clients", 2, 2, false],
    ["other clients", 2, 3, false],
    ["other clients", 3, 3, true],
    ["network", 2, 2, false],
    ["network", 3, 3, true],
  ])("with interference %s, seen %i times of %i: %s", (interference, seen, of, expected) => {
    expect(repeats(occurrence(seen, of, { interference }))).toBe(expected);
  });
});

const others = { interference: "other clients" } as const;
const network = { interference: "network" } as const;

describe("findings", () => {
  it.each<readonly [what: string, occurrences: readonly Occurrence[], confirmations: readonly object[]]>([
    ["nothing was found", [], []],
    ["one repeats", [occurrence(2, 2)], [{ status: "repeats", seen: 2, of: 2 }]],
    ["one was seen once and never again", [occurrence(1, 3)], [{ status: "seen-once", of: 3 }]],
    [
      "one was seen twice, but never twice in a row",
      [occurrence(1, 3), occurrence(1, 3)],
      [{ status: "intermittent", seen: 2 }],
    ],
    [
      "two problems of a requirement were seen once each",
      [occurrence(1, 3, { problem: "one" }), occurrence(1, 3, { problem: "other" })],
      [{ status: "intermittent" }, { status: "intermittent" }],
    ],
    [
      "other clients may have caused the two that were seen",
      [occurrence(1, 3, others), occurrence(1, 3, others)],
      [{ status: "seen-once", mayBeOthers: true }],
    ],
    [
      "other clients may have caused them, but not three",
      [occurrence(1, 3, others), occurrence(1, 3, others), occurrence(1, 3, others)],
      [{ status: "intermittent", seen: 3 }],
    ],
    [
      "the network was in trouble now and then, however often",
      Array.from({ length: 50 }, () => occurrence(1, 3, network)),
      [],
    ],
    [
      "the network was in trouble, which confirms no other problem",
      [occurrence(1, 3, { ...network, problem: "closed" }), occurrence(1, 3)],
      [{ status: "seen-once" }],
    ],
  ])("are confirmed, or not, where %s", (_what, occurrences, confirmations) => {
    const findings = createFindings();

    for (const each of occurrences) findings.add(each);

    expect(findings.groups(false).map(({ confirmation }) => confirmation)).toMatchObject(confirmations);
  });

  it("are known to be confirmed once they repeat, which is told once", () => {
    const told: string[] = [];
    const findings = createFindings((requirement) => told.push(requirement));
    const { finding } = occurrence(1, 3);

    findings.add(occurrence(1, 3));
    const early = findings.isConfirmed(finding);
    findings.add(occurrence(2, 2));
    findings.add(occurrence(2, 2));

    expect([early, findings.isConfirmed(finding)]).toEqual([false, true]);
    expect(findings.groups(false)[0]?.occurrences).toBe(3);
    expect(told).toEqual(["LIST-3"]);
  });

  it("keep the smallest counterexample of those that repeat", () => {
    const findings = createFindings();
    const small = attemptOf("found", { path: "/pets?limit=1" });

    findings.add(occurrence(2, 2, {}, attemptOf("found", { path: "/pets?limit=100&status=available" })));
    findings.add(occurrence(2, 2, {}, small));
    findings.add(occurrence(1, 3, {}, attemptOf("found", { path: "/pets" })));

    expect(findings.groups(false)[0]?.attempt).toBe(small);
  });

  it("prefer fewer exchanges to fewer bytes", () => {
    const findings = createFindings();
    const one = attemptOf("found", { path: `/pets?${"x".repeat(5000)}` });

    findings.add(occurrence(2, 2, {}, attemptOf("found", { path: "/pets", exchanges: 2 })));
    findings.add(occurrence(2, 2, {}, one));

    expect(findings.groups(false)[0]?.attempt).toBe(one);
  });
});
