import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  BundleError,
  type Claims,
  type Conditions,
  digestOfBuild,
  leastCases,
  makeBundle,
  runCertification,
  writeBundle,
} from "../certification/index.js";
import { ConfigurationError } from "../description/index.js";
import { isMiss, nearMisses } from "../generate/index.js";
import {
  defaultFormats,
  prepareFolder,
  renderConclusion,
  renderSummary,
  writeEachReport,
} from "../report/index.js";
import type { Report } from "../run/index.js";
import { calibrateBuild, readCalibration, renderCalibration } from "./calibrate-build.js";
import { whileListening } from "./interruption.js";
import { journalFile, openJournal } from "./journal.js";
import { exitCodes, TargetError } from "./outcome.js";
import { loadSettings } from "./resolve-settings.js";
import { defined, type Settings } from "./settings.js";
import { readSigningKey } from "./signing-keys.js";
import { openTarget } from "./target.js";
import { tell } from "./warn.js";

/** What is said of a product, and how its evidence is made. */
export interface CertifyOptions {
  readonly vendor: string;
  readonly product: string;
  readonly productVersion: string;
  readonly productDigest?: string;
  readonly challenge?: string;
  readonly runBy: Claims["runBy"];
  readonly signingKey?: string;
  readonly calibration?: string;
}

/**
 * Judges a target with the certification profile under three seeds, and makes a bundle of the evidence if it conforms.
 * Returns the exit code.
 */
export async function certify(options: CertifyOptions, flags: Settings): Promise<number> {
  const signingKey = readSigningKey(options.signingKey, process.env);
  const {
    contract,
    settings,
    options: judging,
    ...resolved
  } = await loadSettings({ ...flags, profile: "certification" });
  if (judging.readOnly === true)
    throw new ConfigurationError("a certification adds animals: it cannot be read-only");
  if (judging.cases !== undefined && judging.cases < leastCases)
    throw new ConfigurationError(`a certification takes at least ${leastCases} random cases under each seed`);
  const { reports: folder = "reports" } = settings;
  prepareFolder(folder);
  const known = options.calibration === undefined ? undefined : readCalibration(options.calibration);
  const startedAt = new Date().toISOString();
  return whileListening(async (signal) => {
    const target = await openTarget(resolved.target, contract, signal);
    const journal = openJournal(join(folder, journalFile));
    try {
      const {
        cases = leastCases,
        categories = [],
        maxCreated,
        concurrency = 8,
        settle = 0,
        now = new Date(),
      } = judging;
      const { proxy } = judging.connection ?? {};
      const conditions: Conditions = {
        baseUrl: target.baseUrl,
        embedded: target.embedded,
        cases,
        now: now.toISOString(),
        categories: categories.map(String),
        ...(maxCreated === undefined ? {} : { maxCreated }),
        concurrency,
        settle,
        ...(proxy === undefined ? {} : { proxy: new URL(proxy).host }),
        misses: nearMisses.filter((miss) => isMiss(miss, target.key)),
      };
      const { headers, connection, rate, timeout, patience } = judging;
      const onCreation = target.embedded ? undefined : journal.write;
      const access = defined({ headers, connection, rate, timeout, patience, onCreation });
      const challenge = options.challenge ?? randomBytes(16).toString("hex");
      const plan = {
        contract,
        conditions,
        challenge,
        access: { ...access, key: target.key, signal },
      };
      tell(`judging ${target.baseUrl} (certification profile, challenge ${JSON.stringify(challenge)})`);
      const certification = await runCertification(plan);
      const last = certification.reports.at(-1);
      if (last === undefined || !certification.conforms) return await explainRefusal(last, folder);
      const calibration = known ?? (await calibrateNow(contract));
      const claims: Claims = {
        vendor: options.vendor,
        product: {
          name: options.product,
          version: options.productVersion,
          ...(options.productDigest === undefined ? {} : { digest: { sha256: options.productDigest } }),
        },
        runBy: options.runBy,
        challenge: { text: challenge, wasGiven: options.challenge !== undefined },
        startedAt,
        endedAt: new Date().toISOString(),
        node: process.version,
        build: digestOfBuild(),
        calibration: calibration.figures,
      };
      const evidence = { ...plan, claims, calibration: renderCalibration(calibration), signingKey };
      const files = await makeBundle(certification, evidence).catch((error: unknown) => {
        throw error instanceof BundleError
          ? new TargetError(`there is no bundle: it ${error.message}`)
          : error;
      });
      const written = writeBundle(files, folder);
      const [first = last] = certification.reports;
      process.stdout.write(`${renderConclusion(first)}\nEvidence: ${written.archive}, ${written.folder}\n`);
      if (signingKey === undefined)
        tell(
          'the statement is not signed: make a key with "pedigree keygen", and name it with --signing-key',
        );
      return exitCodes.conforms;
    } finally {
      journal.close();
      await target.close();
    }
  });
}

async function calibrateNow(contract: Parameters<typeof calibrateBuild>[0]) {
  tell("it conforms; now this build of pedigree is calibrated, which takes a minute or two");
  const { calibration } = await calibrateBuild(contract, { seed: 1, seeds: 1, combinations: 0 });
  if (!calibration.holds)
    throw new TargetError(
      'the calibration of this build does not hold: there is no bundle; see "pedigree calibrate"',
    );
  return calibration;
}

/** Says why there is no bundle. */
async function explainRefusal(report: Report | undefined, folder: string): Promise<number> {
  if (report === undefined) return exitCodes.inconclusive;
  const { paths } = await writeEachReport(report, folder, { formats: defaultFormats });
  const color = process.stdout.isTTY === true && !process.env["NO_COLOR"];
  process.stdout.write(`${renderSummary(report, { color, verbose: false })}\nReports: ${paths.join(", ")}\n`);
  for (const { id, verdict, reason, level } of report.requirements)
    if (verdict === "untested" && ["must", "implied"].includes(level)) tell(`${id} is untested: ${reason}`);
  tell(
    "there is no bundle. A certification takes a store of its own, empty at first, that may be written to",
  );
  return report.conclusion.exitCode;
}
