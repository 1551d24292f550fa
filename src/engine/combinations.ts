import * as fc from "fast-check";
import type { Roles } from "../description/index.js";

/** One thing in which cases differ: its classes by name, each with the values to draw from. The first is the plainest. */
export type Dimension = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Everything in which the cases of a scenario differ. */
export type Dimensions = Readonly<Record<string, Dimension>>;

/** A value for each dimension: plain data. */
export type Combination = Readonly<Record<string, unknown>>;

/** A combination, and of each dimension the class that it was drawn from. */
export interface DrawnCombination {
  readonly input: Combination;
  readonly classes: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

/** Two classes of two dimensions, by their numbers. */
type Pair = readonly [left: number, leftClass: number, right: number, rightClass: number];

/** Nothing has as many dimensions, or classes in one of them; four such numbers fit into a double. */
const radix = 8192;

/** Tells a pair from all others. */
function numberOf([left, leftClass, right, rightClass]: Pair): number {
  return ((left * radix + leftClass) * radix + right) * radix + rightClass;
}

/**
 * Combines classes without end: first so that each two of different dimensions meet (pairwise testing), in an order of
 * chance, then by chance alone. The same seed gives the same combinations.
 */
export function createCombinations(dimensions: Dimensions, seed: number) {
  const axes = Object.entries(dimensions).map(([name, classes], axis) => ({
    name,
    classes: Object.values(classes).map((values, index) => ({
      values,
      draw: drawFrom(values, seed + axis * 1_000_003 + index * 1009),
    })),
  }));
  const all = pairsOf(axes.map(({ classes }) => classes.length));
  const order = shuffle(all, seed);
  const untried = new Set(all.map(numberOf));
  let place = 0;
  let tried = 0;
  const nextUntried = (): Pair | undefined => {
    for (; place < order.length; place += 1) {
      const pair = order[place];
      if (pair !== undefined && untried.has(numberOf(pair))) return pair;
    }
    return undefined;
  };
  const drawClasses = drawFrom(
    fc.tuple(...axes.map(({ classes }) => fc.noBias(fc.nat({ max: classes.length - 1 })))),
    seed,
  );
  return {
    /** @param counts whether the pairs that it tries first are to be counted */
    next: (counts = true): DrawnCombination => {
      const chosen = drawClasses();
      const first = nextUntried();
      if (first !== undefined) {
        const [left, leftClass, right, rightClass] = first;
        chosen[left] = leftClass;
        chosen[right] = rightClass;
        for (const pair of pairsIn(chosen)) if (untried.delete(numberOf(pair)) && counts) tried += 1;
      }
      const taken = axes.flatMap(({ name, classes }, axis) => {
        const own = classes[chosen[axis] ?? 0];
        return own === undefined ? [] : [{ name, ...own }];
      });
      return {
        input: Object.fromEntries(taken.map(({ name, draw }) => [name, draw()])),
        classes: Object.fromEntries(taken.map(({ name, values }) => [name, values])),
      };
    },
    /** How many pairs of classes there are, and how many of them were first tried by combinations that count. */
    pairs: () => ({ all: all.length, tried }),
  };
}

/** The plainest combination: a value of the first class of each dimension. */
export function plainest(dimensions: Dimensions): Combination {
  return Object.fromEntries(
    Object.entries(dimensions).map(([name, classes]) => {
      const [values = fc.constant(undefined)] = Object.values(classes);
      return [name, drawFrom<unknown>(values, 0)()];
    }),
  );
}

/** The same values in a random order. */
export function shuffle<Value>(values: readonly Value[], seed: number): readonly Value[] {
  return drawFrom(fc.shuffledSubarray([...values], { minLength: values.length }), seed)();
}

function pairsOf(sizes: readonly number[]): readonly Pair[] {
  const numbers = (size: number): readonly number[] => Array.from({ length: size }, (_, index) => index);
  return sizes.flatMap((leftSize, left) =>
    sizes
      .slice(left + 1)
      .flatMap((rightSize, offset) =>
        numbers(leftSize).flatMap((leftClass) =>
          numbers(rightSize).map((rightClass): Pair => [left, leftClass, left + 1 + offset, rightClass]),
        ),
      ),
  );
}

function pairsIn(chosen: readonly number[]): readonly Pair[] {
  return chosen.flatMap((leftClass, left) =>
    chosen
      .slice(left + 1)
      .map((rightClass, offset): Pair => [left, leftClass, left + 1 + offset, rightClass]),
  );
}

/** Draws one value after the other. */
function drawFrom<Value>(values: fc.Arbitrary<Value>, seed: number): () => Value {
  let drawn: Value[] = [];
  let batches = 0;
  return () => {
    if (drawn.length === 0) {
      drawn = fc.sample(values, { seed: seed + batches, numRuns: batches === 0 ? 1 : 100 });
      batches += 1;
    }
    return drawn.shift() as Value;
  };
}

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
