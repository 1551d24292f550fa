import { join, resolve } from "node:path";
import { ConfigurationError, isCatalogued } from "../description/index.js";
import { type Listener, type Report, type RunOptions, runConformance, type Suite } from "../engine/index.js";
import {
  defaultFormats,
  describeNextSteps,
  formatFiles,
  formats,
  listFindings,
  nameKeyVariable,
  prepareFolder,
  publish,
  renderConclusion,
  renderSummary,
  showProgress,
  writeEachReport,
} from "../report/index.js";
import {
  defined,
  exitCodes,
  loadSettings,
  type ReferenceProcess,
  readFormats,
  type Settings,
  type Target,
  tell,
  usesColor,
  warnOnStderr,
  withTarget,
} from "../settings/index.js";
import { archiveReports, dropPreviousReports, reportsFolder } from "./archive-reports.js";
import { compareWithBaseline, readBaseline } from "./baseline.js";
import { cleanUp } from "./cleanup.js";
import { journalFile, openJournal, openRunJournal, readEarlierBodies } from "./journal.js";
import { failedIn, lostSince, needFailures, readLastReport } from "./last-report.js";
import { tellExitCode } from "./outcome.js";
import { countNotCalled, lackedValues, warnOfLimitations } from "./plan-command.js";

/**
 * Judges a target, writes the reports and prints what was found. Returns the exit code.
 * @param launched the embedded server, where it is starting already: only where no other can be meant
 */
export async function run(flags: Settings, launched?: Promise<ReferenceProcess>): Promise<number> {
  const plan = await planRun(flags).catch(async (error: unknown) => {
    archiveReports(await reportsFolder(flags.reports, flags.config));
    await launched?.then(({ stop }) => stop()).catch(() => undefined);
    throw error;
  });
  archiveReports(plan.folder);
  const journal = openRunJournal(plan.folder);
  return withTarget({ ...plan, launched }, (target, stop) => carryOut({ ...plan, journal }, target, stop));
}

async function carryOut(
  { journal, ...plan }: Plan & { readonly journal: ReturnType<typeof openRunJournal> },
  target: Target,
  stop: AbortSignal,
): Promise<number> {
  try {
    let bug: unknown;
    const listen = listenerFor(plan.settings);
    const onEvent: Listener = (event) => {
      if (event.kind === "bug") bug = event.error;
      if (event.kind === "pattern-undecided") warnOfPattern(event.pattern, plan.locatePattern);
      if (event.kind === "member-left-out") warnOfMember(event.schema, plan.locate);
      listen(event);
    };
    const complete = (part: Report): Report => nameKeyVariable(part, plan.target?.keyVariable);
    const onCheckpoint = (part: Report): void => journal.write(complete(part));
    const judged = await judge(plan.suite, target, plan.folder, {
      ...plan.options,
      onEvent,
      onCheckpoint,
      signal: stop,
    });
    // It ends while the reports are written.
    if (target.embedded) void target.close();
    const report = complete(judged);
    const { paths, troubles } = await writeEachReport(report, plan.folder, { formats: plan.formats });
    dropPreviousReports(paths);
    journal.close(report, !report.run.interrupted && troubles.length === 0 && bug === undefined);
    const drift = await compareWithBaseline(report, plan.settings, plan.options);
    if (!plan.settings.quiet) for (const line of drift.lines) tell(line);
    await print(report, plan, paths);
    warnOfLoss(lostSince(plan.last, report, plan.options.only));
    warnOfStale(report, plan.options);
    const limits = plan.settings.maxLatency;
    const exitCode = tellExitCode(report, { troubles, drift: drift.failure, limits });
    // The results until then are reported, and so is this.
    if (bug !== undefined) throw bug;
    return report.run.interrupted ? exitCodes.interrupted : exitCode;
  } finally {
    await tidyUp(plan, target);
  }
}

function warnOfLoss(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const which = ids.length === 1 ? "1 requirement was" : `${ids.length} requirements were`;
  warnOnStderr(`${which} tested in the last run here, but not in this one: ${ids.join(", ")}`);
}

/** A pattern that takes too long shows only when it is matched. */
function warnOfPattern(pattern: string, locate: Plan["locatePattern"]): void {
  const place = locate(pattern);
  // The process may have judged by another description before.
  if (place === undefined) return;
  warnOnStderr(`left out: ${place}: the pattern ${pattern} takes too long to match (it is not judged)`);
}

function warnOfMember(schema: object, locate: Plan["locate"]): void {
  const place = locate(schema);
  if (place === undefined) return;
  warnOnStderr(`left out: ${place}: with it, a value would be too long, or have too many members`);
}

/** Warns of what the configuration says of an interface, and a whole run had no use for. */
function warnOfStale({ run, conclusion }: Report, { only, shard }: Pick<RunOptions, "only" | "shard">): void {
  const isWhole =
    !run.readOnly && !run.interrupted && run.timeLimit === undefined && conclusion.trouble === undefined;
  if (!isWhole || only !== undefined || shard !== undefined) return;
  const stale = (run.knowledge ?? []).filter(({ status }) => status === "stale");
  if (stale.length === 0) return;
  const names = stale.map(({ section, name }) => `${section} ${name}`).join(", ");
  warnOnStderr(`api: this run had no use for ${names}: correct it, or take it out`);
}

