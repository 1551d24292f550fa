import { isMiss, nearMisses } from "../cases/index.js";
import type { Contract } from "../contract/index.js";
import { createClient, createRedact, type Exchange } from "../http/index.js";
import { createSchemaValidator } from "../judge/index.js";
import {
  type Check,
  checks,
  createWorld,
  lenient,
  meetTarget,
  oracles,
  stages,
  type World,
} from "../suite/index.js";
import type { Attempt } from "./attempt.js";
import type { Listener } from "./events.js";
import { runJob, runRandom } from "./job.js";
import { runInLanes } from "./lanes.js";
import { createLedger, type Ledger } from "./ledger.js";
import { createLifeline, type Lifeline } from "./lifeline.js";
import { type ProfileName, profiles } from "./profile.js";
import { createRandomSource, type RandomSource } from "./random.js";
import { recordBreach, redactAll, summarize } from "./record.js";
import type { Report, RequirementReport } from "./report.js";
import { toolVersion } from "./tool-version.js";
import {
  conclude,
  type Judgement,
  judgeRequirement,
  rootCausesFirst,
  type Verdict,
  verdicts,
} from "./verdict.js";

/** What to judge, and how. Durations in ms. */
export interface RunOptions {
  readonly contract: Contract;
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly embedded?: boolean;
  readonly profile?: ProfileName;
  readonly seed?: number;
  /** Category ids that exist; empty if they are to be learned. */
  readonly categories?: readonly bigint[];
  readonly readOnly?: boolean;
  readonly maxCreated?: number;
  /** Requests a second. */
  readonly rate?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly settle?: number;
  /** Ids of the requirements to test; all if absent. */
  readonly only?: readonly string[];
  readonly requireTested?: boolean;
  /** The clock by which the removal date is judged. */
  readonly now?: Date;
  readonly onEvent?: Listener;
  /** Ends the run early; what was learnt until then is reported. */
  readonly signal?: AbortSignal;
}

/** Stages in which one check comes after the other. */
const oneByOne = new Set(["meet", "fill", "keys", "end"]);
const defaults = {
  concurrency: 8,
  timeout: 10_000,
  settle: 0,
  sizeLimit: 32 * 1024 * 1024,
  patience: 60_000,
};

/**
 * Judges a server against the contract. Never rejects for anything a server does.
 * @returns the report, in which no form of the key is left
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const began = performance.now();
  const profile = profiles[options.profile ?? "gate"];
  const seed = options.seed ?? profile.seed();
  const random = createRandomSource(seed);
  const exchanges: Exchange[] = [];
  const stop = options.signal ?? new AbortController().signal;
  const client = createClient({
    baseUrl: options.baseUrl,
    key: options.key,
    userAgent: `pedigree/${toolVersion}`,
    concurrency: options.concurrency ?? defaults.concurrency,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    timeout: options.timeout ?? defaults.timeout,
    sizeLimit: defaults.sizeLimit,
    patience: defaults.patience,
    signal: stop,
  });
  const lifeline = createLifeline(client, (exchange) => exchanges.push(exchange));
  const world = openWorld(options, lifeline, random, profile.maxCreated);
  const ledger = createLedger();
  options.onEvent?.({ kind: "run-started", baseUrl: options.baseUrl, seed, profile: profile.name });

  let attempts: readonly Attempt[] = [];
  let trouble: string | undefined;
  try {
    const meeting = await meetTarget(world);
    if (meeting.status !== "met") trouble = meeting.reason;
    if (meeting.status === "met" || meeting.status === "stranger") {
      const plan = { world, ledger, random, randomCases: profile.randomCases, lifeline, options, stop };
      attempts = await runStages(plan, meeting.status === "stranger");
    }
    trouble ??= stop.aborted ? "the run was interrupted" : lifeline.lost();
  } finally {
    await client.close();
  }

  const judgements = judgeAll({ options, world, ledger, attempts, profile: profile.name, trouble });
  const requireTested = options.requireTested ?? profile.requireTested;
  const failed = rootCausesFirst(judgements.filter(({ breaches }) => breaches.length > 0));
  const findings = failed.flatMap(({ breaches }) => breaches);
  const numbers = new Map(findings.map((breach, index) => [breach, index + 1]));
  const report: Report = {
    format: "pedigree-report/1",
    tool: { name: "pedigree", version: toolVersion, node: process.version },
    contract: { version: options.contract.version, requirements: options.contract.requirements.length },
    target: { baseUrl: options.baseUrl, embedded: options.embedded ?? false },
    run: {
      startedAt: startedAt.toISOString(),
      duration: Math.round(performance.now() - began),
      profile: profile.name,
      seed,
      now: world.now.toISOString(),
      requests: client.sent(),
      created: world.created,
      readOnly: world.readOnly,
      categories: [...world.accepted].map(String),
      interrupted: stop.aborted,
    },
    conclusion: conclude(judgements, { requireTested, profile: profile.name, trouble }),
    counts: countVerdicts(judgements),
    requirements: judgements.map((judgement) => reportRequirement(judgement, world, attempts, numbers)),
    findings: findings.map((breach, index) => recordBreach(breach, index + 1, options.baseUrl)),
    statistics: summarize(exchanges),
  };
  const safe = redactAll(report, createRedact(options.key));
  options.onEvent?.({ kind: "run-finished", report: safe });
  return safe;
}

interface Plan {
  readonly world: World;
  readonly ledger: Ledger;
  readonly random: RandomSource;
  readonly randomCases: number;
  readonly lifeline: Lifeline;
  readonly options: RunOptions;
  readonly stop: AbortSignal;
}

/** Runs every stage after the other; of a stranger only what needs no store. */
async function runStages(plan: Plan, stranger: boolean): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const stage of stages) {
    const due = checks.filter((check) => check.stage === stage && isWanted(check, plan.options.only));
    plan.options.onEvent?.({ kind: "stage-started", stage, checks: due.length });
    if (oneByOne.has(stage)) {
      for (const check of due) await runInLanes(planCheck(plan, check, attempts), 1);
    } else {
      const tasks = due.flatMap((check) => planCheck(plan, check, attempts));
      await runInLanes(tasks, plan.options.concurrency ?? defaults.concurrency);
    }
    if (stranger) break;
  }
  return attempts;
}

