/** A text as one reading of another: `starts` and `ends` say where each unit comes from; absent where nothing moved. */
export interface Reading {
  readonly text: string;
  readonly starts?: Uint32Array;
  readonly ends?: Uint32Array;
}

/** UTF-8 bytes, percent-encoded twice, in a JSON string. */
const deepest = 4;

/**
 * What one escape may look like: percent-encoding (also JavaScript's %u0041), JSON and JavaScript, printf's octal
 * digits, a backslash before what is neither letter nor digit, HTML (also without its semicolon), UTF-8 that was read
 * as Latin-1.
 */
const escapes = new RegExp(
  [
    "%[\\da-fA-F]{2}",
    "%[uU][\\da-fA-F]{4}",
    "\\\\[uU][\\da-fA-F]{4}",
    "\\\\[uU]\\{[\\da-fA-F]{1,6}\\}",
    "\\\\[xX][\\da-fA-F]{2}",
    "\\\\[0-3][0-7]{2}",
    "\\\\[!-/:-@[-`{-~]",
    "&#\\d{1,7};?",
    "&#[xX][\\da-fA-F]{1,6};?",
    "&(?:amp|lt|gt|quot|AMP|LT|GT|QUOT);?",
    "&[a-zA-Z]{2,8};",
    "[\\xc2-\\xdf][\\x80-\\xbf]",
    "[\\xe0-\\xef][\\x80-\\xbf]{2}",
    "[\\xf0-\\xf4][\\x80-\\xbf]{3}",
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

/** The text as it is, then with its escapes resolved, then with the escapes that came of these, and so on. */
export function readText(text: string): readonly Reading[] {
  const readings: Reading[] = [{ text }];
  for (let next = unescapeAll({ text }); next !== undefined; next = unescapeAll(next)) {
    readings.push(next);
    if (readings.length > deepest) break;
  }
  return readings;
}

/** Replaces every escape by what it stands for; nothing where there is none. */
function unescapeAll({ text, starts, ends }: Reading): Reading | undefined {
  // Most texts hold no escape at all.
  if (text.search(escapes) < 0) return undefined;
  const parts: string[] = [];
  const newStarts = new Uint32Array(text.length);
  const newEnds = new Uint32Array(text.length);
  let copied = 0;
  let length = 0;
  const copyUntil = (end: number): void => {
    parts.push(text.slice(copied, end));
    for (let at = copied; at < end; at += 1, length += 1) {
      newStarts[length] = starts?.[at] ?? at;
      newEnds[length] = ends?.[at] ?? at + 1;
    }
  };
  for (const { 0: spelling, index } of text.matchAll(escapes)) {
    const meaning = unescapeOne(spelling);
    if (meaning === undefined) continue;
    copyUntil(index);
    copied = index + spelling.length;
    parts.push(meaning);
    for (let nth = 0; nth < meaning.length; nth += 1, length += 1) {
      newStarts[length] = starts?.[index] ?? index;
      newEnds[length] = ends?.[copied - 1] ?? copied;
    }
  }
  if (copied === 0) return undefined;
  copyUntil(text.length);
  return { text: parts.join(""), starts: newStarts, ends: newEnds };
}

/** What an escape stands for, which is never longer; undefined where it is none. */
function unescapeOne(spelling: string): string | undefined {
  switch (spelling.charAt(0)) {
    case "%":
      return fromCode(spelling.replace(/^%u?/i, ""), 16);
    case "\\":
      if (/^\\\d/.test(spelling)) return fromCode(spelling.slice(1), 8);
      return spelling.length === 2 ? spelling.slice(1) : fromCode(spelling.replaceAll(/[^\da-f]/gi, ""), 16);
    case "&":
      return unescapeEntity(spelling.slice(1).replace(";", ""));
    default:
      return Buffer.from(spelling, "latin1").toString("utf8");
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
