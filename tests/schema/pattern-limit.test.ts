import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantMatchingTime, matchWithinLimit, patternIn, undecidedPatterns } from "../../src/schema/index.js";
import { waysToMatch } from "../../src/schema/pattern-counts.js";

// A run grants ten times as much.
beforeAll(() => grantMatchingTime({ call: 20, inAll: 500 }));
afterAll(() => grantMatchingTime());

/** Patterns that are tried for longer than anyone waits, each with a text that shows it. */
const endless: readonly (readonly [pattern: string, text: string])[] = [
  ["^(a+)+$", `${"a".repeat(40)}!`],
  ["^a*a*a*a*a*a*a*b$", "a".repeat(4900)],
  ["^a*a*a*a*a*a*a*a*a*a*a*a*a*a*c$", "a".repeat(90)],
  ["^(a?){40}a{20}$", `${"a".repeat(60)}!`],
  [`^${"(a|aa)".repeat(30)}$`, `${"a".repeat(45)}!`],
  [`^${"(a|a)".repeat(30)}$`, `${"a".repeat(30)}!`],
  ["^(\\w|\\d)*!$", "1".repeat(60)],
  ["(?=(a+)+$)a", `${"a".repeat(40)}!`],
  ["^(?:a{0,50}){50}d$", "a".repeat(80)],
];

describe("a pattern that is not decided in time is evidence of nothing, and costs that time once:", () => {
  it.each(endless)("%s", (source, text) => {
    const began = performance.now();
    const found = Array.from({ length: 50 }, () => patternIn(source)?.test(text));
    expect(new Set(found)).toEqual(new Set([undefined]));
    expect(undecidedPatterns()).toContain(source);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

it("a pattern that was undecided is decided no more where the text is short", () => {
  expect(patternIn("^(a+)+$")?.test(`${"a".repeat(40)}!`)).toBeUndefined();
  expect(patternIn("^(a+)+$")?.test("aab")).toBeUndefined();
});

it.each([
  ["^[^@ ]+@[^@ ]+\\.[^@ ]+$", "pedigree@example.com", "pedigree"],
  ["^a+$", "a".repeat(5000), `${"a".repeat(5000)}!`],
  ["^(?:[a-z]+-)*[a-z]+$", "one-two-three", "one-two-3"],
])("a costly pattern is decided where it takes no time: %s", (source, fitting, other) => {
  expect(patternIn(source)?.test(fitting)).toBe(true);
  expect(patternIn(source)?.test(other)).toBe(false);
});

it("work of many matches begins anew under one limit, and goes on without the pattern that exceeds it", () => {
  let turns = 0;
  const results = matchWithinLimit(() => {
    turns += 1;
    const [plain, costly, slow] = ["^b$", "^b+b+$", "^(b|b)*c$"].map(patternIn);
    return [plain?.test("b"), costly?.test("bb"), slow?.test("b".repeat(60)), costly?.test("b")];
  });
  expect(results).toEqual([true, true, undefined, false]);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it("an error in work that matches is thrown as it is", () => {
  const work = () => {
    patternIn("^b+b+$")?.test("bb");
    throw new TypeError("mine");
  };
  expect(() => matchWithinLimit(work)).toThrow(new TypeError("mine"));
  expect(patternIn("^b+b+$")?.test("bb")).toBe(true);
});

describe("ways to match a pattern:", () => {
  it.each([
    ["^[a-z]{2}$", 1],
    ["^\\+?\\d{3}$", 2],
    ["^(?:red|green|blue)$", 3],
    ["^[\\w)(*+]+$", 101],
    ["^\\(\\*\\)\\u{61}\\p{L}$", 1],
    ["^a{2,5}b$", 4],
    ["^(?<word>\\d{4})-(0[1-9]|1[0-2])$", 2],
    ["^a+b+$", 101 ** 2],
    ["^(ab){3}$", 1],
  ])("%s", (source, ways) => {
    expect(waysToMatch(source)).toBe(ways);
  });

  it("a repetition in a repetition has very many", () => {
    for (const source of ["(a+)+", "(a|b)*", "((a?)){90}"])
      expect(waysToMatch(source)).toBeGreaterThan(10 ** 9);
  });
});
