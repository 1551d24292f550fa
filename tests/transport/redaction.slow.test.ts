import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { staysInSentence } from "../../src/engine/hidden-secrets.js";
import { isMiss, nearMisses, otherForms, renderCredential } from "../../src/transport/credential.js";
import { createRedact } from "../../src/transport/index.js";
import { encodings } from "./key-encodings.js";

const hidden = "[the API key]";
const key = "Qz7-Lm_4+Wx/9k=Ty";
const strange = "a.b*c+(d)[e]{f}|^$?\\/-";
const likeEscape = "x%41y\\u0042z";
const named = `a<b>c&d"e'f+g/h=i,`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("nothing but the key is hidden", () => {
  it.each<readonly [what: string, key: string, text: string, left: string]>([
    ["as it is", key, `a ${key} b`, `a ${hidden} b`],
    ["in capitals", key, `a ${key.toUpperCase()} b`, `a ${hidden} b`],
    ["percent-encoded", key, `a ${encodeURIComponent(key)} b`, `a ${hidden} b`],
    [
      "in a header and a URL",
      key,
      `Bearer ${key}\r\nhttp://h/?k=${key}`,
      `Bearer ${hidden}\r\nhttp://h/?k=${hidden}`,
    ],
    [
      "with HTML's names for its punctuation",
      named,
      "(a&lt;b&gt;c&amp;d&quot;e&apos;f&plus;g&sol;h&equals;i&comma;)",
      `(${hidden})`,
    ],
    ["with HTML's names without semicolons", named, "(a&ltb&gtc&ampd&quote'f+g/h=i,)", `(${hidden})`],
    ["where its characters mean something in a pattern", strange, `<${strange}>`, `<${hidden}>`],
    [
      "where its own characters look like an escape",
      likeEscape,
      `(${likeEscape}) and (x%2541y%5Cu0042z)`,
      `(${hidden}) and (${hidden})`,
    ],
    ["behind letters that are longer in the other case", "istanbul9", "İİ İSTANBUL9 İ", `İİ ${hidden} İ`],
    [
      "in parts of eight characters or more",
      "sk/Live+9-Zw",
      "sk/Live, sk/Live+ and LIVE+9-Z",
      `sk/Live, ${hidden} and ${hidden}`,
    ],
    ["in parts with a character between them", "sk-live-X9f3KQ", "<sk-livexX9f3KQ>", `<${hidden}>`],
    ["in parts with an escape between them", "sk-live-X9f3KQ", "<sk-live\\u0078X9f3KQ>", `<${hidden}>`],
    ["of one character, where it is all", "k", "k", hidden],
    ["of one character, in JSON", "k", '{"key":"k","kk":"xkx"}', `{"key":"${hidden}","kk":"xkx"}`],
    ["of one character, not in words", "k", "check the key", "check the key"],
    ["short, as a word", "s3cret", "Bearer s3cret, s3crets", `Bearer ${hidden}, s3crets`],
    ["short, between signs", "abc", "abc--+--abcabc, x-abc-x", `${hidden}--+--abcabc, x-${hidden}-x`],
    ["short, escaped", "abcd", "abc bcd %61bc\\u0064", `abc bcd ${hidden}`],
    ["short, in base64 and hexadecimal", "abcd", "YWJjZA== 61626364", `${hidden} ${hidden}`],
    ["short, with signs at its ends", "+ab=", "x+ab=x", `x${hidden}x`],
    ["of which there is too little", key, "nothing to hide: Qz7-", "nothing to hide: Qz7-"],
    ["where there is none", "", "nothing to hide", "nothing to hide"],
    ...["\ud800 \udc00 %ff %u12 \\ \\u12 &#99999999; &#9999999; &; %", ""].map(
      (text) => ["in what only looks like escapes", key, text, text] as const,
    ),
  ])("%s", (_, good, text, left) => {
    expect(createRedact(good)(text)).toBe(left);
  });

  it.each(["the API keys", hidden, "API key]x", "[the [the API key] key]", "key]"])(
    "where what stands for a key already holds words of the key %s",
    (words) => {
      const once = createRedact(words)(`see ${hidden}, ${hidden}${hidden} or x${words}x`);

      expect(once.startsWith(`see ${hidden}, ${hidden}${hidden} or`)).toBe(true);
      expect(createRedact(words)(once)).toBe(once);
    },
  );

  it("where a word of ours is a part of it, but where more of the key is with that word", () => {
    const redact = createRedact("animals-4711", staysInSentence(new Set(["animals", "100", "listed"])));
    expect(redact("animals listed (animals): animals-4711 and animals-9")).toBe(
      `animals listed (animals): ${hidden} and ${hidden}9`,
    );
  });
});

