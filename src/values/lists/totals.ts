import { isSuccess, type ParsedExchange } from "../../checks/index.js";
import { jsonOf, type Operation, responseTo } from "../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf, wordsIn } from "../../generate/index.js";
import {
  endsInParameter,
  isOf,
  itemMembersOf,
  itemNounOf,
  matches,
  unitsOf,
  valueAt,
} from "../../model/index.js";
import { headerValues } from "../../transport/index.js";

/** Where a list says how many items it has. */
export interface Total {
  /** The header, or the names of the members that lead to it. */
  readonly header?: string;
  readonly at: readonly string[];
  readonly name: string;
  /** May it be the number of items on one page? */
  readonly mayBeOfPage: boolean;
  /** Does the description say that it is the number of items that a filter leaves? */
  readonly isOfFiltered: boolean;
}

const counts = /^count$/i;
const headers = /^x-total(-count)?$/i;

/** Where a list says how many items it has; undefined where it says so nowhere, or where that may be another number. */
export function totalOf(operation: Operation): Total | undefined {
  const { method, path } = operation;
  const members = itemMembersOf(operation);
  if (method !== "GET" || endsInParameter(path) || Object.keys(members).length === 0) return undefined;
  const response = responseTo(operation, 200);
  const whole = plainSchema(jsonOf(response?.contents ?? [])?.schema ?? {});
  const hasMoney = Object.keys(members).some((name) => unitsOf(name) === "money");
  const isOfAll = (said = ""): boolean => saysAll(said, path);
  const found = totalIn(whole, { hasMoney, isOfAll });
  if (found !== undefined) return found;
  const header = response?.headers.find(
    ({ name, description }) => headers.test(name) && isOfAll(description),
  );
  return header === undefined
    ? undefined
    : {
        ...{ header: header.name, at: [], name: header.name, mayBeOfPage: false },
        isOfFiltered: matches(header.description ?? "", "of-filtered"),
      };
}

/** The facts about a list. */
interface About {
  readonly hasMoney: boolean;
  /** Says a description that a number is that of all items, or nothing? */
  readonly isOfAll: (said?: string) => boolean;
}

function totalIn(schema: AnySchema, about: About, outer: readonly string[] = []): Total | undefined {
  const all = Object.entries(schema.properties ?? {});
  const own = all.find(([name, each]) => isNumberOfItems(name, each, about));
  if (own !== undefined) {
    const at = [...outer, own[0]];
    const { description = "" } = plainSchema(own[1]);
    const isOfFiltered = matches(description, "of-filtered");
    return { at, name: at.join("."), mayBeOfPage: counts.test(own[0]), isOfFiltered };
  }
  if (outer.length > 0) return undefined;
  const holder = all.find(([name, each]) => matches(name, "page-objects") && !leavesChoice(each));
  return holder && totalIn(plainSchema(holder[1]), about, [holder[0]]);
}

function isNumberOfItems(name: string, schema: AnySchema, { hasMoney, isOfAll }: About): boolean {
  const { description = "", enum: words, ...plain } = plainSchema(schema);
  const isCount = matches(name, "totals") || counts.test(name);
  if (!isCount || leavesChoice(schema) || typeOf(plain) !== "integer" || words !== undefined) return false;
  // A total without a word on it may be a sum.
  return isOfAll(description) && (!/^total$/i.test(name) || !hasMoney || description !== "");
}

/** Is a number said to be that of all items of a path, or is nothing said of it? */
function saysAll(said: string, path: string): boolean {
  const segment = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  const nouns = [segment, itemNounOf(path)].flatMap(wordsIn);
  return wordsIn(said).every((word) => word === "" || isOf(word, "of-all-items") || nouns.includes(word));
}

/** The number of items that a page says the list has; undefined if it says none. */
export function totalOn(
  { header, at }: Total,
  { response, json }: Pick<ParsedExchange, "response" | "json">,
): number | undefined {
  if (!isSuccess(response.status)) return undefined;
  const value =
    header === undefined ? valueAt(json ?? null, at) : headerValues(response, header.toLowerCase())[0];
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && header !== undefined && /^\d{1,15}$/.test(value)
    ? Number(value)
    : undefined;
}
