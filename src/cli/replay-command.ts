import { dirname, join } from "node:path";
import { ConfigurationError, loadContract } from "../description/index.js";
import { describeFinding, safeText } from "../report/index.js";
import { type ProfileName, profiles, type Report, replayFinding } from "../run/index.js";
import { animalStore } from "../suites/index.js";
import { isAddress, isSameAddress, readBaseUrl } from "./address.js";
import type { RecordedTarget } from "./choose-target.js";
import type { Configuration } from "./configuration/configuration.js";
import { loadConfiguration } from "./configuration/load-configuration.js";
import { journalFile, openJournal } from "./journal.js";
import { loadReport } from "./load-report.js";
import { exitCodes } from "./outcome.js";
import { resolveSettings } from "./resolve-settings.js";
import type { Settings } from "./settings.js";
import { openTarget } from "./target.js";
import { warnOnStderr } from "./warn.js";

/**
 * Sends one finding's counterexample again, to the server that the report is about unless another is named.
 * Returns 1 if the finding shows again, 0 if the claim held, 3 if that could not be tried.
 */
export async function replay(path: string, number: number, flags: Settings): Promise<number> {
  const report = await loadReport(path);
  const finding = report.findings.find((each) => each.number === number);
  if (finding === undefined) {
    const count = report.findings.length;
    throw new ConfigurationError(
      count === 0 ? `${path} holds no findings` : `${path} has no finding ${number}: there are 1 to ${count}`,
    );
  }
  const requirement = report.requirements.find(({ id }) => id === finding.requirement);
  const contract = loadContract(flags.spec);
  const configuration = await loadConfiguration(flags.config, contract);
  const { seed, now, profile, categories, readOnly } = report.run;
  const settings = resolveSettings({
    flags,
    environment: process.env,
    configuration,
    contract,
    recorded: {
      target: flags.target !== undefined ? undefined : trustedTarget(report, configuration),
      settings: {
        ...(isProfileName(profile) ? { profile } : {}),
        // A server to which nothing was written is not written to now.
        ...(readOnly ? { readOnly } : {}),
        seed,
        categories: categories.map(BigInt),
        now: new Date(now),
      },
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
    const which = `finding ${finding.number} (${safeText(finding.requirement)})`;
    switch (replayed.status) {
      case "unreachable":
        process.stderr.write(`pedigree: ${safeText(replayed.reason)}\n`);
        return exitCodes.inconclusive;
      case "not tried":
        process.stderr.write(`pedigree: ${which} could not be tried: ${safeText(replayed.reason)}\n`);
        return exitCodes.inconclusive;
      case "not shown":
        process.stdout.write(`${which} did not show again: ${safeText(replayed.reason)}\n`);
        return exitCodes.conforms;
      case "shown": {
        const { baseUrl, embedded } = target;
        const name = settings.options.targetName;
        const judged = { baseUrl, embedded, ...(name === undefined ? {} : { name }) };
        process.stdout.write(`finding ${finding.number} ${shownHow[replayed.how]}\n\n`);
        if (requirement !== undefined)
          process.stdout.write(
            `${describeFinding(replayed.finding, requirement, { reportPath: path, target: judged })}\n`,
          );
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

/**
 * A report may come from anywhere, and so may the address in it, one of this machine as well: the key goes there only
 * if the configuration knows it.
 */
function trustedTarget({ target }: Report, configuration: Configuration | undefined): RecordedTarget {
  if (target.embedded) return { kind: "embedded" };
  const baseUrl = readBaseUrl(target.baseUrl);
  const usual = configuration?.settings.target;
  const addresses = [
    ...[...(configuration?.targets.values() ?? [])].map((each) => each.baseUrl),
    ...(usual !== undefined && isAddress(usual) ? [readBaseUrl(usual)] : []),
  ];
  // Another address on the host of a target is none that the configuration names.
  const known = addresses.find((address) => isSameAddress(address, baseUrl));
  if (known !== undefined) return { kind: "address", baseUrl: known };
  throw new ConfigurationError(
    `the report is about ${safeText(target.baseUrl)}: name that target with --target to have the key sent there`,
  );
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
