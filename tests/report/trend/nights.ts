import { loadContract } from "../../../src/description/index.js";
import { withoutEvidence } from "../../../src/report/trend/gather.js";
import { deriveTrend } from "../../../src/report/trend/index.js";
import type { Trend } from "../../../src/report/trend/trend-schema.js";
import { validateReport } from "../../../src/report/validate-report.js";
import type { FindingReport, Report, RequirementReport, Verdict } from "../../../src/run/index.js";

const { requirements: catalogue } = loadContract();

/** What is particular about one night. */
export interface NightTale {
  /** Requirement → what came of it; all others are passed, or observed. */
  readonly verdicts?: Readonly<Record<string, Verdict>>;
  readonly waived?: readonly string[];
  readonly intermittent?: readonly string[];
  readonly latency?: Report["statistics"]["latency"];
  readonly target?: Report["target"];
  readonly contract?: string;
  readonly run?: Partial<Report["run"]>;
  readonly sentence?: string;
}

/** The report of one night, `night` days after the first. */
export function reportOf(night: number, tale: NightTale = {}): Report {
  const told = catalogue.map((requirement) => requirementOf(requirement, tale));
  const failing = told.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  const findings = failing.map(({ id }, index) => findingOf(index + 1, id, tale));
  const counts = Object.fromEntries(
    ["failed", "inconclusive", "warned", "untested", "not applicable", "observed", "passed"].map(
      (verdict) => [verdict, told.filter((each) => each.verdict === verdict).length],
    ),
  ) as Report["counts"];
  const broken = told.filter(({ verdict, waiver }) => verdict === "failed" && waiver === undefined).length;
  const undecided = counts.inconclusive > 0 || counts.untested > 50;
  const conclusion: Report["conclusion"] =
    broken > 0
      ? {
          status: "does not conform",
          exitCode: 1,
          sentence: `does not conform: ${broken === 1 ? "1 requirement is" : `${broken} requirements are`} broken (60 of 60 requirements tested)`,
        }
      : undecided
        ? {
            status: "inconclusive",
            exitCode: 3,
            sentence: "inconclusive: nothing listens at staging.example:443",
          }
        : { status: "conforms", exitCode: 0, sentence: "conforms, 60 of 60 requirements tested" };
  return {
    format: "pedigree-report/1",
    tool: { name: "pedigree", version: "0.1.0", node: "v20.20.2" },
    contract: { version: tale.contract ?? "1.0.0", requirements: catalogue.length },
    target: tale.target ?? { name: "staging", baseUrl: "https://staging.example/v1", embedded: false },
    run: {
      id: (night + 1).toString(16).padStart(32, "0"),
      startedAt: new Date(Date.UTC(2026, 8, 21 + night, 2, 0, 7)).toISOString(),
      duration: 41_000,
      profile: "nightly",
      seed: 1000 + night,
      now: new Date(Date.UTC(2026, 8, 21 + night, 2, 0, 7)).toISOString(),
      requests: 1237,
      created: 149,
      readOnly: false,
      categories: ["1"],
      interrupted: false,
      ...tale.run,
    },
    conclusion: { ...conclusion, sentence: tale.sentence ?? conclusion.sentence },
    counts,
    requirements: told.map((each) => ({
      ...each,
      findings: findings.filter(({ requirement }) => requirement === each.id).map(({ number }) => number),
    })),
    findings,
    statistics: {
      responses: {},
      latency: tale.latency ?? {
        listAnimals: { p50: 20, p95: 60, p99: 90, max: 120, distribution: [] },
      },
      coverage: [],
    },
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
  { verdicts = {}, waived = [] }: NightTale,
): RequirementReport {
  const usual = level === "informative" ? "not applicable" : level === "open" ? "observed" : "passed";
  const verdict = verdicts[id] ?? verdicts[`${id.split("-")[0]}-*`] ?? usual;
  const isSilent = verdict === "untested" || verdict === "inconclusive" || verdict === "not applicable";
  const why =
    level === "informative" ? reason : isSilent ? "nothing listens at staging.example:443" : undefined;
  return {
    id,
    level,
    section,
    sentence,
    operations,
    verdict: level === "informative" ? "not applicable" : verdict,
    ...(why === undefined ? {} : { reason: why }),
    ...(waived.includes(id)
      ? {
          waiver: { status: "applied", reason: "known", owner: "store-team", expires: "2026-12-31" } as const,
        }
      : {}),
    checks: [],
    observations: [],
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
