import { matches, sentencesOf } from "./lexicon.js";

/** The facts that the description of a parameter states. */
export interface StatedFacts {
  /** Of a bound: is the value itself asked for, too? Many a server that says "before" means "until". */
  readonly end: "inclusive" | "exclusive" | undefined;
  /** Is just the value asked for, and nothing like it? */
  readonly isExactly: boolean;
  /** Are small letters and capitals the same? */
  readonly isOfAnyCase: boolean;
  /** Are they not? */
  readonly isOfItsCase: boolean;
  /** Does it say which items alone are shown for true? */
  readonly meansTrue: boolean;
  /** The same for false. */
  readonly meansFalse: boolean;
  /** Is a part of a word found, too? */
  readonly isInside: boolean;
  /** Does none of its characters stand for others? */
  readonly isLiteral: boolean;
  /** Does it name the one member that has to contain a text? */
  readonly isOfOneText: boolean;
}

/** Reads what is said of a parameter, but for items that lack the member. */
export function statedFacts(...texts: readonly (string | undefined)[]): StatedFacts {
  const said = texts.map((text = "") => withoutAbsent(text)).join(" ");
  const end = matches(said, "inclusive-ends") ? "inclusive" : undefined;
  return {
    end: matches(said, "exclusive-ends") ? "exclusive" : end,
    isExactly: matches(said, "exactly"),
    isOfAnyCase: matches(said, "of-any-case") && !matches(said, "of-its-case"),
    isOfItsCase: matches(said, "of-its-case"),
    meansTrue: matches(said, "only-for-true") && !matches(said, "adds-for-true"),
    meansFalse: matches(said, "only-for-false") && !matches(said, "all-for-false"),
    isInside: matches(said, "inside-words"),
    isLiteral: matches(said, "literal-texts") && !matches(said, "loosely-found"),
    isOfOneText: namesOneText(said) && !matches(said, "loosely-found"),
  };
}

function namesOneText(said: string): boolean {
  const isOfCase = (sentence: string): boolean =>
    matches(sentence, "of-any-case") || matches(sentence, "of-its-case");
  const [first, ...others] = sentencesOf(said).filter((sentence) => matches(sentence, "names-its-text"));
  if (first === undefined || others.length > 0 || matches(first, "names-more-texts")) return false;
  return sentencesOf(said).every(
    (sentence) => sentence === first || isOfCase(sentence) || !matches(sentence, "names-other-texts"),
  );
}

/** A text without the sentences on items that have no value, which say nothing of the others. */
export function withoutAbsent(text: string): string {
  return sentencesOf(text)
    .filter((sentence) => !matches(sentence, "absent-values"))
    .join(" ");
}
