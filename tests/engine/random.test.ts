import { expect, it } from "vitest";
import { createRandomSource } from "../../src/engine/run-options.js";

const take = <T>(count: number, draw: () => T): readonly T[] => Array.from({ length: count }, draw);
const drawOf = (source: ReturnType<typeof createRandomSource>) => [
  ...take(50, source.marker),
  source.int64(),
  source.seedFor("x"),
];

it("the same seed gives the same values in the same order, another seed other values", () => {
  const [drawn, again, other] = [5, 5, 6].map((seed) => drawOf(createRandomSource(seed)));

  expect(again).toEqual(drawn);
  expect(other?.filter((value) => drawn?.includes(value))).toEqual([]);
});

it("a token is eight small letters, an integer lies beyond 2^53 and inside 63 bits, and none comes twice", () => {
  const { marker, int64 } = createRandomSource(1);
  const [tokens, integers] = [take(1000, marker), take(1000, int64)];

  expect(tokens.filter((each) => !/^[a-z]{8}$/.test(each))).toEqual([]);
  expect(integers.filter((value) => value <= 2n ** 53n || value >= 2n ** 63n)).toEqual([]);
  expect([new Set(tokens).size, new Set(integers).size]).toEqual([1000, 1000]);
});

it("the seed for a purpose is the same whatever was drawn before, and differs between purposes", () => {
  const source = createRandomSource(9);
  const before = source.seedFor("list/query/pageSize/obeyed");

  take(10, source.marker);

  expect(source.seedFor("list/query/pageSize/obeyed")).toBe(before);
  expect(source.seedFor("list/query/both")).not.toBe(before);
  expect(Number.isInteger(before)).toBe(true);
});
