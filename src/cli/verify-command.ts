import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import {
  BundleError,
  digestOfBuild,
  planRuns,
  readBundle,
  type Statement,
  type Verification,
  type VerificationOptions,
  verifyBundle,
} from "../certification/index.js";
import { animalStore } from "../contracts/index.js";
import { ConfigurationError, loadContract } from "../description/index.js";
import { runConformance, toolVersion } from "../engine/index.js";
import { renderConclusion, renderJsonText, safeText } from "../report/index.js";
import { defined, exitCodes, loadSettings, type Settings, tell, withTarget } from "../settings/index.js";
import { nearMisses } from "../transport/index.js";
import { shippedCalibration } from "./calibrate-build.js";
import { accessOf, conditionsOf, readPublicKey } from "./signing-keys.js";

interface VerifyOptions {
  readonly publicKey?: string;
  readonly challenge?: string;
  readonly live?: string;
  readonly json?: boolean;
}

/** Random cases of a sample. */
const sampleCases = 300;

/**
 * Verifies a bundle without a network, and judges a live server if one is named. Returns 0 if all holds, 1 if not, 3 if
 * another version or build has to judge it, or the live server could not be judged.
 */
export async function verify(path: string, options: VerifyOptions, flags: Settings): Promise<number> {
  const { live, challenge } = options;
  const publicKey = options.publicKey === undefined ? undefined : readPublicKey(options.publicKey);
  if (live !== undefined && challenge === undefined)
    throw new ConfigurationError("--live needs --challenge with a text that nobody could know before");
  const settings = live === undefined ? undefined : await loadSettings({ ...flags, target: live });
  const verification = await verifyAt(path, {
    contract: settings?.contract ?? loadContract(flags.spec),
    publicKey,
    challenge: live === undefined ? challenge : undefined,
  });
  const sentence = describe(verification);
  const { status } = verification;
  const statement = "statement" in verification ? verification.statement : undefined;
  if (options.json) process.stdout.write(renderJsonText({ status, sentence, statement }));
  else process.stdout.write(`${safeText(sentence)}\n`);
  if (status === "other version" || status === "other build") return exitCodes.inconclusive;
  if (statement === undefined) return exitCodes.doesNotConform;
  return challenge === undefined || settings === undefined
    ? exitCodes.conforms
    : judgeLive(statement, challenge, settings);
}

async function verifyAt(path: string, options: VerificationOptions): Promise<Verification> {
  try {
    return await verifyBundle(readBundle(path), options);
  } catch (error) {
    if (error instanceof BundleError) return { status: "refused", difference: `it ${error.message}` };
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigurationError(
      `${safeText(path)} cannot be read (${code}): give the folder or the .tar.gz of a bundle`,
    );
  }
}

function describe(verification: Verification): string {
  switch (verification.status) {
    case "refused":
      return `does not hold: ${verification.difference}`;
    case "other version":
      return `this is pedigree ${toolVersion}, and ${verification.version} made the bundle: verify it with that version`;
    case "other build":
      return `another build of pedigree ${toolVersion} made the bundle (${shorten(verification.build)}; this one is ${shorten(digestOfBuild())}): its files are unchanged, and only that build can judge them again`;
    case "verified":
      return `verified: ${describeStatement(verification.statement)}`;
    case "intact": {
      const why = verification.isSigned
        ? "it is signed, but no --public-key says by whom"
        : "it is not signed, and anyone may have made it";
      return `intact: ${describeStatement(verification.statement)}; ${why}`;
    }
  }
}

/** As much of a digest as tells it from others. */
function shorten(digest: string): string {
  return digest.slice(0, 12);
}

function describeStatement({ predicate: { pedigree } }: Statement): string {
  const { vendor, product, challenge, startedAt, runBy } = pedigree.claims;
  const asked = challenge.wasGiven
    ? `the challenge ${JSON.stringify(challenge.text)}`
    : "a challenge of its own";
  const mild = describeConditions(pedigree);
  return `${product.name} ${product.version} of ${vendor} ${pedigree.conclusion}; run by the ${runBy} on ${startedAt.slice(0, 10)} with ${asked}${mild.length === 0 ? "" : `; ${mild.join(", ")}`}`;
}

/** Describes the conditions of the run that make it easier to conform. */
function describeConditions({
  claims,
  conditions,
  files,
}: Statement["predicate"]["pedigree"]): readonly string[] {
  const { now, settle, proxy, misses } = conditions;
  const [from, to, day] = [claims.startedAt, claims.endedAt, now].map((each) => each.slice(0, 10));
  return [
    ...(day === from || day === to ? [] : [`judged as on ${day}`]),
    ...(settle === 0 ? [] : [`${settle} ms of grace until what was added is seen`]),
    ...(isShippedCalibration(files["calibration.json"]) ? [] : ["with a calibration of its own"]),
    ...(proxy === undefined ? [] : [`through the proxy ${proxy}`]),
    ...(misses.length === nearMisses.length
      ? []
      : [`${misses.length} of ${nearMisses.length} near misses of the key tried`]),
  ];
}

/** Is the calibration that has this digest the one that this build comes with? True where it comes with none. */
function isShippedCalibration(sha256: string | undefined): boolean {
  if (!existsSync(shippedCalibration)) return true;
  return createHash("sha256").update(readFileSync(shippedCalibration)).digest("hex") === sha256;
}

/** Judges the server that the user names with cases of a fresh challenge, and tells where it chooses otherwise than the one of the bundle. */
async function judgeLive(
  { predicate: { pedigree } }: Statement,
  challenge: string,
  settings: Awaited<ReturnType<typeof loadSettings>>,
): Promise<number> {
  const { contract, options } = settings;
  return withTarget(settings, async (target, signal) => {
    const conditions = { ...conditionsOf(target, options), cases: sampleCases };
    const [, sample] = planRuns(contract, challenge, conditions);
    const { key, started } = target;
    const judging = { ...accessOf(options), ...sample, key, signal, ...defined({ started }) };
    const report = await runConformance(animalStore, judging);
    for (const { id, observations } of report.requirements) {
      const before = pedigree.observations[id] ?? [];
      const others = observations.map(({ choice }) => choice).filter((choice) => !before.includes(choice));
      if (before.length > 0 && others.length > 0)
        tell(
          safeText(
            `${id}: the live server chooses ${others.join(", ")}; the bundle has ${before.join(", ")}`,
          ),
        );
    }
    process.stdout.write(`live: ${renderConclusion(report)}\n`);
    return signal.aborted ? exitCodes.interrupted : report.conclusion.exitCode;
  });
}
