import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Combination, createCombinations, plainest } from "../../src/engine/index.js";

const numbered = (name: string, size: number) =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`${name}${index}`, fc.constant(index)]));
const dimensions = { a: numbered("a", 7), b: numbered("b", 5), c: numbered("c", 3) };
const all = 7 * 5 + 7 * 3 + 5 * 3;

function pairsOf(combination: Combination): readonly string[] {
  const entries = Object.entries(combination);
  return entries.flatMap((left, index) => entries.slice(index + 1).map((right) => [left, right].join()));
}

describe("combinations of classes", () => {
  it("let each two classes meet before chance decides, in not many more cases than the two largest dimensions take", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { next, pairs } = createCombinations(dimensions, seed);
        const met = new Set<string>();
        let cases = 0;
        while (pairs().tried < pairs().all) {
          cases += 1;
          for (const pair of pairsOf(next().input)) met.add(pair);
          expect(pairs()).toEqual({ all, tried: met.size });
        }
        expect(cases).toBeLessThan(2 * 7 * 5);
      }),
      { numRuns: 30 },
    );
  });

  it("go on without end, all classes as often as others", () => {
    const { next } = createCombinations(dimensions, 1);
    const drawn = Array.from({ length: 6000 }, () => next().input["c"]);

    for (const value of [0, 1, 2]) {
      const count = drawn.filter((each) => each === value).length;
      expect(Math.abs(count - 2000)).toBeLessThan(200);
    }
  });

  it("are the same for the same seed, and others for another", () => {
    const listOf = (seed: number) => {
      const { next } = createCombinations({ ...dimensions, d: { any: fc.integer() } }, seed);
      return Array.from({ length: 300 }, () => next().input);
    };

    expect(listOf(5)).toEqual(listOf(5));
    expect(listOf(5)).not.toEqual(listOf(6));
  });

  it("are plainest where each dimension has a value of its first class", () => {
    expect(plainest(dimensions)).toEqual({ a: 0, b: 0, c: 0 });
  });
});
