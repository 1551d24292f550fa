import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { type Network, realNetwork } from "../engine/index.js";
import type { Client, Exchange } from "../transport/index.js";
import type { RecordedStep, Step } from "./transcript.js";

/**
 * The network, which keeps a record of everything that a run waits for. One thing happens at a time: what it leads to is
 * done before the next, and the clock stands still meanwhile. So the record alone decides what the run does.
 * @param keep called for every step, in their order
 */
export function recordNetwork(keep: (step: RecordedStep) => void): Network {
  const { clock } = realNetwork;
  const began = clock.now();
  let time = 0;
  let turns: Promise<unknown> = Promise.resolve();
  const { nextStep, currentCheck, within } = createAttribution();

  /** Waits for the turn of a step, keeps it, and does what it leads to. */
  const happen = <Value>(name: string, step: Step, lead: () => Value): Promise<Value> => {
    const check = currentCheck();
    const turn = turns.then(() => {
      time = Math.round((clock.now() - began) * 1000) / 1000;
      keep({ ...step, step: name, at: time, check });
      return lead();
    });
    turns = turn.then(() => setImmediate());
    return turn;
  };

  return {
    clock: {
      now: () => time,
      sleep: async (duration, signal) => {
        const name = nextStep();
        await clock.sleep(duration, signal);
        await happen(name, { kind: "pause" }, () => undefined);
      },
    },
    createClient: (options): Client => {
      const client = realNetwork.createClient(options);
      const sent = countSent();
      return {
        ...client,
        send: async (request, mayResend = async () => true) => {
          const name = nextStep();
          const exchange = await client.send(request, async (outcome) => {
            // The work of `mayResend` may take requests, which have turns of their own.
            const answer = await happen(name, { kind: "retry", outcome }, () => ({
              may: mayResend(outcome),
            }));
            return answer.may;
          });
          return happen(name, { kind: "exchange", exchange }, () => sent.add(exchange));
        },
        sent: sent.count,
        isListening: async () => {
          const name = nextStep();
          const isListening = await client.isListening();
          return happen(name, { kind: "probe", isListening }, () => isListening);
        },
      };
    },
    within,
  };
}

/** The name of steps that belong to no attempt: of what is looked at before and between the checks. */
const betweenAttempts = "run";

/** Counts the steps of one attempt. */
interface Steps {
  readonly name: string;
  /** The check, of an attempt. */
  readonly check?: string;
  count: number;
}

/** One for all runs: each of them would make every promise of the process slower, and none is ever given back. */
const storage = new AsyncLocalStorage<Steps>();

/**
 * Names every step of a run by the check, its input, the attempt and the step in it, so that a step has the same name
 * when the suite runs again, whatever else is under way at the same time.
 */
export function createAttribution() {
  const others: Steps = { name: betweenAttempts, count: 0 };
  const attempts = new Map<string, number>();
  return {
    /** The name of the next step of what is under way here. */
    nextStep: (): string => {
      const steps = storage.getStore() ?? others;
      steps.count += 1;
      return `${steps.name}/${steps.count}`;
    },
    /** The check that is under way here; undefined between the attempts. */
    currentCheck: (): string | undefined => storage.getStore()?.check,
    /** Ties a function to the attempt that is under way now: wherever it is called, its steps are steps of this attempt. */
    bind: <Given extends readonly unknown[], Value>(call: (...given: Given) => Value) => {
      const steps = storage.getStore();
      return (...given: Given): Value => storage.run(steps ?? others, call, ...given);
    },
    within: ((check, input, work) => {
      const of = `${check} ${digestOf(input)}`;
      const attempt = (attempts.get(of) ?? 0) + 1;
      attempts.set(of, attempt);
      return storage.run({ name: `${of} ${attempt}`, check, count: 0 }, work);
    }) satisfies Network["within"],
  };
}

/** A hash of 32 bits (FNV-1a) that tells the inputs of one check apart. Inputs with the same hash differ in their order. */
function digestOf(input: unknown): string {
  const text =
    JSON.stringify(input, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? "";
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return (digest >>> 0).toString(16);
}

/** Counts requests by what came of them, retries included: what is under way does not count yet. */
export function countSent() {
  let count = 0;
  return {
    /** Returns the exchange. */
    add: (exchange: Exchange): Exchange => {
      const { outcome, retries } = exchange;
      const wasHeldBack = outcome.kind === "transport-error" && outcome.cause === "aborted";
      count += retries + (wasHeldBack ? 0 : 1);
      return exchange;
    },
    count: (): number => count,
  };
}
