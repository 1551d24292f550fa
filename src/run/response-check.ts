import type { Place, Reading } from "../judge/index.js";
import type { RunState } from "./state.js";

/** What a response check says of an answer that contradicts its requirement. */
export interface Objection {
  readonly problem?: string;
  readonly expected: string;
  readonly actual: string;
  readonly at?: Place;
  /** Is the answer of use all the same, although the check spoils what it objects to? */
  readonly usable?: true;
}

/** Judges every answer of a run by one requirement. Pure, but for what it observes. */
export interface ResponseCheck<State extends RunState = RunState> {
  readonly requirement: string;
  /** The claim, as a sentence. */
  readonly title: string;
  /** Is an answer that it objects to of no further use? */
  readonly spoils: boolean;
  readonly judge: (reading: Reading, state: State) => readonly Objection[] | "not concerned";
}
