import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  type Filter,
  isChosenByServer,
  isDoubtful,
  isExact,
  oneOrMany,
  type TimeFilter,
} from "../../model/index.js";
import { typeOf } from "../../schema/index.js";
import { inText } from "../parameter-values.js";
import { type Facts, type FilterProbe, type Shown, type ValueProbe, valuesIn } from "./filter-values.js";
import { endProbes, numberProbes } from "./number-probes.js";
import { partProbes, textProbes } from "./text-probes.js";
import { timeProbes, timesWithin } from "./time-probes.js";

/** The values to ask for, by those that items have: of each, some item is out. None where their values are not far apart. */
export function probesFor(
  filter: Filter | TimeFilter,
  { items, own }: Shown,
  facts: Facts,
): readonly FilterProbe[] {
  if ("times" in filter) return [...timeProbes(filter, own, facts.now), ...timesWithin(filter, own, facts)];
  const { at, kind, asked, valueFor } = filter;
  const place = at.join(".");
  const name = at.at(-1) ?? "";
  // Another item may be meant by the name, and be shown by another one.
  const mayExpect =
    (kind === "id" || facts.isClients || !isChosenByServer(name)) &&
    (isExact(filter) || !oneOrMany(name).some(facts.isReference)) &&
    (kind !== "number" || typeOf(asked) === "integer");
  return valueProbes(filter, { items, own }, facts).map(({ wanted, isIn, isOut, isSameUnit, ...further }) => {
    const all = Array.isArray(wanted) ? (wanted as readonly Json[]) : [wanted];
    const text = all.map(inText).join(" or ");
    return {
      asked: valueFor(wanted),
      text,
      meaning: `whose ${place} is ${relationOf(filter)}${text}`,
      isIn: (item) => mayExpect && isIn(valuesIn(filter, item)),
      isOut: (item) => isOut(valuesIn(filter, item)),
      describe: (item) => `whose ${place} is ${inText(valuesIn(filter, item)[0] ?? "")}`,
      ...(isSameUnit && { isSameUnit: (shown) => isSameUnit(shown.map((item) => valuesIn(filter, item))) }),
      ...further,
    };
  });
}

function valueProbes(filter: Filter, { items, own }: Shown, facts: Facts): readonly ValueProbe[] {
  const valuesOf = (item: JsonObject): readonly (readonly Json[])[] =>
    [valuesIn(filter, item)].filter(({ length }) => length > 0);
  if (isExact(filter)) return exactProbes(filter, items.flatMap(valuesOf).flat(), facts);
  const values = own.flatMap(({ item }) => valuesOf(item));
  if (filter.kind === "part") return partProbes(filter, own, facts.markers);
  const isOfText = filter.kind === "text" || filter.kind === "texts";
  if (!isOfText)
    return [...numberProbes(filter, values), ...(facts.isClients ? endProbes(filter, values) : [])];
  return textProbes(
    filter,
    values.map((each) => each.map(inText)),
    facts.markers,
  );
}

/** How a value is related to the one that is asked for. */
const relations: Readonly<Record<string, string>> = {
  texts: "among others ",
  part: "a text with ",
  least: "at least ",
  most: "at most ",
};

function relationOf({ kind, states: { end } }: Filter): string {
  const isOpen = end === "exclusive" && (kind === "least" || kind === "most");
  return isOpen ? { least: "more than ", most: "less than " }[kind] : (relations[kind] ?? "");
}

/**
 * One value that some item has, and another one, which shows whether the filter is obeyed at all; both at once, where that may be
 * asked for; and further words of an enumeration.
 */
function exactProbes(
  filter: Filter,
  shown: readonly Json[],
  { isClients }: Pick<Facts, "isClients">,
): readonly ValueProbe[] {
  const { kind, words, isMany, at } = filter;
  const different = [...new Map(shown.map((value) => [renderJson(value), value])).values()];
  const [first] = shown.slice(-1);
  // The shown value may be made of the time, say, where a filter goes by what is stored.
  const isComputed = kind !== "id" && !isClients && isChosenByServer(at.at(-1) ?? "");
  if (first === undefined || (isComputed && different.length < 2)) return [];
  const other = [...different, ...(kind === "word" ? words : [])].find(
    (value) => renderJson(value) !== renderJson(first),
  );
  const two = kind === "boolean" ? [true, false] : other === undefined ? [first] : [first, other];
  const both = isMany && kind === "word" && two.length > 1 ? [two] : [];
  // A server may know some words of an enumeration, and not others.
  const further =
    kind === "word" && !isDoubtful(filter, isClients) ? words.filter((word) => !two.includes(word)) : [];
  return [...two, ...both, ...further.slice(0, mostFurther)].map((wanted): ValueProbe => {
    const all = (Array.isArray(wanted) ? wanted : [wanted]).map((each: Json) => inText(each).toLowerCase());
    const isAny = (value: Json): boolean => all.includes(inText(value).toLowerCase());
    return {
      wanted,
      isIn: (values) => values.some(isAny),
      isOut: (values) => values.some((value) => !isAny(value)),
      isOptional: Array.isArray(wanted) || (typeof wanted === "string" && further.includes(wanted)),
    };
  });
}

/** Words of an enumeration that are asked for, beside two. */
const mostFurther = 4;
