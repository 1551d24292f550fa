import { isFraction, isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { type Filter, isExact, valueAt } from "../../model/index.js";

/** A value that a filter is asked for, and its consequence for an item: one that is neither in nor out may be shown or not. */
export interface FilterProbe {
  /** The value, as a query has it. */
  readonly asked: Json;
  readonly text: string;
  /** The items that are asked for. */
  readonly meaning: string;
  readonly isIn: (item: JsonObject) => boolean;
  readonly isOut: (item: JsonObject) => boolean;
  /** The values of an item. */
  readonly describe: (item: JsonObject) => string;
  /** May the server refuse it? */
  readonly isOptional?: boolean;
  /** Is it of values that are near each other, as of numbers between which there is no other? Others show more. */
  readonly isOfNear?: boolean;
  /** Is it judged for itself, since the description states just that? The others count only together. */
  readonly isStated?: boolean;
  /** Do these items, which are shown for it, say that the filter goes by the unit in which they are shown? It does, if absent. */
  readonly isSameUnit?: (shown: readonly JsonObject[]) => boolean;
}

/** The items that a list shows without a filter. */
export interface Shown {
  readonly items: readonly JsonObject[];
  /** Those of the run. */
  readonly own: readonly { readonly item: JsonObject }[];
}

/** The facts that a run knows. */
export interface Facts {
  /** Words that stand in no request but one. */
  readonly markers: ReadonlySet<string>;
  readonly now: Date;
  /** Is a member the id of another item? */
  readonly isReference: (name: string) => boolean;
  /** Do items have the values of the filter's member that the run chose, whatever its name is? */
  readonly isClients: boolean;
}

/** A value that is asked for, and its consequence for an item by its values. */
export interface ValueProbe extends Pick<FilterProbe, "isOptional" | "isStated" | "isOfNear"> {
  readonly wanted: Json;
  readonly isIn: (values: readonly Json[]) => boolean;
  readonly isOut: (values: readonly Json[]) => boolean;
  readonly isSameUnit?: (shown: readonly (readonly Json[])[]) => boolean;
}

/** The value of an item by which an exact filter goes; undefined if it is not allowed by its schema, or is unknown. */
export function exactValueIn({ at, kind, words }: Filter, item: JsonObject): Json | undefined {
  const value = valueAt(item, at);
  if (value === undefined || value === null || isFraction(value)) return undefined;
  if (isJsonObject(value) || Array.isArray(value)) return undefined;
  if (kind === "boolean") return typeof value === "boolean" ? value : undefined;
  if (kind === "word") return typeof value === "string" && words.includes(value) ? value : undefined;
  return typeof value === "string" || typeof value === "bigint" ? value : undefined;
}

/** The values of an item by which a filter goes; none if one is unknown. */
export function valuesIn(filter: Filter, item: JsonObject): readonly Json[] {
  const { at, kind, texts } = filter;
  if (kind === "part")
    return texts.map((name) => item[name] ?? null).filter((value) => typeof value === "string");
  const found = isExact(filter) ? exactValueIn(filter, item) : valueAt(item, at);
  if (found === undefined || found === null) return [];
  if (isExact(filter)) return [found];
  const all = kind === "texts" && Array.isArray(found) ? (found as readonly Json[]) : [found];
  const isText = (value: Json): boolean => typeof value === "string";
  const isNumber = (value: Json): boolean => typeof value === "bigint" || isFraction(value);
  return all.every(kind === "text" || kind === "texts" ? isText : isNumber) ? all : [];
}
