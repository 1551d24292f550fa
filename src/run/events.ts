import type { Phase } from "../checks/index.js";
import type { Report } from "./report.js";

/** What a run tells its listeners, in this order. Listeners know the run; the run knows no listener. */
export type RunEvent =
  | {
      readonly kind: "run-started";
      readonly baseUrl: string;
      readonly seed: number;
      readonly profile: string;
      /** How many checks there are to run. */
      readonly checks: number;
    }
  | { readonly kind: "phase-started"; readonly phase: Phase; readonly checks: number }
  | {
      readonly kind: "check-finished";
      readonly check: string;
      readonly requirement: string;
      readonly status: string;
      readonly requests: number;
    }
  | { readonly kind: "finding-confirmed"; readonly requirement: string }
  /** The suite itself has failed; the report holds what was learnt until then. */
  | { readonly kind: "bug"; readonly error: unknown }
  | { readonly kind: "run-finished"; readonly report: Report };

/** Called for every event. */
export type Listener = (event: RunEvent) => void;
