import { loadContract } from "../../../src/description/index.js";
import type { FindingReport, Report, RequirementReport, Verdict } from "../../../src/engine/index.js";
import { validateReport, withoutEvidence } from "../../../src/report/trend/gather.js";
import { deriveTrend } from "../../../src/report/trend/index.js";
import type { Trend } from "../../../src/report/trend/trend-schema.js";

const { requirements: catalogue } = loadContract();

/** What is particular about one night. */
export interface NightTale {
  /** Requirement, group of them (`LIST-*`) or all (`*`) → what came of it; others are passed, or observed. */
  readonly verdicts?: Readonly<Record<string, Verdict>>;
  readonly waived?: readonly string[];
  readonly intermittent?: readonly string[];
  readonly latency?: Report["statistics"]["latency"];
  /** Requirement → what the server chose. */
  readonly observations?: Readonly<Record<string, readonly string[]>>;
  readonly target?: Report["target"];
  readonly contract?: string;
  readonly run?: Partial<Report["run"]>;
}

/** A night with these requirements broken. */
export const failing = (...ids: readonly string[]): NightTale => ({
  verdicts: Object.fromEntries(ids.map((id) => [id, "failed"])),
});

/** A night in which the operation `list` took so long, in ms. */
export const taking = (p50: number, p95 = p50): NightTale => ({
  latency: { list: { p50, p95, p99: p95, max: p95, distribution: [] } },
});

/** A night in which nothing could be tested. */
export const away: NightTale = { verdicts: { "*": "untested" }, latency: {} };

const conclusions = {
  broken: { status: "does not conform", exitCode: 1, sentence: "does not conform: 1 requirement is broken" },
  open: { status: "inconclusive", exitCode: 3, sentence: "inconclusive: nothing listens at staging.example" },
  kept: { status: "conforms", exitCode: 0, sentence: "conforms, 60 of 60 binding requirements tested" },
} as const;

/** The report of one night, `night` days after the first. */
export function reportOf(night: number, tale: NightTale = {}): Report {
  const told = catalogue.map((requirement) => requirementOf(requirement, tale));
  const findings = told
    .filter(({ verdict }) => verdict === "failed" || verdict === "warned")
    .map(({ id }, index) => findingOf(index + 1, id, tale));
  const verdicts = ["failed", "inconclusive", "warned", "untested", "not applicable", "observed", "passed"];
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, told.filter((each) => each.verdict === verdict).length]),
  ) as Report["counts"];
  const isBroken = told.some(({ verdict, waiver }) => verdict === "failed" && waiver === undefined);
  const isOpen = counts.inconclusive > 0 || counts.untested > 50;
  const startedAt = new Date(Date.UTC(2026, 8, 21 + night, 2, 0, 7)).toISOString();
  return {
    format: "pedigree-report/1",
    tool: { name: "pedigree", version: "9.9.9", node: "v20.20.2" },
    contract: { version: tale.contract ?? "1.0.0", requirements: catalogue.length },
    target: tale.target ?? { name: "staging", baseUrl: "https://staging.example/v1", embedded: false },
    run: {
      id: (night + 1).toString(16).padStart(32, "0"),
      startedAt,
      duration: 41_000,
      profile: "nightly",
      seed: 1000 + night,
      now: startedAt,
      requests: 1237,
      created: 149,
      readOnly: false,
      categories: ["1"],
      interrupted: false,
      ...tale.run,
    },
    conclusion: conclusions[isBroken ? "broken" : isOpen ? "open" : "kept"],
    counts,
    requirements: told.map((each) => ({
      ...each,
      findings: findings.filter(({ requirement }) => requirement === each.id).map(({ number }) => number),
    })),
    findings,
    statistics: { responses: {}, latency: tale.latency ?? taking(20, 60).latency ?? {}, coverage: [] },
    exchanges: { all: 0, entries: [] },
  };
}

/** The same as a trend reads it. */
export function readNight(night: number, tale?: NightTale): Report {
  const report = validateReport(JSON.parse(JSON.stringify(reportOf(night, tale))));
  if (typeof report === "string") throw new Error(report);
  return withoutEvidence(report);
}

/** The trend of these nights, the first the oldest. */
export function trendOf(tales: readonly NightTale[]): Trend {
  const reports = tales.map((tale, night) => readNight(night, tale));
  return deriveTrend({ reports, leftOut: [], duplicates: 0 });
}

function requirementOf(
  { id, level, section, sentence, operations, reason }: (typeof catalogue)[number],
  { verdicts = {}, waived = [], observations = {} }: NightTale,
): RequirementReport {
  const told = verdicts[id] ?? verdicts[`${id.split("-")[0]}-*`] ?? verdicts["*"];
  const verdict =
    level === "informative" ? "not applicable" : (told ?? (level === "open" ? "observed" : "passed"));
  const isSilent = ["untested", "inconclusive", "not applicable"].includes(verdict);
  const waiver = { status: "applied", reason: "known", owner: "store-team", expires: "2026-12-31" } as const;
  return {
    id,
    level,
    section,
    sentence,
    operations,
    verdict,
    ...(isSilent && { reason: reason ?? "nothing listens at staging.example" }),
    ...(waived.includes(id) && { waiver }),
    checks: [],
    observations: (observations[id] ?? []).map((choice) => ({ choice, count: 1 })),
    findings: [],
  };
}

function findingOf(number: number, requirement: string, { intermittent = [] }: NightTale): FindingReport {
  return {
    number,
    requirement,
    requirements: [requirement],
    verdict: "failed",
    level: "must",
    operations: [],
    places: [],
    explainedBy: [],
    problem: "problem",
    expected: "at most 20 items",
    actual: "21 items",
    confirmation: intermittent.includes(requirement)
      ? { status: "intermittent", seen: 3 }
      : { status: "repeats", seen: 2, of: 2 },
    sightings: 1,
    check: "check",
    input: {},
    exchanges: [],
    shownBy: 0,
  };
}

const periods: readonly (readonly [id: string, verdict: Verdict, from: number, to: number])[] = [
  ["LIST-10", "not applicable", 0, 59],
  ["CREATE-*", "untested", 12, 12],
  ["AUTH-8", "warned", 10, 40],
  ["CREATE-12", "failed", 30, 59],
  ["LIST-5", "inconclusive", 37, 37],
  ["DEP-5", "warned", 45, 59],
  ["PET-5", "failed", 47, 59],
  ["LIST-8", "failed", 50, 50],
  ["GET-4", "failed", 52, 58],
  ["LIST-8", "failed", 53, 53],
  ["GEN-3", "failed", 55, 55],
  ["LIST-8", "failed", 57, 57],
  ["LIST-3", "failed", 59, 59],
];

/** Sixty nights as a team may have had them, with one of everything. */
export const twoMonths: readonly NightTale[] = Array.from({ length: 60 }, (_, night) => {
  if (night === 22) return away;
  const told = periods.filter(([, , from, to]) => from <= night && night <= to);
  const times = { p50: 20 + (night % 7), p95: 60 + (night % 5), p99: 90, max: 120, distribution: [] };
  return {
    verdicts: Object.fromEntries(told.map(([id, verdict]) => [id, verdict])),
    waived: night >= 34 ? ["CREATE-12"] : [],
    intermittent: ["GEN-3"],
    latency: { listPets: times, getPet: times, ...(night !== 12 && { createPet: times }) },
    run: { readOnly: night === 12 },
  };
});
