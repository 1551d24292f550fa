import type { Case, CredentialName } from "../../generate/index.js";
import { parseJsonBytes } from "../../json/index.js";
import { type Check, check, once } from "./check.js";
import { limitAbove } from "./facts.js";
import type { Probe } from "./probe.js";
import { addRequest, errors, listed, listRequest, unauthorized } from "./requests.js";
import { Stop } from "./stop.js";
import type { World } from "./world.js";
import { keyless } from "./wrong-keys.js";

/** After so long, in ms, a connection is taken again: that is where a server may remember the good key. */
const untilIdle = 10;

/** Checks that the key is asked for in every situation, and on every way to an operation. */
export const wayAroundChecks: readonly Check[] = [
  check({
    id: "AUTH-1/early",
    title: "a request without a key is refused also before anything was added",
    phase: "empty",
    inputs: once,
    run: async (probe) => {
      await probe.send(listRequest(probe.world, {}, keyless("AUTH-1", { kind: "missing" })));
    },
  }),

  check({
    id: "AUTH-8/challenge",
    title:
      "a request without a key, right after one that was refused for its body, is answered with 401 and a scheme",
    alsoTests: ["AUTH-1"],
    phase: "credentials",
    inputs: once,
    run: async (probe) => {
      const accepts = errors(400, 404, 422);
      const refusable = addRequest(probe.world, "{}", { label: "the object is empty", accepts });
      // Whatever comes of it, and whether or not it may be sent: the question is the next one.
      await probe.world.pause(untilIdle);
      if (!probe.world.readOnly) await probe.send(refusable).catch(ignoreStop);
      await probe.world.pause(untilIdle);
      const credential = { kind: "missing" } as const;
      await probe.send(listRequest(probe.world, {}, keyless("AUTH-1", credential)));
    },
  }),

  check<Case>({
    id: "AUTH-1/detours",
    title: "no other spelling of the address, and no header, shows animals to who has no key",
    phase: "credentials",
    inputs: detours,
    run: async (probe, request) => {
      const { outcome } = await probe.sendUnjudged(request);
      const shown = outcome.kind === "answer" && outcome.status === 200 ? countPets(probe, outcome.body) : 0;
      probe.claim(shown === 0, {
        problem: "served without a key",
        expected: "401, or no animals at all",
        actual: `200 with ${shown} animals`,
      });
    },
  }),

  check({
    id: "AUTH-2/beside",
    title:
      "each request is judged by its own key, also where others with another key are served at the same time",
    alsoTests: ["AUTH-1", "AUTH-6"],
    phase: "credentials",
    inputs: once,
    happensOnce: "requests have to meet in the server at the same moment, which they do not each time",
    run: async (probe) => {
      const good = listRequest(probe.world, { limit: limitAbove(probe.world, 0) });
      const beside = (requirement: string, credential: CredentialName): Case => {
        const { label, ...particulars } = keyless(requirement, credential);
        return listRequest(
          probe.world,
          { limit: limitAbove(probe.world, 0) },
          { ...particulars, label: `${label}, beside good keys` },
        );
      };
      const wrong = beside("AUTH-2", { kind: "wrong", key: `wrong-${probe.world.token()}` });
      const missing = beside("AUTH-1", { kind: "missing" });
      // More than one of each: a race is not lost each time.
      const all = [wrong, good, missing, good, wrong, good];
      const ended = await Promise.allSettled(all.map((request) => probe.send(request)));
      // All of them are to be over before what went wrong is said.
      for (const each of ended) if (each.status === "rejected") throw each.reason;
    },
  }),
];

/** An answer to them may be anything: only the animals in it would be too much. */
function detours(world: World): readonly Case[] {
  const plain = listRequest(
    world,
    {},
    { credential: { kind: "missing" }, accepts: [...unauthorized, ...listed] },
  );
  const { listPath } = world.contract.roles;
  const [last = ""] = listPath.slice(-2);
  const encoded = `${listPath.slice(0, -2)}%${last.charCodeAt(0).toString(16)}${listPath.slice(-1)}`;
  const ways: readonly (readonly [label: string, change: Partial<Case>])[] = [
    ["a letter of the path percent-encoded", { path: encoded }],
    ["a slash after the path", { path: `${listPath}/` }],
    ["a parameter of the path", { path: `${listPath};a=b` }],
    ["said to come from the server itself", { headers: [["X-Forwarded-For", "127.0.0.1"]] }],
  ];
  // A read-only run is a guest: it sends no address that the description lacks, and no header that says who it is not.
  const allowed = world.readOnly ? ways.slice(0, 1) : ways;
  return allowed.map(([label, change]) => ({
    ...plain,
    label: `no Authorization header, ${label}`,
    ...change,
  }));
}

function countPets({ world }: Probe, body: Uint8Array): number {
  const parsed = parseJsonBytes(body);
  if (parsed.status === "invalid" || !Array.isArray(parsed.value)) return 0;
  const place = { operation: world.contract.roles.list, status: 200 };
  return world.validate("Pets", parsed.value, place).length === 0 ? parsed.value.length : 0;
}

function ignoreStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error;
}
