import { expect, it } from "vitest";
import { parseJson } from "../../src/json/index.js";
import { deriveInvalidJson } from "../../src/values/index.js";

const valid = '{"name":"Rex","categoryId":7,"status":"sold"}';
const invalid = deriveInvalidJson(valid);

/** Undoes each mistake by one edit in one place. */
const repairs: Readonly<Record<string, (text: string) => string>> = {
  "truncated before the closing brace": (text) => `${text}}`,
  "truncated in the middle": (text) => text + valid.slice(text.length),
  "a bracket for the closing brace": (text) => text.replace("]", "}"),
  "a second closing brace": (text) => text.slice(0, -1),
  "a bracket after the end": (text) => text.slice(0, -1),
  "a trailing comma": (text) => text.replace(",}", "}"),
  "two commas in a row": (text) => text.replace(",,", ","),
  "single quotes": (text) => text.replaceAll("'", '"'),
  "names without quotes": (text) => text.replaceAll(/([{,])(\w+):/g, '$1"$2":'),
  "no colon": (text) => text.replace('"name" ', '"name":'),
  "no comma": (text) => text.replace('"Rex" "', '"Rex","').replace("7 ", "7,"),
  "an equals sign for the colon": (text) => text.replace("=", ":"),
  "text after the end": (text) => text.replace(" x", ""),
  "a second object after the end": (text) => text.slice(0, text.length / 2),
  "a null character after the end": (text) => text.slice(0, -1),
  "the prefix against script inclusion": (text) => text.slice(text.indexOf("{")),
  "a form feed for a blank": (text) => text.replace("\f", ""),
  "a no-break space at the end": (text) => text.slice(0, -1),
  "a comment": (text) => text.replace("/* dog */", ""),
  "a line comment": (text) => text.replace("// dog\n", ""),
  "a line break inside a string": (text) => text.replace('"\n', '"'),
  "a tab inside a string": (text) => text.replace("\t", ""),
  "an escape of other languages": (text) => text.replace("\\x41", ""),
  "half a Unicode escape": (text) => text.replace("\\u12", ""),
};
const literals = ["NaN", "Infinity", "undefined", "01", "+1", "1.", ".5", "0x1"];
const noJsonAtAll = ["a bare word", "form fields", "XML", "white space only"];

it.each([valid, '{"name":"8642","categoryId":-9223372036854775808}'])(
  "no mistake leaves JSON of %s",
  (text) => {
    const texts = deriveInvalidJson(text).map((each) => each.text);
    expect(texts.filter((each) => parseJson(each).status === "valid")).toEqual([]);
    expect(new Set(texts).size).toBe(invalid.length);
  },
);

it("each text holds one mistake, and is valid without it, or is no JSON at all", () => {
  const literalFor = (mistake: string) => literals.find((each) => `${each} for a number` === mistake);
  const repaired = invalid
    .filter(({ mistake }) => !noJsonAtAll.includes(mistake))
    .map(({ mistake, text }) => {
      const repair = repairs[mistake] ?? ((broken) => broken.replace(`:${literalFor(mistake)}`, ":7"));
      return [mistake, repair(text)];
    });
  expect(repaired).toEqual([
    ...Object.keys(repairs).map((mistake) => [mistake, valid]),
    ...literals.map((literal) => [`${literal} for a number`, valid]),
  ]);
  expect(invalid).toHaveLength(repaired.length + noJsonAtAll.length);
});
