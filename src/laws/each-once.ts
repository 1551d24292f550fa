import { renderJson } from "../json/index.js";
import type { Law } from "./law.js";
import { type Row, sameItems } from "./sorted-lists.js";

/** The rows of one response of a list. */
export interface ShownRows {
  readonly rows: readonly Row[];
  /** Does an id belong to an item of the run that is not deleted? */
  readonly isOwn: (id: string) => boolean;
  /** The path and query of the request, for people. */
  readonly text: string;
}

/**
 * Rows with one id that differ are joined ones, such as one for each tag of an item. An item that creations have added twice may be in a
 * list twice, as a track in a playlist.
 */
export const eachOnce: Law<ShownRows> = {
  id: "each-once",
  name: "each item once",
  level: "implied",
  sentence: "A list shows each item once.",
  explainedBy: sameItems.id,
  judge: ({ rows, isOwn, text }) => {
    const repeated = repeatedIds(rows);
    if (repeated.length === 0) return rows.length === 0 ? "no occasion" : "kept";
    const own = repeated.find(isOwn);
    if (own === undefined) return "no occasion";
    const count = rows.filter(({ id }) => id === own).length;
    return {
      problem: "an item twice in one list",
      expected: `${own} once in ${text}`,
      actual: `${own} in ${count} rows`,
      pointer: "",
    };
  },
};

/** The ids of rows that a list shows again as they are. */
export function repeatedIds(rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  const shown = new Set<string>();
  const repeated = new Set<string>();
  for (const { id, members } of counts.size === rows.length ? [] : rows) {
    if (counts.get(id) === 1) continue;
    const row = renderJson(members);
    if (shown.has(row)) repeated.add(id);
    shown.add(row);
  }
  return [...repeated];
}
