import { expect, it } from "vitest";
import { compareText } from "../../src/contracts/animal-store/same-text.js";

const decomposed = "Zoe\u0308";

it.each([
  ["", "", "exact"],
  [decomposed, decomposed, "exact"],
  ["  Rex ", "Rex", "trimmed"],
  ["  Rex  ", "  Rex", "trimmed"],
  ["  Rex  ", "Rex  ", "trimmed"],
  ["\tRex\n", "Rex", "trimmed"],
  [" ", "", "trimmed"],
  [decomposed, "Zoë", "normalised"],
  [` ${decomposed} `, " Zoë ", "normalised"],
  [` ${decomposed} `, "Zoë", "trimmed and normalised"],
  [` ${decomposed} `, " Zoë", "trimmed and normalised"],
  [` ${decomposed} `, "Zoë ", "trimmed and normalised"],
  ["Rex", "rex", "altered"],
  ["Rex", "Rex ", "altered"],
  ["Rex", " Rex", "altered"],
  ["Rex", "", "altered"],
  ["Mister  Tom", "Mister Tom", "altered"],
  ["Zoë", decomposed, "altered"],
  ["Zoë", "ZoÃ«", "altered"],
  ["🐕", "\ufffd", "altered"],
  ["a\u0000b", "ab", "altered"],
  ["ﬁ", "fi", "altered"],
  ["x".repeat(41), "x".repeat(40), "altered"],
])("%j that came back as %j is %s", (sent, received, expected) => {
  expect(compareText(sent, received)).toBe(expected);
});
