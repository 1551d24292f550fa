import type { Level, Operation } from "../description/index.js";
import type { Json, JsonObject } from "../json/index.js";

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

/** An item as a response showed it, without what wraps it. */
export interface View {
  /** Undefined where it shows none. */
  readonly id: string | undefined;
  readonly members: JsonObject;
}

/** A request between two reads of an item. */
export interface Request {
  readonly method: Operation["method"];
  readonly status: number;
  /** Its method and address, for people. */
  readonly text: string;
  /** Is it sent to the item itself, or to a part of it? */
  readonly isOfItem: boolean;
  /** The members that its body has; undefined where it is no object. */
  readonly sent: JsonObject | undefined;
  /** Is it the same as the change before it, which was accepted? */
  readonly isRepeated: boolean;
}

/** A request, and an item before and after it. */
export interface Step {
  /** The id in the address of the item. */
  readonly id: string;
  readonly before: View;
  readonly request: Request;
  /** Undefined where the item is not found any more. */
  readonly after: View | undefined;
  /** Members that were shown as the creation had sent them. */
  readonly clients: readonly string[];
  /** Members that other requests in between may have changed. */
  readonly explained: readonly string[];
  /** Is it a text of the run's own making, which no server chooses, counts or sorts? */
  readonly isOwnText: (value: Json) => boolean;
  /** The members that accepted changes in between have sent. */
  readonly others: readonly JsonObject[];
}

/** A law about an item and one request. */
export type ItemLaw = Law<Step>;

export function isBroken(judgement: Judgement): judgement is Broken {
  return typeof judgement !== "string";
}
