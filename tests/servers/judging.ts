import { onTestFinished } from "vitest";
import { animalStore } from "../../src/contracts/index.js";
import { loadContract } from "../../src/description/index.js";
import {
  type FindingReport,
  type Report,
  type RequirementReport,
  type RunOptions,
  realNetwork,
} from "../../src/engine/index.js";
import {
  applyOperators,
  conforming,
  mutants,
  type Operator,
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
  variants,
} from "../../src/server/index.js";
import { judgeInProcess } from "./clock.js";

export const contract = loadContract();
export const key = "Gk7-valid_Key.42";

/** How many requirements decide whether a server conforms. */
export const binding = contract.requirements.filter(
  ({ level }) => level === "must" || level === "implied",
).length;
/** What is said of a server that conforms, where everything could be tested. */
export const allTested = `conforms, ${binding} of ${binding} binding requirements tested; ${contract.requirements.length - binding} observations and advice`;

/** Starts a reference server that deviates so, and ends with the test. */
export async function startServer(
  deviate?: Operator,
  options?: Partial<ReferenceServerOptions>,
): Promise<ReferenceServer> {
  const server = await startDeviant(deviate, options);
  onTestFinished(() => server.close());
  return server;
}

/** Judges the server at this address. */
export function judge(baseUrl: string, options: Partial<RunOptions> = {}): Promise<Report> {
  return judgeInProcess(animalStore, { contract, baseUrl, key, ...options });
}

/** Judges a server by the time of the system: one in another process, or behind what takes its time. */
export function judgeInRealTime(baseUrl: string, options: Partial<RunOptions> = {}): Promise<Report> {
  return judge(baseUrl, { ...options, network: realNetwork });
}

/**
 * Starts a reference server that deviates so, judges it, and closes it: several tests may share the report. Deviations go by the
 * time of the system.
 */
export async function judgeDeviant(
  deviate?: Operator,
  options: Partial<RunOptions> = {},
  serverOptions?: Partial<ReferenceServerOptions>,
): Promise<Report> {
  const server = await startDeviant(deviate, serverOptions);
  try {
    return await judgeInRealTime(server.baseUrl, options);
  } finally {
    await server.close();
  }
}

function startDeviant(
  deviate: Operator = () => ({}),
  options: Partial<ReferenceServerOptions> = {},
): Promise<ReferenceServer> {
  return startReferenceServer({ contract, key, handlers: deviate(conforming()), ...options });
}

/** The deviation of these mutants and variants, all at once. */
export function deviationOf(...names: readonly string[]): Operator {
  const operators = names.map((name) => {
    const operator = mutants.get(name) ?? variants.get(name);
    if (operator === undefined) throw new Error(`there is no mutant or variant ${name}`);
    return operator;
  });
  return () => applyOperators(conforming(), operators);
}

/** What a report says of one requirement. */
export function requirementOf(report: Report, id: string): RequirementReport {
  const found = report.requirements.find((each) => each.id === id);
  if (found === undefined) throw new Error(`the report says nothing of ${id}`);
  return found;
}

/** The first finding that contradicts a requirement. */
export function findingOf(report: Report, id: string): FindingReport {
  const found = report.findings.find(({ requirement }) => requirement === id);
  if (found === undefined) throw new Error(`${id} has no finding; ${report.conclusion.sentence}`);
  return found;
}

/** The ids of the requirements with a verdict, in the order of the catalogue. */
export function idsWith(report: Report, verdict: RequirementReport["verdict"]): readonly string[] {
  return report.requirements.filter((each) => each.verdict === verdict).map(({ id }) => id);
}

/** A conclusion in a form that shows, where a test fails, what the run found. */
export function outcomeOf({ conclusion, findings }: Report): { exitCode: number; broken: readonly string[] } {
  const broken = findings.map(
    ({ requirement, problem, actual, check }) => `${requirement} ${problem} (${check}): ${actual}`,
  );
  return { exitCode: conclusion.exitCode, broken };
}
