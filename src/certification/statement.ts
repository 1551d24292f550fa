import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dsse } from "@sigstore/core";
import canonicalize from "canonicalize";
import { z } from "zod";
import type { Contract } from "../description/index.js";
import { type Report, toolVersion, type Verdict } from "../engine/index.js";
import { conditionsSchema } from "./certification-plan.js";

/** In hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().min(1).max(500);
const digest = z.strictObject({ sha256 });

/** The claims of a statement that no transcript can show. */
const claimsSchema = z.strictObject({
  vendor: text,
  product: z.strictObject({ name: text, version: text, digest: digest.optional() }),
  runBy: z.enum(["vendor", "office"]),
  challenge: z.strictObject({ text, wasGiven: z.boolean() }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** The version of Node.js. */
  node: text,
  /** SHA-256 over the files of the suite as it was installed. */
  build: sha256,
  calibration: z.record(z.string(), z.int().nonnegative()),
});

/** The claims of a statement that no transcript can show. */
export type Claims = z.infer<typeof claimsSchema>;

/** A resource of the in-toto attestation framework, as far as it is used here. Source: ResourceDescriptor v1. */
const resource = z.strictObject({
  name: z.string(),
  uri: z.string().optional(),
  digest: digest.optional(),
  annotations: z.record(z.string(), z.unknown()).optional(),
});

/** The members of a statement that pedigree adds to those that its predicate type asks for. */
const extension = z.strictObject({
  version: z.string(),
  conclusion: z.string(),
  claims: claimsSchema,
  conditions: conditionsSchema,
  seeds: z.array(z.int()),
  verdicts: z.record(z.string(), z.string()),
  reasons: z.record(z.string(), z.string()),
  observations: z.record(z.string(), z.array(z.string())),
  files: z.record(z.string(), sha256),
});

/** Sources: in-toto Statement v1; test-result predicate v0.1. */
export const statementSchema = z.strictObject({
  _type: z.literal("https://in-toto.io/Statement/v1"),
  subject: z.array(z.strictObject({ name: z.string(), digest })).min(1),
  predicateType: z.literal("https://in-toto.io/attestation/test-result/v0.1"),
  predicate: z.strictObject({
    result: z.enum(["PASSED", "WARNED", "FAILED"]),
    configuration: z.array(resource),
    passedTests: z.array(z.string()),
    warnedTests: z.array(z.string()),
    failedTests: z.array(z.string()),
    pedigree: extension,
  }),
});

/** A statement about a server that conforms. */
export type Statement = z.infer<typeof statementSchema>;

/** The file that a statement is about. */
export const transcriptFile = "transcript.ndjson.gz";

/** The parts that a statement is made of. */
export interface StatementParts extends Pick<Statement["predicate"]["pedigree"], "claims" | "conditions"> {
  readonly contract: Contract;
  /** Of the runs, in their order. */
  readonly reports: readonly Report[];
  /** Their result as one report. */
  readonly result: Report;
  /** File → SHA-256, of all files but the statement's own. */
  readonly files: Readonly<Record<string, string>>;
}

/** The statement that these parts make. All of it but the claims follows from them. */
export function makeStatement({
  claims,
  conditions,
  contract,
  reports,
  result,
  files,
}: StatementParts): Statement {
  const { product, build, calibration, node } = claims;
  const idsWith = (...verdicts: readonly Verdict[]): string[] =>
    result.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  const warned = idsWith("warned");
  const { digest: productDigest } = product;
  const named = (entries: readonly (readonly [string, string | undefined])[]): Record<string, string> =>
    Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      { name: transcriptFile, digest: { sha256: files[transcriptFile] ?? "" } },
      ...(productDigest === undefined
        ? []
        : [{ name: `${product.name} ${product.version}`, digest: productDigest }]),
    ],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: warned.length > 0 ? "WARNED" : "PASSED",
      configuration: [
        {
          name: "interface description and catalogue",
          digest: { sha256: contract.digest },
          annotations: { version: contract.version, requirements: contract.requirements.length },
        },
        ...(contract.mapping === undefined
          ? []
          : [{ name: "mapping of checks to requirements", digest: { sha256: contract.mapping } }]),
        {
          name: "pedigree",
          uri: `pkg:npm/pedigree@${toolVersion}`,
          digest: { sha256: build },
          annotations: { node },
        },
        {
          name: "calibration of pedigree",
          digest: { sha256: files["calibration.json"] ?? "" },
          annotations: calibration,
        },
      ],
      passedTests: idsWith("passed", "observed"),
      warnedTests: warned,
      failedTests: idsWith("failed"),
      pedigree: {
        version: toolVersion,
        conclusion: result.conclusion.sentence,
        claims,
        conditions,
        seeds: reports.map(({ run }) => run.seed),
        verdicts: named(result.requirements.map(({ id, verdict }) => [id, verdict])),
        reasons: named(result.requirements.map(({ id, reason }) => [id, reason])),
        observations: Object.fromEntries(
          result.requirements
            .filter(({ observations }) => observations.length > 0)
            .map(({ id, observations }) => [id, observations.map(({ choice }) => choice)]),
        ),
        files: { ...files },
      },
    },
  };
}

