import * as fc from "fast-check";

/** A text worth sending where any string is allowed, with a name for what is particular about it. */
export interface NamedText {
  readonly what: string;
  readonly text: string;
}

/**
 * Plain texts: 1 to 40 Latin letters, digits and single blanks. `token` makes each unlike any sent before.
 */
export function derivePlainTexts(token: string): readonly NamedText[] {
  const digits = [...token].map((letter) => letter.charCodeAt(0) % 10).join("");
  return [
    { what: "one letter", text: token.slice(0, 1) },
    { what: "one word", text: `Rex${token}` },
    { what: "words with single blanks", text: `Mister Tom ${token} the 3rd of 12` },
    { what: "digits only", text: `4${digits}2` },
    { what: "digits after zeros", text: `00${digits}` },
    { what: "40 capitals", text: `${token}${"Abcdefghij".repeat(4)}`.slice(0, 40).toUpperCase() },
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
export function deriveNastyTexts(token: string): readonly NamedText[] {
  const long = `${token}${"Abcdefghij".repeat(900)}`;
  const texts: [string, string][] = [
    // Where there is room for few texts, this one stands for many of the others; where it is refused, they are tried.
    ["letters, marks, signs and emoji of many kinds", `Zoë ${alphabets} ${signs} ${token}`],
    ["empty", ""],
    ["a blank", " "],
    ["leading and trailing blanks", `  ${token}  `],
    ["two blanks in a row", `Mister  ${token}`],
    ["Latin letters with accents", `Zoë Müller-Ångström ${token}`],
    ["combining marks (not NFC)", `Zoe\u0308 ${token}`],
    ["letters of many alphabets", `${alphabets} ${token}`],
    ["a right-to-left override", `Rex \u202e${token}`],
    ["an emoji beyond the first plane and a replacement character", `🐕\ufffd ${token}`],
    ["an emoji sequence with joiners and a skin tone", `👩‍👩‍👧‍👦🏳️‍🌈👍🏽 ${token}`],
    ["the last characters of the first plane and of all", `\uffff\u{10ffff} ${token}`],
    ["a zero-width and a no-break space, and a soft hyphen", `Re\u200bx\u00ad\u00a0${token}`],
    ["a byte order mark inside, and a line separator", `Re\ufeffx\u2028${token}`],
    ["line breaks and a tab", `Rex\t\r\n${token}\n`],
    ["a null character", `Rex\u0000${token}`],
    ["other control characters", `Rex\u0001\u001b[31m\u007f\u0085\u009b${token}`],
    ["double quotes", `"Rex" ${token}`],
    ["backslashes", `C:\\new\\table\\u0041\\${token}`],
    ["HTML and its entities", `<script>alert("${token}")</script> Rex &amp; &lt;Tom&gt; &#39;`],
    ["single quotes, other ones, and SQL", `O'Malley \`Rex\` ´Tom´'); DROP TABLE items;-- ${token}`],
    ["a formula", `=1+1 ${token}`],
    ["a path", `../../etc/passwd/${token}`],
    [
      "format directives, percent-encoding and a plus",
      `%s%n%d {0} ${"$"}{jndi:ldap://x} {{7*7}} $& $1 $$ Rex%20%41+Tom ${token}`,
    ],
    ["a date", "2020-01-01"],
    ["the word null", "null"],
    ["the word true", "true"],
    ["a JSON text", `{"id":1,"name":"${token}"}`],
    ...[41, 129, 256].map((length): [string, string] => [`${length} letters`, long.slice(0, length)]),
    ["256 bytes of emoji", `${"🐕".repeat(60)}${token}`],
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
