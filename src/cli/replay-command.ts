import { dirname, join } from "node:path";
import { ConfigurationError, loadContract } from "../description/index.js";
import { describeFinding, safeText } from "../report/index.js";
import { type ProfileName, profiles, type Report, replayFinding } from "../run/index.js";
import { animalStore } from "../suites/index.js";
import { isAddress, isSameAddress, readBaseUrl } from "./address.js";
import { findByAddress, type RecordedTarget } from "./choose-target.js";
import { type Configuration, loadConfiguration } from "./configuration/configuration.js";
import { given } from "./given.js";
import { journalFile, openJournal } from "./journal.js";
import { loadReport } from "./load-report.js";
import { exitCodes } from "./outcome.js";
import { resolveSettings, type Settings } from "./settings.js";
import { openTarget, type Target } from "./target.js";
import { type TargetOptions, warnOnStderr } from "./target-options.js";

/**
 * Sends one finding's counterexample again, to the server that the report is about unless another is named.
 * Returns 1 if the finding shows again, 0 if the claim held, 3 if that could not be tried.
 */
export async function replay(
  path: string,
  options: TargetOptions & { readonly finding: number },
): Promise<number> {
  const report = await loadReport(path);
  const finding = report.findings.find(({ number }) => number === options.finding);
  if (finding === undefined) {
    const count = report.findings.length;
    throw new ConfigurationError(
      count === 0
        ? `${path} holds no findings`
        : `${path} has no finding ${options.finding}: there are 1 to ${count}`,
    );
  }
  const requirement = report.requirements.find(({ id }) => id === finding.requirement);
  const contract = loadContract(options.spec);
  const configuration = loadConfiguration(options.config, contract);
  const { seed, now, profile, categories, readOnly } = report.run;
  const settings = resolveSettings({
    flags: options,
    environment: process.env,
    configuration,
    contract,
    recorded: {
      target: options.target !== undefined ? undefined : trustedTarget(report, configuration),
      profile: isProfileName(profile) ? profile : undefined,
      readOnly,
      seed,
      categories: categories.map(BigInt),
      now: new Date(now),
    },
    warn: warnOnStderr,
  });
  const interruption = new AbortController();
  const target = await openTarget({ target: settings.target, contract, signal: interruption.signal });
  const journal = openJournal(join(dirname(path), journalFile));
  try {
    const replayed = await replayFinding(
      animalStore,
      {
        ...settings.options,
        contract,
        baseUrl: target.baseUrl,
        key: target.key,
        signal: interruption.signal,
        ...(target.embedded ? {} : { onCreation: journal.write }),
      },
      finding,
    );
    switch (replayed.status) {
      case "unreachable":
        process.stderr.write(`pedigree: ${safeText(replayed.reason)}\n`);
        return exitCodes.inconclusive;
      case "not tried":
        process.stderr.write(
          `pedigree: finding ${finding.number} (${safeText(finding.requirement)}) could not be tried: ${safeText(replayed.reason)}\n`,
        );
        return exitCodes.inconclusive;
      case "not shown":
        process.stdout.write(
          `finding ${finding.number} (${safeText(finding.requirement)}) did not show again: ${safeText(replayed.reason)}\n`,
        );
        return exitCodes.conforms;
      case "shown": {
        process.stdout.write(`finding ${finding.number} ${shownHow[replayed.how]}\n\n`);
        if (requirement !== undefined) {
          const source = { reportPath: path, target: addresseeOf(target, settings) };
          process.stdout.write(`${describeFinding(replayed.finding, requirement, source)}\n`);
        }
        return exitCodes.doesNotConform;
      }
    }
  } finally {
    journal.close();
    await target.close();
  }
}

const shownHow = {
  alone: "shows again",
  "in its run": "shows again when the part of the run that leads to it was repeated",
  otherwise: "does not show as it did, but its requirement is still broken",
} as const;

/** The target that was met, as a report would name it. */
function addresseeOf({ baseUrl, embedded }: Target, { options: { targetName } }: Settings): Report["target"] {
  return { baseUrl, embedded, ...given({ name: targetName }) };
}

/**
 * A report may come from anywhere, and so may the address in it, one of this machine as well: the key goes there only
 * if the configuration knows it.
 */
function trustedTarget({ target }: Report, configuration: Configuration | undefined): RecordedTarget {
  if (target.embedded) return { kind: "embedded" };
  const baseUrl = readBaseUrl(target.baseUrl);
  const known = findByAddress(configuration, baseUrl)?.baseUrl ?? defaultAddress(configuration, baseUrl);
  if (known !== undefined) return { kind: "address", baseUrl: known };
  throw new ConfigurationError(
    `the report is about ${safeText(target.baseUrl)}: name that target with --target to have the key sent there`,
  );
}

/** The configuration's default target, if it is this address. */
function defaultAddress(configuration: Configuration | undefined, baseUrl: string): string | undefined {
  const target = configuration?.target;
  if (target === undefined || !isAddress(target)) return undefined;
  const known = readBaseUrl(target);
  return isSameAddress(known, baseUrl) ? known : undefined;
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
