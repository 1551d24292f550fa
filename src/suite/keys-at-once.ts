import { describeCredential } from "../cases/index.js";
import { type Check, check, once } from "./check.js";
import { listRequest, unauthorized } from "./requests.js";

/** So many of each kind: a race is not lost each time. */
const pairs = 3;

/** The check on requests that are served at the same time: each is to be judged by its own key. */
export const keysAtOnceChecks: readonly Check[] = [
  check({
    id: "AUTH-2/beside",
    title: "a wrong key opens nothing and a good one everything, also side by side",
    alsoTests: ["AUTH-6"],
    stage: "keys",
    inputs: once,
    run: async (probe) => {
      const wrong = { kind: "wrong", key: `wrong-${probe.world.token()}` } as const;
      const label = `${describeCredential(wrong)}, beside good ones`;
      const particulars = { label, accepts: unauthorized, requirement: "AUTH-2", credential: wrong };
      const good = listRequest(probe.world, { limit: 1 });
      const refusable = listRequest(probe.world, { limit: 1 }, particulars);
      const all = Array.from({ length: pairs }, () => [refusable, good]).flat();
      const ended = await Promise.allSettled(all.map((request) => probe.send(request)));
      // All of them are to be over before what went wrong is said.
      for (const each of ended) if (each.status === "rejected") throw each.reason;
    },
  }),
];
