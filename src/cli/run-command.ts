import { join } from "node:path";
import { closest } from "fastest-levenshtein";
import { ConfigurationError, loadContract } from "../contract/index.js";
import {
  type FormatName,
  formats,
  prepareFolder,
  renderSummary,
  safeText,
  showProgress,
  writeReports,
} from "../report/index.js";
import { type Listener, runConformance } from "../run/index.js";
import { exitCodes } from "./outcome.js";
import { openTarget } from "./target.js";
import { readRunOptions, type TargetOptions } from "./target-options.js";

/** What `pedigree run` was given. */
export interface RunCommandOptions extends TargetOptions {
  readonly start?: string;
  readonly waitFor?: string;
  readonly formats: string[];
  readonly reports: string;
  readonly requireTested?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Judges a target, writes the reports and prints what was found. Returns the exit code. */
export async function run(options: RunCommandOptions): Promise<number> {
  const names = readFormats(options.formats);
  prepareFolder(options.reports);
  const contract = loadContract(options.spec);
  const flags = readRunOptions(options, contract);
  const interruption = new AbortController();
  const interrupt = (): void => {
    // The second time, somebody does not want to wait for the reports.
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);

  const target = await openTarget({ options, contract, signal: interruption.signal }).catch(
    (error: unknown) => {
      if (interruption.signal.aborted) return undefined;
      throw error;
    },
  );
  if (target === undefined) return exitCodes.interrupted;
  try {
    const report = await runConformance({
      ...flags,
      contract,
      baseUrl: target.baseUrl,
      key: target.key,
      embedded: target.embedded,
      ...(options.requireTested === undefined ? {} : { requireTested: options.requireTested }),
      onEvent: listenerFor(options),
      signal: interruption.signal,
    });
    const paths = writeReports(report, options.reports, names);
    const color = process.stdout.isTTY === true && !process.env["NO_COLOR"];
    const reportPath = join(options.reports, formats.json.file);
    const summary = renderSummary(report, { color, verbose: options.verbose ?? false, reportPath });
    process.stdout.write(options.quiet ? `${safeText(report.conclusion.sentence)}\n` : `${summary}\n`);
    if (!options.quiet) process.stdout.write(`Reports: ${paths.join(", ")}\n`);
    return report.run.interrupted ? exitCodes.interrupted : report.conclusion.exitCode;
  } finally {
    await target.close();
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
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

function readFormats(names: readonly string[]): readonly FormatName[] {
  const known = Object.keys(formats);
  for (const name of names) {
    if (!known.includes(name)) {
      throw new ConfigurationError(
        `there is no format ${name}; did you mean ${closest(name, known)}? There are ${known.join(", ")}`,
      );
    }
  }
  return names as readonly FormatName[];
}
