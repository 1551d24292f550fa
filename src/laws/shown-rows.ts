import { isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import { isStillShown } from "../values/index.js";
import type { Law } from "./law.js";

/** An item as it was read, and as a row of a list shows it, while nothing has changed it. */
export interface ReadAndRow {
  readonly read: JsonObject;
  readonly row: JsonObject;
  /** The members that clients send. */
  readonly clients: readonly string[];
  /** The path and query of the list, for people. */
  readonly text: string;
}

/** A row may lack members. It may have the beginning of a text, a signed address, and a summary of what is no plain value. */
export const rowsAsRead: Law<ReadAndRow> = {
  id: "rows",
  name: "rows as read",
  level: "implied",
  sentence: "A list shows an item with the values that it is read with.",
  judge: ({ read, row, clients, text }) => {
    const shown = clients.filter((name) => isPlain(read[name]) && isPlain(row[name]));
    const differing = shown.filter(
      (name) => !isStillShown(read[name], row[name]) && !isShortened(row[name], read[name]),
    );
    // A list that does not select all members shows zero values of the others.
    if (
      shown.length === 0 ||
      differing.some((name) => row[name] === "" || renderJson(row[name] ?? null) === "0")
    )
      return "no occasion";
    const [other] = differing;
    if (other === undefined) return "kept";
    return {
      problem: `another ${other} in the list`,
      expected: `${other} is ${renderJson(read[other] ?? null)}, as the item shows it`,
      actual: `${renderJson(row[other] ?? null)}, in the row of that item in ${text}`,
      pointer: "",
    };
  },
};

function isPlain(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !Array.isArray(value) && !isJsonObject(value);
}

/** Is a text shown in a shorter form, or is it an address, which may be signed or lead to a smaller picture? */
function isShortened(actual: Json | undefined, whole: Json | undefined): boolean {
  if (typeof actual !== "string" || typeof whole !== "string") return false;
  // One word is a state or a name: it is not cut.
  const isShorter = actual !== "" && actual.length < whole.length && /\s/.test(whole);
  const marks = actual.match(/\.{3}|\u2026|[[\]<>]/gu) ?? [];
  return isShorter || marks.some((each) => !whole.includes(each)) || /^(https?:)?\//i.test(actual);
}