/** The tasks of one check: each input of the coverage walk, then the random ones. */
function planCheck(plan: Plan, check: Check, attempts: Attempt[]): (() => Promise<void>)[] {
  const { world, ledger, options } = plan;
  const inputs = check.inputs(world);
  const keep = (added: readonly Attempt[]): void => {
    attempts.push(...added);
    const [status = "untested"] = added.map((each) => each.status);
    const requests = added.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
    options.onEvent?.({
      kind: "check-finished",
      check: check.id,
      requirement: check.requirement,
      status,
      requests,
    });
  };
  const isOver = (): boolean => plan.stop.aborted || plan.lifeline.lost() !== undefined;
  return [
    ...inputs.map((input) => async (): Promise<void> => {
      if (!isOver()) keep([await runJob(world, ledger, check, input)]);
    }),
    async (): Promise<void> => {
      if (isOver()) return;
      const budget = { cases: plan.randomCases, seed: plan.random.seedFor(check.id) };
      keep(await runRandom(world, ledger, check, budget));
    },
  ];
}

/** What the first requests of a run must learn is needed whatever is wanted. */
function isWanted(check: Check, only: readonly string[] | undefined): boolean {
  return (
    only === undefined || only.includes(check.requirement) || check.stage === "meet" || check.stage === "fill"
  );
}

function openWorld(options: RunOptions, lifeline: Lifeline, random: RandomSource, maxCreated: number): World {
  return createWorld({
    contract: options.contract,
    validate: createSchemaValidator(options.contract),
    send: lifeline.send,
    baseUrl: options.baseUrl,
    misses: nearMisses.filter((miss) => isMiss(miss, options.key)),
    now: options.now ?? new Date(),
    categories: options.categories ?? [],
    readOnly: options.readOnly ?? false,
    maxCreated: options.maxCreated ?? maxCreated,
    settle: options.settle ?? defaults.settle,
    token: random.token,
    randomInt64: random.int64,
  });
}

interface Findings {
  readonly options: RunOptions;
  readonly world: World;
  readonly ledger: Ledger;
  readonly attempts: readonly Attempt[];
  readonly profile: ProfileName;
  readonly trouble: string | undefined;
}

function judgeAll({ options, world, ledger, attempts, profile, trouble }: Findings): readonly Judgement[] {
  const breaches = ledger.breaches();
  return options.contract.requirements.map((requirement) => {
    if (options.only !== undefined && !options.only.includes(requirement.id)) {
      return { requirement, verdict: "untested", reason: "left out by --only", breaches: [] };
    }
    return judgeRequirement(requirement, {
      attempts: attempts.filter(({ check }) => check.requirement === requirement.id),
      judged: world.judged.get(requirement.id) ?? 0,
      observations: world.observations.get(requirement.id) ?? new Map<string, number>(),
      breaches: breaches.filter(({ finding }) => finding.requirement === requirement.id),
      cutShort: trouble,
      lenient: lenient[profile]?.includes(requirement.id) ?? false,
    });
  });
}

function reportRequirement(
  { requirement, verdict, reason, breaches }: Judgement,
  world: World,
  attempts: readonly Attempt[],
  numbers: ReadonlyMap<unknown, number>,
): RequirementReport {
  const observations = [...(world.observations.get(requirement.id) ?? [])];
  const own = checks.filter((check) => check.requirement === requirement.id);
  const watching = oracles.filter((oracle) => oracle.requirement === requirement.id);
  return {
    id: requirement.id,
    level: requirement.level,
    section: requirement.section,
    sentence: requirement.sentence,
    operations: requirement.operations,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    checks: [
      ...watching.map(({ title }) => ({
        id: `${requirement.id}/every-answer`,
        title,
        inputs: { judged: world.judged.get(requirement.id) ?? 0 },
      })),
      ...own.map((check) => ({
        id: check.id,
        title: check.title,
        inputs: countStatuses(attempts.filter((each) => each.check === check)),
      })),
    ],
    observations: observations.map(([choice, count]) => ({ choice, count })),
    findings: breaches.map((breach) => numbers.get(breach) ?? 0),
  };
}

function countStatuses(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of attempts) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function countVerdicts(judgements: readonly Judgement[]): Record<Verdict, number> {
  const count = (verdict: Verdict): number => judgements.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>;
}
