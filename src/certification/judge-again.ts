import { type Report, runConformance } from "../run/index.js";
import { animalStore } from "../suites/index.js";
import type { PlannedRun } from "./plan.js";
import { readTranscript } from "./read-transcript.js";
import { replayNetwork, TranscriptMismatch } from "./replay-network.js";

/**
 * Runs the suite again with the transcript in place of the network.
 * @param transcript of all runs, compressed
 * @returns the reports of the runs, in their order
 * @throws TranscriptMismatch for the first thing that is not what the suite does
 * @throws BundleError for what is no transcript
 */
export async function judgeAgain(
  plan: readonly PlannedRun[],
  transcript: Uint8Array,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const lines = readTranscript(transcript);
  for (const [index, planned] of plan.entries()) {
    const number = index + 1;
    await lines.load();
    const first = lines.peek();
    if (first?.kind !== "run" || first.number !== number)
      throw new TranscriptMismatch(`run ${number} does not begin where it should`);
    lines.advance();
    const { network, end } = replayNetwork(lines);
    reports.push(await runConformance(animalStore, { ...planned, key: "", network }));
    await end();
  }
  if (lines.peek() !== undefined) throw new TranscriptMismatch(`there are more than ${plan.length} runs`);
  return reports;
}