/** Where this package is. */
const root = new URL("../../", import.meta.url);

/**
 * Tells this build of pedigree from others: SHA-256 over all that it runs by, in hexadecimal. Its calibration, which comes
 * after it, is no part of it.
 */
export function digestOfBuild(): string {
  const hash = createHash("sha256");
  for (const folder of ["dist", "spec", "src/model"]) {
    const files = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((each) => /\.(js|json|yaml|csv)$/.test(each)).toSorted()) {
      hash.update(`${folder}/${file}\n`).update(readFileSync(new URL(`${folder}/${file}`, root)));
    }
  }
  return hash.digest("hex");
}

/** The type of a statement in an envelope. Source: in-toto attestation framework, envelope v1. */
const payloadType = "application/vnd.in-toto+json";

/** The form of an envelope. Source: DSSE v1.0. One without a signature is ours: no key was there to sign it. */
const envelopeSchema = z.strictObject({
  payloadType: z.literal(payloadType),
  payload: z.base64(),
  signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.base64() })).max(1),
});

/** A statement with its signatures, as it stands in a file. */
export type Envelope = z.infer<typeof envelopeSchema>;

/**
 * Puts a statement into an envelope.
 * @param key Ed25519 or P-256; unsigned if absent
 */
export function sealStatement(statement: object, key: KeyObject | undefined): Envelope {
  const payload = Buffer.from(canonicalize(statement) ?? "");
  const signatures = key === undefined ? [] : [{ keyid: keyIdOf(key), sig: signatureOf(payload, key) }];
  return { payloadType, payload: payload.toString("base64"), signatures };
}

function signatureOf(payload: Buffer, key: KeyObject): string {
  return sign(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key).toString("base64");
}

/** An envelope as it stands in its file: there is one form of it. */
export function renderEnvelope({ payload, signatures }: Envelope): string {
  const encoded = (text: string): string => Buffer.from(text, "base64").toString("base64");
  const signed = signatures.map(({ keyid, sig }) => ({ keyid, sig: encoded(sig) }));
  return `${JSON.stringify({ payloadType, payload: encoded(payload), signatures: signed }, null, 1)}\n`;
}

/** @throws Error if the text is no envelope of a statement */
export function openEnvelope(text: string): { readonly envelope: Envelope; readonly statement: unknown } {
  const envelope = envelopeSchema.parse(JSON.parse(text));
  if (renderEnvelope(envelope) !== text) throw new Error("its envelope is not as pedigree writes it");
  const payload = Buffer.from(envelope.payload, "base64").toString("utf8");
  const statement: unknown = JSON.parse(payload);
  if (canonicalize(statement) !== payload) throw new Error("its payload is not in canonical form");
  return { envelope, statement };
}

/** Did the owner of this public key sign the envelope? */
export function isSignedBy({ payload, signatures }: Envelope, key: KeyObject): boolean {
  const signed = dsse.preAuthEncoding(payloadType, Buffer.from(payload, "base64"));
  return signatures.some(
    ({ keyid, sig }) =>
      keyid === keyIdOf(key) && verify(digestFor(key), signed, key, Buffer.from(sig, "base64")),
  );
}

/** Ed25519 takes the message itself; P-256 signs its SHA-256. */
function digestFor({ asymmetricKeyType }: KeyObject): "sha256" | null {
  return asymmetricKeyType === "ed25519" ? null : "sha256";
}

/** Tells a key from all others: SHA-256 over its public part (SPKI, DER), in hexadecimal. */
export function keyIdOf(key: KeyObject): string {
  const spki = (key.type === "private" ? createPublicKey(key) : key).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex");
}

/** Can such a key sign a statement? */
export function isSuitable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return (
    asymmetricKeyType === "ed25519" ||
    (asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1")
  );
}
