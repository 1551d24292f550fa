import {
  BundleError,
  readBundle,
  type Statement,
  type Verification,
  verifyBundle,
} from "../certification/index.js";
import { ConfigurationError, loadContract } from "../description/index.js";
import { safeText } from "../report/index.js";
import { toolVersion } from "../run/index.js";
import { animalStore } from "../suites/index.js";
import { exitCodes } from "./outcome.js";
import { readPublicKey } from "./signing-keys.js";

interface VerifyOptions {
  readonly publicKey?: string;
  readonly challenge?: string;
  readonly json?: boolean;
  readonly spec?: string;
}

/** Verifies a bundle without a network. Returns 0 if it holds, 1 if not, 3 if another version has to judge it. */
export async function verify(path: string, options: VerifyOptions): Promise<number> {
  const publicKey = options.publicKey === undefined ? undefined : readPublicKey(options.publicKey);
  const contract = loadContract(options.spec);
  const verification = await verifyAt(path, {
    suite: animalStore,
    contract,
    publicKey,
    challenge: options.challenge,
  });
  const sentence = describe(verification);
  const { status } = verification;
  const statement = "statement" in verification ? verification.statement : undefined;
  if (options.json) process.stdout.write(`${JSON.stringify({ status, sentence, statement }, null, 2)}\n`);
  else process.stdout.write(`${safeText(sentence)}\n`);
  if (status === "other version") return exitCodes.inconclusive;
  return status === "refused" ? exitCodes.doesNotConform : exitCodes.conforms;
}

async function verifyAt(path: string, options: Parameters<typeof verifyBundle>[1]): Promise<Verification> {
  try {
    return await verifyBundle(await readBundle(path), options);
  } catch (error) {
    if (error instanceof BundleError) return { status: "refused", difference: `it ${error.message}` };
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigurationError(
      `${safeText(path)} cannot be read (${code}): give the folder or the .tar.gz of a bundle`,
    );
  }
}

function describe(verification: Verification): string {
  switch (verification.status) {
    case "refused":
      return `does not hold: ${verification.difference}`;
    case "other version":
      return `pedigree ${verification.version} made this bundle, and this is ${toolVersion}: npx pedigree@${verification.version} verify`;
    case "verified":
      return `verified: ${describeStatement(verification.statement)}`;
    case "intact": {
      const why = verification.isSigned
        ? "it is signed, but no --public-key says by whom"
        : "it is not signed, and anyone may have made it";
      return `intact: ${describeStatement(verification.statement)}; ${why}`;
    }
  }
}

function describeStatement({ predicate: { pedigree } }: Statement): string {
  const { vendor, product, challenge, startedAt, runBy } = pedigree.claims;
  const asked = challenge.wasGiven
    ? `the challenge ${JSON.stringify(challenge.text)}`
    : "a challenge of its own";
  return `${product.name} ${product.version} of ${vendor} ${pedigree.conclusion}; run by the ${runBy} on ${startedAt.slice(0, 10)} with ${asked}`;
}
