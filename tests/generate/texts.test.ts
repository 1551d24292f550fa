import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveNastyTexts, derivePlainTexts, plainText, wildText } from "../../src/generate/index.js";

const plain = /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/;
const isWellFormed = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;

describe("plain texts", () => {
  it.each(
    ["K7q2", "a", "Zz9Zz9Zz9Zz9Zz9", "0a1B"].flatMap((token) =>
      derivePlainTexts(token).map((each) => [token, each.what, each.text]),
    ),
  )("made with %s are plain, 40 characters at most: %s", (_, __, text) => {
    expect(text).toMatch(plain);
    expect(text.length).toBeGreaterThanOrEqual(1);
    expect(text.length).toBeLessThanOrEqual(40);
  });

  it("reach from one letter to 40", () => {
    const lengths = derivePlainTexts("K7q2").map(({ text }) => text.length);
    expect(Math.min(...lengths)).toBe(1);
    expect(Math.max(...lengths)).toBe(40);
  });

  it("have a name of their own and a text of their own", () => {
    const texts = derivePlainTexts("K7q2");
    expect(new Set(texts.map(({ what }) => what)).size).toBe(texts.length);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
  });
});

describe("nasty texts", () => {
  const nasty = deriveNastyTexts("K7q2");

  it.each(nasty.map(({ what, text }) => [what, text]))("are not plain: %s", (what, text) => {
    expect(text === "null" || text.length > 40 || !plain.test(text)).toBe(true);
    expect(what).not.toBe("");
  });

  it("have a name of their own and a text of their own", () => {
    expect(new Set(nasty.map(({ what }) => what)).size).toBe(nasty.length);
    expect(new Set(nasty.map(({ text }) => text)).size).toBe(nasty.length);
  });

  it("survive UTF-8: none holds a lone surrogate", () => {
    expect(nasty.filter(({ text }) => !isWellFormed(text))).toEqual([]);
    expect(isWellFormed("\ud83d")).toBe(false);
  });

  it.each([
    ["41 letters", 41],
    ["65 letters", 65],
    ["129 letters", 129],
    ["256 letters", 256],
    ["9,000 letters", 9000],
  ])("are as long as they are called: %s", (what, length) => {
    expect(nasty.find((each) => each.what === what)?.text).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  });

  it("256 bytes of emoji are at least 240 bytes and more bytes than characters", () => {
    const text = nasty.find(({ what }) => what === "256 bytes of emoji")?.text ?? "";
    expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(240);
    expect([...text].length).toBeLessThan(Buffer.byteLength(text) / 3);
  });

  it("the combining marks are changed by NFC, the accents are not", () => {
    const find = (name: string) => nasty.find(({ what }) => what.startsWith(name))?.text ?? "";
    expect(find("combining marks").normalize("NFC")).not.toBe(find("combining marks"));
    expect(find("Latin letters").normalize("NFC")).toBe(find("Latin letters"));
  });
});

describe("the same token gives the same texts, another token others", () => {
  it("plain", () => {
    expect(derivePlainTexts("K7q2")).toEqual(derivePlainTexts("K7q2"));
    const other = new Set(derivePlainTexts("Zb81").map(({ text }) => text));
    expect(derivePlainTexts("K7q2").filter(({ text }) => other.has(text))).toEqual([]);
  });

  it("nasty", () => {
    expect(deriveNastyTexts("K7q2")).toEqual(deriveNastyTexts("K7q2"));
  });
});

describe("random texts", () => {
  it("that are to be plain are plain and 38 characters at most", () => {
    fc.assert(
      fc.property(plainText(), (text) => {
        expect(text).toMatch(plain);
        expect(text.length).toBeLessThanOrEqual(40);
      }),
      { numRuns: 500 },
    );
  });

  it("shrink to one short word", () => {
    const result = fc.check(
      fc.property(plainText(), () => false),
      { seed: 1 },
    );
    expect(result.counterexample?.[0]).toMatch(/^[A-Za-z0-9]{4}$/);
  });

  it("that are to be wild hold no lone surrogate and 1,200 code units at most", () => {
    fc.assert(
      fc.property(wildText(), (text) => isWellFormed(text)),
      { numRuns: 500 },
    );
  });

  it("that are to be wild are hardly ever plain, and reach beyond ASCII", () => {
    const texts = fc.sample(wildText(), { seed: 7, numRuns: 300 });
    expect(texts.filter((text) => plain.test(text)).length).toBeLessThan(30);
    expect(texts.filter((text) => /[^\u0000-\u007f]/.test(text)).length).toBeGreaterThan(100);
    expect(texts.filter((text) => text.length > 100).length).toBeGreaterThan(20);
  });

  it("are the same for the same seed", () => {
    const sample = (seed: number) => fc.sample(wildText(), { seed, numRuns: 20 });
    expect(sample(5)).toEqual(sample(5));
    expect(sample(5)).not.toEqual(sample(6));
  });
});
