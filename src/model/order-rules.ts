import { type Operation, operationText } from "../description/index.js";
import { type AnySchema, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { isOf, matches, type PatternGroup, patternOf, sentencesOf } from "./lexicon.js";
import { type Member, membersOf } from "./members.js";
import { isTime } from "./moments.js";

/** A rule across two members of a body, as a text states it: "`departure` has to be after `arrival`". */
export interface OrderRule {
  /** The name of the member that has the lower value, or the earlier one. */
  readonly lower: string;
  readonly upper: string;
  /** May both have the same value? Undefined where the text does not decide it. */
  readonly mayBeEqual: boolean | undefined;
}

/** How a text compares two values: the first is the upper one, or the lower one. */
const comparisons: readonly (readonly [PatternGroup, first: "upper" | "lower", mayBeEqual: boolean])[] = [
  ["at-or-after", "upper", true],
  ["at-or-before", "lower", true],
  ["puts-after", "upper", false],
  ["puts-before", "lower", false],
];

/**
 * Finds the rules on the order of two members that a body has, both times or both numbers.
 * @param shown the members of an item, as it is shown
 */
export function orderRulesOf(operation: Operation, shown: readonly Member[]): readonly OrderRule[] {
  const { method, body, responses } = operation;
  const members = membersOf(body?.schema).filter(({ schema }) => isOrdered(schema));
  if (members.length < 2 || matches(operationText(operation), "not-checked")) return [];
  const read = (text: string, kind: Text): readonly OrderRule[] => {
    if (matches(text, "not-checked")) return [];
    const sentences = sentencesOf(text);
    return sentences.flatMap((sentence, index) => {
      if (isTakenBack(sentences.slice(index + 1))) return [];
      // A change may send one of the two alone.
      const both = method === "PATCH" ? sentence : sentence.replace(patternOf("where-both"), "");
      const plain = both.replace(patternOf("always-so"), "").replace(/^[\s,]+/, "");
      return rulesIn(plain, members, kind);
    });
  };
  const all = [
    ...read(operationText(operation), {}),
    ...refusals.flatMap((status) => read(responses.get(status)?.description ?? "", { isRefusal: true })),
    ...[...membersOf(body?.schema), ...shown]
      .filter(({ name }) => members.some((each) => each.name === name))
      .flatMap(({ name, schema }) => read(schema.description ?? "", { own: name })),
  ];
  const isSame = (one: OrderRule, lower: string, upper: string): boolean =>
    one.lower === lower && one.upper === upper;
  return all.filter(({ lower, upper }, index) => {
    const isContradicted = all.some((each) => isSame(each, upper, lower));
    return !isContradicted && all.findIndex((each) => isSame(each, lower, upper)) === index;
  });
}

/** Says a sentence behind a rule that it does not hold at all times: "That is looked at on publication", or "Drafts may break it"? */
function isTakenBack([next = "", ...further]: readonly string[]): boolean {
  const isRefusal = (sentence: string): boolean =>
    matches(sentence, "refuses-broken") && !matches(sentence, "limits-rules");
  const refersBack = matches(next, "refers-back") && !isRefusal(next);
  return refersBack || [next, ...further].some((each) => matches(each, "takes-rules-back"));
}

/** The statuses that refuse a body for what it says. */
const refusals = ["400", "409", "422"];

/** Has it one of many values, of which one is lower than another? */
function isOrdered(schema: AnySchema): boolean {
  const { enum: words, const: only, readOnly } = schema;
  const isFree = words === undefined && only === undefined && readOnly !== true;
  return isFree && (isTime(schema) || isNumber(schema));
}

function isNumber(schema: AnySchema): boolean {
  return ["integer", "number"].includes(typeOf(plainSchema(schema)) ?? "");
}

/** Whose text it is: that of a refusal says what is wrong, and that of a member need not name it. */
interface Text {
  readonly isRefusal?: boolean;
  readonly own?: string;
}

function rulesIn(sentence: string, members: readonly Member[], text: Text): readonly OrderRule[] {
  const plain = sentence.replaceAll(/["'`]/g, "").trim();
  for (const [group, first, mayBeEqual] of comparisons) {
    const found = patternOf(group).exec(plain);
    if (found === null) continue;
    const subject = subjectOf(plain.slice(0, found.index), members, text);
    const object = subject && objectOf(plain.slice(found.index + found[0].length), members, subject);
    if (subject === undefined || object === undefined || !areComparable(subject.name, object, members))
      continue;
    // A refusal says when the rule is broken.
    const isTurned = subject.isDenied !== (text.isRefusal === true && !subject.isDemand);
    const isUpper = (first === "upper") !== isTurned;
    const [lower, upper] = isUpper ? [object, subject.name] : [subject.name, object];
    const mayBe = isTurned ? (mayBeEqual ? false : undefined) : mayBeEqual;
    return [{ lower, upper, mayBeEqual: mayBe }];
  }
  return [];
}

/** Are both numbers, or both times of one form? */
function areComparable(first: string, second: string, members: readonly Member[]): boolean {
  const kinds = [first, second].map((name) => {
    const schema = members.find((each) => each.name === name)?.schema ?? {};
    return isNumber(schema) ? "number" : schema.format;
  });
  return first !== second && kinds[0] === kinds[1];
}

/** What stands in front of a comparison. */
interface Subject {
  readonly name: string;
  readonly isDenied: boolean;
  /** Does the sentence say how it has to be, and not how it is? */
  readonly isDemand: boolean;
  /** Has the sentence no more than the comparison: "Later than `starts_at`."? */
  readonly isBare: boolean;
}

function subjectOf(
  before: string,
  members: readonly Member[],
  { isRefusal = false, own }: Text,
): Subject | undefined {
  const demand = patternOf("has-to-be").exec(before);
  const verb = demand ?? patternOf("is-or-not").exec(before);
  const left = before.slice(0, verb?.index).trim();
  const facts = { isDenied: matches(verb?.[0] ?? "", "says-not"), isDemand: demand !== null };
  if (own !== undefined && (facts.isDemand ? mayOmitName(left) : left === ""))
    return { name: own, ...facts, isBare: !facts.isDemand };
  if (verb === null || !(facts.isDemand || isRefusal)) return undefined;
  const found = nameAtEnd(left, members);
  if (found === undefined || isLimiting(found.before)) return undefined;
  const joined = isRefusal ? /(^|[:(]|\bor)$/i : /(^|[:(]|\band|\bbut)$/i;
  return joined.test(found.before) ? { name: found.name, ...facts, isBare: false } : undefined;
}

/** Is the sentence about the member whose text it is: "Last day, has to be after `arrival`"? */
function mayOmitName(left: string): boolean {
  const isJoined = left === "" || /[,(:–-]$/.test(left) || isOf(left.toLowerCase(), "determiners");
  return isJoined && !isLimiting(left);
}

/** Says the beginning of a sentence that its rule holds for some requests alone? */
function isLimiting(text: string): boolean {
  return matches(text, "limits-rules") || matches(text, "opens-conditions");
}

/** Words of a name, at most. */
const mostWords = 4;

/** The member that the last words name, and what stands before its name. */
function nameAtEnd(text: string, members: readonly Member[]) {
  const words = text.split(/\s+/);
  for (let length = Math.min(mostWords, words.length); length > 0; length -= 1) {
    const name = memberNamed(words.slice(-length), members);
    if (name === undefined) continue;
    const before = words.slice(0, -length);
    if (isOf((before.at(-1) ?? "").toLowerCase(), "determiners")) before.pop();
    return { name, before: before.join(" ") };
  }
  return undefined;
}

/** The member that a text begins with, where nothing follows that could limit the rule. */
function objectOf(text: string, members: readonly Member[], { isBare }: Subject): string | undefined {
  const [clause = "", ...others] = text.trim().split(/(?=[.,;:()])|\s(?=and\s)/);
  const [rest = "", otherwise] = others.join(" ").split(patternOf("or-else"));
  // Where something else than a refusal becomes of it, the server takes it.
  if (otherwise !== undefined && !matches(otherwise, "refuses-broken")) return undefined;
  const words = clause.split(/\s+/);
  if (isOf((words[0] ?? "").toLowerCase(), "determiners")) words.shift();
  const isLimited = isBare
    ? !/^[.;]?$/.test(rest)
    : matches(rest, "limits-rules") || matches(rest, "takes-rules-back");
  return isLimited ? undefined : memberNamed(words, members);
}

function memberNamed(words: readonly string[], members: readonly Member[]): string | undefined {
  const text = words.join(" ");
  const plain = wordsIn(text).join(" ");
  return members.find(({ name }) => name === text || wordsIn(name).join(" ") === plain)?.name;
}
