import { type Operation, operationText } from "../description/index.js";
import { wordsIn } from "../schema/index.js";
import { nounsOf } from "./item-ids.js";
import { isOf, matches, patternOf, sentencesOf } from "./lexicon.js";
import { collectionPathOf, endsInParameter } from "./paths.js";
import { type DescribedItems, type StatedValues, statesNamed, valuesOf } from "./stated-states.js";

/**
 * Returns the states in which an item is refused to an operation, by the text of its 409 and by its own: "The order is shipped", "Answers
 * 409 if the order is shipped", "Only pending orders can be changed".
 * @param isAbove is it the item below which the operation creates others, or to which these refer? Then a text has to name it
 */
export function refusedStates(
  op: Operation,
  items: DescribedItems,
  isAbove = false,
): readonly StatedValues[] {
  const { responses } = op;
  const refused: RefusedOperation = { op, items, isAbove };
  const conflict = sentencesOf(responses.get("409")?.description ?? "");
  const own = sentencesOf(operationText(op).replaceAll(/\s+/g, " "));
  const inText = (sentence: string): readonly StatedValues[] => {
    const ruled = ruledOut(sentence, refused);
    if (ruled.length > 0) return ruled;
    const found = conditionIn(sentence);
    return found !== undefined && (matches(found.said, "says-refused-then") || isOfThis(found.said))
      ? statesIn(found.clause, refused)
      : [];
  };
  const inConflict = (sentence: string): readonly StatedValues[] => {
    const ruled = ruledOut(sentence, refused);
    if (ruled.length > 0) return ruled;
    const { said = "", clause = sentence } = conditionIn(sentence) ?? {};
    // "Only possible while the order is pending": the others are refused.
    const isLimited =
      wordsIn(said).some((word) => isOf(word, "limits-states")) && matches(said, "says-possible");
    const isRefused = matches(said, "says-refused-then") || isOfThis(said) || matches(said, "says-answered");
    if (!isLimited && !isRefused && !/^\W*$/.test(said)) return [];
    return clause.split(/,\s+(?!and\b)(?:or\s+)?/).flatMap((each) => statesIn(each, refused, isLimited));
  };
  const all = [
    ...conflict.filter(holdsAlways).flatMap(inConflict),
    ...own.filter(holdsAlways).flatMap(inText),
  ];
  return isAbove
    ? all.filter(({ values }) => !values.some((each) => matches(`${each}`, "busy-states")))
    : all;

  /** Is it said of the item that just this cannot be done to it? */
  function isOfThis(said: string): boolean {
    const [, verb = ""] = patternOf("says-cannot").exec(said) ?? [];
    return verb !== "" && isVerbOf(refused, verb.toLowerCase()) && !matches(said, "says-of-parts");
  }
}

/** An operation that is refused, and the items whose states its texts name: its own ones, or those above what it creates. */
interface RefusedOperation {
  readonly op: Operation;
  readonly items: DescribedItems;
  readonly isAbove: boolean;
}

function holdsAlways(sentence: string): boolean {
  return !matches(sentence, "lifts-refusals");
}

/** A sentence in two parts: a condition, and what is said for it. */
function conditionIn(sentence: string): { readonly said: string; readonly clause: string } | undefined {
  const plain = sentence.replaceAll(/\([^()]{0,200}\)/g, "");
  const first = /^\s*([^,]*),\s*(.*)$/.exec(plain);
  const [, ahead = "", behind = ""] = first ?? [];
  const start = patternOf("opens-conditions-of-states").exec(ahead);
  if (start?.index === 0) return { said: behind, clause: ahead.slice(start[0].length) };
  const found = patternOf("before-conditions").exec(plain);
  if (found === null) return undefined;
  return { said: plain.slice(0, found.index), clause: plain.slice(found.index + found[0].length) };
}

/** The states that a clause says an item is in. Of several clauses that "or" joins, each may say something else. */
function statesIn(clause: string, refused: RefusedOperation, isLimited = false): readonly StatedValues[] {
  const { items, isAbove } = refused;
  // "The order cannot be closed" names no state.
  if (matches(clause, "says-cannot")) return [];
  const said = statesNamed(clause, items);
  if (said !== undefined) {
    // "Paid and not yet shipped" are two states at once.
    const areBoth = said.states.length > 1 && !/\bor\b/i.test(clause);
    return areBoth || (isAbove && !said.isNamed) ? [] : valuesOf(said.states, said.isDenied !== isLimited);
  }
  const parts = clause.split(/\s+or\s+/);
  return parts.length === 1 || isLimited ? [] : parts.flatMap((each) => statesIn(each, refused));
}

/** The states that a sentence rules out for what the operation does: "Cancelled orders cannot be changed". */
function ruledOut(sentence: string, refused: RefusedOperation): readonly StatedValues[] {
  const { op, items, isAbove } = refused;
  const whole = sentence.replaceAll(/\s?\([^()]{0,200}\)/g, "");
  const others = isAbove ? nounsOf(collectionPathOf(op)).map((each) => each.toLowerCase()) : [];
  const isAllowed = (word: string): boolean =>
    isOf(word, "limits-states", "allows-in-states") ||
    (isAbove && (others.includes(word) || isOf(word, "beside-additions", "takes-additions")));
  const isVerb = (word: string): boolean => isVerbOf(refused, word);
  const read = (text: string) => statesNamed(text, items, { isAllowed, isVerb });
  const said = read(whole) ?? read(whole.split(patternOf("behind-rules"))[0] ?? "");
  const saysVerb =
    said?.saysVerb === true ||
    (isAbove && said?.isNamed === true && wordsIn(whole).some((word) => isOf(word, "takes-additions")));
  if (said === undefined || !saysVerb || (isAbove && !said.isNamed)) return [];
  const { states, isLimited, denials } = said;
  const isOpen = denials === 1 && states.length > 1 && matches(whole, "before-conditions");
  if (isOpen || matches(whole, "denies-quantity")) return [];
  // "Only pending orders can be changed", "Orders that are not pending cannot be changed"
  const isOfOthers = isLimited ? denials === 0 : denials === 2;
  return isOfOthers || denials === 1 ? valuesOf(states, isOfOthers) : [];
}

/** Is a word the participle for what an operation does to an item? */
function isVerbOf({ op: { method, path }, isAbove }: RefusedOperation, word: string): boolean {
  if (isAbove) return isOf(word, "adding-verbs");
  if (method === "DELETE") return isOf(word, "deleting-verbs");
  if (endsInParameter(path)) return isOf(word, "changing-verbs");
  const [verb = ""] = wordsIn(path).slice(-1);
  return word.slice(0, stem) === verb.slice(0, stem);
}

/** The letters that the forms of a verb have in common: `cancel` and `cancelled`. */
const stem = 4;
