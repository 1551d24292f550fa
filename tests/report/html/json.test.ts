import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutJson } from "../../../src/report/html/json-lines.js";
import { readJsonTree } from "../../../src/report/html/json-tree.js";

const nothing = { paths: [], missing: [] };
const textOf = (text: string): string =>
  layOutJson(readJsonTree(text)!, nothing)
    .flatMap(({ pieces }) => pieces.map((piece) => piece.text))
    .join("");

describe("JSON to read", () => {
  it("says what was sent, whatever that was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.parse(textOf(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("keeps the spelling of numbers and strings", () => {
    expect(textOf('[9223372036854775808,1.0,1e400,-0,"\\u0041\\/"]')).toBe(
      '[9223372036854775808, 1.0, 1e400, -0, "\\u0041\\/"]',
    );
  });

  it("is read also where it was cut off, as far as it goes", () => {
    const whole = JSON.stringify([{ id: 12, name: 'Rex " {', tags: [true, null, {}] }, { id: 13 }]);

    const read = Array.from({ length: whole.length - 1 }, (_, at) => readJsonTree(whole.slice(0, at + 1)));

    expect(read.filter((tree) => tree === undefined)).toEqual([]);
    expect(read.at(-1)).toMatchObject({ kind: "array", isWhole: false });
  });

  it.each(["", "<html>", "{]", "[1 2]", '{"a" 1}', "[1]]", "{'a':1}", '["a\u0000b",1', "[".repeat(100_000)])(
    "is not made up where there is none (%#)",
    (text) => {
      expect(readJsonTree(text)).toBeUndefined();
    },
  );
});
