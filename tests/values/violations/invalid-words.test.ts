import { describe, expect, it } from "vitest";
import { invalidTexts } from "../../../src/values/violations/invalid-words.js";

const ofPattern = (schema: object): unknown =>
  invalidTexts({ type: "string", ...schema }, "string").find(([keyword]) => keyword === "pattern")?.[2];

describe("a text that a pattern refuses", () => {
  it.each([
    ["has one letter more than a text of a pattern that is anchored at both ends", "^[A-Z]{2}[0-9]{3}$"],
    ["has one letter more where the pattern is long", "^97[89][0-9]{10}$"],
  ])("%s", (_, pattern) => {
    const text = `${ofPattern({ pattern })}`;

    expect(text).not.toMatch(new RegExp(pattern));
    expect(text.slice(0, -1)).toMatch(new RegExp(pattern));
  });

  it.each([
    ["the pattern is found anywhere", { pattern: "[A-Z]{2}" }],
    ["an anchor is that of one choice alone", { pattern: "^[A-Z]{2}|[0-9]$" }],
    ["the last character is a dollar", { pattern: "^[A-Z]{2}\\$" }],
    ["the text would be too long", { pattern: "^[A-Z]{2}$", maxLength: 2 }],
    ["a server may read small letters as large ones", { pattern: "^[A-Z]+$" }],
  ])("has nothing of the pattern where %s", (_, schema) => {
    expect(ofPattern(schema)).toMatch(/^[~-]+$/);
  });
});
