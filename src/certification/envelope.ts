import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { dsse } from "@sigstore/core";
import canonicalize from "canonicalize";
import { z } from "zod";

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
