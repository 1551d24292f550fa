import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "../description/index.js";
import { writeFileAtomically } from "../report/index.js";
import { continueReport, profiles, type Report, type RunOptions, toolVersion } from "../run/index.js";
import { loadReport, moveOrRemove } from "./last-report.js";
import type { Settings } from "./settings.js";
import { kinds } from "./values.js";
import { tell, warnOnStderr } from "./warn.js";

/** The file of what a run has learnt so far, as a report, until the run has written its reports. */
export const runJournalFile = "journal.json";

/**
 * The journal of a run, in the folder of its reports.
 * @param isResumed does it go on with a run that was cut off, whose journal is there?
 */
export function openRunJournal(folder: string, isResumed: boolean) {
  const path = join(folder, runJournalFile);
  let isBegun = false;
  let isWarned = false;
  /** Replaces the journal; it is on the disk when this returns. The earlier content stays where that cannot be. */
  const write = (report: Report): void => {
    isBegun = true;
    const trouble = writeFileAtomically(path, `${JSON.stringify(report)}\n`, true);
    if (trouble === undefined || isWarned) return;
    isWarned = true;
    warnOnStderr(`${trouble}: if the run is cut off now, what it has learnt since then is lost`);
  };
  return {
    write,
    /** Of a run that has ended, with a report of it or without. It is kept for one that can be gone on with. */
    close: (report: Report, isComplete: boolean): void => {
      if (!isBegun && !isResumed) return;
      if (!isComplete) write(report);
      else if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
    },
  };
}

/** Renames the journal of a run that was cut off, and says so. */
export function archiveJournal(folder: string): void {
  const path = join(folder, runJournalFile);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const aside = `${path}.previous`;
  moveOrRemove(path, aside);
  tell(
    `the last run here was cut off; what it had learnt is now in ${aside}: "pedigree report ${aside}" shows it`,
  );
}

/**
 * Reads what the run in this folder had learnt that was cut off.
 * @throws ConfigurationError if there is none that can be gone on with
 */
export async function readRunJournal(folder: string): Promise<Report> {
  const path = join(folder, runJournalFile);
  if (!existsSync(path))
    throw new ConfigurationError(`there is no ${path}: no run was cut off there; run without --resume`);
  const report = await loadReport(path);
  if (report.target.embedded) throw refuse("its server was the embedded one, and is gone");
  if (report.tool.version !== toolVersion) throw refuse(`it is of pedigree ${report.tool.version}`);
  return report;
}

function refuse(why: string): ConfigurationError {
  return new ConfigurationError(
    `the run that was cut off cannot be gone on with: ${why}; run without --resume`,
  );
}

/** The settings of a run that was cut off, as far as its report knows them. */
export function settingsOfJournal({ run }: Report): Settings {
  const profile = kinds.profile.parse(run.profile);
  return {
    seed: run.seed,
    categories: run.categories.map(BigInt),
    ...(profile === undefined ? {} : { profile }),
    ...(run.readOnly ? { readOnly: true } : {}),
    ...(run.shard === undefined ? {} : { shard: run.shard }),
  };
}

/**
 * How to go on with a run that was cut off, and what both come to together.
 * @param there the address, and how many items the run is known to have added there
 * @throws ConfigurationError if the settings are those of another run
 */
export function resume(
  earlier: Report,
  options: Omit<RunOptions, "baseUrl" | "key">,
  { baseUrl, created }: { readonly baseUrl: string | undefined; readonly created: number },
) {
  const { run, statistics, contract, target } = earlier;
  if (contract.digest !== options.contract.digest) throw refuse("it is about another contract");
  if (contract.mapping !== options.contract.mapping)
    throw refuse("another build of pedigree began it, whose checks verify other requirements");
  if (target.baseUrl !== baseUrl) throw refuse("it is about another target");
  const { shard } = run;
  if (shard?.number !== options.shard?.number || shard?.of !== options.shard?.of)
    throw refuse("it is another shard, or no shard");
  if (run.seed !== options.seed || run.profile !== options.profile)
    throw refuse(`it has seed ${run.seed} and the ${run.profile} profile`);
  const requireTested = options.requireTested ?? profiles[options.profile ?? "gate"].requireTested;
  return {
    options: {
      ...options,
      resume: {
        from: statistics.random?.reached ?? 0,
        elapsed: run.duration,
        created: Math.max(run.created, created),
      },
    },
    complete: (report: Report): Report =>
      continueReport(earlier, report, options.contract, {
        ...options,
        requireTested: requireTested && options.shard === undefined,
        trouble: report.conclusion.trouble,
      }),
  };
}
