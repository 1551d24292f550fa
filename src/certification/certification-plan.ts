import { createHash } from "node:crypto";
import { z } from "zod";
import type { Contract } from "../description/index.js";
import { profiles, type RunOptions } from "../engine/index.js";
import { nearMisses } from "../transport/index.js";

/** Seeds that are the same for everybody. The runs before have seeds of their own, from the challenge. */
const commonSeeds = [1, 2];

const milliseconds = z.number().nonnegative();

/** The conditions that decide the cases and the verdicts of a certification, besides its contract, its challenge and the target. */
export const conditionsSchema = z.strictObject({
  baseUrl: z.url(),
  embedded: z.boolean(),
  /** Random cases under each seed. */
  cases: z.int().nonnegative(),
  /** The day by which the removal date is judged. */
  now: z.iso.datetime(),
  categories: z.array(z.string().regex(/^-?\d{1,19}$/)),
  maxCreated: z.int().nonnegative().optional(),
  concurrency: z.int().positive().max(1000),
  settle: milliseconds,
  /** Host of the forward proxy in between. */
  proxy: z.string().optional(),
  /** The near misses that can be made of the key. */
  misses: z.array(z.enum(nearMisses as [(typeof nearMisses)[number]])),
});

/** The conditions that decide the cases and the verdicts, besides contract, challenge and target. Durations in ms. */
export type Conditions = z.infer<typeof conditionsSchema>;

/** Random cases that a certification takes under each seed, at least. */
export const leastCases = profiles.certification.random.cases;

/** The options of one run of a certification. */
export type PlannedRun = Omit<RunOptions, "key"> & { readonly seed: number };

/**
 * The runs of a certification. The first is that of a gate, which the calibration has proven: it finds a store whose lists
 * are not full. The second tries everything under a seed from the challenge, the others random cases under seeds that are
 * the same for everybody.
 */
export function planRuns(
  contract: Contract,
  challenge: string,
  conditions: Conditions,
): readonly [gate: PlannedRun, whole: PlannedRun, ...more: PlannedRun[]] {
  const { categories, now, proxy, maxCreated, ...others } = conditions;
  const common = {
    contract,
    ...others,
    profile: "certification",
    // One run may test what another cannot: they are judged together.
    requireTested: false,
    keepExchanges: false,
    now: new Date(now),
    categories: categories.map(BigInt),
    ...(maxCreated === undefined ? {} : { maxCreated }),
    ...(proxy === undefined ? {} : { connection: { proxy: `http://${proxy}` } }),
  } as const satisfies Omit<RunOptions, "key">;
  const drawn = (name: string) => ({
    seed: drawFrom(challenge, `${name}seed`),
    nonce: drawFrom(challenge, `${name}nonce`),
  });
  const { cases: _, ...walk } = common;
  const { finalWait } = profiles.certification;
  const gate = { ...walk, profile: "gate" as const, finalWait, ...drawn("gate ") };
  const whole = { ...common, ...drawn("") };
  const more = commonSeeds.map((seed) => ({
    ...common,
    seed,
    nonce: drawFrom(challenge, `nonce ${seed}`),
    randomOnly: true,
  }));
  return [gate, whole, ...more];
}

/** A number of 31 bits that nobody knows before the challenge. */
function drawFrom(challenge: string, purpose: string): number {
  return createHash("sha256").update(`${purpose}\n${challenge}`).digest().readUInt32BE() >>> 1;
}
