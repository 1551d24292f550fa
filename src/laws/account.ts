import { type Json, type JsonObject, renderJson } from "../json/index.js";
import { momentOf } from "../model/index.js";
import { isStillShown } from "../values/index.js";
import type { Law } from "./law.js";
import type { Row } from "./sorted-lists.js";

/** A creation that was accepted, and rows of the list that was asked for afterwards. */
export interface Addition {
  /** Its method and address, for people. */
  readonly text: string;
  readonly status: number;
  readonly sent: JsonObject;
  /** The row of the item that its response showed. */
  readonly created: Row;
  /** Rows of items that other creations led to. */
  readonly others: readonly Row[];
  /** A row that is new since then, and to which no creation led; undefined where there is none with words of this request. */
  readonly second: Row | undefined;
  /** Is it a text of the run's own making? */
  readonly isOwnText: (value: Json) => boolean;
}

/**
 * A second row has to be the same item but for what makes each item unlike all others: a draft, an earlier version, an entry of a history
 * and the next date of a series say in a member what they are.
 */
export const addedOnce: Law<Addition> = {
  id: "added-once",
  name: "added once",
  level: "implied",
  sentence: "A creation that is accepted adds one item to its list.",
  source: "RFC 9110, section 15.3.2",
  judge: (addition) => {
    const { text, status, sent, created, second, isOwnText } = addition;
    if (second === undefined) return "kept";
    const showsWord = Object.entries(sent).some(
      ([name, value]) => isOwnText(value) && second.members[name] === value,
    );
    const names = Object.keys({ ...created.members, ...second.members });
    if (!showsWord || !names.every((name) => isAlike(addition, second, name))) return "no occasion";
    return {
      problem: "one creation adds two items",
      expected: `one item, since ${text} was sent once and answered with ${status}`,
      actual: `${created.id}, and ${second.id} with the same values`,
      pointer: "",
    };
  },
};

/** Has a second row the same member, or one that each item has for itself? */
function isAlike({ created, others, sent }: Addition, second: Row, name: string): boolean {
  const [one, other] = [created.members[name], second.members[name]];
  if (one === undefined || other === undefined) return false;
  if (isStillShown(one, other) && isStillShown(other, one)) return true;
  if ((sent[name] ?? null) !== null) return false;
  const [first, later] = [momentOf(one), momentOf(other)];
  if (first !== undefined && later !== undefined)
    return `${one}`.length > dayLength && Math.abs(later - first) <= longestBetween;
  return isOwnId(name, created, second) || isEachItsOwn(name, [created, second, ...others]);
}

/** A day alone says no time; the time between two items that one request adds, in ms. */
const [dayLength, longestBetween] = [10, 60_000];

/** Is it the id, or a text such as a link that has the id in it? */
function isOwnId(name: string, created: Row, second: Row): boolean {
  const without = ({ id, members }: Row): string => renderJson(members[name] ?? null).replaceAll(id, "");
  const isText = [created, second].every(({ members }) => typeof members[name] === "string");
  return (isText || /(^|_|[a-z])i[dD]$|ID$/.test(name)) && without(created) === without(second);
}

/** Has each of at least three rows a value of its own there, such as a number or a slug? */
function isEachItsOwn(name: string, rows: readonly Row[]): boolean {
  const values = new Set(rows.map(({ members }) => renderJson(members[name] ?? null)));
  return rows.length > 2 && values.size === rows.length;
}
