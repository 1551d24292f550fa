import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMiss, nearMisses, otherForms, renderCredential } from "../../src/generate/credential.js";
import { createRedact } from "../../src/transport/index.js";
import { encodings } from "./key-encodings.js";

const hidden = "[the API key]";
const key = "Qz7-Lm_4+Wx/9k=Ty";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("a key in a text is hidden", () => {
  it.each(Object.entries(encodings))("%s", (_, encode) => {
    const left = createRedact(key)(`"${encode(key)}"`);

    expect(left).toContain(hidden);
    expect(remainder(left).length).toBeLessThan(12);
    expect(runsOf(encode(key), left)).toEqual([]);
  });

  it.each([
    ["as it is", key],
    ["in capitals", key.toUpperCase()],
    ["percent-encoded", encodeURIComponent(key)],
    ["in a header and a URL", `Authorization: Bearer ${key}\r\nhttp://h/?key=${key}`],
  ])("and nothing but the key: %s", (_, text) => {
    const rest = text.replaceAll(/Qz7.+?Ty/gi, hidden);
    expect(createRedact(key)(`a ${text} b`)).toBe(`a ${rest} b`);
  });

  it("with HTML's names for its punctuation, with semicolons and without", () => {
    const redact = createRedact(`a<b>c&d"e'f+g/h=i,`);
    expect(redact("(a&lt;b&gt;c&amp;d&quot;e&apos;f&plus;g&sol;h&equals;i&comma;)")).toBe(`(${hidden})`);
    expect(redact("(a&ltb&gtc&ampd&quote'f+g/h=i,)")).toBe(`(${hidden})`);
  });

  it("also where it is full of characters that mean something in a pattern", () => {
    const strange = "a.b*c+(d)[e]{f}|^$?\\/-";
    expect(createRedact(strange)(`<${strange}>`)).toBe(`<${hidden}>`);
  });

  it("also where its own characters look like an escape", () => {
    const left = createRedact("x%41y\\u0042z")("(x%41y\\u0042z) and (x%2541y%5Cu0042z)");
    expect(left).toBe(`(${hidden}) and (${hidden})`);
  });

  it("also behind letters that are longer in the other case", () => {
    expect(createRedact("istanbul9")("İİ İSTANBUL9 İ")).toBe(`İİ ${hidden} İ`);
  });
});

describe("a part of the key", () => {
  it("is hidden from eight characters on", () => {
    expect(createRedact("sk/Live+9-Zw")("sk/Live, sk/Live+ and LIVE+9-Z")).toBe(
      `sk/Live, ${hidden} and ${hidden}`,
    );
  });

  it("is hidden as one with another where only one character is between", () => {
    expect(createRedact("sk-live-X9f3KQ")("<sk-livexX9f3KQ>")).toBe(`<${hidden}>`);
    expect(createRedact("sk-live-X9f3KQ")("<sk-live\\u0078X9f3KQ>")).toBe(`<${hidden}>`);
  });

  const credentials = [
    ...nearMisses.map((miss) => [miss, { kind: "near-miss", miss }] as const),
    ...otherForms.map((form) => [form, { kind: "other-form", form }] as const),
  ];
  const keys = ["kE7-aaQx92_Lm.55tZ", "kE7-Qx9_", "kE7-Qx9_Lm5"];
  it.each(keys.flatMap((good) => credentials.map(([name, credential]) => [name, good, credential] as const)))(
    "is hidden in a credential that is wrong: %s of %s",
    (_, good, credential) => {
      const value = renderCredential(credential, good)!;
      if (credential.kind === "near-miss" && !isMiss(credential.miss, good)) return;

      const left = createRedact(good)(`${value}\n${encodeURIComponent(value)}`);

      expect(runsOf(good, left, 5)).toEqual([]);
      if (good === keys[0]) expect(runsOf(good, createRedact(good)(base64(value)), 8)).toEqual([]);
    },
  );
});

