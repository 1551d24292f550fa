import { type AnySchema, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { nounPattern } from "./item-ids.js";
import { isOf, matches, type PatternGroup, patternOf, sentencesOf } from "./lexicon.js";
import { type Member, membersOf, saysWhetherShown } from "./members.js";
import { oneOrMany } from "./names.js";
import { type StatedValues, statesCounted } from "./stated-states.js";

/** How a member follows from other items: from their number, or from a member of theirs. */
export type Aggregate = "count" | "sum" | "mean" | "highest" | "lowest";

/** A member that follows from other items, as its text says: of an item, or of what is there once, such as statistics. */
export interface DerivedMember {
  /** The names that lead to it: several, where it stands in an object. */
  readonly at: readonly string[];
  readonly aggregate: Aggregate;
  /** The member of the others that it follows from; undefined for their number. */
  readonly of: string | undefined;
  /** The state of those that count; undefined where all of them do. */
  readonly counted: StatedValues | undefined;
  /** Does it follow from some of them alone, of which its text says more than a state: "Number of late loans"? */
  readonly isOfSome: boolean;
  /** How far it may be from the exact value, since it is rounded. */
  readonly tolerance: number;
}

/** The other items from which members follow. */
export interface Others {
  /** The path of their list. */
  readonly collection: string;
  /** One of these, as it is shown. */
  readonly other: AnySchema;
}

const groups: readonly (readonly [Aggregate, PatternGroup])[] = [
  ["count", "says-count"],
  ["sum", "says-sum"],
  ["mean", "says-mean"],
  ["highest", "says-highest"],
  ["lowest", "says-lowest"],
];

/**
 * Finds the members of an item that follow from other items: from those below it, or from those that refer to it.
 * @param shown an item, as it is shown
 * @param sent an item, as clients create it: what it has is the client's
 */
export function derivedMembers(
  shown: AnySchema,
  sent: AnySchema,
  { collection, other }: Others,
): readonly DerivedMember[] {
  const own = new Set(membersOf(sent).map(({ name }) => name));
  return membersOf(shown).flatMap((member): readonly DerivedMember[] => {
    const { name, schema } = member;
    if (own.has(name) || schema.enum !== undefined) return [];
    const [text = "", ...further] = sentencesOf((schema.description ?? "").trim());
    const [aggregate, group] = groups.find(([, each]) => matches(text, each)) ?? [];
    const { before, noun, rest = "" } = partsAround(text, collection) ?? {};
    if (aggregate === undefined || before === undefined) return [];
    // A parcel may have a member `parcel`, its number.
    const of = aggregate === "count" ? undefined : memberNamed(`${before} ${rest}`, membersOf(other));
    if (aggregate !== "count" && of === undefined) return [];
    const [after = "", ...clauses] = rest.split(/[.,;:(]/).map((each) => each.trim());
    const more = [...clauses, ...further];
    // The text may bound the number: several count as one, or no more than so many count.
    if ([text, ...more].some((each) => matches(each, "bounds-numbers"))) return [];
    if (more.some((each) => matches(each.replace(patternOf("not-late"), ""), "says-late"))) return [];
    const ahead = before.replace(patternOf(group ?? "says-count"), "").trim();
    const isOfAll =
      !isLimited(more) &&
      matches(before, "of-every") &&
      (after === "" || matches(after, "of-one-parent")) &&
      (aggregate !== "count" || isPlain(ahead));
    const [parent = "", ...relative] = after.split(/\s+(?=(?:that|which)\s)/);
    const left = parent === "" || matches(parent, "of-one-parent") ? relative : [after];
    const phrase = [aggregate === "count" ? ahead : ahead.split(/\bof\b/).at(-1), noun, ...left].join(" ");
    const [counted, ...surplus] =
      (isOfAll ? undefined : statesCounted(phrase, { collection, members: membersOf(other) })) ?? [];
    const isOfSome = !isOfAll && (counted === undefined || surplus.length > 0 || isLimited(more));
    const tolerance = toleranceOf(schema);
    return [{ at: [name], aggregate, of, counted: isOfSome ? undefined : counted, isOfSome, tolerance }];
  });
}

/**
 * Finds the members of what is there once that follow from the items of a collection, also within objects. A text that may say more than
 * the number of the items, or the sum of a member, and their state gives none.
 * @param shown the members, as they are shown
 */
export function derivedFigures(
  shown: AnySchema,
  others: Others,
  above: readonly string[] = [],
): readonly DerivedMember[] {
  return membersOf(shown).flatMap(({ name, schema }): readonly DerivedMember[] => {
    const at = [...above, name];
    const [text = "", ...further] = sentencesOf((schema.description ?? "").trim());
    const isLate = matches(schema.description ?? "", "says-late");
    const said = isLate || isLimited(further) ? undefined : figureIn(text, schema, others);
    if (typeOf(schema) !== "object")
      return said === undefined || !isNumeric(schema)
        ? []
        : [{ at, ...said, isOfSome: false, tolerance: toleranceOf(schema) }];
    const isMap = said?.aggregate === "count" && said.counted === undefined;
    if (isMap) return byState(schema, others).map((each) => ({ ...each, at: [...at, ...each.at] }));
    return at.length < deepest ? derivedFigures(schema, others, at) : [];
  });
}

/** Says a clause or a sentence behind the first one that some of the others do not count? */
function isLimited(further: readonly string[]): boolean {
  return further.some((each) => matches(each.replace(patternOf("form-of-numbers"), ""), "limits-numbers"));
}

/** How deep figures are looked for. */
const deepest = 2;

/** May a number that a text says leave out some items for their state, since it does not say that all of them count? */
export function mayLeaveOut({ at, counted }: DerivedMember, shown: AnySchema, { other }: Others): boolean {
  const [name = ""] = at;
  const { description = "" } = membersOf(shown).find((each) => each.name === name)?.schema ?? {};
  const hasStates = membersOf(other).some((each) => saysWhetherShown(each.name));
  return counted === undefined && hasStates && !matches(description, "says-all");
}

/** What a sentence says of a number in full; undefined where it may say anything else. */
function figureIn(
  text: string,
  { type }: AnySchema,
  { collection, other }: Others,
): Pick<DerivedMember, "aggregate" | "of" | "counted"> | undefined {
  const [aggregate, group] = groups.find(([, each]) => matches(text, each)) ?? [];
  const { before, noun = "", rest = "" } = partsAround(text, collection) ?? {};
  if (before === undefined || group === undefined || (aggregate !== "count" && aggregate !== "sum"))
    return undefined;
  // A number without decimals may be rounded.
  const members = membersOf(other).filter(({ schema }) => type !== "integer" || schema.type !== "number");
  const ahead = before.replace(patternOf(group), "").trim();
  const [summed = "", ...parts] = aggregate === "sum" ? ahead.split(/\s*\bof\b\s*/) : ["", ahead];
  const of = aggregate === "sum" ? summedMember(summed, members) : undefined;
  if (aggregate === "sum" && (of === undefined || parts.length === 0)) return undefined;
  const clauses = rest.replace(/\.$/, "").split(/[,;:()]/);
  const after = clauses.filter((each) => !matches(each.trim(), "after-formulas"));
  const states = statesCounted([...parts, noun, ...after].join(" "), { collection, members });
  if (states === undefined || states.length > 1) return undefined;
  return { aggregate, of, counted: states[0] };
}

/** The numbers of items by their state, as in `{ open: 3, closed: 1 }`. */
function byState(schema: AnySchema, { other }: Others): readonly DerivedMember[] {
  const members = membersOf(schema).filter((each) => isNumeric(each.schema));
  const states = membersOf(other).filter(({ schema: { enum: words = [] } }) =>
    members.every(({ name }) => words.includes(name)),
  );
  const [state] = states;
  if (state === undefined || states.length > 1 || members.length < 2) return [];
  return members.map(({ name }) => ({
    at: [name],
    aggregate: "count",
    of: undefined,
    counted: { name: state.name, values: [name] },
    isOfSome: false,
    tolerance: 0,
  }));
}

/** The only number that a phrase names in full: `total` for "the totals". */
function summedMember(phrase: string, members: readonly Member[]): string | undefined {
  const words = wordsIn(phrase).filter((each) => !isOf(each, "determiners"));
  const last = words.at(-1) ?? "";
  const found = members.find(({ name, schema }) => {
    const parts = wordsIn(name);
    const isNamed =
      parts.slice(0, -1).join(" ") === words.slice(0, -1).join(" ") &&
      oneOrMany(parts.at(-1) ?? "").includes(last);
    return isNumeric(schema) && isNamed;
  });
  const isConverted = members.some(({ name }) => matches(name, "currencies"));
  return isConverted ? undefined : found?.name;
}

/** An integer may be rounded either way, also one that is no more than said to be one, and a number to one decimal. */
function toleranceOf({ type, description = "" }: AnySchema): number {
  if (type === "integer" || matches(description, "says-whole")) return 0.999;
  return matches(description, "says-rounded") ? 0.06 : 0.001;
}

/** The parts of a sentence around the word for the items of a list. */
function partsAround(text: string, collection: string) {
  const found = nounPattern(collection).exec(text);
  if (found === null) return undefined;
  const [noun = ""] = found;
  return { before: text.slice(0, found.index).trim(), noun, rest: text.slice(found.index + noun.length) };
}

/** Has a phrase no words but those that may stand before any noun? */
function isPlain(phrase: string): boolean {
  return (
    phrase === "" ||
    wordsIn(phrase).every((each) => isOf(each, "determiners", "around-states", "beside-counted"))
  );
}

function isNumeric(schema: AnySchema): boolean {
  return ["integer", "number"].includes(`${plainSchema(schema).type}`);
}

/** The number or time that a sentence names: "The mean of the ratings of all reviews". A name may end in a unit. */
function memberNamed(text: string, members: readonly Member[]): string | undefined {
  const words = new Set(wordsIn(text));
  const isNamed = (name: string): boolean => oneOrMany(name).some((each) => words.has(each));
  const valued = members.flatMap(({ name, schema }): readonly (readonly [string, readonly string[]])[] => {
    const isOfValue = isNumeric(schema) || /^date/.test(schema.format ?? "");
    const parts = wordsIn(name);
    return isOfValue && parts.at(-1) !== "id" ? [[name, parts]] : [];
  });
  const whole = valued.find(([, parts]) => parts.every(isNamed));
  const [name] =
    whole ?? valued.find(([, [first = "", ...unit]]) => isNamed(first) && unit.length === 1) ?? [];
  return name;
}

/** The value that follows from the values of others; undefined where there are none. */
export function aggregated(aggregate: Aggregate, values: readonly number[]): number | undefined {
  const sum = values.reduce((total, value) => total + value, 0);
  if (aggregate === "count") return values.length;
  if (aggregate === "sum") return sum;
  if (values.length === 0) return undefined;
  if (aggregate === "mean") return sum / values.length;
  return aggregate === "highest" ? Math.max(...values) : Math.min(...values);
}
