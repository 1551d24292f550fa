import { dirname, join } from "node:path";
import { ConfigurationError } from "../description/index.js";
import { replayFinding } from "../engine/index.js";
import { describeFinding, safeText } from "../report/index.js";
import {
  defined,
  exitCodes,
  kinds,
  loadSettings,
  needServing,
  type Settings,
  tell,
  withTarget,
} from "../settings/index.js";
import { journalFile, openJournal } from "./journal.js";
import { loadReport } from "./last-report.js";

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
  const { seed, now, profile, categories, readOnly, strict } = report.run;
  const { scheme } = report.target;
  const recorded = {
    target: report.target,
    settings: defined({
      profile: kinds.profile.parse(profile),
      // A server to which nothing was written is not written to now.
      readOnly: readOnly || undefined,
      seed,
      categories: categories.map(BigInt),
      now: new Date(now),
      scheme,
      strict,
    }),
  };
  const { suite, contract, options, ...settings } = await loadSettings(flags, recorded);
  return withTarget({ ...settings, contract }, async (target, signal) => {
    const { baseUrl, key, tokens, embedded, started } = target;
    const journal = openJournal(join(dirname(path), journalFile));
    const onCreation = embedded ? undefined : journal.write;
    try {
      const judging = {
        ...options,
        contract,
        baseUrl,
        key,
        signal,
        ...defined({ onCreation, tokens, started }),
      };
      const replayed = await replayFinding(suite, judging, finding);
      if (signal.aborted) return exitCodes.interrupted;
      if (replayed.status !== "shown") await needServing(target);
      const which = `finding ${finding.number} (${safeText(finding.requirement)})`;
      switch (replayed.status) {
        case "unreachable":
          tell(safeText(replayed.reason));
          return exitCodes.inconclusive;
        case "not tried":
          tell(`${which} could not be tried: ${safeText(replayed.reason)}`);
          return exitCodes.inconclusive;
        case "not shown":
          process.stdout.write(`${which} did not show again: ${safeText(replayed.reason)}\n`);
          return exitCodes.conforms;
        case "shown": {
          const { targetName: name, spec, overlays } = options;
          const judged = { baseUrl, embedded, ...defined({ name, spec, overlays }) };
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
    }
  });
}

const shownHow = {
  alone: "shows again",
  "in its run": "shows again when the part of the run that leads to it was repeated",
  otherwise: "does not show as it did, but its requirement is still broken",
} as const;
