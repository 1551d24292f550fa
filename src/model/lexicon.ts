import { fileURLToPath } from "node:url";
import { loadShippedFile } from "../description/index.js";

/** The groups of whole words of `lexicon.yaml`, in its order. */
export const wordGroups = [
  "costs-or-tells",
  "costly-verbs",
  "lasting",
  "telling",
  "ends",
  "changes",
  "changes-or-names",
  "lists",
  "reads",
  "reads-by-post",
  "starts-or-ends",
  "acts",
  "commands-or-nouns",
  "switches",
  "together",
  "writes-too",
  "refreshes",
  "passing",
  "verbs-or-nouns",
  "started-things",
  "acts-in-parameter",
  "acts-as-switch",
  "names-command",
  "names-item",
  "names-harm",
  "binds",
  "secret",
  "one-thing",
  "determiners",
  "before-verbs",
  "says-change",
  "envelopes",
  "item-envelopes",
  "messages",
  "naming-members",
  "of-all-items",
  "observed",
  "wanted",
  "ticked",
  "granted",
  "before-nouns",
  "around-states",
  "denies-state",
  "limits-states",
  "allows-in-states",
  "new-items",
  "beside-new-items",
  "beside-counted",
  "changing-verbs",
  "deleting-verbs",
  "adding-verbs",
  "takes-additions",
  "beside-additions",
] as const;

/** The groups of expressions that follow them. */
export const patternGroups = [
  "state",
  "seen-flags",
  "presence",
  "absence",
  "present-flags",
  "not-in-force",
  "in-force-flags",
  "hiding",
  "says-hidden",
  "showing",
  "readers",
  "expiry",
  "stocks",
  "widening-flags",
  "own-values",
  "chosen-words",
  "default-words",
  "decided",
  "sent-by-clients",
  "measured-values",
  "version",
  "revision",
  "creation-time",
  "says-creation-time",
  "change-time",
  "of-itself",
  "of-neighbours",
  "secret-members",
  "secret-words",
  "guarded",
  "masked",
  "money",
  "measures",
  "quantities",
  "amounts",
  "units",
  "addresses",
  "name-endings",
  "either-case",
  "formed-texts",
  "narrow-texts",
  "meaningful-texts",
  "plain-texts",
  "independent-texts",
  "free-maps",
  "member-objects",
  "growing-lists",
  "unordered-lists",
  "ordered-lists",
  "item-ids",
  "anyones-ids",
  "second-references",
  "says-id-of",
  "after-its-noun",
  "somebody",
  "leads-to-others",
  "trees",
  "persons",
  "of-this-one",
  "mighty",
  "rows",
  "page-facts",
  "page-objects",
  "more-pages",
  "numbers-of-items",
  "totals",
  "numbers-of-pages",
  "counts-pages",
  "page-sizes",
  "page-brackets",
  "pages-and-orders",
  "offsets",
  "page-numbers",
  "first-is-zero",
  "first-is-one",
  "cursors",
  "last-ids",
  "next-words",
  "leads-further",
  "null-on-last",
  "leading-on",
  "leading-prefixes",
  "names-cursor",
  "carries-filters",
  "carries-order",
  "repeats-query",
  "sort-parameters",
  "sort-ways",
  "says-sorted",
  "sorts-ties",
  "lowest-first",
  "highest-first",
  "by-age",
  "by-event",
  "behind-orders",
  "of-inner-items",
  "by-creation",
  "says-order-of",
  "before-order",
  "second-order",
  "ages",
  "orders-on-request",
  "without-order",
  "by-code-points",
  "puts-some-first",
  "lacks-values",
  "denies-order",
  "ranks",
  "views",
  "paging-words",
  "vague",
  "adds-members",
  "leaves-members",
  "absent-without",
  "present-with",
  "with-all-parts",
  "shown-in-part",
  "lists-names",
  "leaves-nothing-else",
  "searched-members",
  "leaves-more",
  "of-each-item",
  "shaping",
  "languages",
  "one-request",
  "wide-words",
  "earliest",
  "latest",
  "says-least",
  "says-most",
  "exclusive-ends",
  "bounds-themselves",
  "inclusive-ends",
  "exactly",
  "of-any-case",
  "adding-prefixes",
  "hidden-unless",
  "shown-anyway",
  "hidden-without",
  "only-for-true",
  "adds-for-true",
  "only-for-false",
  "all-for-false",
  "inside-words",
  "literal-texts",
  "loosely-found",
  "of-its-case",
  "searches",
  "all-filters",
  "says-refused",
  "empty-beyond",
  "of-former-states",
  "parts-of-texts",
  "names-its-text",
  "names-more-texts",
  "names-other-texts",
  "absent-values",
  "recurring",
  "bounds-of-time",
  "shows-members",
  "widening",
  "restricting",
  "shared",
  "another-time",
  "changed-later",
  "replaces-whole",
  "changed-values",
  "kept-by-operation",
  "follows-changes",
  "reset-by-changes",
  "keeps-values",
  "conditions-of-null",
  "one-of-many",
  "keeps-left-out",
  "keeps-others",
  "adds-to-lists",
  "kept-as-sent",
  "texts-kept",
  "texts-trimmed",
  "says-nothing",
  "becomes",
  "conditions",
  "nothing-else",
  "but-for",
  "present-time",
  "says-last-change",
  "limits-changes",
  "whole-items",
  "of-a-part",
  "never-changes",
  "stays-in-change",
  "keeps-order",
  "says-default",
  "says-count",
  "says-sum",
  "says-mean",
  "says-highest",
  "says-lowest",
  "of-every",
  "of-one-parent",
  "limits-numbers",
  "bounds-numbers",
  "form-of-numbers",
  "ever-counted",
  "says-all",
  "says-at-once",
  "not-late",
  "says-late",
  "currencies",
  "says-whole",
  "says-rounded",
  "says-times",
  "says-minus",
  "says-plus",
  "says-days",
  "between-two",
  "at-or-after",
  "at-or-before",
  "puts-after",
  "puts-before",
  "has-to-be",
  "is-or-not",
  "says-not",
  "limits-rules",
  "opens-conditions",
  "not-checked",
  "where-both",
  "always-so",
  "one-at-a-time",
  "refers-back",
  "takes-rules-back",
  "or-else",
  "refuses-broken",
  "before-formulas",
  "after-formulas",
  "has-to-exist",
  "need-not-exist",
  "never-creates",
  "stays-deletable",
  "not-deleted",
  "kept-in-use",
  "refuses",
  "deleted-too",
  "outlives",
  "says-unique",
  "not-unique",
  "not-deleted-ones",
  "used-again",
  "freed-later",
  "within-one",
  "part-of-names",
  "denied",
  "of-no-effect",
  "stale-versions",
  "names-version",
  "other-clients",
  "taken",
  "done-already",
  "in-another-state",
  "refuses-repetition",
  "before-conditions",
  "opens-conditions-of-states",
  "at-once",
  "of-requests",
  "says-refused-then",
  "says-cannot",
  "says-of-parts",
  "says-possible",
  "denies-quantity",
  "busy-states",
  "says-answered",
  "lifts-refusals",
  "behind-rules",
  "of-other-causes",
  "of-whole-lists",
  "of-filtered",
  "as-requested",
  "as-processed",
  "all-or-none",
  "in-parts",
  "within-request",
  "counts-created",
  "past-times",
  "failed",
  "login-pages",
] as const;

