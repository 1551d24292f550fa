import type { Network } from "../engine/index.js";
import type { Case, Client, MayResend } from "../transport/index.js";
import { countSent, createAttribution } from "./record-network.js";
import { createOutcomeReader, type Line, requestOf, type TranscriptReader } from "./transcript.js";

/** A transcript is not what the suite does with its seeds: the first thing that differs. */
export class TranscriptMismatch extends Error {
  override readonly name = "TranscriptMismatch";
}

type StepLine = Exclude<Line, { readonly kind: "run" }>;

/** A step that the run waits for. */
interface Awaited {
  readonly name: string;
  readonly kind: "exchange" | "pause" | "probe";
  readonly request?: Case;
  readonly mayResend?: MayResend;
  readonly happen: (line: StepLine) => void;
  readonly fail: (mismatch: Error) => void;
  /** Retries in the transcript so far. */
  retries: number;
}

/** No request is sent again so often. */
const mostRetries = 100;

/**
 * A transcript in place of the network and the clock. Each step is found by its name, and happens in the order of the
 * transcript. A difference makes whatever the run waits for reject with a `TranscriptMismatch`.
 * @param lines stand at the first step of the run
 */
export function replayNetwork(lines: TranscriptReader) {
  /** As many as are under way at the same time. */
  let awaited: readonly Awaited[] = [];
  const { nextStep, bind, within } = createAttribution();
  const readOutcome = createOutcomeReader();
  let time = 0;
  let mismatch: Error | undefined;
  let isOver = false;
  let isDriving = false;

  const fail = (reason: string | Error): void => {
    mismatch ??= typeof reason === "string" ? new TranscriptMismatch(reason) : reason;
    for (const { fail: reject } of awaited) reject(mismatch);
    awaited = [];
  };

  /** The next step of this run; undefined after the last. */
  const peek = (): StepLine | undefined => {
    const line = lines.peek();
    return line?.kind === "run" ? undefined : line;
  };

  /** Lets the next step of the transcript happen, and then those after it, while the run waits for any. */
  const happenNext = (): void => {
    isDriving = mismatch === undefined && awaited.length > 0;
    if (!isDriving) return;
    if (!lines.isLoaded()) {
      lines.load().then(happenNext, fail);
      return;
    }
    try {
      const line = peek();
      if (line === undefined) {
        fail(`the suite goes on with ${awaited[0]?.name}, where the transcript ends`);
      } else {
        lines.advance();
        take(line);
      }
    } catch (error) {
      fail(error as Error);
    }
    // The work that a line leads to is done before the next one.
    setImmediate(happenNext);
  };

  const take = (line: StepLine): void => {
    const waiting = awaited.find(({ name }) => name === line.step);
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
    if (line.kind === "retry") waiting.retries += 1;
    const { retries } = waiting;
    // The last one may not have been sent any more.
    if (retries > (line.kind === "exchange" ? line.retries + 1 : mostRetries)) {
      fail(`${line.step}: it has ${retries} retries or more, and its exchange has fewer`);
      return;
    }
    if (line.kind === "retry") void waiting.mayResend?.(readOutcome(line.outcome)).catch(() => undefined);
    else {
      awaited = awaited.filter((each) => each !== waiting);
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
      awaited = [...awaited, { name, ...step, happen, fail: reject, retries: 0 }];
      if (isDriving) return;
      isDriving = true;
      setImmediate(happenNext);
    });
  };

  const createClient = (): Client => {
    const sent = countSent();
    return {
      send: async (request, mayResend) => {
        // The work of `mayResend` belongs to the same attempt, whichever made the transcript go on.
        const bound = mayResend && { mayResend: bind(mayResend) };
        const line = await wait({ kind: "exchange", request, ...bound });
        if (line.kind !== "exchange") throw new TranscriptMismatch(`${line.step} is no exchange`);
        const { kind: _, step: __, at: ___, request: ____, outcome, ...facts } = line;
        return sent.add({ case: request, ...facts, outcome: readOutcome(outcome) });
      },
      sent: sent.count,
      // A run that ends for that reason makes no bundle.
      isOutOfPatience: () => false,
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
      if (mismatch === undefined) await lines.load();
      const left = mismatch === undefined ? peek() : undefined;
      if (left !== undefined) fail(`${left.step}: the suite does no such thing, and ends before it`);
      if (mismatch !== undefined) throw mismatch;
    },
  };
}

/** Returns the difference between a line and what the run waits for. */
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
