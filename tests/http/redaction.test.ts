import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMiss, nearMisses, otherForms, renderCredential } from "../../src/cases/credential.js";
import { createRedact } from "../../src/http/index.js";

const key = 'sk/Live+9"\\&<é>%==';
const hidden = "[the API key]";
const ascii = "Qz7-Lm_4+Wx/9k";

/** Each character in a spelling of its own. */
function spell(text: string, spellOne: (code: number, character: string) => string): string {
  return [...text].map((character) => spellOne(character.charCodeAt(0), character)).join("");
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
const octal = (code: number): string => code.toString(8).padStart(3, "0");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const bytes = (text: string, separator: string): string =>
  Array.from(Buffer.from(text), (byte) => hex(byte, 2)).join(separator);

describe("a key in a text is hidden", () => {
  it.each([
    ["as it is", key],
    ["percent-encoded", encodeURIComponent(key)],
    [
      "percent-encoded in small letters",
      encodeURIComponent(key).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(key))],
    ["in a JSON string", JSON.stringify(key).slice(1, -1)],
    ["in a JSON string in a JSON string", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ["in a JSON string, percent-encoded", encodeURIComponent(JSON.stringify(key).slice(1, -1))],
    ["in UTF-8 that was read as Latin-1", Buffer.from(key).toString("latin1")],
    ["in base64", base64(key)],
    ["in base64, percent-encoded", encodeURIComponent(base64(key))],
    ["in base64url", Buffer.from(key).toString("base64url")],
    ["in base64 in the other case", base64(key).toLowerCase()],
    ["in base64 as the header's value", base64(`Bearer ${key}`)],
    ["in hexadecimal digits", bytes(key, "")],
    ["in hexadecimal digits in capitals", bytes(key, "").toUpperCase()],
    ["in hexadecimal digits with blanks", bytes(key, " ")],
    ["in hexadecimal digits with colons", bytes(key, ":")],
    ["as a list of bytes", [...Buffer.from(key)].join(",")],
    ["in capitals", key.toUpperCase()],
    ["in small letters", key.toLowerCase()],
    ["in capitals, in base64", base64(key.toUpperCase())],
    ["in capitals, in hexadecimal digits", bytes(key.toUpperCase(), "")],
  ])("%s", (_, form) => {
    expect(createRedact(key)(`a ${form} b`)).toBe(`a ${hidden} b`);
  });

  it.each([
    ["percent-encoded", spell(ascii, (code) => `%${hex(code, 2)}`)],
    ["percent-encoded twice", spell(ascii, (code) => `%25${hex(code, 2)}`)],
    ["percent-encoded as JavaScript once did", spell(ascii, (code) => `%u${hex(code, 4)}`)],
    ["escaped with \\u", spell(ascii, (code) => `\\u${hex(code, 4)}`)],
    ["escaped with \\u{}", spell(ascii, (code) => `\\u{${hex(code, 1)}}`)],
    ["escaped with \\u twice", spell(ascii, (code) => `\\\\u${hex(code, 4)}`)],
    ["escaped with \\x", spell(ascii, (code) => `\\x${hex(code, 2)}`)],
    ["escaped in octal digits", spell(ascii, (code) => `\\${octal(code)}`)],
    ["behind backslashes", spell(ascii, (_, character) => `\\${character}`)],
    ["in decimal entities", spell(ascii, (code) => `&#${code};`)],
    ["in long decimal entities", spell(ascii, (code) => `&#${String(code).padStart(7, "0")};`)],
    ["in hexadecimal entities", spell(ascii, (code) => `&#x${hex(code, 2)};`)],
    ["in entities that are escaped themselves", spell(ascii, (code) => `&amp;#${code};`)],
    ["in UTF-16", spell(ascii, (_, character) => `${character}\0`)],
    ["in UTF-16, the other way round", spell(ascii, (_, character) => `\0${character}`)],
    ["with soft hyphens", spell(ascii, (_, character) => `${character}\u00ad`)],
    ["with characters of no width", spell(ascii, (_, character) => `${character}\u200b\ufeff`)],
  ])("with every character %s", (_, form) => {
    const left = createRedact(ascii)(`<${form}>`);

    expect(left).toContain(hidden);
    // What has no meaning alone may stay at the ends.
    expect(left.replaceAll(/[\0\u00ad\u200b\ufeff]/g, "")).toBe(`<${hidden}>`);
  });

  it.each([0, 1, 2, 3, 4, 5])("in base64 of a longer text, with %i bytes before it", (before) => {
    const text = base64(`${"user:pass".slice(0, before)}${ascii}; more`);

    const left = createRedact(ascii)(text);

    expect(left).toContain(hidden);
    expect(leftOf(left, ascii)).toEqual([]);
  });

  it("with HTML's names for its punctuation", () => {
    const named = "a&lt;b&gt;c&amp;d&quot;e&apos;f&plus;g&sol;h&equals;i&comma;";
    expect(createRedact(`a<b>c&d"e'f+g/h=i,`)(`(${named})`)).toBe(`(${hidden})`);
  });

  it("every time that it occurs", () => {
    expect(createRedact("abc")("abc--+--abcabc, x-abc-x")).toBe(`${hidden}--+--${hidden}, x-${hidden}-x`);
  });

  it("in a header, a URL and a line break after it", () => {
    const text = `Authorization: Bearer ${key}\r\nhttp://h/?key=${encodeURIComponent(key)}`;
    expect(createRedact(key)(text)).toBe(`Authorization: Bearer ${hidden}\r\nhttp://h/?key=${hidden}`);
  });

  it("also where it is full of characters that mean something in a pattern", () => {
    const strange = "a.b*c+(d)[e]{f}|^$?\\/-";
    expect(createRedact(strange)(`<${strange}>`)).toBe(`<${hidden}>`);
    expect(createRedact("a.c")("abc")).toBe("abc");
  });

  it("also behind letters that are longer in the other case", () => {
    expect(createRedact("İstanbul9")("İİ İSTANBUL9 İ")).toBe(`İİ ${hidden} İ`);
  });

  it("also where its own characters look like an escape", () => {
    expect(createRedact("x%41y\\u0042z")("(x%41y\\u0042z) and (x%2541y%5Cu0042z)")).toBe(
      `(${hidden}) and (${hidden})`,
    );
  });
});

describe("a base64 key in a JSON string is hidden, as it is written by", () => {
  const base64Key = "c2Vj/cmV0+IGtl==";

  it.each([
    ["PHP, which escapes slashes", "c2Vj\\/cmV0+IGtl=="],
    [".NET, which escapes plus signs", "c2Vj/cmV0\\u002BIGtl=="],
    [".NET in small letters, with equals signs", "c2Vj/cmV0\\u002bIGtl\\u003d\\u003d"],
  ])("%s", (_, form) => {
    expect(createRedact(base64Key)(`{"message":"${form}"}`)).toBe(`{"message":"${hidden}"}`);
  });
});

describe("a part of the key", () => {
  it("is hidden from five characters on", () => {
    expect(createRedact(key)("sk/L, sk/Li and LIVE+9")).toBe(`sk/L, ${hidden} and ${hidden}`);
  });

  it("is left alone where the key itself is shorter than that", () => {
    expect(createRedact("abcd")("abc bcd ABCD %61b\\u0063d YWJjZA==")).toBe(`abc bcd ${hidden}`);
  });

  it.each([
    ["one character", "sk-live-X9f3KQ", "sk-live-X9f3KQ".replace("-X", "xX")],
    ["one escaped character", "sk-live-X9f3KQ", "sk-live\\u0078X9f3KQ"],
    ["one byte in hexadecimal", "sk-live-X9f3KQ", bytes("sk-livexX9f3KQ", "")],
  ])("is hidden as one with another where only %s is between", (_, good, text) => {
    expect(createRedact(good)(`<${text}>`)).toBe(`<${hidden}>`);
  });

  const credentials = [
    ...nearMisses.map((miss) => [miss, { kind: "near-miss", miss }] as const),
    ...otherForms.map((form) => [form, { kind: "other-form", form }] as const),
  ];
  it.each(credentials)("is hidden in a credential that is wrong: %s", (_, credential) => {
    const good = "kE7-aaQx92_Lm.55tZ";
    expect(credential.kind === "other-form" || isMiss(credential.miss, good)).toBe(true);
    const value = renderCredential(credential, good)!;

    const left = createRedact(good)(`${value}\n${encodeURIComponent(value)}\n${base64(value)}`);

    expect(leftOf(left, good)).toEqual([]);
    expect(left.replaceAll(hidden, "").length).toBeLessThan(80);
  });
});

describe("what is not the key", () => {
  it.each(["nothing to hide: sk/L", "\ud800 \udc00 %ff %u12 \\ \\u12 &#99999999; &#9999999; &; %", ""])(
    "is left alone: %j",
    (text) => {
      expect(createRedact(key)(text)).toBe(text);
    },
  );

  it("is left alone also where there is no key", () => {
    expect(createRedact("")("nothing to hide")).toBe("nothing to hide");
  });

  it.each(["the API keys", hidden, "API key]x", "[the [the API key] key]", "key]"])(
    "is left alone where it stands for a key already, also for the key %s",
    (words) => {
      const once = createRedact(words)(`see ${hidden}, ${hidden}${hidden} or x${words}x`);

      expect(once.startsWith(`see ${hidden}, ${hidden}${hidden} or`)).toBe(true);
      expect(once.split(hidden).length).toBeGreaterThanOrEqual(4);
      expect(createRedact(words)(once)).toBe(once);
    },
  );
});

describe("hostile texts", () => {
  it.each([
    ["percent signs", "%25"],
    ["percent signs in one another", "25"],
    ["backslashes", "\\"],
    ["entities that never end", "&#"],
    ["names that never end", "&aaaaaaaa"],
    ["NUL and backslash in turns", "\0\\"],
    ["escaped backslashes", "\\u005c"],
  ])("come to an end: %s", (_, part) => {
    const text = `%${part.repeat(100_000)}`;
    expect(createRedact(ascii)(text)).toBe(text);
    expect(createRedact("\\\\\\\\\\\\\\")(text).length).toBeLessThanOrEqual(text.length);
  });
});

describe("for any key and text", () => {
  const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const keys = fc
    .string({ unit: printable, minLength: 5, maxLength: 60 })
    .filter((each) => !runsOf(each).some((run) => hidden.toLowerCase().includes(run)));
  const surroundings = fc.string({ unit: fc.oneof(printable, fc.constant(" ")), maxLength: 20 });
  const spellings: readonly ((character: string, code: number) => string)[] = [
    (character) => character,
    (character) => character.toUpperCase(),
    (character) => character.toLowerCase(),
    (_, code) => `%${hex(code, 2)}`,
    (_, code) => `%25${hex(code, 2).toUpperCase()}`,
    (_, code) => `%5Cu${hex(code, 4)}`,
    (_, code) => `\\u${hex(code, 4)}`,
    (_, code) => `\\x${hex(code, 2)}`,
    (_, code) => `\\${octal(code)}`,
    (character) => `\\${character}`,
    (_, code) => `&#${code};`,
    (_, code) => `&#x${hex(code, 2)};`,
    (_, code) => `%26%23${code}%3B`,
    (character) => `${character}\0`,
    (character) => `\u200b${character}`,
  ];
  /** A key and five or more of its characters. */
  const parts = keys.chain((each) =>
    fc
      .record({ start: fc.nat(each.length - 5), more: fc.nat(each.length) })
      .map(({ start, more }) => ({ good: each, part: each.slice(start, start + 5 + more) })),
  );

  it("no five characters in a row are left, however each is spelled", () => {
    const styles = fc.array(fc.nat(spellings.length - 1), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(parts, styles, surroundings, surroundings, ({ good, part }, style, before, after) => {
        const spelled = [...part].map((character, at) =>
          spellings[style[at]!]!(character, character.charCodeAt(0)),
        );

        const left = createRedact(good)(before + spelled.join("") + after);

        expect(left).toContain(hidden);
        expect(leftOf(left, good)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(["base64", "base64url", "hex"] as const)(
    "no five characters in a row are left in %s",
    (encoding) => {
      fc.assert(
        fc.property(parts, surroundings, surroundings, ({ good, part }, before, after) => {
          const left = createRedact(good)(Buffer.from(before + part + after).toString(encoding));

          expect(left).toContain(hidden);
          expect(leftOf(left, good)).toEqual([]);
        }),
      );
    },
  );

  it("what is redacted once is redacted for good", () => {
    const short = fc.string({
      unit: fc.constantFrom("a", "4", "1", "\\", "%", "]", "é"),
      minLength: 1,
      maxLength: 9,
    });
    const bits = fc.constantFrom(
      ..."\\ \\ % % 2 5 4 1 u 0 0 x & # ; &#65; %25 %5C %41 \\u0041 a a a é \0 \u00ad Ã Â © \ud83d \ude00 [the key]".split(
        " ",
      ),
      hidden,
    );
    fc.assert(
      fc.property(short, fc.array(bits, { maxLength: 40 }), fc.nat(40), (good, around, at) => {
        const redact = createRedact(good);
        const once = redact([...around.slice(0, at), good, ...around.slice(at)].join(""));

        expect(redact(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("nothing makes it fail", () => {
    const anything = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(anything, anything, fc.integer({ min: 0xd800, max: 0xdfff }), (good, text, lone) => {
        const surrogate = String.fromCharCode(lone);
        expect(typeof createRedact(good + surrogate)(`${surrogate}${text}${surrogate}%`)).toBe("string");
      }),
    );
  });
});

/** All runs of five characters, in small letters. */
function runsOf(good: string): readonly string[] {
  return Array.from({ length: good.length - 4 }, (_, at) => good.slice(at, at + 5).toLowerCase());
}

/** The runs of the key that can still be read in the text, decoded in each way. */
function leftOf(text: string, good: string): readonly string[] {
  const readings = text.split(hidden).flatMap((piece) => {
    const unescaped = decode(piece);
    return [piece, unescaped, decode(unescaped), decode(decode(unescaped)), ...decodings(piece)];
  });
  return runsOf(good).filter((run) => readings.some((reading) => reading.toLowerCase().includes(run)));
}

function decode(text: string): string {
  return text
    .replaceAll(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/&#x([\da-f]+);/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d+);/g, (_, digits) => String.fromCharCode(Number(digits)))
    .replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([0-3][0-7]{2})|(.))/gi, (_, four, two, three, any) =>
      three === undefined
        ? (any ?? String.fromCharCode(Number.parseInt(four ?? two, 16)))
        : String.fromCharCode(Number.parseInt(three, 8)),
    )
    .replaceAll(/[\0\u200b]/g, "");
}

/** From each place on, for what is left does not start where the encoding did. */
function decodings(text: string): readonly string[] {
  return [0, 1, 2, 3].flatMap((at) => [
    Buffer.from(text.slice(at), "base64").toString("latin1"),
    Buffer.from(text.slice(at), "hex").toString("latin1"),
  ]);
}
