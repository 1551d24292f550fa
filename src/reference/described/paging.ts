import type { Operation } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { type Filter, filtersOf, valueAt } from "../../model/index.js";
import type { Values } from "./call.js";
import type { Item } from "./store.js";

const sizeNames = /^(limit|size|count|first|top|max|max_?results|(page_?)?size|per_?page|page_?limit)$/i;
const startNames = /^(offset|skip|start|start_?index)$/i;
const pageNames = /^(page|page_?(no|number|index))$/i;

/** Is it a parameter that says which part of a list is asked for? */
export function isPaging(name: string): boolean {
  return [sizeNames, startNames, pageNames].some((pattern) => pattern.test(name));
}

/** The page that is asked for: the query filters the items, and says where the page begins and how long it is. */
export function pageOf(all: readonly Item[], operation: Operation, values: Values) {
  const filters = filtersOf(operation);
  const selected = all.filter(({ members }) => filters.every((each) => isMeant(each, members, values.query)));
  const countOf = (pattern: RegExp): number | undefined => {
    const found = operation.parameters.find((each) => each.in === "query" && pattern.test(each.name));
    const value = found && (values.query[found.name] ?? plainSchema(found.schema).default);
    return value === undefined || !/^\d+$/.test(`${value}`) ? undefined : Number(value);
  };
  const size = countOf(sizeNames) ?? selected.length;
  const page = countOf(pageNames);
  const start = countOf(startNames) ?? (page === undefined ? 0 : Math.max(0, page - 1) * size);
  return { page: selected.slice(start, start + size), total: selected.length };
}

/** Has an item what a filter asks for, if it asks for anything? */
function isMeant({ parameter, name, at, kind }: Filter, members: JsonObject, query: JsonObject): boolean {
  const [, part] = /\[([^\]]+)\]$/.exec(name) ?? [];
  const asked = query[parameter.name];
  const wanted = part !== undefined && isJsonObject(asked) ? asked[part] : asked;
  if (wanted === undefined) return true;
  const has = valueAt(members, at);
  if (kind === "least") return numberOf(has) >= numberOf(wanted);
  if (kind === "most") return numberOf(has) <= numberOf(wanted);
  const own = listOf(has ?? null);
  return listOf(wanted).some((each) => own.some((other) => renderJson(other) === renderJson(each)));
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** The number that a value is; none where it is not there. */
function numberOf(value: Json | undefined): number {
  return value === undefined || value === null ? Number.NaN : Number(renderJson(value));
}
