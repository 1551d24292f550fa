import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareText, type TextFidelity } from "../../src/checks/index.js";

const decomposed = "Zoe\u0308";

describe("a text that came back", () => {
  it.each<[string, string, TextFidelity]>([
    ["Rex", "Rex", "exact"],
    ["", "", "exact"],
    [decomposed, decomposed, "exact"],
    ["  Rex ", "Rex", "trimmed"],
    [" ", "", "trimmed"],
    ["\tRex\n", "Rex", "trimmed"],
    [decomposed, "Zoë", "normalised"],
    [` ${decomposed} `, "Zoë", "trimmed and normalised"],
    [` ${decomposed} `, " Zoë ", "normalised"],
  ])("%j as %j is %s", (sent, received, expected) => {
    expect(compareText(sent, received)).toBe(expected);
  });

  it.each<[string, string]>([
    ["Rex", "rex"],
    ["Rex", "Re"],
    ["Rex", "Rex "],
    ["Rex", " Rex"],
    ["Rex", ""],
    ["Mister  Tom", "Mister Tom"],
    ["Zoë", decomposed],
    ["Zoë", "Zoe"],
    ["Zoë", "ZoÃ«"],
    ["<b>", "&lt;b&gt;"],
    ["O'Malley", "O\\'Malley"],
    ["🐕", "??"],
    ["🐕", "\ufffd"],
    ["a\u0000b", "ab"],
    ["ﬁ", "fi"],
    ["x".repeat(41), "x".repeat(40)],
  ])("%j as %j is altered", (sent, received) => {
    expect(compareText(sent, received)).toBe("altered");
  });

  it.each<[string, string]>([
    ["  Rex  ", "  Rex"],
    ["  Rex  ", "Rex  "],
  ])("%j as %j has lost outer blanks only, at one end", (sent, received) => {
    expect(compareText(sent, received)).toBe("trimmed");
  });

  it("is exact for every text that is the same", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 12 }),
        (text) => compareText(text, text) === "exact",
      ),
    );
  });

  it("is altered for every text with a letter more", () => {
    fc.assert(fc.property(fc.string(), (text) => compareText(text, `${text}x`) === "altered"));
  });
});
