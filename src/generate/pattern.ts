import { createContext, Script } from "node:vm";

/** Looks for a pattern in a text. */
export interface Pattern {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

/** For one text, in ms: more than any pattern takes that does not try the same over and over. */
const patience = 200;
/** Texts that are longer take long with innocent patterns, too, in characters. */
const longText = 5000;

const context = createContext({});
const script = new Script("pattern.test(text)");

/**
 * A regular expression of a description, which may be one that takes for ever on a text of the server's: what is not
 * decided in time counts as found, since nothing is known against it.
 * @throws SyntaxError if it is none
 */
export function createPattern(source: string, flags = "u"): Pattern {
  const pattern = regExpOf(source, flags);
  // What is repeated as a whole, and has repetitions or alternatives in it, may be matched in very many ways.
  const isRisky = /[+*}|?][\s\S]*\)[+*{]/.test(source);
  const testInTime = (text: string): boolean => {
    try {
      Object.assign(context, { pattern, text });
      return script.runInContext(context, { timeout: patience }) === true;
    } catch {
      return true;
    }
  };
  return {
    test: (text) => (isRisky || text.length > longText ? testInTime(text) : pattern.test(text)),
    toString: () => `${pattern}`,
  };
}

/** Anchors of other languages. */
const anchors: Readonly<Record<string, string>> = { A: "^", z: "$", Z: "$" };
/** What needs no backslash before it, and may have none. Source: ECMA-262, section 22.2.1, IdentityEscape. */
const needless = /[-_ !"#%&',:;<=>@`~]/;

/**
 * A regular expression as it is meant, also where it ends as those of other languages do, or escapes what needs no escape.
 * @throws SyntaxError if it is none
 */
export function regExpOf(source: string, flags = "u"): RegExp {
  const plain = source.replaceAll(/\\(.)/gs, (whole, character: string) =>
    needless.test(character) ? `\\x${character.charCodeAt(0).toString(16)}` : (anchors[character] ?? whole),
  );
  return new RegExp(plain, flags);
}

/** What looks for a pattern; undefined for what is no regular expression. */
export function patternIn(source: string): Pattern | undefined {
  try {
    return createPattern(source);
  } catch {
    return undefined;
  }
}
