import type { Level } from "../../contract/index.js";
import { type Report, type Verdict, verdicts } from "../../run/index.js";
import {
  amount,
  list,
  type Members,
  matching,
  members,
  moment,
  number,
  oneOf,
  text,
  UnusableReport,
} from "./fields.js";

/** What a trend keeps of one report: a few hundredths of it. */
export interface TrendRun {
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly target: { readonly name?: string; readonly baseUrl: string; readonly embedded: boolean };
  readonly contract: string;
  readonly tool: string;
  readonly profile: string;
  readonly seed: number;
  /** In ms. */
  readonly duration: number;
  readonly requests: number;
  readonly created: number;
  readonly readOnly: boolean;
  readonly interrupted: boolean;
  readonly conclusion: { readonly status: Report["conclusion"]["status"]; readonly sentence: string };
  readonly requirements: readonly RunRequirement[];
  readonly latency: readonly Latency[];
}

/** One requirement in one run. */
export interface RunRequirement {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  readonly verdict: Verdict;
  /** Why; of a failure, what was expected and what came. */
  readonly reason?: string;
  readonly waiver?: WaiverStatus;
  /** Did it fail now and then within the run? */
  readonly intermittent: boolean;
  /** Of an open point: what the server was seen to choose. */
  readonly choices: readonly string[];
}

/** What became of a waiver. */
export type WaiverStatus = "applied" | "expired" | "stale" | "unused";

/** How long the answers of an operation took, in ms. */
export interface Latency {
  readonly operation: string;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Takes from a parsed file what a trend needs. The file may come from anywhere: every member is looked at, and
 * texts and lists are cut to a length.
 * @throws UnusableReport
 */
export function readRun(file: unknown): TrendRun {
  const report = members(file, "it");
  const format = report["format"];
  if (format !== "pedigree-report/1") {
    throw new UnusableReport(
      typeof format === "string" && format.startsWith("pedigree-report/")
        ? `its format is ${format.slice(0, 40)}, and this version of pedigree reads pedigree-report/1`
        : "it is no report of pedigree",
    );
  }
  const run = members(report["run"], "run");
  const target = members(report["target"], "target");
  const conclusion = members(report["conclusion"], "conclusion");
  const name = target["name"];
  const findings = list(report["findings"], "findings", 10_000).map((each) => members(each, "findings"));
  const latency = members(members(report["statistics"], "statistics")["latency"], "statistics.latency");
  return {
    id: matching(run["id"], "run.id", /^[0-9a-f]{32}$/),
    startedAt: moment(run["startedAt"]),
    target: {
      ...(name === undefined ? {} : { name: text(name, "target.name", 200) }),
      baseUrl: text(target["baseUrl"], "target.baseUrl", 500),
      embedded: target["embedded"] === true,
    },
    contract: text(members(report["contract"], "contract")["version"], "contract.version", 60),
    tool: text(members(report["tool"], "tool")["version"], "tool.version", 60),
    profile: text(run["profile"], "run.profile", 60),
    seed: number(run["seed"], "run.seed"),
    duration: amount(run["duration"], "run.duration"),
    requests: amount(run["requests"], "run.requests"),
    created: amount(run["created"], "run.created"),
    readOnly: run["readOnly"] === true,
    interrupted: run["interrupted"] === true,
    conclusion: {
      status: oneOf(conclusion["status"], "conclusion.status", statuses),
      sentence: text(conclusion["sentence"], "conclusion.sentence", 1000),
    },
    requirements: list(report["requirements"], "requirements", 1000).map((each) =>
      readRequirement(members(each, "requirements"), findings),
    ),
    latency: Object.entries(latency)
      .slice(0, 50)
      .map(([operation, each]) => readLatency(operation, members(each, "statistics.latency"))),
  };
}

const statuses = ["conforms", "does not conform", "inconclusive"] as const;
const levels = ["must", "implied", "advice", "open", "informative"] as const;
const waiverStatuses = ["applied", "expired", "stale", "unused"] as const;

function readRequirement(requirement: Members, findings: readonly Members[]): RunRequirement {
  const id = matching(requirement["id"], "requirements.id", /^[A-Z]{1,30}-[1-9]\d{0,5}$/);
  const level = oneOf(requirement["level"], "requirements.level", levels);
  const waiver = requirement["waiver"];
  const own = findings.filter((finding) => finding["requirement"] === id);
  const reason = requirement["reason"] ?? tellBreach(own[0]);
  const seen = level === "open" ? list(requirement["observations"], "requirements.observations", 300) : [];
  return {
    id,
    level,
    section: text(requirement["section"], "requirements.section", 200),
    sentence: text(requirement["sentence"], "requirements.sentence", 500),
    verdict: oneOf(requirement["verdict"], "requirements.verdict", verdicts),
    ...(reason === undefined ? {} : { reason: text(reason, "requirements.reason", 400) }),
    ...(waiver === undefined
      ? {}
      : { waiver: oneOf(members(waiver, "waiver")["status"], "waiver.status", waiverStatuses) }),
    intermittent: own.some(
      ({ confirmation }) => members(confirmation, "confirmation")["status"] === "intermittent",
    ),
    choices: [...new Set(seen.map((each) => text(members(each, "observations")["choice"], "choice", 200)))],
  };
}

function tellBreach(finding: Members | undefined): string | undefined {
  if (finding === undefined) return undefined;
  return `expected ${text(finding["expected"], "findings.expected", 190)}, got ${text(finding["actual"], "findings.actual", 190)}`;
}

function readLatency(operation: string, { p50, p95, p99 }: Members): Latency {
  return {
    operation: operation.slice(0, 80),
    p50: amount(p50, "p50"),
    p95: amount(p95, "p95"),
    p99: amount(p99, "p99"),
  };
}