/** A fact that the lexicon states of words. */
export type WordGroup = (typeof wordGroups)[number];
/** A fact that the lexicon states of names and sentences. */
export type PatternGroup = (typeof patternGroups)[number];

/** Where an expression stands in a text, by the key of the lexicon under which it is listed. */
const anchors = {
  names: ["^", "$"],
  beginnings: ["^", ""],
  ends: ["", "$"],
  stems: ["", ""],
  terms: ["\\b", "\\b"],
} as const;

type Anchored = { readonly [Kind in keyof typeof anchors]?: string };

interface Group extends Anchored {
  readonly words?: string;
  readonly before?: string;
  readonly after?: string;
  /** Do capital letters differ from small ones? */
  readonly capitals?: boolean;
}

/** The file lies at the same depth below the package for `src/model` and for `dist/chunks`. */
const file = fileURLToPath(new URL("../../src/model/lexicon.yaml", import.meta.url));

let loaded: Readonly<Record<string, Group>> | undefined;
const sets = new Map<WordGroup, ReadonlySet<string>>();
const patterns = new Map<PatternGroup, RegExp>();

/** Reads the lexicon once, when the first group is asked for: a run on the shipped interface has no use for it. */
function groupOf(name: WordGroup | PatternGroup): Group {
  loaded ??= loadShippedFile(file) as Readonly<Record<string, Group>>;
  return loaded[name] ?? {};
}

/** Returns the words of a group, in the order of the lexicon. */
export function wordsOf(group: WordGroup): ReadonlySet<string> {
  const known = sets.get(group);
  if (known !== undefined) return known;
  const words = new Set(entriesOf(groupOf(group).words ?? ""));
  sets.set(group, words);
  return words;
}

/** Does a word, in small letters, belong to one of the groups? */
export function isOf(word: string, ...wanted: readonly WordGroup[]): boolean {
  return wanted.some((group) => wordsOf(group).has(word));
}

/** Returns the expression of a group, compiled once: names are matched very often in large descriptions. */
export function patternOf(group: PatternGroup): RegExp {
  const known = patterns.get(group);
  if (known !== undefined) return known;
  const { before = "", after = "", capitals = false, ...listed } = groupOf(group);
  const sources = Object.entries(anchors).flatMap(([kind, [start, end]]) => {
    const entries = listed[kind as keyof typeof anchors];
    if (entries === undefined) return [];
    return [`${start}${before}(?:${entriesOf(entries).join("|")})${after}${end}`];
  });
  const pattern = new RegExp(sources.join("|"), capitals ? "" : "i");
  patterns.set(group, pattern);
  return pattern;
}

/** The sentences of a text, and the parts of these that a semicolon divides. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.;])\s+/);
}

/** Does a name or a sentence match a group? */
export function matches(text: string, group: PatternGroup): boolean {
  return patternOf(group).test(text);
}

function entriesOf(text: string): readonly string[] {
  return text.split(/\s+/);
}
