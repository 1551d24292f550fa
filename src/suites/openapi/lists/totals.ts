import { isSuccess, type ParsedExchange } from "../../../checks/index.js";
import { jsonOf, type Operation, responseTo } from "../../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { headerValues } from "../../../transport/index.js";
import { unitsOf } from "../names/filter-names.js";
import { endsInParameter } from "../resources/paths.js";
import { valueAt } from "../resources/places.js";
import { itemMembersOf } from "./filters.js";

/** Where a list says how many items it has. */
export interface Total {
  /** The header, or the names of the members that lead to it. */
  readonly header?: string;
  readonly at: readonly string[];
  readonly name: string;
  /** May it be the number of items on one page? */
  readonly mayBeOfPage: boolean;
}

/** Names of a number of items, by themselves, or after `total`. */
const totals = /^total(?:[_-]?(count|items|elements|results|records|entries|rows|hits))?$/i;
const counts = /^count$/i;
const headers = /^x-total(-count)?$/i;
/** Names of objects that say something of a page. */
const holders = /^_?(meta|metadata|page|paging|pagination|page_?info)$/i;

/** What a description says of a number that is not just that of the items. */
const isOther =
  /estimat|approx|rough|about|at (least|most)|up to|capped|cach|delay|lag|eventual|hidden|archiv|delet|includ|exclud|regardless|ignor|unread|remaining|amount|sum\b|price|money|cents?\b|number of pages|(this|current|the) page\b/i;
const isOfItems = /how many|number of|count|items|entries|records|results|all pages/i;

/** Where a list says how many items it has; undefined where it says so nowhere, or where that may be another number. */
export function totalOf(operation: Operation): Total | undefined {
  const { method, path } = operation;
  const members = itemMembersOf(operation);
  if (method !== "GET" || endsInParameter(path) || Object.keys(members).length === 0) return undefined;
  const response = responseTo(operation, 200);
  const whole = plainSchema(jsonOf(response?.contents ?? [])?.schema ?? {});
  const hasMoney = Object.keys(members).some((name) => unitsOf(name) === "money");
  const found = totalIn(whole, hasMoney);
  if (found !== undefined) return found;
  const header = response?.headers.find(({ name }) => headers.test(name));
  return header === undefined
    ? undefined
    : { header: header.name, at: [], name: header.name, mayBeOfPage: false };
}

function totalIn(schema: AnySchema, hasMoney: boolean, outer: readonly string[] = []): Total | undefined {
  const all = Object.entries(schema.properties ?? {});
  const own = all.find(([name, each]) => isNumberOfItems(name, each, hasMoney));
  if (own !== undefined) {
    const at = [...outer, own[0]];
    return { at, name: at.join("."), mayBeOfPage: counts.test(own[0]) };
  }
  if (outer.length > 0) return undefined;
  const holder = all.find(([name, each]) => holders.test(name) && !leavesChoice(each));
  return holder && totalIn(plainSchema(holder[1]), hasMoney, [holder[0]]);
}

function isNumberOfItems(name: string, schema: AnySchema, hasMoney: boolean): boolean {
  const { description = "", enum: words, ...plain } = plainSchema(schema);
  const isCount = totals.test(name) || counts.test(name);
  if (!isCount || leavesChoice(schema) || typeOf(plain) !== "integer" || words !== undefined) return false;
  if (isOther.test(description)) return false;
  return !/^total$/i.test(name) || !hasMoney || isOfItems.test(description);
}

/** The number of items that a page says the list has; undefined if it says none. */
export function totalOn({ header, at }: Total, { response, json }: ParsedExchange): number | undefined {
  if (!isSuccess(response.status)) return undefined;
  const value =
    header === undefined ? valueAt(json ?? null, at) : headerValues(response, header.toLowerCase())[0];
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && header !== undefined && /^\d{1,15}$/.test(value)
    ? Number(value)
    : undefined;
}
