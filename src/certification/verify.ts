import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { animalStore } from "../contracts/index.js";
import type { Contract } from "../description/index.js";
import { loadReportSchema, mergeReports, type Report, runConformance, toolVersion } from "../engine/index.js";
import { leastCases, type PlannedRun, planRuns } from "./certification-plan.js";
import {
  BundleError,
  type BundleFiles,
  bundleName,
  digestsOf,
  type FileName,
  reportFiles,
  statementFile,
} from "./evidence-bundle.js";
import { replayNetwork, TranscriptMismatch } from "./replay-network.js";
import {
  type Claims,
  digestOfBuild,
  isSignedBy,
  makeStatement,
  openEnvelope,
  type Statement,
  sha256,
  statementSchema,
  transcriptFile,
} from "./statement.js";
import { readTranscript } from "./transcript.js";

/** By what a bundle is verified. */
export interface VerificationOptions {
  readonly contract: Contract;
  /** The key that the signature must match. */
  readonly publicKey?: KeyObject | undefined;
  /** The challenge that it must answer. */
  readonly challenge?: string | undefined;
  /** Random cases that it must have under each seed; as many as a certification takes if absent. */
  readonly leastCases?: number | undefined;
}

/**
 * The result of a verification. `verified`: signed by that key, and its verdicts follow from its transcript. `intact`: the
 * latter only. `other version` and `other build`: another version of pedigree, or another build of this one, made it, and
 * can judge it; its signature and the digests of its files are right.
 */
export type Verification =
  | { readonly status: "verified" | "intact"; readonly statement: Statement; readonly isSigned: boolean }
  | { readonly status: "refused"; readonly difference: string }
  | { readonly status: "other version"; readonly version: string }
  | { readonly status: "other build"; readonly build: string };

/** Holds a bundle against itself, and judges its transcript again. Sends nothing, and never rejects for what it holds. */
export async function verifyBundle(files: BundleFiles, options: VerificationOptions): Promise<Verification> {
  try {
    return await verify(files, options);
  } catch (error) {
    return refused(describeRefusal(error));
  }
}

/** Describes why a bundle does not hold. Its content may be anything, and end in any error. */
function describeRefusal(error: unknown): string {
  if (error instanceof TranscriptMismatch)
    return `its transcript does not follow from its seeds: ${error.message}`;
  if (error instanceof BundleError) return `it ${error.message}`;
  return `it cannot be read: ${(error as Error).message.split("\n")[0]}`;
}

async function verify(
  files: BundleFiles,
  { contract, publicKey, challenge, leastCases: least = leastCases }: VerificationOptions,
): Promise<Verification> {
  const { envelope, statement: payload } = openEnvelope(textOf(files, statementFile));
  if (publicKey !== undefined && !isSignedBy(envelope, publicKey))
    return refused("it is not signed with this key");
  const early = verifyOrigin(files, payload);
  if (early !== undefined) return early;
  const statement = readStatement(payload);
  const { claims, conditions, files: digests } = statement.predicate.pedigree;
  if (challenge !== undefined && challenge !== claims.challenge.text)
    return refused("it is the answer to another challenge");
  if (conditions.cases < least)
    return refused(`it has ${conditions.cases} random cases under each seed, and takes ${least}`);
  needCalibration(files, claims);
  const reports = await readReports(files);
  const plan = planRuns(contract, claims.challenge.text, conditions);
  const again = await judgeAgain(plan, contentOf(files, transcriptFile));
  const result = resultOf(contract, again);
  const { conclusion } = result;
  if (conclusion.exitCode !== 0) return refused(`its transcript shows otherwise: ${conclusion.sentence}`);
  if (textOf(files, "README.md") !== renderPage(claims))
    return refused("its README.md is not what pedigree writes");
  const expected = makeStatement({ claims, conditions, contract, reports: again, result, files: digests });
  const difference =
    differenceInReports(reports, again, claims) ??
    firstDifference(statement, JSON.parse(JSON.stringify(expected)), "statement");
  if (difference !== undefined) return refused(difference);
  const isSigned = envelope.signatures.length > 0;
  return { status: publicKey === undefined ? "intact" : "verified", statement, isSigned };
}

/** Judges a bundle by all that can be said of one of any build: are its files those that were signed, and which build made it? */
function verifyOrigin(files: BundleFiles, payload: unknown): Verification | undefined {
  const { version, claims, files: digests } = originSchema.safeParse(payload).data?.predicate.pedigree ?? {};
  const changed = digests && firstDifference(digestsOf(files), digests);
  if (changed !== undefined) return refused(`a file has another digest: ${changed}`);
  if (version !== undefined && version !== toolVersion) return { status: "other version", version };
  // The requests and verdicts of another build may differ from those of this one: that is no forgery.
  if (claims !== undefined && claims.build !== digestOfBuild())
    return { status: "other build", build: claims.build };
  return undefined;
}

function refused(difference: string): Verification {
  return { status: "refused", difference };
}

/** The first thing in which the reports are not those that follow from the transcript, or not from the time of the claims. */
function differenceInReports(
  reports: readonly Report[],
  again: readonly Report[],
  { node, startedAt, endedAt }: Claims,
): string | undefined {
  for (const [index, report] of again.entries()) {
    const recorded = reports[index];
    const isClaimed =
      recorded?.tool.node === node &&
      recorded.run.startedAt >= startedAt &&
      recorded.run.startedAt <= endedAt;
    if (!isClaimed) return `${reportFiles[index]} is not from the time of the claims`;
    const expected = reproducible(report);
    const difference = firstDifference(recorded && reproducible(recorded), expected, reportFiles[index]);
    if (difference !== undefined) return `a report is not what follows from the transcript: ${difference}`;
  }
  return undefined;
}

