/** Characters that nobody sees: NUL, the soft hyphen, and those without width. */
const unseen = "[\\0\\xad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]";

/**
 * What one escape may look like. Each tells its own end, so that no text after it changes what it means:
 * percent-encoding (also JavaScript's %u0041), JSON and JavaScript, printf's octal digits, HTML (no entity without
 * its semicolon), UTF-8 read as Latin-1, and characters that nobody sees.
 */
export const escapes = new RegExp(
  [
    "%[\\da-fA-F]{2}",
    "%[uU][\\da-fA-F]{4}",
    "\\\\[uU][\\da-fA-F]{4}",
    "\\\\[uU]\\{[\\da-fA-F]{1,6}\\}",
    "\\\\[xX][\\da-fA-F]{2}",
    "\\\\[0-3][0-7]{2}",
    "&#\\d{1,7};",
    "&#[xX][\\da-fA-F]{1,6};",
    "&[a-zA-Z]{2,8};",
    "[\\xc2-\\xdf][\\x80-\\xbf]",
    "[\\xe0-\\xef][\\x80-\\xbf]{2}",
    "[\\xf0-\\xf4][\\x80-\\xbf]{3}",
    unseen,
  ].join("|"),
  "g",
);

/** HTML's names for what an ASCII key can hold, each after its character. */
const named = new Map(
  (
    "! excl, \" quot, # num, $ dollar, % percnt, & amp, ' apos, ( lpar, ) rpar, * ast, * midast, + plus, . period, " +
    "/ sol, : colon, ; semi, < lt, = equals, > gt, ? quest, @ commat, [ lsqb, [ lbrack, \\ bsol, ] rsqb, ] rbrack, " +
    "^ hat, _ lowbar, _ underbar, ` grave, { lcub, { lbrace, | vert, | verbar, } rcub, } rbrace, , comma"
  )
    .split(/, (?=\S )/)
    .map((entry) => [entry.slice(2), entry.slice(0, 1)]),
);

/** What an escape stands for, which is never longer; nothing for what nobody sees; undefined where it is none. */
export function unescapeOne(spelling: string): string | undefined {
  switch (spelling.charAt(0)) {
    case "%":
      return fromCode(spelling.replace(/^%u?/i, ""), 16);
    case "\\":
      return /^\\\d/.test(spelling)
        ? fromCode(spelling.slice(1), 8)
        : fromCode(spelling.replaceAll(/[^\da-f]/gi, ""), 16);
    case "&":
      return unescapeEntity(spelling.slice(1, -1));
    default:
      return spelling.length === 1 ? "" : Buffer.from(spelling, "latin1").toString("utf8");
  }
}

function unescapeEntity(entity: string): string | undefined {
  if (!entity.startsWith("#")) return named.get(entity.toLowerCase());
  return /^#x/i.test(entity) ? fromCode(entity.slice(2), 16) : fromCode(entity.slice(1), 10);
}

function fromCode(digits: string, radix: number): string | undefined {
  const code = Number.parseInt(digits, radix);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const unseenOnly = new RegExp(unseen);

/** What may stand before a character without changing it; as bits, so that several kinds fit in one number. */
export const skips = { none: 0, backslash: 1, unseen: 2 } as const;

/** May this unit be skipped, and as what? */
export function skipOf(unit: number): (typeof skips)[keyof typeof skips] {
  if (unit === 0x5c) return skips.backslash;
  const isUnseen = unit === 0 || (unit >= 0xad && unseenOnly.test(String.fromCharCode(unit)));
  return isUnseen ? skips.unseen : skips.none;
}
