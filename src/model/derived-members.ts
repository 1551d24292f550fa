import { type AnySchema, wordsIn } from "../schema/index.js";
import { nounPattern } from "./item-ids.js";
import { matches, type PatternGroup, sentencesOf } from "./lexicon.js";
import { type Member, membersOf } from "./members.js";

/** How a member follows from other items: from their number, or from a member of theirs. */
export type Aggregate = "count" | "sum" | "mean" | "highest" | "lowest";

/** A member of an item that follows from the items below it, or from those that refer to it, as its text says. */
export interface DerivedMember {
  readonly name: string;
  readonly aggregate: Aggregate;
  /** The member of the others that it follows from; undefined for their number. */
  readonly of: string | undefined;
  /** Does it follow from some of them alone: "Number of open loans"? */
  readonly isOfSome: boolean;
  /** How far it may be from the exact value, since it is rounded. */
  readonly tolerance: number;
}

const groups: readonly (readonly [Aggregate, PatternGroup])[] = [
  ["count", "says-count"],
  ["sum", "says-sum"],
  ["mean", "says-mean"],
  ["highest", "says-highest"],
  ["lowest", "says-lowest"],
];

/**
 * Finds the members that follow from other items.
 * @param shown an item, as it is shown
 * @param sent an item, as clients create it: what it has is the client's
 * @param collection the path of the list of the others
 * @param other one of these, as it is shown
 */
export function derivedMembers(
  shown: AnySchema,
  sent: AnySchema,
  { collection, other }: { readonly collection: string; readonly other: AnySchema },
): readonly DerivedMember[] {
  const own = new Set(membersOf(sent).map(({ name }) => name));
  return membersOf(shown).flatMap((member): readonly DerivedMember[] => {
    const { name, schema } = member;
    if (own.has(name) || schema.enum !== undefined) return [];
    const [text = ""] = sentencesOf((schema.description ?? "").trim());
    const aggregate = groups.find(([, group]) => matches(text, group))?.[0];
    const [before, after] = partsAround(text, collection) ?? [];
    if (aggregate === undefined || before === undefined || after === undefined) return [];
    const of = aggregate === "count" ? undefined : memberNamed(text, membersOf(other));
    if (aggregate !== "count" && of === undefined) return [];
    const isOfSome = !matches(before, "of-every") || !(after === "" || matches(after, "of-one-parent"));
    return [{ name, aggregate, of, isOfSome, tolerance: toleranceOf(schema) }];
  });
}

/** An integer may be rounded either way, and a number to one decimal. */
function toleranceOf({ type, description = "" }: AnySchema): number {
  if (type === "integer") return 0.999;
  return matches(description, "says-rounded") ? 0.06 : 0.001;
}

/** The parts of a sentence before and after the word for the items of a list. */
function partsAround(text: string, collection: string): readonly [string, string] | undefined {
  const found = nounPattern(collection).exec(text);
  if (found === null) return undefined;
  const [rest = ""] = text.slice(found.index + found[0].length).split(/[.,;:(]/);
  return [text.slice(0, found.index).trim(), rest.trim()];
}

/** The number or time that a sentence names: "The mean of the ratings of all reviews". A name may end in a unit. */
function memberNamed(text: string, members: readonly Member[]): string | undefined {
  const words = new Set(wordsIn(text));
  const isNamed = (name: string): boolean => words.has(name) || words.has(`${name}s`);
  const valued = members.flatMap(({ name, schema }): readonly (readonly [string, readonly string[]])[] => {
    const isOfValue = ["integer", "number"].includes(`${schema.type}`) || /^date/.test(schema.format ?? "");
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
