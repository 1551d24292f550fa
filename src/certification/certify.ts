import type { KeyObject } from "node:crypto";
import { gzipSync } from "node:zlib";
import { animalStore } from "../contracts/index.js";
import { type Contract, createAttribution } from "../description/index.js";
import { hideSecrets, type Report, type RunOptions, runConformance } from "../engine/index.js";
import { redacted } from "../transport/index.js";
import { type Conditions, planRuns } from "./certification-plan.js";
import {
  BundleError,
  type BundleFiles,
  digestsOf,
  type FileName,
  reportFiles,
  statementFile,
} from "./evidence-bundle.js";
import { recordNetwork } from "./record-network.js";
import { type Claims, makeStatement, renderEnvelope, sealStatement, transcriptFile } from "./statement.js";
import { type RecordedStep, renderStep } from "./transcript.js";
import { renderPage, resultOf, verifyBundle } from "./verify.js";

/** The options of a certification. */
export interface CertificationOptions {
  readonly contract: Contract;
  readonly conditions: Conditions;
  readonly challenge: string;
  /** How the target is reached, which decides no verdict. */
  readonly access: Pick<
    RunOptions,
    | "key"
    | "started"
    | "headers"
    | "connection"
    | "rate"
    | "timeout"
    | "patience"
    | "onEvent"
    | "onCreation"
    | "signal"
  >;
}

/** The outcome of the runs of a certification. */
export interface Certification {
  /** Of the runs, in their order, up to the first that does not conform. */
  readonly reports: readonly Report[];
  /** Their result as one report. */
  readonly result: Report;
  readonly conforms: boolean;
  /** A line for each step, in order. */
  readonly lines: readonly string[];
  /** Requirements whose evidence is not whole: a request holds an id of the target's in which a form of the key stands. */
  readonly hidden: readonly string[];
}

/** Carries out the planned runs, as long as the target conforms. */
export async function runCertification(options: CertificationOptions): Promise<Certification> {
  const { contract, challenge, conditions, access } = options;
  const reports: Report[] = [];
  const lines: string[] = [];
  const attribute = createAttribution(contract.requirements);
  const hidden = new Set<string>();
  for (const [index, planned] of planRuns(contract, challenge, conditions).entries()) {
    lines.push(JSON.stringify({ kind: "run", number: index + 1 }));
    const steps: RecordedStep[] = [];
    const network = recordNetwork((step) => steps.push(step));
    const report = await runConformance(animalStore, { ...planned, ...access, network });
    reports.push(report);
    if (report.conclusion.exitCode !== 0) break;
    const secrecy = hideSecrets({ ...planned, ...access }, animalStore.scenarios(contract));
    for (const step of steps) {
      const { text, isHidden } = renderStep(step, secrecy);
      lines.push(text);
      if (isHidden && step.check !== undefined) hidden.add(attribute(step.check));
    }
  }
  const result = resultOf(contract, reports);
  return { reports, result, conforms: result.conclusion.exitCode === 0, lines, hidden: [...hidden] };
}

/** The content of a bundle besides what was exchanged. */
export interface BundleOptions extends CertificationOptions {
  readonly claims: Claims;
  /** The calibration of this build: `calibration.json`. */
  readonly calibration: string;
  readonly signingKey: KeyObject | undefined;
  /** As verification has it. */
  readonly leastCases?: number | undefined;
}

/**
 * Makes the bundle of a target that conforms.
 * @throws BundleError if it would not verify
 */
export async function makeBundle(
  { reports, result, lines, hidden }: Certification,
  options: BundleOptions,
): Promise<BundleFiles> {
  const { contract, conditions, claims, calibration, signingKey, leastCases } = options;
  if (hidden.length > 0)
    throw new BundleError(
      `would lack what it takes to judge ${hidden.join(", ")} again: the target chose ids in which a form of the API key stands; use a key that occurs nowhere else`,
    );
  const files = new Map<FileName, Buffer>([
    [transcriptFile, gzipSync(`${lines.join("\n")}\n`)],
    ["calibration.json", Buffer.from(calibration)],
    ["README.md", Buffer.from(renderPage(claims))],
  ]);
  for (const [index, name] of reportFiles.entries())
    files.set(name, Buffer.from(`${JSON.stringify(reports[index], null, 1)}\n`));
  const statement = makeStatement({ claims, conditions, contract, reports, result, files: digestsOf(files) });
  files.set(statementFile, Buffer.from(renderEnvelope(sealStatement(statement, signingKey))));
  const verification = await verifyBundle(files, { contract, leastCases });
  if (verification.status === "refused") {
    const { difference } = verification;
    const isHidden = lines.some((line) => line.includes(redacted));
    if (!isHidden) throw new Error(`the bundle would not verify: ${difference}`);
    const advice =
      "the target answers with the API key, or with a part of it: use a key that occurs nowhere else";
    throw new BundleError(`would not verify (${difference}): ${advice}`);
  }
  return files;
}
