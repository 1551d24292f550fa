import { setImmediate } from "node:timers/promises";
import { type Network, realNetwork } from "../run/index.js";
import type { Client } from "../transport/index.js";
import { createAttribution } from "./attribution.js";
import { countSent } from "./count-sent.js";
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
