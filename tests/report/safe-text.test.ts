import { describe, expect, it } from "vitest";
import { safeText } from "../../src/report/index.js";

describe("a text made safe to print", () => {
  it.each([
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["\u009b2J", "\\u{9b}2J"],
    ["a\u0000\u0007b", "a\\u{0}\\u{7}b"],
    ["a\tb\nc\rd", "a␉b␊c␍d"],
    ["a\\tb\\nc", "a\\tb\\nc"],
    ["\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["\u2066a\u2069b\u200fc\u061c", "\\u{2066}a\\u{2069}b\\u{200f}c\\u{61c}"],
    ["a\u2028b", "a\\u{2028}b"],
    ["a\u00a0b\u3000c", "a\\u{a0}b\\u{3000}c"],
    ["a\u00adb\u2060c\u200bd\ufeffe", "a\\u{ad}b\\u{2060}c\\u{200b}d\\u{feff}e"],
    ["a\u200db\u200cc", "a\\u{200d}b\\u{200c}c"],
    ["a\u{e0041}\ufffeb", "a\\u{e0041}\\u{fffe}b"],
    ["\ud83d|\udc15|\ud83d\udc15", "\ufffd|\ufffd|🐕"],
    ["::error::x", ": :error::x"],
    ["a ##[error] ##vso[task] ##", "a # #[error] # #vso[task] ##"],
    ["Zoë 龙猫 قطة 🐕 👩‍👩‍👧‍👦 <&>\"'\\", "Zoë 龙猫 قطة 🐕 👩‍👩‍👧‍👦 <&>\"'\\"],
  ])("shows %j as %j", (text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it.each([
    ["x".repeat(50), `${"x".repeat(10)}… (50 characters)`],
    ["x".repeat(10), "x".repeat(10)],
    [`${"x".repeat(9)}🐕`, `${"x".repeat(9)}\ufffd… (11 characters)`],
  ])("is cut to ten characters, and says how long it was: %s", (text, shown) => {
    expect(safeText(text, 10)).toBe(shown);
  });
});
