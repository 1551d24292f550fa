import { generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  type BundleFiles,
  type Claims,
  type Conditions,
  digestOfBuild,
  makeBundle,
  runCertification,
  type Verification,
  verifyBundle,
} from "../../src/certification/index.js";
import {
  applyOperators,
  conforming,
  mutants,
  needs,
  type Operator,
  startReferenceServer,
  variants,
} from "../../src/server/index.js";
import { isMiss, nearMisses } from "../../src/transport/index.js";
import { contract, key } from "../servers/judging.js";

/** Few, so that a test is soon over. A certification takes more. */
const leastCases = 15;

const figures = { mutants: 2, caught: 2, diagnosed: 2, variants: 1, passed: 1 };
const build = digestOfBuild();

export const vendorKeys = generateKeyPairSync("ed25519");
export const otherKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });

export const claims: Claims = {
  vendor: "Acme",
  product: { name: "Store", version: "1.0", digest: { sha256: "ab".repeat(32) } },
  runBy: "vendor",
  challenge: { text: "of the office", wasGiven: true },
  startedAt: "2026-11-22T00:00:00.000Z",
  endedAt: "2099-12-31T00:00:00.000Z",
  node: process.version,
  build,
  calibration: figures,
};

const calibration = JSON.stringify({ build, figures, holds: true });

interface EvidenceOptions {
  /** Of a mutant or a variant. */
  readonly deviation?: string;
  /** Another one, made for a test. */
  readonly operator?: Operator | undefined;
  readonly challenge?: string;
  readonly cases?: number;
  readonly apiKey?: string;
}

/** Judges a server as for a certificate. */
export async function certifyServer({
  deviation = "",
  operator = mutants.get(deviation) ?? variants.get(deviation),
  challenge = claims.challenge.text,
  cases = leastCases,
  apiKey = key,
}: EvidenceOptions = {}) {
  const handlers = applyOperators(conforming(), operator === undefined ? [] : [operator]);
  const server = await startReferenceServer({ contract, key: apiKey, handlers, patience: { close: 200 } });
  const { category, settle = 0 } = needs[deviation] ?? {};
  const conditions: Conditions = {
    baseUrl: server.baseUrl,
    embedded: false,
    cases,
    now: "2026-11-22T00:00:00.000Z",
    categories: category === undefined ? [] : [`${category}`],
    concurrency: 8,
    settle,
    misses: nearMisses.filter((miss) => isMiss(miss, apiKey)),
  };
  try {
    const access = { key: apiKey, timeout: 2000 };
    const certification = await runCertification({
      contract,
      conditions,
      challenge,
      access,
    });
    return { certification, conditions, challenge, apiKey };
  } finally {
    await server.close();
  }
}

/** A server that was judged for a certificate. */
export type Certified = Awaited<ReturnType<typeof certifyServer>>;

/** The bundle of a server that conforms. @param signingKey null for one that is not signed */
export async function bundleOf(
  { certification, conditions, challenge, apiKey }: Certified,
  signingKey: KeyObject | null = vendorKeys.privateKey,
): Promise<BundleFiles> {
  const last = certification.reports.at(-1);
  if (!certification.conforms) throw new Error(last?.conclusion.sentence);
  return makeBundle(certification, {
    contract,
    conditions,
    challenge,
    access: { key: apiKey },
    claims: { ...claims, challenge: { ...claims.challenge, text: challenge } },
    calibration,
    signingKey: signingKey ?? undefined,
    leastCases: conditions.cases,
  });
}

/** Verifies a bundle as the tests make them. */
export function verify(
  files: BundleFiles,
  options: { readonly publicKey?: KeyObject; readonly challenge?: string } = {},
): Promise<Verification> {
  return verifyBundle(files, { contract, leastCases, ...options });
}

/** What verification comes to, in a few words. */
export async function outcomeOf(files: BundleFiles, publicKey?: KeyObject): Promise<string> {
  const verification = await verify(files, publicKey === undefined ? {} : { publicKey });
  return verification.status === "refused" ? `refused: ${verification.difference}` : verification.status;
}
