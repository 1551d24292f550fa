import { describe, expect, it } from "vitest";
import type { Finding, OtherCause } from "../../src/judge/index.js";
import type { Attempt } from "../../src/run/attempt.js";
import { createLedger, repeats, type Sighting } from "../../src/run/ledger.js";
import { attemptOf } from "./evidence.js";

function sighting(seen: number, of: number, finding: Partial<Finding> = {}, attempt?: Attempt): Sighting {
  const whole: Finding = {
    requirement: "LIST-3",
    problem: "too many",
    expected: "at most 5",
    actual: "6",
    otherCause: "none",
    exchange: 0,
    ...finding,
  };
  return { finding: whole, attempt: attempt ?? attemptOf("found", { findings: [whole] }), seen, of };
}

describe("a sighting repeats", () => {
  it.each<readonly [OtherCause, number, number, boolean]>([
    ["none", 1, 3, false],
    ["none", 2, 2, true],
    ["none", 2, 3, true],
    ["neighbours", 2, 2, false],
    ["neighbours", 2, 3, false],
    ["neighbours", 3, 3, true],
    ["passing", 2, 2, false],
    ["passing", 3, 3, true],
  ])("with other cause %s, seen %i times of %i: %s", (otherCause, seen, of, expected) => {
    expect(repeats(sighting(seen, of, { otherCause }))).toBe(expected);
  });
});

describe("a ledger", () => {
  it("holds no breach at first, and confirms nothing", () => {
    const ledger = createLedger();

    expect(ledger.breaches()).toEqual([]);
    expect(ledger.isConfirmed(sighting(2, 2).finding)).toBe(false);
  });

  it("confirms what repeats, with how often it was seen", () => {
    const ledger = createLedger();

    ledger.add(sighting(2, 2));

    expect(ledger.isConfirmed(sighting(1, 1).finding)).toBe(true);
    expect(ledger.breaches()).toMatchObject([
      { confirmation: { status: "repeats", seen: 2, of: 2 }, sightings: 1 },
    ]);
  });

  it("calls intermittent what was seen twice in a run, but never twice in a row", () => {
    const ledger = createLedger();

    ledger.add(sighting(1, 3));
    ledger.add(sighting(1, 3));

    expect(ledger.breaches()).toMatchObject([
      { confirmation: { status: "intermittent", seen: 2 }, sightings: 2 },
    ]);
  });

  it("calls intermittent, too, two problems of the same requirement that were seen once each", () => {
    const ledger = createLedger();

    ledger.add(sighting(1, 3, { problem: "one" }));
    ledger.add(sighting(1, 3, { problem: "other" }));

    expect(ledger.breaches().map(({ confirmation }) => confirmation.status)).toEqual([
      "intermittent",
      "intermittent",
    ]);
  });

  it("says of what was seen once only that it was seen once", () => {
    const ledger = createLedger();

    ledger.add(sighting(1, 3));

    expect(ledger.breaches()).toMatchObject([{ confirmation: { status: "seen-once", of: 3 } }]);
  });

  it("takes three sightings to believe what neighbours may have caused", () => {
    const ledger = createLedger();

    ledger.add(sighting(1, 3, { otherCause: "neighbours" }));
    ledger.add(sighting(1, 3, { otherCause: "neighbours" }));
    const two = ledger.breaches().map(({ confirmation }) => confirmation.status);
    ledger.add(sighting(1, 3, { otherCause: "neighbours" }));
    const three = ledger.breaches().map(({ confirmation }) => confirmation.status);

    expect({ two, three }).toEqual({ two: [], three: ["intermittent"] });
  });

  it("forgets passing trouble that did not happen each time, however often it was seen", () => {
    const ledger = createLedger();

    for (let count = 0; count < 50; count += 1) ledger.add(sighting(1, 3, { otherCause: "passing" }));

    expect(ledger.breaches()).toEqual([]);
  });

  it("does not let passing trouble confirm another problem of the same requirement", () => {
    const ledger = createLedger();

    ledger.add(sighting(1, 3, { otherCause: "passing", problem: "closed" }));
    ledger.add(sighting(1, 3));

    expect(ledger.breaches()).toMatchObject([{ confirmation: { status: "seen-once" } }]);
  });

  it("keeps the smallest counterexample of those that repeat", () => {
    const ledger = createLedger();
    const small = attemptOf("found", { path: "/pets?limit=1" });
    const tiny = attemptOf("found", { path: "/pets" });

    ledger.add(sighting(2, 2, {}, attemptOf("found", { path: "/pets?limit=100&status=available" })));
    ledger.add(sighting(2, 2, {}, small));
    ledger.add(sighting(1, 3, {}, tiny));

    expect(ledger.breaches()[0]?.attempt).toBe(small);
  });

  it("prefers fewer exchanges to fewer bytes", () => {
    const ledger = createLedger();
    const one = attemptOf("found", { path: `/pets?${"x".repeat(5000)}` });

    ledger.add(sighting(2, 2, {}, attemptOf("found", { path: "/pets", exchanges: 2 })));
    ledger.add(sighting(2, 2, {}, one));

    expect(ledger.breaches()[0]?.attempt).toBe(one);
  });
});
