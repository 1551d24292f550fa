import * as fc from "fast-check";

/** A text worth sending where any string is allowed, with a name for what is particular about it. */
export interface NamedText {
  readonly what: string;
  readonly text: string;
}

/**
 * Plain texts: 1 to 40 Latin letters, digits and single blanks. `token` makes each unlike any sent before.
 */
export function derivePlainTexts(marker: string): readonly NamedText[] {
  const digits = [...marker].map((letter) => letter.charCodeAt(0) % 10).join("");
  return [
    { what: "one letter", text: marker.slice(0, 1) },
    { what: "one word", text: `Rex${marker}` },
    { what: "words with single blanks", text: `Mister Tom ${marker} the 3rd of 12` },
    { what: "digits only", text: `4${digits}2` },
    { what: "digits after zeros", text: `00${digits}` },
    { what: "40 capitals", text: `${marker}${"Abcdefghij".repeat(4)}`.slice(0, 40).toUpperCase() },
  ];
}

/** Plain texts that readers and libraries take for something else. */
export const meaningfulWords: readonly string[] = [
  ...["undefined", "None", "NaN", "1e3", "0x1F", "constructor", "toString"],
  ...["NULL", "nil", "false", "Infinity", "hasOwnProperty", "20200101", "1e400"],
];

/** The last few are written otherwise in capitals. */
const alphabets = "Σκύλος жук ძაღლი շուն כלב قطة हाथी ช้าง བྱི་ལ 龙猫 ねこ 뽀로로 İßẞſ";
/** The first few have a plainer form, to which NFC leads none of them. */
const signs = 'ﬁ①Ａ½²ℌ 🐕 "O\'Malley" `x` <b>&amp;</b> C:\\n %20+';

/** Texts that are often cut, escaped, re-encoded or executed on their way. */
export function deriveNastyTexts(marker: string): readonly NamedText[] {
  const long = `${marker}${"Abcdefghij".repeat(900)}`;
  const texts: [string, string][] = [
    // Where there is room for few texts, this one stands for many of the others; where it is refused, they are tried.
    ["letters, marks, signs and emoji of many kinds", `Zoë ${alphabets} ${signs} ${marker}`],
    ["empty", ""],
    ["a blank", " "],
    ["leading and trailing blanks", `  ${marker}  `],
    ["two blanks in a row", `Mister  ${marker}`],
    ["Latin letters with accents", `Zoë Müller-Ångström ${marker}`],
    ["combining marks (not NFC)", `Zoe\u0308 ${marker}`],
    ["letters of many alphabets", `${alphabets} ${marker}`],
    ["a right-to-left override", `Rex \u202e${marker}`],
    ["an emoji beyond the first plane and a replacement character", `🐕\ufffd ${marker}`],
    ["an emoji sequence with joiners and a skin tone", `👩‍👩‍👧‍👦🏳️‍🌈👍🏽 ${marker}`],
    ["the last characters of the first plane and of all", `\uffff\u{10ffff} ${marker}`],
    ["a zero-width and a no-break space, and a soft hyphen", `Re\u200bx\u00ad\u00a0${marker}`],
    ["a byte order mark inside, and a line separator", `Re\ufeffx\u2028${marker}`],
    ["line breaks and a tab", `Rex\t\r\n${marker}\n`],
    ["a null character", `Rex\u0000${marker}`],
    ["other control characters", `Rex\u0001\u001b[31m\u007f\u0085\u009b${marker}`],
    ["double quotes", `"Rex" ${marker}`],
    ["backslashes", `C:\\new\\table\\u0041\\${marker}`],
    ["HTML and its entities", `<script>alert("${marker}")</script> Rex &amp; &lt;Tom&gt; &#39;`],
    ["single quotes, other ones, and SQL", `O'Malley \`Rex\` ´Tom´'); DROP TABLE items;-- ${marker}`],
    ["a formula", `=1+1 ${marker}`],
    ["a path", `../../etc/passwd/${marker}`],
    [
      "format directives, percent-encoding and a plus",
      `%s%n%d {0} ${"$"}{jndi:ldap://x} {{7*7}} $& $1 $$ Rex%20%41+Tom ${marker}`,
    ],
    ["a date", "2020-01-01"],
    ["the word null", "null"],
    ["the word true", "true"],
    ["a JSON text", `{"id":1,"name":"${marker}"}`],
    ...[41, 129, 256].map((length): [string, string] => [`${length} letters`, long.slice(0, length)]),
    ["256 bytes of emoji", `${"🐕".repeat(60)}${marker}`],
    ["9,000 letters", long.slice(0, 9000)],
  ];
  return texts.map(([what, text]) => ({ what, text }));
}

/** Random plain texts, shrinking to a short word. */
export function plainText(): fc.Arbitrary<string> {
  const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
  const word = fc.string({ unit: letter, minLength: 4, maxLength: 12 });
  return fc.array(word, { minLength: 1, maxLength: 3 }).map(
    (words) => words.join(" "),
    (joined) => (typeof joined === "string" ? joined.split(" ") : []),
  );
}

/** Random texts of every kind: all code points except lone surrogates, graphemes, and syntax of many languages. */
export function wildText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: anyCharacter(), maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."<>&\"'`\\/%{}$()[];:,.-_=+*#!?|~^ \t\n"), maxLength: 30 }),
    fc.string({ unit: "grapheme-ascii", minLength: 100, maxLength: 600 }),
  );
}

/** Any code point but a lone surrogate. (fast-check's own unit for it takes 0.6 s and 115 MB to set up.) */
function anyCharacter(): fc.Arbitrary<string> {
  const beforeSurrogates = fc.integer({ min: 0, max: 0xd7ff });
  const afterSurrogates = fc.integer({ min: 0xe000, max: 0x10ffff });
  return fc.oneof(beforeSurrogates, afterSurrogates).map((codePoint) => String.fromCodePoint(codePoint));
}
