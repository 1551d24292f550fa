import { type Check, lenient, meetTarget, putsToTest, type World } from "../suite/index.js";
import { assembleReport } from "./assemble.js";
import type { Attempt } from "./attempt.js";
import { createLedger, type Ledger } from "./ledger.js";
import type { RunOptions } from "./options.js";
import type { ProfileName } from "./profile.js";
import { redactReport } from "./redact-report.js";
import type { Report } from "./report.js";
import { hideSecrets } from "./secrets.js";
import { openSession } from "./session.js";
import { runStages, wantedChecks } from "./stages.js";
import { type Judgement, judgeRequirement } from "./verdict.js";
import { applyWaivers } from "./waiver.js";

/**
 * Judges a server against the contract. Never rejects for anything a server does; for a mistake of the suite itself
 * only if there is no listener to be told of it.
 * @returns the report, in which no form of the key is left
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const began = performance.now();
  const session = openSession(options);
  const { world, client, lifeline, profile, seed, stop } = session;
  const ledger = createLedger();
  const secrecy = hideSecrets(options);
  options.onEvent?.({
    kind: "run-started",
    baseUrl: options.baseUrl,
    seed,
    profile: profile.name,
    checks: wantedChecks(options.only).length,
  });

  const attempts: Attempt[] = [];
  const durations = new Map<Check, number>();
  let trouble: string | undefined;
  try {
    const meeting = await meetTarget(world, session.sendTo);
    if (meeting.status === "met") {
      const { only, onEvent } = options;
      await runStages({ session, ledger, only, onEvent, attempts, durations });
    } else {
      trouble = secrecy.hideQuoted(meeting.reason);
    }
    if (stop.aborted) trouble = "the run was interrupted";
    trouble ??= session.heldBack() ?? lifeline.lost();
    if (trouble === undefined) await world.budget.settle();
  } catch (error) {
    if (options.onEvent === undefined) throw error;
    // What ended it must not cost what was learnt. What was foreseen, such as a full disk, is no mistake of ours.
    const isForeseen = error instanceof Error && error.name === "ConfigurationError";
    trouble = isForeseen
      ? `the run ended early: ${error.message}`
      : "the run ended early, because of a bug in pedigree";
    options.onEvent?.({ kind: "bug", error });
  } finally {
    await client.close();
  }

  const waivers = profile.name === "certification" ? [] : (options.waivers ?? []);
  const judgements = applyWaivers(
    judgeAll({ options, world, ledger, attempts, profile: profile.name, trouble }),
    waivers,
    startedAt,
  );
  const report = assembleReport({
    options,
    session,
    judgements,
    attempts,
    durations,
    trouble,
    startedAt,
    began,
  });
  const safe = redactReport(report, secrecy);
  options.onEvent?.({ kind: "run-finished", report: safe });
  return safe;
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
      attempts: attempts.filter(({ check }) => putsToTest(check, requirement.id)),
      judged: world.judged.get(requirement.id) ?? 0,
      observations: world.observations.get(requirement.id) ?? new Map<string, number>(),
      breaches: breaches.filter(({ finding }) => finding.requirement === requirement.id),
      cutShort: trouble,
      lenient: lenient[profile]?.includes(requirement.id) ?? false,
    });
  });
}
