import { describe, expect, it } from "vitest";
import type { Finding, Interference } from "../../src/checks/index.js";
import type { Attempt } from "../../src/run/attempt.js";
import { createFindings, type Occurrence, repeats } from "../../src/run/findings.js";
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
  return { finding: whole, attempt: attempt ?? attemptOf("found", { findings: [whole] }), seen, of };
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

describe("findings", () => {
  it("hold nothing at first, and confirm nothing", () => {
    const findings = createFindings();

    expect(findings.groups(false)).toEqual([]);
    expect(findings.isConfirmed(occurrence(2, 2).finding)).toBe(false);
  });

  it("confirm what repeats, with how often it was seen", () => {
    const findings = createFindings();

    findings.add(occurrence(2, 2));

    expect(findings.isConfirmed(occurrence(1, 1).finding)).toBe(true);
    expect(findings.groups(false)).toMatchObject([
      { confirmation: { status: "repeats", seen: 2, of: 2 }, occurrences: 1 },
    ]);
  });

  it("call intermittent what was seen twice in a run, but never twice in a row", () => {
    const findings = createFindings();

    findings.add(occurrence(1, 3));
    findings.add(occurrence(1, 3));

    expect(findings.groups(false)).toMatchObject([
      { confirmation: { status: "intermittent", seen: 2 }, occurrences: 2 },
    ]);
  });

  it("call intermittent, too, two problems of the same requirement that were seen once each", () => {
    const findings = createFindings();

    findings.add(occurrence(1, 3, { problem: "one" }));
    findings.add(occurrence(1, 3, { problem: "other" }));

    expect(findings.groups(false).map(({ confirmation }) => confirmation.status)).toEqual([
      "intermittent",
      "intermittent",
    ]);
  });

  it("say of what was seen once only that it was seen once", () => {
    const findings = createFindings();

    findings.add(occurrence(1, 3));

    expect(findings.groups(false)).toMatchObject([{ confirmation: { status: "seen-once", of: 3 } }]);
  });

  it("take three occurrences to confirm what neighbours may have caused", () => {
    const findings = createFindings();

    findings.add(occurrence(1, 3, { interference: "other clients" }));
    findings.add(occurrence(1, 3, { interference: "other clients" }));
    const two = findings.groups(false).map(({ confirmation }) => confirmation.status);
    findings.add(occurrence(1, 3, { interference: "other clients" }));
    const three = findings.groups(false).map(({ confirmation }) => confirmation.status);

    expect({ two, three }).toEqual({ two: [], three: ["intermittent"] });
  });

  it("forget passing trouble that did not happen each time, however often it was seen", () => {
    const findings = createFindings();

    for (let count = 0; count < 50; count += 1) findings.add(occurrence(1, 3, { interference: "network" }));

    expect(findings.groups(false)).toEqual([]);
  });

  it("do not let passing trouble confirm another problem of the same requirement", () => {
    const findings = createFindings();

    findings.add(occurrence(1, 3, { interference: "network", problem: "closed" }));
    findings.add(occurrence(1, 3));

    expect(findings.groups(false)).toMatchObject([{ confirmation: { status: "seen-once" } }]);
  });

  it("keep the smallest counterexample of those that repeat", () => {
    const findings = createFindings();
    const small = attemptOf("found", { path: "/pets?limit=1" });
    const tiny = attemptOf("found", { path: "/pets" });

    findings.add(occurrence(2, 2, {}, attemptOf("found", { path: "/pets?limit=100&status=available" })));
    findings.add(occurrence(2, 2, {}, small));
    findings.add(occurrence(1, 3, {}, tiny));

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
