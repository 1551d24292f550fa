import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  deriveNastyTexts,
  derivePlainTexts,
  plainText,
  wildText,
} from "../../src/contracts/animal-store/texts.js";

const plain = /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/;
const isPlain = (text: string): boolean =>
  plain.test(text) && text.length <= 40 && !["null", "true"].includes(text);
const isWellFormed = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;
const nasty = deriveNastyTexts("K7q2");
const nastyText = (name: string): string => nasty.find(({ what }) => what.startsWith(name))?.text ?? "";

it.each(["K7q2", "a", "Zz9Zz9Zz9Zz9Zz9", "0a1B"])(
  "plain texts are plain, of 1 to 40 characters: %s",
  (marker) => {
    const texts = derivePlainTexts(marker).map(({ text }) => text);
    const lengths = texts.map(({ length }) => length);
    expect(texts.filter((text) => !isPlain(text))).toEqual([]);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 40]);
  },
);

it.each([derivePlainTexts, deriveNastyTexts])("texts have a name and a text of their own: %s", (derive) => {
  const texts = derive("K7q2");
  expect(new Set(texts.map(({ what }) => what)).size).toBe(texts.length);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});

it("another token gives other plain texts", () => {
  const other = new Set(derivePlainTexts("Zb81").map(({ text }) => text));
  expect(derivePlainTexts("K7q2").filter(({ text }) => other.has(text))).toEqual([]);
});

describe("nasty texts", () => {
  it("are not plain, and survive UTF-8: none holds a lone surrogate", () => {
    expect(nasty.filter(({ text }) => isPlain(text) || !isWellFormed(text))).toEqual([]);
    expect(isWellFormed("\ud83d")).toBe(false);
  });

  it.each([
    ["41 letters", 41],
    ["129 letters", 129],
    ["256 letters", 256],
    ["9,000 letters", 9000],
  ])("are as long as they are called: %s", (what, length) => {
    expect(nastyText(what)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  });

  it("of 256 bytes of emoji are more bytes than characters", () => {
    const text = nastyText("256 bytes of emoji");
    expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(240);
    expect([...text].length).toBeLessThan(Buffer.byteLength(text) / 3);
  });

  it("with combining marks are changed by NFC, those with accents are not", () => {
    const [marks, accents] = [nastyText("combining marks"), nastyText("Latin letters")];
    expect(marks.normalize("NFC")).not.toBe(marks);
    expect(accents.normalize("NFC")).toBe(accents);
  });
});

describe("random texts", () => {
  it("that are to be plain are plain, and shrink to one short word", () => {
    const { counterexample } = fc.check(fc.property(plainText(), () => false));
    expect(counterexample?.[0]).toMatch(/^[A-Za-z0-9]{4}$/);
    fc.assert(fc.property(plainText(), isPlain));
  });

  it("that are to be wild hold no lone surrogate, are hardly ever plain, and reach beyond ASCII", () => {
    const texts = fc.sample(wildText(), { seed: 7, numRuns: 300 });
    expect(texts.filter((text) => !isWellFormed(text))).toEqual([]);
    expect(texts.filter((text) => plain.test(text)).length).toBeLessThan(30);
    expect(texts.filter((text) => /[^\u0000-\u007f]/.test(text)).length).toBeGreaterThan(100);
    expect(texts.filter((text) => text.length > 100).length).toBeGreaterThan(20);
  });
});