describe("a key of fewer than eight characters", () => {
  it.each([
    ["a text that equals it", "k", "k", hidden],
    ["a JSON string", "k", '{"key":"k","kk":"xkx"}', `{"key":"${hidden}","kk":"xkx"}`],
    ["a value in a header", "s3cret", "Bearer s3cret, s3crets", `Bearer ${hidden}, s3crets`],
    ["between signs", "abc", "abc--+--abcabc, x-abc-x", `${hidden}--+--abcabc, x-${hidden}-x`],
    ["escaped", "abcd", "abc bcd %61bc\\u0064", `abc bcd ${hidden}`],
    ["in base64 and hexadecimal", "abcd", "YWJjZA== 61626364", `${hidden} ${hidden}`],
    ["with signs at its ends", "+ab=", "x+ab=x", `x${hidden}x`],
  ])("is hidden where it stands whole: %s", (_, good, text, left) => {
    expect(createRedact(good)(text)).toBe(left);
  });

  it("is left alone in words that hold it", () => {
    expect(createRedact("k")("check the key")).toBe("check the key");
  });
});

describe("what is not the key", () => {
  it.each(["nothing to hide: Qz7-", "\ud800 \udc00 %ff %u12 \\ \\u12 &#99999999; &#9999999; &; %", ""])(
    "is left alone: %j",
    (text) => {
      expect(createRedact(key)(text)).toBe(text);
      expect(createRedact("")(text)).toBe(text);
    },
  );

  it.each(["the API keys", hidden, "API key]x", "[the [the API key] key]", "key]"])(
    "is left alone where it stands for a key already, also for the key %s",
    (words) => {
      const once = createRedact(words)(`see ${hidden}, ${hidden}${hidden} or x${words}x`);

      expect(once.startsWith(`see ${hidden}, ${hidden}${hidden} or`)).toBe(true);
      expect(createRedact(words)(once)).toBe(once);
    },
  );

  it("is left alone where it is a word of ours, and hidden where more of the key is with it", () => {
    const redact = createRedact("animals-4711", new Set(["animals", "100", "listed"]));
    expect(redact("animals listed (animals): animals-4711 and animals-9")).toBe(
      `animals listed (animals): ${hidden} and ${hidden}9`,
    );
  });
});

