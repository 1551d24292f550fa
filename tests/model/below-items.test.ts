import { expect, it } from "vitest";
import { isAtOrBelow } from "../../src/model/index.js";

it.each<[string, boolean]>([
  ["/items/7", true],
  ["/items/7/", true],
  ["/items/7/parts/1", true],
  ["/items/7:archive", true],
  ["/items/70", false],
  ["/items", false],
  ["/items/7-b", false],
])("%s is at or below /items/7: %s", (address, expected) => {
  expect(isAtOrBelow(address, "/items/7")).toBe(expected);
});
