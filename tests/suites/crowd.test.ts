import { describe, expect, it } from "vitest";
import type { Pet } from "../../src/reference/index.js";
import { judgeDeviant } from "../servers/judging.js";

/** Obeys the maximum on the whole list, and forgets it where a status is asked for. */
const unboundedFilter = {
  checkLimit: () => undefined,
  readLimit: ([text]: readonly string[]) => (text === undefined ? undefined : Number(text) || 20),
  takePage: (pets: Iterable<Pet>, size: number) => {
    const all = [...pets];
    const isFiltered = new Set(all.map(({ status }) => status)).size === 1;
    return all.slice(0, isFiltered ? size : Math.min(size, 100));
  },
};

describe("a list filtered by status", () => {
  it.each(["nightly", "certification"] as const)(
    "is seen to exceed the maximum in a %s run, which adds enough animals of one state",
    async (profile) => {
      const report = await judgeDeviant(() => unboundedFilter, { profile, seed: 3, randomCases: 1 });

      expect(report.findings.map(({ requirement }) => requirement)).toContain("LIM-1");
    },
  );
});
