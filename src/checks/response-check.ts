import type { Interference, Place } from "./finding.js";
import type { ParsedExchange } from "./parsed-exchange.js";
import type { RunState } from "./state.js";

/** How a response contradicts a check. */
export interface Objection {
  /** The part of the check that is broken, by its id; the check itself if absent. */
  readonly check?: string;
  /** Tells this objection from others of the same check; `broken` if there is one only. */
  readonly problem?: string;
  /** What objections to the same response have in common that have one cause; absent if nothing. */
  readonly cause?: string;
  readonly expected: string;
  readonly actual: string;
  readonly at?: Place;
  readonly interference?: Interference;
  /** What cannot go on with such a response: the scenario that asked for it, or not even the other response checks. */
  readonly ends?: "scenario" | "judging";
}

/** Judges every response of a run by itself. Pure, but for what it observes. */
export interface ResponseCheck<State extends RunState = RunState> {
  readonly id: string;
  /** The expectation, as a sentence. */
  readonly title: string;
  readonly judge: (parsed: ParsedExchange, state: State) => readonly Objection[] | "not applicable";
}
