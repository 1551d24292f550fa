import { setImmediate } from "node:timers/promises";
import type { Case } from "../generate/index.js";
import type { Network } from "../run/index.js";
import type { Client, MayResend } from "../transport/index.js";
import { createAttribution } from "./attribution.js";
import { countSent } from "./count-sent.js";
import { createOutcomeReader, type Line, requestOf } from "./transcript.js";

/** A transcript is not what the suite does with its seeds: the first thing that differs. */
export class TranscriptMismatch extends Error {
  override readonly name = "TranscriptMismatch";
}

type StepLine = Exclude<Line, { readonly kind: "run" }>;

/** A step that the run waits for. */
interface Awaited {
  readonly kind: "exchange" | "pause" | "probe";
  readonly request?: Case;
  readonly mayResend?: MayResend;
  readonly happen: (line: StepLine) => void;
  readonly fail: (mismatch: Error) => void;
}

/**
 * A transcript in place of the network and the clock. Each step is found by its name, and happens in the order of the
 * transcript. What differs rejects with a `TranscriptMismatch` whatever the run waits for.
 * @param next the next line of this run; undefined after the last
 */
export function replayNetwork(next: () => Promise<StepLine | undefined>) {
  const awaited = new Map<string, Awaited>();
  const { nextStep, bind, within } = createAttribution();
  const readOutcome = createOutcomeReader();
  let time = 0;
  let mismatch: Error | undefined;
  let isOver = false;
  let isDriving = false;

  const fail = (reason: string | Error): void => {
    mismatch ??= typeof reason === "string" ? new TranscriptMismatch(reason) : reason;
    for (const { fail: reject } of awaited.values()) reject(mismatch);
    awaited.clear();
  };

  /** Lets the steps of the transcript happen, one after the other, while the run waits for any. */
  const drive = async (): Promise<void> => {
    if (isDriving) return;
    isDriving = true;
    await setImmediate();
    while (mismatch === undefined && awaited.size > 0) {
      const line = await next().catch((error: Error) => fail(error));
      if (mismatch !== undefined) break;
      if (line === undefined) {
        fail(`the suite goes on with ${[...awaited.keys()][0]}, where the transcript ends`);
        break;
      }
      take(line);
      await setImmediate();
    }
    isDriving = false;
  };

  const take = (line: StepLine): void => {
    const waiting = awaited.get(line.step);
    const difference = waiting === undefined ? "the suite does no such thing" : differenceOf(line, waiting);
    if (waiting === undefined || difference !== undefined) {
      fail(`${line.step}: ${difference}`);
      return;
    }
    if (line.at < time) {
      fail(`${line.step}: it ends before what it follows`);
      return;
    }
    time = line.at;
    if (line.kind === "retry") void waiting.mayResend?.(readOutcome(line.outcome)).catch(() => undefined);
    else {
      awaited.delete(line.step);
      waiting.happen(line);
    }
  };

  const wait = (step: Pick<Awaited, "kind" | "request" | "mayResend">): Promise<StepLine> => {
    const name = nextStep();
    return new Promise((happen, reject) => {
      if (mismatch !== undefined || isOver) {
        reject(mismatch ?? new TranscriptMismatch(`${name}: the run is over`));
        return;
      }
      awaited.set(name, { ...step, happen, fail: reject });
      void drive();
    });
  };

  const createClient = (): Client => {
    const sent = countSent();
    return {
      send: async (request, mayResend) => {
        // What it leads to belongs to the same attempt, whichever made the transcript go on.
        const bound = mayResend && { mayResend: bind(mayResend) };
        const line = await wait({ kind: "exchange", request, ...bound });
        if (line.kind !== "exchange") throw new TranscriptMismatch(`${line.step} is no exchange`);
        const { kind: _, step: __, at: ___, request: ____, outcome, ...facts } = line;
        return sent.add({ case: request, ...facts, outcome: readOutcome(outcome) });
      },
      sent: sent.count,
      isListening: async () => {
        const line = await wait({ kind: "probe" });
        return line.kind === "probe" && line.isListening;
      },
      close: async () => undefined,
    };
  };

  const network: Network = {
    clock: {
      now: () => time,
      sleep: async () => {
        await wait({ kind: "pause" });
      },
    },
    createClient,
    within,
  };
  return {
    network,
    /**
     * Holds the run to have used every line.
     * @throws TranscriptMismatch if something differed, or a line is left
     */
    end: async (): Promise<void> => {
      isOver = true;
      const left = mismatch === undefined ? await next() : undefined;
      if (left !== undefined) fail(`${left.step}: the suite does no such thing, and ends before it`);
      if (mismatch !== undefined) throw mismatch;
    },
  };
}

/** What in a line is not what the run waits for. */
function differenceOf(line: StepLine, { kind, request }: Awaited): string | undefined {
  const isRetry = line.kind === "retry" && kind === "exchange";
  if (line.kind !== kind && !isRetry)
    return `it is ${line.kind} in the transcript, and ${kind} for the suite`;
  if (line.kind !== "exchange" || request === undefined) return undefined;
  const [recorded, expected] = [JSON.stringify(line.request), JSON.stringify(requestOf(request))];
  return recorded === expected
    ? undefined
    : `the transcript has the request ${recorded}, and the seed makes ${expected}`;
}
