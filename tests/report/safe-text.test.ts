import { describe, expect, it } from "vitest";
import { safeText } from "../../src/report/index.js";
import { hostile } from "./hostile.js";

describe("a text made safe to print", () => {
  it.each([
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["\u009b2J", "\\u{9b}2J"],
    ["\u001b]0;title\u0007", "\\u{1b}]0;title\\u{7}"],
    ["a\u0000b", "a\\u{0}b"],
    ["a\rb", "a␍b"],
    ["a\tb\nc", "a␉b␊c"],
    ["a\\tb\\nc", "a\\tb\\nc"],
    ["\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["\u2066a\u2069", "\\u{2066}a\\u{2069}"],
    ["a\u200fb\u061c", "a\\u{200f}b\\u{61c}"],
    ["a\u2028b", "a\\u{2028}b"],
    ["a\u00a0b\u3000c", "a\\u{a0}b\\u{3000}c"],
    ["a\u00adb\u2060c\u200bd\ufeffe", "a\\u{ad}b\\u{2060}c\\u{200b}d\\u{feff}e"],
    ["a\u200db\u200cc", "a\\u{200d}b\\u{200c}c"],
    ["a\u{e0041}\ufffeb", "a\\u{e0041}\\u{fffe}b"],
  ])("shows %j as %j", (text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it("keeps every other letter, emoji and right-to-left writing among them", () => {
    const text = "Zoë 龙猫 قطة 🐕 👩‍👩‍👧‍👦 <&>\"'\\";

    expect(safeText(text)).toBe(text);
  });

  it("replaces lone surrogates, and leaves pairs alone", () => {
    expect(safeText("\ud83d|\udc15|\ud83d\udc15")).toBe("\ufffd|\ufffd|🐕");
  });

  it("leaves no control character or override in a hostile text", () => {
    expect(safeText(hostile)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
  });

  it("is cut to a length, and says how long it was", () => {
    expect(safeText("x".repeat(50), 10)).toBe(`${"x".repeat(10)}… (50 characters)`);
    expect(safeText("x".repeat(10), 10)).toBe("x".repeat(10));
  });

  it("is cut between characters without leaving half an emoji", () => {
    expect(safeText("🐕🐕", 3)).toSatisfy((text: string) => text.isWellFormed());
  });
});
