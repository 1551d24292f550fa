import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutJson } from "../../../src/report/html/exchange-panes.js";

const textOf = (text: string): string => layOutJson(text)!.after;

describe("JSON laid out to be read", () => {
  it("says what was sent, whatever that was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.parse(textOf(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("keeps the spelling of numbers and strings", () => {
    expect(textOf('[9223372036854775808,1.0,1e400,-0,"\\u0041\\/"]')).toBe(
      '[ 9223372036854775808, 1.0, 1e400, -0, "\\u0041\\/" ]',
    );
  });

  it("has a line for each item that fits on one", () => {
    expect(textOf('[{"id":1,"tags":[]},{"id":2},[]]')).toBe(
      '[\n  {\n    "id": 1,\n    "tags": []\n  },\n  { "id": 2 },\n  []\n]',
    );
  });

  it.each<readonly [pointer: string, marked: string]>([
    ["", '[ 1, { "a/b": [ 2 ], "c": 3 } ]'],
    ["/0", "1"],
    ["/1/a~1b", '"a/b": [ 2 ]'],
    ["/1/a~1b/0", "2"],
    ["/1/d", "no d"],
    ["/2", ""],
    ["/1/d/e", ""],
  ])("marks what the pointer %j leads to, or what is missing there", (pointer, marked) => {
    const laidOut = layOutJson('[1,{"a/b":[2],"c":3}]', pointer)!;

    expect(laidOut.marked.replaceAll(/\s+/g, " ")).toBe(marked);
  });

  it.each(['[{"id":1},{"id":2,"na', '[{"id":1},{"id":2},', '[{"id":1},{"id":2}, {"id" 3]]'])(
    "marks the place in what was cut, and leaves out nothing of it: %s",
    (text) => {
      const { before, marked, after } = layOutJson(text, "/1/id", true)!;

      expect(marked).toBe('"id": 2');
      expect(`${before}${marked}${after}`.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    },
  );

  const brackets = "[".repeat(100_000);
  it.each<readonly [string, boolean]>([
    ["", false],
    ["<html>", false],
    ["{]", false],
    ["[1 2]", false],
    ['{"a" 1}', false],
    ["[1]]", false],
    ["{'a':1}", false],
    ['["a\u0000b",1', false],
    [brackets, false],
    [`${brackets}${"]".repeat(100_000)}`, false],
    ['[{"id":1},{"id":2}] <p>', true],
  ])("is not made up where there is none, or too deep (%#)", (text, isCut) => {
    expect(layOutJson(text, "/1/id", isCut)).toBeUndefined();
  });
});
