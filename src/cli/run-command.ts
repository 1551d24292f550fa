import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigurationError, loadContract } from "../description/index.js";
import {
  defaultFormats,
  type FormatName,
  formats,
  prepareFolder,
  publish,
  renderSummary,
  safeText,
  showProgress,
  tellNextStep,
  writeEachReport,
} from "../report/index.js";
import {
  type Listener,
  type ProfileName,
  type Report,
  type RunOptions,
  runConformance,
} from "../run/index.js";
import { animalStore } from "../suites/index.js";
import { type Cleanup, cleanUp } from "./cleanup.js";
import { type Configuration, loadConfiguration } from "./configuration/configuration.js";
import { lostSince, readEarlierBodies, readLastReport } from "./earlier-runs.js";
import { given } from "./given.js";
import { journalFile, openJournal } from "./journal.js";
import { exitCodes } from "./outcome.js";
import { readFormats } from "./read-formats.js";
import { type ResolvedTarget, resolveSettings } from "./settings.js";
import { openTarget, type Target } from "./target.js";
import { type TargetOptions, warnOnStderr } from "./target-options.js";

/** What `pedigree run` was given. */
export interface RunCommandOptions extends TargetOptions {
  readonly start?: string;
  readonly waitFor?: string;
  readonly formats?: string[];
  readonly reports?: string;
  readonly requireTested?: boolean;
  readonly strict?: boolean;
  readonly cleanup?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Judges a target, writes the reports and prints what was found. Returns the exit code. */
export async function run(options: RunCommandOptions): Promise<number> {
  const plan = planRun(options);
  prepareFolder(plan.folder);
  const interruption = new AbortController();
  const { signal } = interruption;
  const interrupt = (): void => {
    // The second time, somebody does not want to wait for the reports.
    if (signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  };
  for (const signal of interruptions) process.on(signal, interrupt);

  const choice = { target: plan.target, contract: plan.options.contract, signal };
  const target = await openTarget(choice).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (target === undefined) return exitCodes.interrupted;
  try {
    let bug: unknown;
    const listen = listenerFor(options);
    const onEvent: Listener = (event) => {
      if (event.kind === "bug") bug = event.error;
      listen(event);
    };
    const judging = { ...plan.options, onEvent, signal };
    const last = readLastReport(join(plan.folder, formats.json.file));
    const report = await judge(target, join(plan.folder, journalFile), judging);
    const { paths, troubles } = await writeEachReport(report, plan.folder, { formats: plan.formats });
    await print(report, options, { folder: plan.folder, paths });
    warnOfLoss(lostSince(last, report));
    for (const trouble of troubles) process.stderr.write(`pedigree: ${safeText(trouble)}\n`);
    // What was learnt until then is told, and so is this.
    if (bug !== undefined) throw bug;
    if (report.run.interrupted) return exitCodes.interrupted;
    const { exitCode } = report.conclusion;
    return troubles.length > 0 && exitCode !== exitCodes.doesNotConform ? exitCodes.usage : exitCode;
  } finally {
    const cleanup = planCleanup(plan);
    if (cleanup !== undefined) await cleanUp(cleanup);
    await target.close();
    for (const signal of interruptions) process.off(signal, interrupt);
  }
}

function warnOfLoss(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const which = ids.length === 1 ? "1 requirement was" : `${ids.length} requirements were`;
  warnOnStderr(`${which} tested in the last run here, but not in this one: ${ids.join(", ")}`);
}

/** What ends a run early: its reports are written then. */
const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What was decided before anything is sent. */
interface Plan {
  readonly target: ResolvedTarget;
  readonly options: Omit<RunOptions, "baseUrl" | "key">;
  /** Of the reports. */
  readonly folder: string;
  readonly formats: readonly FormatName[];
  /** To be run afterwards. */
  readonly cleanup: { readonly command: string; readonly folder: string } | undefined;
}

function planRun(flags: RunCommandOptions): Plan {
  const contract = loadContract(flags.spec);
  const configuration = loadConfiguration(flags.config, contract);
  const formats = readFormats(flags.formats ?? configuration?.reports.formats ?? defaultFormats);
  const sources = { flags, environment: process.env, configuration, contract, warn: warnOnStderr };
  const { target, profile, options } = resolveSettings(sources);
  const configured = target.kind === "address" ? target.configured?.cleanup : undefined;
  const command = flags.cleanup ?? configured;
  const home = flags.cleanup === undefined ? (configuration?.folder ?? ".") : ".";
  return {
    target,
    options: {
      ...options,
      contract,
      ...given({
        requireTested: flags.requireTested ?? options.requireTested,
        strict: flags.strict ?? configuration?.strict,
        waivers: readWaivers(configuration, profile),
      }),
    },
    folder: flags.reports ?? configuration?.reports.folder ?? "reports",
    formats,
    cleanup: command === undefined ? undefined : { command, folder: home },
  };
}

/** Judges a target that is ready. What is added to the embedded one goes with it, and is not written down. */
async function judge(
  { baseUrl, key, embedded }: Target,
  journalPath: string,
  options: Omit<RunOptions, "baseUrl" | "key">,
): Promise<Report> {
  if (embedded) return runConformance(animalStore, { ...options, baseUrl, key, embedded });
  const journal = openJournal(journalPath);
  if (options.readOnly !== true) journal.prepare();
  const earlierBodies = readEarlierBodies(journalPath, baseUrl);
  try {
    return await runConformance(animalStore, {
      ...options,
      baseUrl,
      key,
      embedded,
      earlierBodies,
      onCreation: journal.write,
    });
  } finally {
    journal.close();
  }
}

/** @throws ConfigurationError for any with a certification: what it certifies has no exceptions */
function readWaivers(
  configuration: Configuration | undefined,
  profile: ProfileName,
): RunOptions["waivers"] | undefined {
  if (configuration === undefined || configuration.waivers.length === 0) return undefined;
  if (profile === "certification")
    throw new ConfigurationError(
      `${configuration.waiversPlace}: the certification profile accepts no waivers: take them out, or use another profile`,
    );
  return configuration.waivers;
}

/** What is to be run after the run; undefined if nothing is, or if nothing was ever added. */
function planCleanup({ target, folder, cleanup }: Plan): Cleanup | undefined {
  const journal = resolve(folder, journalFile);
  if (target.kind === "embedded" || cleanup === undefined || !existsSync(journal)) return undefined;
  return { ...cleanup, journal, baseUrl: target.baseUrl, key: target.key };
}

async function print(
  report: Report,
  { quiet, verbose = false }: RunCommandOptions,
  { folder, paths }: { readonly folder: string; readonly paths: readonly string[] },
): Promise<void> {
  const color = process.stdout.isTTY === true && !process.env["NO_COLOR"];
  const json = join(folder, formats.json.file);
  const reportPath = paths.includes(json) ? json : undefined;
  const text = quiet
    ? safeText(report.conclusion.sentence)
    : [
        renderSummary(report, { color, verbose, reportPath, ...widthOf(process.stdout) }),
        ...(paths.length === 0 ? [] : [`Reports: ${paths.join(", ")}`]),
        tellNextStep(report, paths),
      ].join("\n");
  const place = { reportPath, environment: process.env, warn: warnOnStderr };
  process.stdout.write(await publish(text, report, place));
}

/** A terminal has an edge; a file or a CI log has none. */
function widthOf({ isTTY, columns }: NodeJS.WriteStream): { width?: number } {
  return isTTY && columns > 0 ? { width: columns } : {};
}

function listenerFor(options: RunCommandOptions): Listener {
  const isLive = process.stderr.isTTY === true && !options.quiet;
  if (isLive) return showProgress(process.stderr);
  return (event) => {
    if (event.kind === "run-started" && !options.quiet) {
      process.stderr.write(
        `pedigree: judging ${event.baseUrl} (${event.profile} profile, seed ${event.seed})\n`,
      );
    }
    if (event.kind === "check-finished" && options.verbose) {
      process.stderr.write(`pedigree: ${event.check} ${event.status}\n`);
    }
  };
}
