import type { Level } from "../../description/index.js";
import type { Report, RequirementReport, Verdict } from "../../run/index.js";
import { validateReport } from "../validate-report.js";

/** What a trend keeps of one report: a few hundredths of it. */
export interface TrendRun {
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly target: Report["target"];
  readonly contract: string;
  readonly profile: string;
  readonly seed: number;
  /** In ms. */
  readonly duration: number;
  readonly requests: number;
  readonly conclusion: Pick<Report["conclusion"], "status" | "sentence">;
  readonly requirements: readonly RunRequirement[];
  /** Operation → how long answers took, in ms. */
  readonly latency: Readonly<Record<string, Latency>>;
}

/** One requirement in one run. */
export interface RunRequirement {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly verdict: Verdict;
  /** Is it broken, and is that accepted for a time? */
  readonly waived: boolean;
  /** Did it fail now and then within the run? */
  readonly intermittent: boolean;
  /** Why; of a failure, what was expected and what came. */
  readonly reason?: string;
}

/** How long answers took, in ms. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

const mostOfReason = 400;

/** Takes from a parsed file what a trend needs, or tells why it is no report that can be used. */
export function readRun(file: unknown): TrendRun | string {
  const report = validateReport(file);
  if (typeof report === "string") return `it is no report of this version of pedigree: ${report}`;
  const { run, target, contract, conclusion, requirements, statistics } = report;
  const start = new Date(run.startedAt);
  if (Number.isNaN(start.getTime())) return "its run.startedAt is no moment";
  return {
    id: run.id,
    startedAt: start.toISOString(),
    target,
    contract: contract.version,
    profile: run.profile,
    seed: run.seed,
    duration: run.duration,
    requests: run.requests,
    conclusion: { status: conclusion.status, sentence: conclusion.sentence },
    requirements: requirements.map((each) => readRequirement(each, report)),
    latency: Object.fromEntries(
      Object.entries(statistics.latency).map(([operation, { p50, p95, p99 }]) => [
        operation,
        { p50, p95, p99 },
      ]),
    ),
  };
}

function readRequirement(requirement: RequirementReport, { findings }: Report): RunRequirement {
  const { id, level, section, sentence, verdict, waiver } = requirement;
  const own = findings.filter((finding) => finding.requirement === id);
  const breach = own[0] === undefined ? undefined : `expected ${own[0].expected}, got ${own[0].actual}`;
  const reason = (requirement.reason ?? breach)?.slice(0, mostOfReason);
  return {
    id,
    level,
    section,
    sentence,
    verdict,
    waived: waiver?.status === "applied" && (verdict === "failed" || verdict === "warned"),
    intermittent: own.some(({ confirmation }) => confirmation.status === "intermittent"),
    ...(reason === undefined ? {} : { reason }),
  };
}
