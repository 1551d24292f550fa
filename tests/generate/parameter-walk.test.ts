import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import {
  boundaryInt64,
  deriveOddIntegers,
  deriveOddWords,
  deriveOtherSpellings,
  deriveValidIntegers,
  notInt64,
} from "../../src/generate/index.js";

const { pageSize, filter } = loadContract().roles;
/** The values of a parameter as a server reads them. */
const decoded = (query: readonly (readonly [string, string])[], name: string): string[] =>
  new URLSearchParams(query.map(([key, value]) => `${key}=${value}`).join("&")).getAll(name);

describe("valid limits", () => {
  it("are at the boundaries, next to the default, and in the middle", () => {
    expect(deriveValidIntegers(pageSize)).toEqual([1, 19, 20, 21, 50, 99, 100]);
  });

  it("stay inside narrow constraints, each once", () => {
    expect(deriveValidIntegers({ minimum: 3, maximum: 4, default: 3 })).toEqual([3, 4]);
    expect(deriveValidIntegers({ minimum: 5, maximum: 5, default: 5 })).toEqual([5]);
  });
});

describe("odd limits", () => {
  const odd = deriveOddIntegers("limit", pageSize);

  it("have labels of their own", () => {
    expect(new Set(odd.map(({ label }) => label)).size).toBe(odd.length);
    expect(odd.length).toBeGreaterThan(12);
  });

  it("are never a single plain integer inside the constraints", () => {
    const plain = odd.filter(({ query }) => {
      const values = decoded(query, "limit");
      return values.length === 1 && /^[1-9]\d*$/.test(values[0]!) && Number(values[0]) <= 100;
    });
    expect(plain).toEqual([]);
  });

  it("lie just outside of each boundary", () => {
    const values = odd.flatMap(({ query }) => decoded(query, "limit"));
    expect(values).toEqual(expect.arrayContaining(["0", "101", "-1", "1.5", "abc", ""]));
  });

  it("are given twice as well", () => {
    expect(odd.filter(({ query }) => decoded(query, "limit").length === 2)).toHaveLength(2);
  });

  it("can stand in a query as they are", () => {
    const texts = odd.map(({ query }) => query.map(([name, value]) => `${name}=${value}`).join("&"));
    expect(texts.filter((text) => !/^[\w\-.~%=&[\]]+$/.test(text))).toEqual([]);
  });
});

describe("odd states", () => {
  const odd = deriveOddWords("status", filter.values);

  it("have labels of their own", () => {
    expect(new Set(odd.map(({ label }) => label)).size).toBe(odd.length);
  });

  it("are never a single word of the enumeration", () => {
    const valid = odd.filter(({ query }) => {
      const values = decoded(query, "status");
      return values.length === 1 && filter.values.includes(values[0]!);
    });
    expect(valid).toEqual([]);
    expect(odd.length).toBeGreaterThan(8);
  });

  it("are given twice as well, once both good and once the second bad", () => {
    const twice = odd.map(({ query }) => decoded(query, "status")).filter((values) => values.length === 2);
    expect(twice).toEqual([
      ["available", "pending"],
      ["available", "lost"],
    ]);
  });
});

describe("64-bit integers", () => {
  it("at the boundaries are all inside, at the very end, too", () => {
    expect(boundaryInt64.filter((value) => BigInt.asIntN(64, value) !== value)).toEqual([]);
    expect(boundaryInt64).toEqual(
      expect.arrayContaining([2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -(2n ** 53n) - 1n, 0n, -1n]),
    );
    expect(new Set(boundaryInt64).size).toBe(boundaryInt64.length);
  });

  it("that are none are outside or no integers, once decoded", () => {
    const integers = notInt64.map(decodeURIComponent).filter((text) => {
      return /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
    });
    expect(integers).toEqual([]);
    expect(notInt64.length).toBeGreaterThan(9);
    expect(notInt64).toEqual(expect.arrayContaining(["9223372036854775808", "-9223372036854775809", "1.5"]));
  });

  it("that are none are never what must not be sent: empty, dots, an encoded slash, blanks", () => {
    expect(notInt64.filter((text) => text === "" || /^\.+$|%2f|[/?#\s]/i.test(text))).toEqual([]);
    expect(notInt64.filter((text) => !/^[\w\-.,%]+$/.test(text))).toEqual([]);
    expect(new Set(notInt64).size).toBe(notInt64.length);
  });

  it.each([
    [7n, ["07", "+7", "%2B7", "%37"]],
    [0n, ["00", "+0", "%2B0", "%30"]],
    [-12n, ["-012", "-%312"]],
    [2n ** 63n - 1n, expect.arrayContaining(["09223372036854775807", "%39223372036854775807"])],
  ])("other spellings of %s are another text for the same integer", (value, expected) => {
    const spellings = deriveOtherSpellings(value);
    expect(spellings).toEqual(expected);
    expect(spellings.map((text) => BigInt(decodeURIComponent(text).replace("+", "")))).toEqual(
      spellings.map(() => value),
    );
    expect(spellings).not.toContain(`${value}`);
  });
});
