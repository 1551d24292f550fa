import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { type Conditions, isSuitable, keyIdOf, leastCases } from "../certification/index.js";
import { ConfigurationError } from "../description/index.js";
import type { ResolvedSettings, Target } from "../settings/index.js";
import { defined, exitCodes, readCredential, tell } from "../settings/index.js";
import { isMiss, nearMisses } from "../transport/index.js";

/** The variable of the environment that may hold a signing key, as PEM. */
const keyVariable = "PEDIGREE_SIGNING_KEY";

/** The key to sign with, from a file or the environment; undefined if neither is named. @throws ConfigurationError for no such key */
export function readSigningKey(
  path: string | undefined,
  environment: NodeJS.ProcessEnv,
): KeyObject | undefined {
  if (path !== undefined)
    return readPem(path, readCredential("signing key", path), createPrivateKey, "private");
  const pem = environment[keyVariable];
  return pem === undefined ? undefined : readPem(keyVariable, pem, createPrivateKey, "private");
}

/** A key to verify with. @throws ConfigurationError for a file that holds none */
export function readPublicKey(path: string): KeyObject {
  const pem = readCredential("public key", path);
  // Node.js would derive the public key from it. A private key is not for those who verify.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new ConfigurationError(
      `${path} holds a private key, which only its owner is to have: name the file of the public one`,
    );
  return readPem(path, pem, createPublicKey, "public");
}

function readPem(name: string, pem: string, parse: (pem: string) => KeyObject, kind: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = parse(pem);
  } catch {
    // OpenSSL's words help nobody.
  }
  if (key !== undefined && isSuitable(key)) return key;
  throw new ConfigurationError(
    `${name} holds no ${kind} key of Ed25519 or P-256 as PEM without a password: "pedigree keygen" makes one`,
  );
}

/** The types of keys that can be made. */
export const keyTypes = ["ed25519", "p256"] as const;

interface KeygenOptions {
  readonly out: string;
  readonly type: (typeof keyTypes)[number];
}

/** Makes a key pair, and writes it to two new files. */
export async function keygen({ out, type }: KeygenOptions): Promise<number> {
  const files = { private: `${out}.pem`, public: `${out}.pub` };
  const taken = Object.values(files).find((file) => existsSync(file));
  if (taken !== undefined)
    throw new ConfigurationError(`${taken} is there already: name another pair with --out`);
  const { privateKey, publicKey } =
    type === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" });
  try {
    writeFileSync(files.private, privateKey.export({ type: "pkcs8", format: "pem" }), {
      mode: 0o600,
      flag: "wx",
    });
    writeFileSync(files.public, publicKey.export({ type: "spki", format: "pem" }), { flag: "wx" });
  } catch (error) {
    throw new ConfigurationError(`the keys cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  tell(`keep ${files.private} to yourself; publish ${files.public}`);
  process.stdout.write(`${keyIdOf(publicKey)}\n`);
  return exitCodes.conforms;
}

type Options = ResolvedSettings["options"];

/** Returns the settings that decide the cases and the verdicts, of all that is set. */
export function conditionsOf({ baseUrl, embedded, key }: Target, options: Options): Conditions {
  const { cases = leastCases, categories = [], maxCreated, concurrency = 8, settle = 0 } = options;
  const { now = new Date(), connection: { proxy } = {} } = options;
  return {
    baseUrl,
    embedded,
    cases,
    now: now.toISOString(),
    categories: categories.map(String),
    ...(maxCreated === undefined ? {} : { maxCreated }),
    concurrency,
    settle,
    ...(proxy === undefined ? {} : { proxy: new URL(proxy).host }),
    misses: nearMisses.filter((miss) => isMiss(miss, key)),
  };
}

/** How a target is reached, which decides no verdict. */
export function accessOf({ headers, connection, rate, timeout, patience }: Options) {
  return defined({ headers, connection, rate, timeout, patience });
}
