import { createColors } from "picocolors";
import { safeText } from "../report/index.js";
import { diagnose, type Symptom } from "../run/index.js";
import { whileListening } from "./interruption.js";
import { exitCodes } from "./outcome.js";
import { loadSettings } from "./resolve-settings.js";
import { defined, type Settings } from "./settings.js";
import { needServing, openTarget } from "./target.js";
import { usesColor } from "./uses-color.js";

/**
 * Looks for what usually goes wrong with a target, in a few requests that change nothing, and says what to do.
 * Returns 0 if a run can begin, 3 if not.
 */
export async function doctor(flags: Settings): Promise<number> {
  const { suite, contract, options, target } = await loadSettings(flags);
  return whileListening(async (signal) => {
    const opened = await openTarget(target, contract, signal);
    const { baseUrl, key, tokens, embedded, close } = opened;
    const statuses: Symptom["status"][] = [];
    try {
      process.stdout.write(`${embedded ? "the embedded reference server" : baseUrl}\n`);
      for await (const symptom of diagnose(suite, {
        ...options,
        contract,
        signal,
        baseUrl,
        key,
        ...defined({ tokens }),
      })) {
        statuses.push(symptom.status);
        process.stdout.write(`${describeSymptom(symptom)}\n`);
      }
      if (!signal.aborted) await needServing(opened);
    } finally {
      await close();
    }
    if (signal.aborted) return exitCodes.interrupted;
    const isIll = statuses.includes("problem");
    const troubled = statuses.includes("warning") ? "a run can begin; mind the warnings" : "all is well";
    process.stdout.write(isIll ? "a run cannot judge this target yet\n" : `${troubled}\n`);
    return isIll ? exitCodes.inconclusive : exitCodes.conforms;
  });
}

function describeSymptom({ about, status, found, advice }: Symptom): string {
  const colors = createColors(usesColor(process.stdout));
  const sign = { fine: colors.green("✓"), warning: colors.yellow("!"), problem: colors.red("✗") }[status];
  const line = `${sign} ${about.padEnd(8)} ${safeText(found, 400)}`;
  return advice === undefined ? line : `${line}\n  ${" ".repeat(8)} ${safeText(advice, 400)}`;
}