/** The origin in the statement of any version. Other versions may state it in another form. */
const originSchema = z.object({
  predicate: z.object({
    pedigree: z.object({
      version: z.string().regex(/^[\w.+-]{1,40}$/),
      claims: z.object({ build: sha256 }).optional().catch(undefined),
      files: z.record(z.string(), sha256).optional().catch(undefined),
    }),
  }),
});

function readStatement(payload: unknown): Statement {
  const { success, data, error } = statementSchema.safeParse(payload);
  if (success) return data;
  const [issue] = error.issues;
  throw new BundleError(`has a statement that is none: ${issue?.path.join("/")}: ${issue?.message}`);
}

/** @throws BundleError unless the calibration is that of the build, and holds */
function needCalibration(files: BundleFiles, { build, calibration: figures }: Claims): void {
  const calibration = JSON.parse(textOf(files, "calibration.json")) as Partial<
    Record<string, unknown>
  > | null;
  const difference = firstDifference(
    { build: calibration?.["build"], figures: calibration?.["figures"], holds: calibration?.["holds"] },
    { build, figures, holds: true },
  );
  if (difference !== undefined)
    throw new BundleError(`has a calibration that is not that of the build: ${difference}`);
}

async function readReports(files: BundleFiles): Promise<readonly Report[]> {
  const { reportSchema } = await loadReportSchema();
  return reportFiles.map((name) => {
    const { success, data } = reportSchema.safeParse(JSON.parse(textOf(files, name)));
    if (!success) throw new BundleError(`has a ${name} that is no report`);
    return data;
  });
}

function contentOf(files: BundleFiles, name: FileName): Buffer {
  const content = files.get(name);
  if (content === undefined) throw new BundleError(`has no ${name}`);
  return content;
}

function textOf(files: BundleFiles, name: FileName): string {
  return new TextDecoder("utf8", { fatal: true }).decode(contentOf(files, name));
}

/**
 * Runs the suite again with the transcript in place of the network.
 * @param transcript of all runs, compressed
 * @returns the reports of the runs, in their order
 * @throws TranscriptMismatch for the first thing that is not what the suite does
 * @throws BundleError for what is no transcript
 */
async function judgeAgain(plan: readonly PlannedRun[], transcript: Uint8Array): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const lines = readTranscript(transcript);
  for (const [index, planned] of plan.entries()) {
    const number = index + 1;
    await lines.load();
    const first = lines.peek();
    if (first?.kind !== "run" || first.number !== number)
      throw new TranscriptMismatch(`run ${number} does not begin where it should`);
    lines.advance();
    const { network, end } = replayNetwork(lines);
    reports.push(await runConformance(animalStore, { ...planned, key: "", network }));
    await end();
  }
  if (lines.peek() !== undefined) throw new TranscriptMismatch(`there are more than ${plan.length} runs`);
  return reports;
}

/** A report without what is another each time that the same transcript is judged. */
function reproducible({ tool, run, ...report }: Report) {
  const { node: _, ...toolFacts } = tool;
  const { id: __, startedAt: ___, ...runFacts } = run;
  // Undefined members are not written.
  return JSON.parse(JSON.stringify({ ...report, tool: toolFacts, run: runFacts })) as object;
}

/** The first place in which two values differ, as a path, with both values; undefined if they are the same. */
function firstDifference(left: unknown, right: unknown, path = ""): string | undefined {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null;
  if (!isObject(left) || !isObject(right))
    return left === right ? undefined : `${path}: ${JSON.stringify(left)}, not ${JSON.stringify(right)}`;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = firstDifference(left[name], right[name], `${path}/${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/**
 * Returns the result of the runs of a certification: the one that does not conform, or all as one, of which each requirement must
 * have been tested by one of them.
 */
export function resultOf(contract: Contract, reports: readonly Report[]): Report {
  const broken = reports.find(({ conclusion }) => conclusion.exitCode !== 0);
  if (broken !== undefined) return broken;
  const [first, ...others] = reports;
  if (first === undefined) throw new Error("a certification has a run");
  return mergeReports([first, ...others], contract, {
    requireTested: true,
    embedded: first.target.embedded,
    trouble: undefined,
  });
}

/** The page of a bundle, in Markdown: what it is, and what to do with it. */
export function renderPage({ vendor, product, challenge, startedAt }: Claims): string {
  const inLine = (text: string): string => text.replaceAll(/[\p{Cc}`*_[\]<>|\\]/gu, " ");
  return `# ${inLine(product.name)} ${inLine(product.version)} of ${inLine(vendor)}

This folder is the evidence that the server conformed to its interface on ${startedAt.slice(0, 10)}. It is the answer to the
challenge "${inLine(challenge.text)}".

Judge it again, without a network, with the pedigree that your office has:

    pedigree verify ${bundleName}.tar.gz --public-key vendor.pub

Ask the vendor for the public key on another way than this folder. Without the key, pedigree says "intact": the verdicts
follow from the transcript, but anyone may have made both.

- \`${statementFile}\`: the statement and its signature (in-toto Statement v1 in a DSSE envelope)
- \`${transcriptFile}\`: every request and its response, the API key left out
- \`run-1.json\` to \`run-4.json\`: the reports of the runs
- \`calibration.json\`: how many broken servers this build of pedigree finds, and how many sound ones it clears

The page docs/certification.md of pedigree names the claims that no transcript can prove.
`;
}
