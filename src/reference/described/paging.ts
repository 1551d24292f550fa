import type { Operation } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import { type Json, renderJson } from "../../json/index.js";
import type { Values } from "./call.js";
import type { Item } from "./stock.js";

const sizeNames = /^(limit|size|count|first|top|max|max_?results|(page_?)?size|per_?page|page_?limit)$/i;
const startNames = /^(offset|skip|start|start_?index)$/i;
const pageNames = /^(page|page_?(no|number|index))$/i;

/** Is it a parameter that says which part of a list is asked for? */
export function isPaging(name: string): boolean {
  return [sizeNames, startNames, pageNames].some((pattern) => pattern.test(name));
}

/** The page that is asked for: the query filters the items, and says where the page begins and how long it is. */
export function pageOf(all: readonly Item[], operation: Operation, values: Values) {
  const selected = all.filter(({ members }) =>
    operation.parameters
      .filter((each) => each.in === "query" && !isPaging(each.name))
      .every(({ name }) => {
        const [wanted, has] = [values.query[name], members[name]];
        return wanted === undefined || has === undefined || Array.isArray(wanted) || isSame(wanted, has);
      }),
  );
  const numberOf = (pattern: RegExp): number | undefined => {
    const found = operation.parameters.find((each) => each.in === "query" && pattern.test(each.name));
    const value = found && (values.query[found.name] ?? plainSchema(found.schema).default);
    return value === undefined || !/^\d+$/.test(`${value}`) ? undefined : Number(value);
  };
  const size = numberOf(sizeNames) ?? selected.length;
  const page = numberOf(pageNames);
  const start = numberOf(startNames) ?? (page === undefined ? 0 : Math.max(0, page - 1) * size);
  return { page: selected.slice(start, start + size), total: selected.length };
}

function isSame(wanted: Json, has: Json): boolean {
  return renderJson(wanted) === renderJson(has);
}
