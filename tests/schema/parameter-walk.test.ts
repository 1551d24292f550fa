import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import {
  boundaryInt64,
  deriveEdgeIntegers,
  deriveEdgeWords,
  deriveOtherSpellings,
  deriveValidIntegers,
  notInt64,
} from "../../src/engine/index.js";

const { pageSize, filter } = loadContract().roles;

it.each([
  [pageSize, [1, 19, 20, 21, 50, 99, 100]],
  [{ minimum: 3, maximum: 4, default: 3 }, [3, 4]],
  [{ minimum: 5, maximum: 5, default: 5 }, [5]],
])(
  "valid integers are at the boundaries, next to the default, and in the middle: %j, %j",
  (range, expected) => {
    expect(deriveValidIntegers(range)).toEqual(expected);
  },
);

describe("odd queries", () => {
  const isLimit = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= 100;
  const isState = (text: string): boolean => filter.values.includes(text);

  it.each([
    {
      name: "limit",
      edgeCase: deriveEdgeIntegers("limit", pageSize),
      isValid: isLimit,
      among: ["0", "101", "-1", "1.5", "abc", "", "+5"],
      twice: [
        ["1", "2"],
        ["5", "abc"],
      ],
    },
    {
      name: "status",
      edgeCase: deriveEdgeWords("status", filter.values),
      isValid: isState,
      among: ["lost", "", "AVAILABLE", "Available", "available,pending", " available"],
      twice: [
        ["available", "pending"],
        ["available", "lost"],
      ],
    },
  ])("of $name are never one valid value, or give two", ({ name, edgeCase, isValid, among, twice }) => {
    const texts = edgeCase.map(({ query }) => query.map(([key, value]) => `${key}=${value}`).join("&"));
    const values = texts.map((text) => new URLSearchParams(text).getAll(name));
    const single = values.filter(({ length }) => length === 1).flat();
    expect(single).toEqual(expect.arrayContaining(among));
    expect(single.filter(isValid)).toEqual([]);
    expect(values.filter(({ length }) => length !== 1)).toEqual(twice);
    expect(new Set(edgeCase.map(({ label }) => label)).size).toBe(edgeCase.length);
    expect(texts.filter((text) => !/^[\w\-.,~%=&]+$/.test(text))).toEqual([]);
  });
});

describe("64-bit integers", () => {
  const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

  it("at the boundaries are all inside, at the very end, too", () => {
    const ends = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -(2n ** 53n) - 1n, 0n, -1n];
    expect(boundaryInt64).toEqual(expect.arrayContaining(ends));
    expect(boundaryInt64.filter((value) => !isInt64(value))).toEqual([]);
    expect(new Set(boundaryInt64).size).toBe(boundaryInt64.length);
  });

  it("that are none are outside or no integers, once decoded, and can stand in a path as they are", () => {
    const decoded = notInt64.map(decodeURIComponent);
    expect(decoded.filter((text) => /^[+-]?\d+$/.test(text) && isInt64(BigInt(text)))).toEqual([]);
    expect(decoded).toEqual(expect.arrayContaining(["9223372036854775808", "-9223372036854775809", "1.5"]));
    expect(notInt64.filter((text) => !/^[\w\-.,%]+$/.test(text) || /^\.+$|%2f/i.test(text))).toEqual([]);
    expect(new Set(notInt64).size).toBe(notInt64.length);
  });

  it.each([
    [7n, ["07", "+7", "%2B7", "%37"]],
    [0n, ["00", "+0", "%2B0", "%30"]],
    [-12n, ["-012", "-%312"]],
    [2n ** 63n - 1n, expect.arrayContaining(["09223372036854775807", "%39223372036854775807"])],
  ])("other spellings of %s are another text for the same integer", (value, expected) => {
    expect(deriveOtherSpellings(value)).toEqual(expected);
  });
});
