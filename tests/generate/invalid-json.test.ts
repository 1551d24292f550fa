import { describe, expect, it } from "vitest";
import { deriveInvalidJson } from "../../src/generate/index.js";
import { parseJson } from "../../src/json/index.js";

const valid = '{"name":"Rex","categoryId":7,"status":"sold"}';
const invalid = deriveInvalidJson(valid);
const textOf = (mistake: string): string => invalid.find((each) => each.mistake === mistake)?.text ?? "none";

/** Undoes each mistake by one edit in one place. */
const repairs: Readonly<Record<string, (text: string) => string>> = {
  "truncated before the closing brace": (text) => `${text}}`,
  "truncated in the middle": (text) => text + valid.slice(text.length),
  "only the opening brace": (text) => text + valid.slice(text.length),
  "a trailing comma": (text) => text.replace(",}", "}"),
  "single quotes": (text) => text.replaceAll("'", '"'),
  "names without quotes": (text) => text.replaceAll(/([{,])(\w+):/g, '$1"$2":'),
  "no colon": (text) => text.replace('"name" ', '"name":'),
  "no comma": (text) => text.replace('"Rex" "', '"Rex","').replace("7 ", "7,"),
  "an equals sign for the colon": (text) => text.replace("=", ":"),
  "text after the end": (text) => text.replace(" x", ""),
  "a second object after the end": (text) => text.slice(0, text.length / 2),
  "a comment": (text) => text.replace("/* dog */", ""),
  "a line comment": (text) => text.replace("// dog\n", ""),
  "a line break inside a string": (text) => text.replace('"\n', '"'),
  "an unknown escape": (text) => text.replace("\\x", ""),
  "half a Unicode escape": (text) => text.replace("\\u12", ""),
};
const literals = ["NaN", "Infinity", "undefined", "01", "+1", "1.", ".5", "0x1"];
const noJsonAtAll = ["bare text", "a bare word", "form fields", "XML", "white space only"];

describe("texts that are not JSON", () => {
  it.each(invalid.map(({ mistake, text }) => [mistake, text]))("are refused by JSON.parse: %s", (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it.each(invalid.map(({ mistake, text }) => [mistake, text]))(
    "are refused by our own reader: %s",
    (_, text) => {
      expect(parseJson(text).status).toBe("invalid");
    },
  );

  it("have a mistake and a text of their own each", () => {
    expect(new Set(invalid.map(({ mistake }) => mistake)).size).toBe(invalid.length);
    expect(new Set(invalid.map(({ text }) => text)).size).toBe(invalid.length);
  });

  it("are those that this test knows how to repair, and those that are no JSON at all", () => {
    const known = [
      ...Object.keys(repairs),
      ...literals.map((each) => `${each} for a number`),
      ...noJsonAtAll,
    ];
    expect(invalid.map(({ mistake }) => mistake).sort()).toEqual(known.sort());
  });

  it.each(Object.entries(repairs))("hold one mistake, and are valid without it: %s", (mistake, repair) => {
    expect(repair(textOf(mistake))).toBe(valid);
  });

  it.each(literals)("hold one mistake, and are valid without it: %s for a number", (literal) => {
    expect(textOf(`${literal} for a number`)).toBe(valid.replace(":7", `:${literal}`));
  });

  it("are made of a body with a negative category and a name of digits as well", () => {
    const texts = deriveInvalidJson('{"name":"8642","categoryId":-9223372036854775808}').map(
      ({ text }) => text,
    );
    const taken = texts.filter((text) => parseJson(text).status === "valid");
    expect(taken).toEqual([]);
    expect(texts).toHaveLength(invalid.length);
  });
});
