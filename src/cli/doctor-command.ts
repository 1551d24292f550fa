import { createColors } from "picocolors";
import { diagnose, type Symptom } from "../engine/index.js";
import { safeText } from "../report/index.js";
import {
  defined,
  exitCodes,
  loadSettings,
  needServing,
  type Settings,
  usesColor,
  withTarget,
} from "../settings/index.js";

/**
 * Looks for what usually goes wrong with a target, in a few requests that change nothing, and says what to do.
 * Returns 0 if a run can begin, 3 if not.
 */
export async function doctor(flags: Settings): Promise<number> {
  const { suite, contract, options, target } = await loadSettings(flags);
  return withTarget({ target, contract }, async (opened, signal) => {
    const { baseUrl, key, tokens, embedded } = opened;
    const statuses: Symptom["status"][] = [];
    process.stdout.write(`${embedded ? "the embedded reference server" : baseUrl}\n`);
    const asking = { ...options, contract, signal, baseUrl, key, ...defined({ tokens }) };
    for await (const symptom of diagnose(suite, asking)) {
      statuses.push(symptom.status);
      process.stdout.write(`${describeSymptom(symptom)}\n`);
    }
    if (signal.aborted) return exitCodes.interrupted;
    await needServing(opened);
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