describe("a credential that is wrong gives nothing of the good key away:", () => {
  const credentials = [
    ...nearMisses.map((miss) => ({ kind: "near-miss", miss }) as const),
    ...otherForms.map((form) => ({ kind: "other-form", form }) as const),
  ];

  it.each(credentials)("%j", (credential) => {
    const value = (good: string): string => renderCredential(credential, good)!;
    const keys = ["kE7-aaQx92_Lm.55tZ", "kE7-Qx9_", "kE7-Qx9_Lm5"].filter(
      (good) => credential.kind === "other-form" || isMiss(credential.miss, good),
    );
    const left = keys.map((good) =>
      runsOf(good, createRedact(good)(`${value(good)}\n${encodeURIComponent(value(good))}`), 5),
    );
    expect(left.length).toBeGreaterThan(0);
    expect(left.flat()).toEqual([]);
    expect(runsOf(keys[0]!, createRedact(keys[0]!)(base64(value(keys[0]!))))).toEqual([]);
  });
});

describe("for any key and text", () => {
  const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const keys = fc
    .string({ unit: printable, minLength: 12, maxLength: 80 })
    // Of what is neither letter nor digit, much in a row is not found with blanks between; escapes in a key mean something else.
    .filter((each) => (each.match(/[a-z\d]/gi) ?? []).length >= 8 && !/[%\\&]|[^a-z\d]{3}/i.test(each));
  const surroundings = fc.string({ unit: fc.oneof(printable, fc.constant(" ")), maxLength: 20 });

  it.each(Object.entries(encodings))("hardly anything of a key is left that is %s", (_, encode) => {
    fc.assert(
      fc.property(keys, surroundings, surroundings, (good, before, after) => {
        // A backslash or an ampersand before it would change what it means.
        const left = createRedact(good)(`${before} ${encode(good)} ${after}`);

        const remainder = left.replaceAll(hidden, "\n");
        expect(left).toContain(hidden);
        expect(runsOf(unspaced(encode(good)), unspaced(remainder))).toEqual([]);
        if (good === key) expect(remainder.length).toBeLessThan(before.length + after.length + 12);
      }),
      { numRuns: 40, examples: [[key, '"', '"']] },
    );
  });

  it.each([0, 1, 2, 3, 4, 5])("nothing is left in base64 of a text with %i bytes before it", (before) => {
    fc.assert(
      fc.property(keys, surroundings, (good, after) => {
        const once = base64(`${"user:pass".slice(0, before)}${good}${after}`);

        const parts = createRedact(good)(once).split(hidden);
        expect(parts.length).toBeGreaterThan(1);
        const decoded = [0, 1, 2, 3].flatMap((skipped) =>
          parts.map((part) => Buffer.from(part.slice(skipped), "base64").toString("latin1")),
        );
        expect(runsOf(good, decoded.join("\n"))).toEqual([]);
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
    const styles = fc.array(fc.constantFrom(...spellings), { minLength: 80, maxLength: 80 });
    fc.assert(
      fc.property(keys, styles, surroundings, (good, style, after) => {
        const spelled = [...good].map((each, at) => style[at]!(each, each.charCodeAt(0))).join("");
        expect(createRedact(good)(`<${spelled} ${after}`).startsWith(`<${hidden}`)).toBe(true);
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
    const surrogates = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(anything, anything, surrogates, (good, text, lone) => {
        expect(createRedact(good + lone)(`${lone}${text}${lone}%`)).not.toBe("[not shown]");
      }),
    );
  });
});

describe("a megabyte is searched in well below a second", () => {
  const long = Array.from({ length: 4096 }, (_, at) => ((at * 7919) % 36).toString(36)).join("");
  const encoded = ["plain", "percent-encoded twice", "in decimal entities", "in hexadecimal", "in base64"];
  const parts: Readonly<Record<string, (good: string) => string>> = {
    ...Object.fromEntries([...encoded, "in UTF-16"].map((name) => [name, encodings[name]!])),
    "the key's first character": (good) => good.charAt(0),
    "the key's first four characters": (good) => good.slice(0, 4),
    "half the key": (good) => `${good.slice(0, good.length / 2)}#`,
    "percent signs": () => "%25",
    "percent signs in one another": () => "25",
    backslashes: () => "\\",
    "escaped backslashes": () => "\\u005c",
    "entities that never end": () => "&#",
    "names that never end": () => "&aaaaaaaa",
  };

  it.each(Object.entries(parts))("%s", (_, partOf) => {
    for (const good of [long, "aB".repeat(2048)]) {
      const part = partOf(good);
      const text = `%${part.repeat(Math.ceil(2 ** 20 / part.length))}`.slice(0, 2 ** 20);
      const redact = createRedact(good);
      const { user } = process.cpuUsage();

      redact(text);

      // Usually a tenth of it; what grows with the square takes minutes.
      expect(process.cpuUsage().user - user).toBeLessThan(10_000_000);
    }
  });
});

function unspaced(text: string): string {
  return text.replaceAll(/[ \u00ad\u200b\ufeff]/g, "");
}

/** The runs of so many characters of a form that a text still holds, in any letters. */
function runsOf(form: string, text: string, length = 8): readonly string[] {
  const small = text.toLowerCase();
  return Array.from({ length: Math.max(0, form.length - length + 1) }, (_, at) =>
    form.slice(at, at + length).toLowerCase(),
  ).filter((run) => small.includes(run));
}
