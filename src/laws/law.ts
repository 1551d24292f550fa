import type { Level } from "../description/index.js";

/** The facts about a law. */
export interface LawFacts {
  /** The last part of the id of its check. */
  readonly id: string;
  /** Stands in the id of its requirement. */
  readonly name: string;
  readonly level: Level;
  readonly sentence: string;
  /** Where the promise stands: RFC and section. Absent where the meaning of the operations alone implies it. */
  readonly source?: string;
  /** The id of a law that says the same where both are broken. */
  readonly explainedBy?: string;
}

/** The check of a law. */
export function lawCheck({ id }: Pick<LawFacts, "id">): string {
  return `laws/${id}`;
}

/** A promise about all that a run has seen: a pure function, which sends nothing. */
export interface Law<Seen> extends LawFacts {
  readonly judge: (seen: Seen) => Judgement;
}

/** Was a law kept or broken, or could nothing that was seen have broken it? */
export type Judgement = "kept" | "no occasion" | Broken;

/** How a law is broken. */
export interface Broken {
  /** The same for each occurrence, whichever operation shows it. */
  readonly problem: string;
  readonly expected: string;
  readonly actual: string;
  /** Points to the member that shows it; absent where the item is not found. */
  readonly pointer?: string;
}

export function isBroken(judgement: Judgement): judgement is Broken {
  return typeof judgement !== "string";
}
