import type { Json } from "../json/index.js";
import { isInForce, matches } from "../model/index.js";
import type { Judgement } from "./law.js";

/** A creation that was refused, and the row of a list that shows words which it alone had; undefined where none does. */
export interface RefusedCreation {
  readonly text: string;
  readonly status: number;
  readonly row: Json | undefined;
}

/** What was refused may stand in a list with a state that says so. */
export function judgeRefusedCreation({ text, status, row }: RefusedCreation): Judgement {
  if (row === undefined) return "kept";
  if (!isInForce(row) || saysRefused(row)) return "no occasion";
  return {
    problem: "a refused creation is stored",
    expected: `no item, since ${text} was refused with ${status}`,
    actual: "the list shows an item with the words that were refused",
    pointer: "",
  };
}

function saysRefused(row: Json): boolean {
  const values = typeof row === "object" && row !== null ? Object.values(row) : [];
  return values.some(
    (value) => typeof value === "string" && matches(value, "hiding") && value.length < longestWord,
  );
}

/** A state is a word or two, in characters. */
const longestWord = 20;
