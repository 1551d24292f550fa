import { dirname, join } from "node:path";
import { ConfigurationError, loadContract } from "../contract/index.js";
import { describeFinding, safeText } from "../report/index.js";
import { type ProfileName, profiles, type Report, replayFinding } from "../run/index.js";
import { readBaseUrl } from "./address.js";
import { findByAddress, type RecordedTarget } from "./choose-target.js";
import { type Configuration, loadConfiguration } from "./configuration/configuration.js";
import { journalFile, openJournal } from "./journal.js";
import { loadReport } from "./load-report.js";
import { exitCodes } from "./outcome.js";
import { resolveSettings } from "./settings.js";
import { openTarget } from "./target.js";
import { type TargetOptions, warnOnStderr } from "./target-options.js";

/**
 * Sends one finding's counterexample again, to the server that the report is about unless another is named.
 * Returns 1 if the finding shows again, 0 if not.
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
  const configuration = loadConfiguration(options.config || undefined, contract);
  const { seed, now, profile, categories } = report.run;
  const settings = resolveSettings({
    flags: options,
    environment: process.env,
    configuration,
    contract,
    recorded: {
      target: options.target ? undefined : trustedTarget(report, configuration),
      profile: isProfileName(profile) ? profile : undefined,
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
      case "not shown":
        process.stdout.write(
          `finding ${finding.number} (${safeText(finding.requirement)}) did not show again: ${safeText(replayed.reason)}\n`,
        );
        return exitCodes.conforms;
      case "shown": {
        const how = replayed.how === "alone" ? "" : " when the part of the run that leads to it was repeated";
        process.stdout.write(`finding ${finding.number} shows again${how}\n\n`);
        if (requirement !== undefined)
          process.stdout.write(`${describeFinding(replayed.finding, requirement)}\n`);
        return exitCodes.doesNotConform;
      }
    }
  } finally {
    journal.close();
    await target.close();
  }
}

/** A report may come from anywhere: the key goes to an address that it names only if we know it otherwise. */
function trustedTarget({ target }: Report, configuration: Configuration | undefined): RecordedTarget {
  if (target.embedded) return { kind: "embedded" };
  const baseUrl = readBaseUrl(target.baseUrl);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(baseUrl).hostname);
  if (isHere || findByAddress(configuration, baseUrl) !== undefined) return { kind: "address", baseUrl };
  throw new ConfigurationError(
    `the report is about ${safeText(target.baseUrl)}: name that target with --target to have the key sent there`,
  );
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
