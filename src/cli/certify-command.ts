import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  BundleError,
  type CertificationOptions,
  type Claims,
  digestOfBuild,
  leastCases,
  makeBundle,
  planRuns,
  runCertification,
  writeBundle,
} from "../certification/index.js";
import { type CataloguedContract, ConfigurationError, isCatalogued } from "../description/index.js";
import type { Listener, Report } from "../engine/index.js";
import {
  defaultFormats,
  prepareFolder,
  renderConclusion,
  renderSummary,
  showProgress,
  writeEachReport,
} from "../report/index.js";
import {
  defined,
  exitCodes,
  loadSettings,
  type Settings,
  TargetError,
  tell,
  usesColor,
  withTarget,
} from "../settings/index.js";
import { createRedact } from "../transport/index.js";
import { archiveReports, dropPreviousReports } from "./archive-reports.js";
import {
  type Calibration,
  calibrateBuild,
  readCalibration,
  readShippedCalibration,
  renderCalibration,
} from "./calibrate-build.js";
import { journalFile, openJournal } from "./journal.js";
import { accessOf, conditionsOf, readSigningKey } from "./signing-keys.js";

/** The claims about a product, and how its evidence is made. */
export interface CertifyOptions {
  readonly vendor: string;
  readonly product: string;
  readonly productVersion: string;
  readonly productDigest?: string;
  readonly challenge?: string;
  readonly runBy: Claims["runBy"];
  readonly signingKey?: string;
  /** The file of a calibration of this build. */
  readonly calibration?: string;
  /** Is this build calibrated now, whatever calibration is there? */
  readonly calibrate?: boolean;
}

/**
 * Judges a target as a gate does, and with the certification profile under three seeds, and makes a bundle of the evidence if it conforms.
 * Returns the exit code.
 */
export async function certify(options: CertifyOptions, flags: Settings): Promise<number> {
  const signingKey = readSigningKey(options.signingKey, process.env);
  const settings = await loadSettings({ ...flags, profile: "certification" });
  const { contract, options: judging } = settings;
  if (!isCatalogued(contract))
    throw new ConfigurationError(
      `${flags.spec} describes another interface, and a certification is for the Animal Store only: leave --spec out, or name the folder of its contract`,
    );
  const { reports: folder = "reports" } = settings.settings;
  if (judging.readOnly === true)
    throw new ConfigurationError("a certification adds animals: it cannot be read-only");
  if (judging.cases !== undefined && judging.cases < leastCases)
    throw new ConfigurationError(`a certification takes at least ${leastCases} random cases under each seed`);
  prepareFolder(folder);
  archiveReports(folder);
  const calibration = await chooseCalibration(options, contract);
  const challenge = options.challenge ?? randomBytes(16).toString("hex");
  const startedAt = new Date().toISOString();
  return withTarget(settings, async (target, signal) => {
    const journal = openJournal(join(folder, journalFile));
    try {
      needNoKey(target.key, { ...options, target: target.baseUrl });
      const conditions = conditionsOf(target, judging);
      const onCreation = target.embedded ? undefined : journal.write;
      const access = {
        ...accessOf(judging),
        ...defined({ onCreation, started: target.started }),
        key: target.key,
        signal,
      };
      const plan: CertificationOptions = { contract, conditions, challenge, access };
      tell(`judging ${target.baseUrl} (certification profile, challenge ${JSON.stringify(challenge)})`);
      const onEvent = showRuns(planRuns(contract, challenge, conditions).length);
      const certification = await runCertification({ ...plan, access: { ...access, onEvent } });
      if (!certification.conforms) return await explainRefusal(certification.result, folder);
      tell("now the bundle is made and verified");
      const claims = claimsOf(options, { challenge, startedAt, calibration });
      const evidence = { ...plan, claims, calibration: renderCalibration(calibration), signingKey };
      const files = await makeBundle(certification, evidence).catch((error: unknown) => {
        throw error instanceof BundleError
          ? new TargetError(`there is no bundle: it ${error.message}`)
          : error;
      });
      const written = writeBundle(files, folder);
      process.stdout.write(
        `${renderConclusion(certification.result)}\nEvidence: ${written.archive}, ${written.folder}\n`,
      );
      if (signingKey === undefined)
        tell('it is not signed: make a key with "pedigree keygen", and name it with --signing-key');
      return exitCodes.conforms;
    } finally {
      journal.close();
    }
  });
}

/**
 * Chooses the calibration that goes into the bundle, or makes it.
 * @throws ConfigurationError if the file that is named holds none of this build
 */
async function chooseCalibration(
  { calibration, calibrate = false }: CertifyOptions,
  contract: CataloguedContract,
): Promise<Calibration> {
  if (calibration !== undefined) return readCalibration(calibration);
  const found = calibrate ? "a new one is asked for" : readShippedCalibration();
  if (typeof found !== "string") return found;
  tell(`this build is calibrated first, which takes minutes: ${found}`);
  return calibrateNow(contract);
}

/** Tells which of the runs begins, and on a terminal how far it is. */
function showRuns(count: number): Listener {
  let begun = 0;
  let show: Listener = () => undefined;
  return (event) => {
    if (event.kind === "run-started") {
      begun += 1;
      tell(`run ${begun} of ${count}`);
      if (process.stderr.isTTY) show = showProgress(process.stderr);
    }
    show(event);
  };
}

/** @throws ConfigurationError if what is published as it is holds the key, or a part of it */
function needNoKey(key: string, texts: CertifyOptions & { readonly target: string }): void {
  const hide = createRedact(key);
  for (const [name, text] of Object.entries(texts))
    if (typeof text === "string" && hide(text) !== text)
      throw new ConfigurationError(`the API key, or a part of it, stands in the ${name}, which is published`);
}

/** The circumstances of a certification that are among its claims. */
interface Circumstances {
  readonly challenge: string;
  readonly startedAt: string;
  readonly calibration: Calibration;
}

function claimsOf(options: CertifyOptions, { challenge, startedAt, calibration }: Circumstances): Claims {
  const { vendor, product: name, productVersion: version, productDigest: sha256, runBy } = options;
  return {
    vendor,
    product: { name, version, ...(sha256 === undefined ? {} : { digest: { sha256 } }) },
    runBy,
    challenge: { text: challenge, wasGiven: options.challenge !== undefined },
    startedAt,
    endedAt: new Date().toISOString(),
    node: process.version,
    build: digestOfBuild(),
    calibration: calibration.figures,
  };
}

async function calibrateNow(contract: CataloguedContract): Promise<Calibration> {
  const { calibration } = await calibrateBuild(contract, { seed: 1, seeds: 1, combinations: 0 });
  if (calibration.holds) return calibration;
  throw new TargetError(
    'the calibration of this build does not hold, so there is no bundle: see "pedigree calibrate"',
  );
}

/** Says why there is no bundle. */
async function explainRefusal(report: Report, folder: string): Promise<number> {
  const { paths } = await writeEachReport(report, folder, { formats: defaultFormats });
  dropPreviousReports(paths);
  const color = usesColor(process.stdout);
  process.stdout.write(`${renderSummary(report, { color, verbose: false })}\nReports: ${paths.join(", ")}\n`);
  for (const { id, verdict, reason, level } of report.requirements)
    if (verdict === "untested" && ["must", "implied"].includes(level)) tell(`${id} is untested: ${reason}`);
  tell(
    "there is no bundle. A certification takes a store of its own, empty at first, that may be written to",
  );
  return report.run.interrupted ? exitCodes.interrupted : report.conclusion.exitCode;
}
