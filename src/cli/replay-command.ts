import { readFileSync } from "node:fs";
import { ConfigurationError, loadContract } from "../contract/index.js";
import { describeFinding, safeText } from "../report/index.js";
import { type Report, replayFinding } from "../run/index.js";
import { exitCodes } from "./outcome.js";
import { openTarget } from "./target.js";
import { readBaseUrl, readRunOptions, type TargetOptions } from "./target-options.js";

/**
 * Sends one finding's counterexample again, to the server that the report is about unless another is named.
 * Returns 1 if the finding shows again, 0 if not.
 */
export async function replay(
  path: string,
  options: TargetOptions & { readonly finding: number },
): Promise<number> {
  const report = readReport(path);
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
  const interruption = new AbortController();
  const baseUrl = options.target ?? trustedAddress(report);
  const target = await openTarget({
    options: { ...options, ...(baseUrl === undefined ? {} : { target: baseUrl }) },
    contract,
    signal: interruption.signal,
  });
  try {
    const replayed = await replayFinding(
      {
        categories: report.run.categories.map(BigInt),
        seed: report.run.seed,
        now: new Date(report.run.now),
        ...readRunOptions(options, contract),
        contract,
        baseUrl: target.baseUrl,
        key: target.key,
        signal: interruption.signal,
      },
      finding,
    );
    switch (replayed.status) {
      case "unreachable":
        process.stderr.write(`pedigree: ${safeText(replayed.reason)}\n`);
        return exitCodes.inconclusive;
      case "not shown":
        process.stdout.write(
          `finding ${finding.number} (${finding.requirement}) did not show again: ${safeText(replayed.reason)}\n`,
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
    await target.close();
  }
}

/** A report may come from anywhere: the key goes to an address that it names only on this machine. */
function trustedAddress({ target }: Report): string | undefined {
  if (target.embedded) return undefined;
  const { hostname } = new URL(readBaseUrl(target.baseUrl));
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return target.baseUrl;
  throw new ConfigurationError(
    `the report is about ${safeText(target.baseUrl)}: name that target with --target to have the key sent there`,
  );
}

function readReport(path: string): Report {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigurationError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    const report = JSON.parse(text) as Partial<Report>;
    if (report.format === "pedigree-report/1" && Array.isArray(report.findings)) return report as Report;
  } catch {
    // Said below, as for anything else that is no report.
  }
  throw new ConfigurationError(`${path} is no report of this version of pedigree: give a report.json`);
}