type Plan = Awaited<ReturnType<typeof planRun>>;

/** Plans all that is decided before anything is sent. */
async function planRun(flags: Settings) {
  // Until 0.3.0, it went on with a run that was cut off.
  if (flags.resume === true)
    throw new ConfigurationError(
      "--resume is no longer there: run again without it, and divide a long run with --shard; pedigree report reports/journal.json shows the results of the run that was cut off",
    );
  const loaded = await loadSettings(flags);
  const { contract, configuration, target, settings, options } = loaded;
  const { reports: folder = "reports", profile, lastFailed = false } = settings;
  if (profile === "certification" && configuration !== undefined && configuration.waivers.length > 0)
    throw new ConfigurationError(
      `${configuration.waiversPlace}: the certification profile accepts no waivers: take them out, or use another profile`,
    );
  const last = readLastReport(folder);
  const only = lastFailed ? { only: failedIn(last, folder) } : {};
  needFailures(settings.failOn ?? []);
  const formats = readFormats(settings.formats ?? defaultFormats);
  prepareFolder(folder);
  const { targetName: name } = options;
  const judged = { baseUrl: target?.baseUrl ?? "", embedded: target === undefined, ...defined({ name }) };
  const known = await readBaseline(settings, { target: judged, digest: contract.digest });
  warnOfLimitations(loaded);
  return { ...loaded, options: { ...options, contract, ...known, ...only }, folder, formats, last };
}

/** Judges a target that is ready. Items that are added to the embedded one go with it, and are not written down. */
async function judge(
  suite: Suite,
  { baseUrl, key, tokens, embedded, started }: Target,
  folder: string,
  options: Omit<RunOptions, "baseUrl" | "key">,
): Promise<Report> {
  const judging = { ...options, baseUrl, key, ...defined({ tokens, started }), embedded };
  if (embedded) return runConformance(suite, judging);
  const path = join(folder, journalFile);
  const journal = openJournal(path);
  if (options.readOnly !== true) journal.prepare();
  const earlierBodies = readEarlierBodies(path, baseUrl);
  try {
    return await runConformance(suite, {
      ...judging,
      earlierBodies,
      onCreation: journal.write,
      onChange: journal.write,
    });
  } finally {
    journal.close();
  }
}

/** Runs the command that the settings name for this, unless nothing was ever added to this target. */
async function tidyUp(
  { folder, options, settings: { cleanup } }: Plan,
  { baseUrl, key, tokens, embedded }: Target,
) {
  if (embedded || cleanup === undefined || options.readOnly === true) return;
  const journal = resolve(folder, journalFile);
  if (readEarlierBodies(journal, baseUrl).length === 0) return;
  const current = (await tokens?.current()) ?? key;
  await cleanUp({ ...cleanup, journal, baseUrl, key: current, secrets: tokens?.secrets() ?? [] });
}

async function print(
  report: Report,
  { contract, options, configuration, settings, folder, unreadable }: Plan,
  paths: readonly string[],
): Promise<void> {
  const { quiet, verbose = false, json = false } = settings;
  const stream = json ? process.stderr : process.stdout;
  const color = usesColor(stream);
  // A terminal has an edge; a file or a CI log has none.
  const width = stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
  const file = join(folder, formatFiles.json);
  const reportPath = paths.includes(file) ? file : undefined;
  const isDescribed = !isCatalogued(contract);
  const notCalled = isDescribed ? countNotCalled({ contract, options, unreadable }) : undefined;
  const text = quiet
    ? [...listFindings(report, { color }), renderConclusion(report)].join("\n")
    : [
        renderSummary(report, { color, verbose, reportPath, ...defined({ width }) }),
        ...(paths.length === 0 ? [] : [`Reports: ${paths.join(", ")}`]),
        describeNextSteps(report, {
          paths,
          isConfigured: configuration !== undefined,
          ...defined({ notCalled }),
          ...(isDescribed && { lacking: lackedValues({ contract, options }, report) }),
        }),
      ].join("\n");
  stream.write(await publish(text, report, { reportPath, environment: process.env, warn: warnOnStderr }));
  if (json) process.stdout.write(formats.json.render(report));
}

function listenerFor({ quiet, verbose }: Settings): Listener {
  if (process.stderr.isTTY && !quiet) return showProgress(process.stderr);
  return (event) => {
    if (event.kind === "run-started" && !quiet)
      tell(`judging ${event.baseUrl} (${event.profile} profile, seed ${event.seed})`);
    if (event.kind === "check-finished" && verbose) tell(`${event.check} ${event.status}`);
    if (event.kind === "finding-confirmed" && verbose) tell(`found: ${event.requirement} is broken`);
  };
}
