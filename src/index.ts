/**
 * Pedigree as a library: judge a server, run the reference server, read the contract.
 *
 * @example
 * const report = await runConformance({ contract: loadContract(), baseUrl: "http://localhost:8080/v1", key });
 * if (report.conclusion.exitCode !== 0) console.error(renderSummary(report, { color: true, verbose: false }));
 */
import { readBaseUrl } from "./cli/address.js";
import { checkKey } from "./cli/credentials.js";
import { loadSettings } from "./cli/resolve-settings.js";
import type { Settings } from "./cli/settings.js";
import { ConfigurationError } from "./description/index.js";
import {
  type FindingReport,
  runConformance as judge,
  type Replay,
  type Report,
  type RunOptions,
  replayFinding as replay,
} from "./run/index.js";
import { animalStore } from "./suites/index.js";

export { type Contract, loadContract, type Requirement } from "./description/index.js";
export { type ReferenceServer, startReferenceServer } from "./reference/index.js";
export { renderSummary, writeReports } from "./report/index.js";
export type { FindingReport, Report, RequirementReport, RunEvent, RunOptions, Verdict } from "./run/index.js";
export { ConfigurationError };

/**
 * What to judge, and how, as the command line has it: from flags by their names (`{ target: "staging" }`), the
 * environment, and the configuration file.
 * @throws ConfigurationError for the first thing that is wrong, or if no target is named
 */
export async function loadRunOptions(flags: Settings): Promise<RunOptions> {
  const { contract, target, options } = await loadSettings(flags);
  if (target === undefined)
    throw new ConfigurationError("no target is named: give one, or set it in the configuration");
  return { ...options, contract, baseUrl: target.baseUrl, key: target.key };
}

/**
 * Judges a server against the Animal Store interface.
 * @throws ConfigurationError for a base address that is none, or a key that a header cannot carry
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  return judge(animalStore, checked(options));
}

/** Sends a finding's counterexample again. @throws ConfigurationError as `runConformance` does */
export async function replayFinding(options: RunOptions, finding: FindingReport): Promise<Replay> {
  return replay(animalStore, checked(options), finding);
}

function checked(options: RunOptions): RunOptions {
  return { ...options, baseUrl: readBaseUrl(options.baseUrl), key: checkKey(options.key) };
}
