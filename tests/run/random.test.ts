import { expect, it } from "vitest";
import { createRandomSource } from "../../src/run/random.js";

const take = <T>(count: number, draw: () => T): readonly T[] => Array.from({ length: count }, draw);

it("the same seed gives the same values in the same order", () => {
  const [one, other] = [createRandomSource(5), createRandomSource(5)];
  const draw = (source: typeof one) => [source.token(), source.int64(), source.token(), source.seedFor("x")];

  expect(draw(one)).toEqual(draw(other));
});

it("another seed gives other values", () => {
  const [one, other] = [createRandomSource(5), createRandomSource(6)];

  expect(take(50, other.token).filter((token) => take(50, one.token).includes(token))).toEqual([]);
  expect(other.int64()).not.toBe(one.int64());
  expect(other.seedFor("LIST-3")).not.toBe(one.seedFor("LIST-3"));
});

it("a token is eight small letters, and none comes twice in a thousand", () => {
  const tokens = take(1000, createRandomSource(1).token);

  expect(tokens.filter((token) => !/^[a-z]{8}$/.test(token))).toEqual([]);
  expect(new Set(tokens).size).toBe(1000);
});

it("an integer is positive, beyond 2^53 and inside 63 bits, and none comes twice in a thousand", () => {
  const integers = take(1000, createRandomSource(1).int64);

  expect(integers.filter((value) => value <= 2n ** 53n || value >= 2n ** 63n)).toEqual([]);
  expect(new Set(integers).size).toBe(1000);
});

it("the seed for a purpose is the same whatever was drawn before, and differs between purposes", () => {
  const source = createRandomSource(9);
  const before = source.seedFor("list/query/pageSize/obeyed");

  take(10, source.token);

  expect(source.seedFor("list/query/pageSize/obeyed")).toBe(before);
  expect(source.seedFor("list/query/both")).not.toBe(before);
  expect(Number.isInteger(before)).toBe(true);
});
