import type { Roles } from "../description/index.js";

/** The range of an integer parameter, by the description. */
type Range = Omit<Roles["pageSize"], "name">;

/** Values of an integer parameter inside its constraints: at its boundaries, next to some, and in the middle. */
export function deriveValidIntegers({ minimum, maximum, default: usual }: Range): readonly number[] {
  const middle = Math.floor((minimum + maximum) / 2);
  const values = [minimum, usual - 1, usual, usual + 1, middle, maximum - 1, maximum];
  return [...new Set(values)].filter((value) => value >= minimum && value <= maximum);
}

/** A query that a parameter's constraints exclude. */
export interface EdgeCaseQuery {
  readonly label: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Queries with an integer parameter outside its constraints: next to each boundary, far off, and no integer. */
export function deriveEdgeIntegers(name: string, { minimum, maximum }: Range): readonly EdgeCaseQuery[] {
  const inside = Math.min(minimum + 4, maximum);
  return [
    ...single(name, [
      ...[`${minimum - 1}`, `${maximum + 1}`, "-1", "2147483648"],
      ...[
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "1.5",
        `0${inside}`,
        `%2B${inside}`,
      ],
      ...["abc", `${inside}abc`, "", "%20", "%F0%9F%90%95"],
    ]),
    repeated(name, `${minimum}`, `${Math.min(minimum + 1, maximum)}`),
    repeated(name, `${inside}`, "abc"),
  ];
}

/** Queries with a parameter that is none of its enumeration. */
export function deriveEdgeWords(name: string, words: readonly string[]): readonly EdgeCaseQuery[] {
  const [first = "one", second = "two"] = words;
  return [
    ...single(name, [
      ...["lost", "", first.toUpperCase(), first.slice(0, 1).toUpperCase() + first.slice(1)],
      ...[`${first},${second}`, `%20${first}`, "null", "0"],
      // An error that shows it as it is, is no JSON.
      ...["%27%20OR%20%271%27%3D%271", "%F0%9F%90%95%22x%5C"],
    ]),
    repeated(name, first, second),
    repeated(name, first, "lost"),
  ];
}

/** Spellings of a path parameter that are no 64-bit integer. Ready for the path: percent-encoded where needed. */
export const notInt64: readonly string[] = [
  ...["abc", "1.5", "9223372036854775808", "-9223372036854775809", "18446744073709551616"],
  ...["0x10", "-", "%F0%9F%90%95%22x", "%27%20OR%201%3D1", "1".repeat(40)],
];

/** 64-bit integers at which an implementation is likely to change its behaviour. */
export const boundaryInt64: readonly bigint[] = [
  ...[0n, 1n, -1n],
  ...[2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n) - 1n, 2n ** 32n],
  ...[2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n],
  ...[2n ** 63n - 2n, 2n ** 63n - 1n, -(2n ** 63n)],
];

/** Other ways to write the integer, which a lenient reader takes for it. */
export function deriveOtherSpellings(value: bigint): readonly string[] {
  const digits = `${value < 0n ? -value : value}`;
  const sign = value < 0n ? "-" : "";
  const encoded = `%3${digits.slice(0, 1)}${digits.slice(1)}`;
  return [`${sign}0${digits}`, ...(value < 0n ? [] : [`+${digits}`, `%2B${digits}`]), `${sign}${encoded}`];
}

function single(name: string, values: readonly string[]): readonly EdgeCaseQuery[] {
  return [...new Set(values)].map((value) => ({ label: `${name}=${value}`, query: [[name, value]] }));
}

function repeated(name: string, ...values: string[]): EdgeCaseQuery {
  return { label: `${name} given twice (${values.join(", ")})`, query: values.map((value) => [name, value]) };
}
