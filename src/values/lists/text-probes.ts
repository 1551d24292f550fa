import type { Json } from "../../json/index.js";
import { type Filter, matches } from "../../model/index.js";
import { inText } from "../parameter-values.js";
import { isFit } from "./distinguishable-values.js";
import { type Shown, type ValueProbe, valuesIn } from "./filter-values.js";

/** A text that is the same wherever it stands. */
const plainText = /^[\p{L}\p{N}]([\p{L}\p{N} _.@-]{0,58})[\p{L}\p{N}]$/u;

export function textProbes(
  filter: Filter,
  own: readonly (readonly string[])[],
  markers: ReadonlySet<string>,
): readonly ValueProbe[] {
  const { at, asked, words } = filter;
  const isMail = matches(at.at(-1) ?? "", "addresses");
  const isListed = asked.enum !== undefined;
  const wordsOf = (text: string): readonly string[] => {
    const lower = text.toLowerCase();
    if (isListed) return [lower];
    return (isMail ? lower.replace(/@.*$/, "") : lower)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "");
  };
  const areDistinguishable = (left: readonly string[], right: readonly string[]): boolean => {
    const others = right.flatMap(wordsOf);
    const isLike = (one: string, other: string): boolean =>
      isListed ? one === other : one.includes(other) || other.includes(one);
    return left.flatMap(wordsOf).every((one) => !others.some((other) => isLike(one, other)));
  };
  const isToken = (text: string): boolean =>
    isListed || markers.has(text) || (isMail && wordsOf(text).some((word) => markers.has(word)));
  const isAsked = (text: string): boolean =>
    isListed ? words.includes(text) : plainText.test(text) && isFit(asked, text);
  const candidates = own
    .filter((texts) => isAsked(texts.at(-1) ?? ""))
    .toSorted((left, right) => Number(isToken(right.at(-1) ?? "")) - Number(isToken(left.at(-1) ?? "")));
  for (const first of candidates) {
    const second = candidates.find((other) => areDistinguishable(first, other));
    if (second === undefined) continue;
    const both = [first, second].map((texts): ValueProbe => {
      const wanted = texts.at(-1) ?? "";
      return {
        wanted,
        isIn: (values) => isToken(wanted) && values.includes(wanted),
        isOut: (values) => areDistinguishable([wanted], values.map(inText)),
      };
    });
    return [...both, ...likeProbes(filter, first.at(-1) ?? "", isToken)];
  }
  // Texts that have a word in common: just one is asked for, where the description says so.
  const [alike] = filter.states.isExactly ? candidates : [];
  return likeProbes(filter, alike?.at(-1) ?? "", () => false).map((each) => ({ ...each, isOfNear: true }));
}

/**
 * Texts that are like one of an item: of a filter that goes by the whole text, as it says, they find nothing; and they find the item
 * where small letters and capitals are the same.
 */
function likeProbes(
  { asked, states, kind }: Filter,
  text: string,
  isToken: (text: string) => boolean,
): readonly ValueProbe[] {
  const { isExactly, isOfItsCase, isOfAnyCase } = states;
  if (!(kind === "text" || kind === "texts") || asked.enum !== undefined) return [];
  const lower = text.toLowerCase();
  const capitals = text === text.toUpperCase() ? lower : text.toUpperCase();
  const isFold = isOfAnyCase && !isOfItsCase && capitals.toLowerCase() === lower;
  const isAsked = (like: string): boolean => like !== text && plainText.test(like) && isFit(asked, like);
  const isSame = (value: Json, like: string): boolean =>
    value === like || (isOfAnyCase && inText(value).toLowerCase() === like.toLowerCase());
  const likes = [
    ...(isExactly ? [text.slice(0, -1), text.slice(1)] : []),
    ...(isOfItsCase ? [capitals] : []),
  ].map((wanted) => ({
    ...{ wanted, isIn: () => false, isOptional: true, isStated: true },
    isOut: (values: readonly Json[]) => !values.some((value) => isSame(value, wanted)),
  }));
  const inCapitals = {
    ...{ wanted: capitals, isOptional: true, isStated: true },
    isIn: (values: readonly Json[]) => isToken(text) && values.some((value) => isSame(value, capitals)),
    isOut: (values: readonly Json[]) => isExactly && !values.some((value) => isSame(value, capitals)),
  };
  return [...likes, ...(isFold ? [inCapitals] : [])].filter(({ wanted }) => isAsked(wanted));
}

/** Words of the run that are in one text alone, and parts of them. */
export function partProbes(
  filter: Filter,
  own: Shown["own"],
  markers: ReadonlySet<string>,
): readonly ValueProbe[] {
  const { texts, asked, states } = filter;
  const wordsIn = (name: string): readonly string[] =>
    own
      .flatMap(({ item }) => valuesIn({ ...filter, texts: [name] }, item))
      .flatMap((value) => inText(value).split(/[^\p{L}\p{N}]+/u))
      .filter((word) => markers.has(word));
  const words = [...new Set(texts.flatMap((name, index) => wordsIn(name).slice(0, index === 0 ? 2 : 1)))];
  const [first = "", second = ""] = words;
  if (second === "") return [];
  const has = (values: readonly Json[], part: string): boolean =>
    values.some((value) => inText(value).toLowerCase().includes(part.toLowerCase()));
  const probe = (wanted: string, isStated = true): ValueProbe => ({
    wanted,
    isIn: (values) =>
      states.isOfAnyCase ? has(values, wanted) : values.some((value) => inText(value).includes(wanted)),
    isOut: (values) => !has(values, wanted),
    ...(isStated && { isStated }),
  });
  const inner = first.slice(1, -1);
  const open = `${first.slice(0, 3)}_${first.slice(4)}`;
  const named = own
    .flatMap(({ item }) => valuesIn(filter, item).map(inText))
    .find((text) => text.includes(first) && text !== text.toLowerCase() && plainText.test(text));
  const otherCases = named === undefined ? [first.toUpperCase()] : [first.toUpperCase(), named.toLowerCase()];
  const stated = [
    ...(states.isInside ? [inner] : []),
    ...(states.isInside || states.isLiteral ? [open] : []),
    ...words.slice(2),
    ...(states.isOfAnyCase ? otherCases : []),
    ...(states.isOfOneText && texts.length === 1 ? wordsElsewhere(filter, own, markers) : []),
  ];
  return [probe(first, false), probe(second, false), ...stated.map((each) => probe(each))].filter(
    ({ wanted }) => isFit(asked, inText(wanted)),
  );
}

/** Other members of which a word is asked for, at most. */
const mostElsewhere = 3;

/** Words that stand in another member of an item, and not in the one that is searched: one of each such member. */
function wordsElsewhere(
  { texts }: Filter,
  own: Shown["own"],
  markers: ReadonlySet<string>,
): readonly string[] {
  const words = new Map<string, string>();
  for (const { item } of own) {
    const searched = texts.map((name) => inText(item[name] ?? "").toLowerCase()).join(" ");
    for (const [name, value] of Object.entries(item)) {
      if (typeof value !== "string" || texts.includes(name) || words.has(name)) continue;
      const word = value
        .split(/[^\p{L}\p{N}]+/u)
        .find((each) => markers.has(each) && !searched.includes(each));
      if (word !== undefined) words.set(name, word);
    }
  }
  return [...words.values()].slice(0, mostElsewhere);
}
