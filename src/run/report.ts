import type { Place } from "../checks/index.js";
import type { Level } from "../description/index.js";
import type { CaseKind } from "../generate/index.js";
import type { Conclusion } from "./conclusion.js";
import type { Confirmation } from "./findings.js";
import type { Verdict, WaiverOutcome } from "./verdict.js";

/**
 * Everything a run leaves behind: `report.json`, described by `spec/report.schema.json`. Plain data, in which no
 * form of the key is left. Integers that a reader must not round are written `{"$int": "…"}`.
 */
export interface Report {
  readonly format: "pedigree-report/1";
  readonly tool: { readonly name: string; readonly version: string; readonly node: string };
  readonly contract: { readonly version: string; readonly requirements: number };
  readonly target: {
    /** What the configuration calls it. */
    readonly name?: string;
    readonly baseUrl: string;
    readonly embedded: boolean;
  };
  readonly run: RunFacts;
  readonly conclusion: Conclusion;
  /** Requirements with each verdict. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** All requirements in the order of the catalogue. */
  readonly requirements: readonly RequirementReport[];
  /** What was found, the cause before what follows from it. */
  readonly findings: readonly FindingReport[];
  readonly statistics: Statistics;
  readonly exchanges: ExchangeLog;
}

/** What was exchanged, in the order in which it ended. */
export interface ExchangeLog {
  /** How many exchanges there were. */
  readonly all: number;
  /** Those that were kept: all of a short run; of a long one, the first of every sort. Long bodies are cut. */
  readonly entries: readonly LoggedExchange[];
}

/** An exchange of the log; `renderCurl` makes its command line. */
export type LoggedExchange = Omit<ExchangeReport, "curl">;

/** How the run went. Times in ms. */
export interface RunFacts {
  /** Tells this run from all others, also in the journal of what it added: 32 hexadecimal digits. */
  readonly id: string;
  readonly startedAt: string;
  readonly duration: number;
  readonly profile: string;
  readonly seed: number;
  /** The clock by which the removal date was judged. */
  readonly now: string;
  readonly requests: number;
  /** Items that the run added, and that are still there. */
  readonly created: number;
  readonly readOnly: boolean;
  /** Category ids that the server accepted, in decimal. */
  readonly categories: readonly string[];
  readonly interrupted: boolean;
}

/** One requirement and its verdict. */
export interface RequirementReport {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly operations: readonly string[];
  readonly verdict: Verdict;
  readonly reason?: string;
  /** A known failure that is accepted for a time. */
  readonly waiver?: WaiverOutcome;
  readonly checks: readonly CheckReport[];
  /** What the server was seen to choose, and how often. */
  readonly observations: readonly { readonly choice: string; readonly count: number }[];
  /** Numbers of the findings that contradict it. */
  readonly findings: readonly number[];
}

/** One check and how its inputs ended. */
export interface CheckReport {
  readonly id: string;
  readonly title: string;
  readonly inputs: Readonly<Record<string, number>>;
  /** How long it took, in ms; absent where it judges the exchanges of others. */
  readonly duration?: number;
}

/** One way in which a requirement is broken, with its smallest counterexample. */
export interface FindingReport {
  /** From 1; what `replay --finding` takes. */
  readonly number: number;
  readonly requirement: string;
  /** All requirements that it breaks, this one first. */
  readonly requirements: readonly string[];
  /** Of these requirements, as far as it goes by this finding. */
  readonly verdict: Verdict;
  /** Of the first of them. */
  readonly level: Level;
  /** Broken requirements that may explain it. */
  readonly explainedBy: readonly string[];
  readonly problem: string;
  readonly expected: string;
  readonly actual: string;
  /** The part of the answer that it is about; absent where no part shows it, and in reports of earlier versions. */
  readonly at?: Place;
  readonly confirmation: Confirmation;
  /** In how many places of the run it was seen. */
  readonly sightings: number;
  readonly check: string;
  /** What the check was tried with: enough to try it again. */
  readonly input: unknown;
  /** Why it cannot be expected to show again, where that is so. */
  readonly happensOnce?: string;
  /** The sequence that led to it. */
  readonly exchanges: readonly ExchangeReport[];
  /** Which of them shows it: an index. */
  readonly shownBy: number;
}

/** A body as text, or as base64 where it is no text. */
export type BodyReport =
  | { readonly text: string; readonly bytes: number; readonly cut?: true }
  | { readonly base64: string; readonly bytes: number; readonly cut?: true };

/** One request and what came back. */
export interface ExchangeReport {
  readonly operation: string;
  readonly label: string;
  readonly credential: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: BodyReport;
  };
  /** The trace id that the request carried in `traceparent`, for the server's own logs. */
  readonly trace: string;
  readonly sentAt: number;
  readonly duration: number;
  readonly retries: number;
  readonly response?: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: BodyReport;
  };
  readonly transportError?: { readonly cause: string; readonly detail: string };
  /** The same request as a command line, with the key as `$PEDIGREE_API_KEY`. */
  readonly curl: string;
}

/** Figures over all exchanges. Times in ms. */
export interface Statistics {
  /** Operation → status (or the cause why there was none) → how often. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Operation → how long answers took. */
  readonly latency: Readonly<Record<string, LatencyReport>>;
  /** What was sent and how it was answered, by operation, kind and label of the case. */
  readonly coverage: readonly CoverageReport[];
}

/** How long answers took, in ms. */
export interface LatencyReport {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** How many took longer than the class before and no longer than this; classes without any are left out. */
  readonly distribution: readonly { readonly upTo: number; readonly count: number }[];
}

/** One sort of case, and its answers. */
export interface CoverageReport {
  readonly operation: string;
  readonly kind: CaseKind;
  /** What is particular about it, for example `limit=101`; `others` for what was too much to tell apart. */
  readonly label: string;
  /** Status, or the cause why there was none → how often. */
  readonly responses: Readonly<Record<string, number>>;
}
