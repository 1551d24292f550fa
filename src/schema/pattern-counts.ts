/** In characters: a longer text takes long with innocent patterns, too. */
export const shortText = 100;

/** What is counted of a pattern: of one part, of parts one after the other, of alternatives, of a part that is repeated. */
interface Count {
  readonly one: number;
  readonly none: number;
  readonly inTurn: (before: number, last: number) => number;
  readonly either: (others: number, own: number) => number;
  readonly repeated: (part: number, repetitions: Repetitions) => number;
}

/** The part of a pattern up to some place: its alternatives before, the parts of this one, and the last of these. */
interface Counted {
  readonly others: number;
  readonly before: number;
  readonly last: number;
}

/** A character or a class, with an escape in it; an assertion; a bracket, a bar; a quantifier. Source: ECMA-262, section 22.2.1. */
const lexemes =
  /\\(?:[pPuk]\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

function countIn(source: string, { one, none: nothing, inTurn, either, repeated }: Count): number {
  const none: Counted = { others: 0, before: nothing, last: nothing };
  const whole = ({ others, before, last }: Counted): number => either(others, inTurn(before, last));
  const outer: Counted[] = [];
  let at = none;
  for (const [lexeme] of source.matchAll(lexemes)) {
    const repetitions = repetitionsOf(lexeme);
    if (lexeme.startsWith("(")) {
      outer.push({ ...at, before: inTurn(at.before, at.last), last: nothing });
      at = none;
    } else if (lexeme === ")") {
      at = { ...(outer.pop() ?? none), last: whole(at) };
    } else if (lexeme === "|") at = { ...none, others: whole(at) };
    else if (repetitions === undefined) at = { ...at, before: inTurn(at.before, at.last), last: one };
    else at = { ...at, last: repeated(at.last, repetitions) };
  }
  return outer.reduceRight((count, each) => inTurn(count, whole(each)), whole(at));
}

/**
 * Returns in how many ways at most an engine that backtracks tries a pattern at one place of a text of up to 100 characters:
 * repetitions and alternatives one after the other multiply; a repetition within a repetition has no bound.
 */
export function waysToMatch(source: string): number {
  return countIn(source, {
    one: 1,
    none: 1,
    inTurn: (before, last) => before * last,
    either: (others, own) => others + own,
    repeated: repeat,
  });
}

/** Repetitions that are drawn beyond those that there have to be, on average. */
const usuallyDrawn = 5;

/** Returns about how many characters are drawn to make a text of a pattern by chance. */
export function stepsToDraw(source: string): number {
  return countIn(source, {
    one: 1,
    none: 0,
    inTurn: (before, last) => before + last,
    either: Math.max,
    repeated: (part, { least, most }) => part * (least + Math.min(most - least, usuallyDrawn)),
  });
}

interface Repetitions {
  readonly least: number;
  readonly most: number;
}

function repetitionsOf(lexeme: string): Repetitions | undefined {
  if (lexeme.startsWith("?")) return { least: 0, most: 1 };
  if (/^[*+]/.test(lexeme)) return { least: 0, most: shortText };
  const [, from, comma, to] = /^\{(\d+)(,)?(\d*)\}/.exec(lexeme) ?? [];
  if (from === undefined) return undefined;
  const least = Number(from);
  const unbounded = comma === undefined ? least : Math.max(least, shortText);
  return { least, most: to === undefined || to === "" ? unbounded : Number(to) };
}

/** Ways of a part that is repeated; each of its own ways may come in each turn. */
function repeat(ways: number, { least, most }: Repetitions): number {
  const lengths = Math.min(most, shortText) - Math.min(least, shortText) + 1;
  return ways === 1 ? lengths : Math.max(1, ways) ** Math.min(most, shortText) * lengths;
}