describe("for any key and text", () => {
  const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const keys = fc
    .string({ unit: printable, minLength: 12, maxLength: 80 })
    // Of what is neither letter nor digit, much in a row is not found with blanks between; escapes in a key mean something else.
    .filter((each) => (each.match(/[a-z\d]/gi) ?? []).length >= 8 && !/[%\\&]|[^a-z\d]{4}/i.test(each));
  const surroundings = fc.string({ unit: fc.oneof(printable, fc.constant(" ")), maxLength: 20 });

  it.each(Object.entries(encodings))("nothing of a key is left that is %s", (_, encode) => {
    fc.assert(
      fc.property(keys, surroundings, surroundings, (good, before, after) => {
        // A backslash or an ampersand before it would change what it means.
        const text = `${before} ${encode(good)} ${after}`;

        const left = createRedact(good)(text);

        expect(left).toContain(hidden);
        expect(runsOf(unspaced(encode(good)), unspaced(remainder(left)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it.each([0, 1, 2, 3, 4, 5])("nothing is left in base64 of a text with %i bytes before it", (before) => {
    fc.assert(
      fc.property(keys, surroundings, (good, after) => {
        const once = base64(`${"user:pass".slice(0, before)}${good}${after}`);

        for (const text of [once, base64(once), base64(`a${once}`)]) {
          const left = createRedact(good)(text);
          expect(left).toContain(hidden);
          for (const skipped of [0, 1, 2, 3])
            for (const part of left.split(hidden)) {
              const decoded = Buffer.from(part.slice(skipped), "base64").toString("latin1");
              expect(runsOf(good, decoded)).toEqual([]);
            }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("no five characters in a row are left, however each is spelled", () => {
    const hex = (code: number): string => code.toString(16).padStart(2, "0");
    const spellings: readonly ((character: string, code: number) => string)[] = [
      (character) => character,
      (character) => character.toLowerCase(),
      (_, code) => `%${hex(code)}`,
      (_, code) => `%25${hex(code).toUpperCase()}`,
      (_, code) => `%5Cu00${hex(code)}`,
      (_, code) => `\\x${hex(code)}`,
      (_, code) => `&#${code};`,
      (_, code) => `%26%23${code}%3B`,
    ];
    const styles = fc.array(fc.nat(spellings.length - 1), { minLength: 80, maxLength: 80 });
    fc.assert(
      fc.property(keys, styles, surroundings, (good, style, after) => {
        const spelled = [...good].map((each, at) => spellings[style[at]!]!(each, each.charCodeAt(0)));

        const left = createRedact(good)(`<${spelled.join("")} ${after}`);

        expect(left.startsWith(`<${hidden}`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("a text of other letters comes back as it was", () => {
    const lower = fc.string({ unit: fc.constantFrom(...'abcdefgh {}[]:,"\\%&;'), maxLength: 300 });
    const upper = fc.string({ unit: fc.constantFrom(..."RSTUVWXYZ"), minLength: 1, maxLength: 80 });
    fc.assert(fc.property(upper, lower, (good, text) => createRedact(good)(text) === text));
  });

  it("nothing makes it fail", () => {
    const anything = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(anything, anything, fc.integer({ min: 0xd800, max: 0xdfff }), (good, text, lone) => {
        const surrogate = String.fromCharCode(lone);
        const left = createRedact(good + surrogate)(`${surrogate}${text}${surrogate}%`);
        expect(left).not.toBe("[not shown]");
      }),
    );
  });
});

describe("a megabyte is searched in well below a second", () => {
  const long = Array.from({ length: 4096 }, (_, at) => ((at * 7919) % 36).toString(36)).join("");
  const keys = [long, "aB".repeat(2048)];
  const worst = [
    "plain",
    "percent-encoded twice",
    "in decimal entities",
    "in hexadecimal",
    "in base64 twice",
    "in UTF-16",
  ];
  const parts = (good: string): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(worst.map((name) => [name, encodings[name]!(good)])),
    "the key's first character": good.charAt(0),
    "the key's first four characters": good.slice(0, 4),
    "half the key": `${good.slice(0, good.length / 2)}#`,
    "percent signs": "%25",
    "percent signs in one another": "25",
    backslashes: "\\",
    "escaped backslashes": "\\u005c",
    "entities that never end": "&#",
    "names that never end": "&aaaaaaaa",
  });

  it.each(keys.flatMap((good) => Object.entries(parts(good)).map(([name, part]) => [name, part, good])))(
    "%s",
    (_, part, good) => {
      const text = `%${part!.repeat(Math.ceil(2 ** 20 / part!.length))}`.slice(0, 2 ** 20);
      const redact = createRedact(good!);
      const { user } = process.cpuUsage();

      redact(text);

      // Usually a tenth of it; what grows with the square takes minutes.
      expect(process.cpuUsage().user - user).toBeLessThan(10_000_000);
    },
  );
});

/** What is left beside what was hidden. */
function remainder(left: string): string {
  return left.split(hidden).join("\n");
}

function unspaced(text: string): string {
  return text.replaceAll(" ", "");
}

/** The runs of so many characters of a form that a text still holds, in any letters. */
function runsOf(form: string, text: string, length = 8): readonly string[] {
  const small = text.toLowerCase();
  return Array.from({ length: Math.max(0, form.length - length + 1) }, (_, at) =>
    form.slice(at, at + length).toLowerCase(),
  ).filter((run) => small.includes(run));
}
