import { expect, it } from "vitest";
import { patternIn } from "../../src/schema/index.js";

it.each([
  ["^[\\w.@+-]+\\z", "a@b", "a b"],
  ["\\A[a-z]+\\Z", "abc", "abc1"],
  ["^\\\\z$", "\\z", "z"],
  ["^[\\w\\@\\_]+$", "a@_", "a-"],
  ["^a\\-b\\ c$", "a-b c", "ab c"],
])("a pattern that other engines read is read, too: %s", (source, fitting, other) => {
  expect(patternIn(source)?.test(fitting)).toBe(true);
  expect(patternIn(source)?.test(other)).toBe(false);
});

it.each([...["^\\Q.\\E$", "(?<=", "^\\p{Greek}]$", "\\h+", "^\\w{,12}$", "\\x{200B}", "[[:upper:]]"]])(
  "what only others can read is none: %s",
  (source) => {
    expect(patternIn(source)).toBeUndefined();
  },
);
