import { createHash, timingSafeEqual } from "node:crypto";

/** The credential of `Bearer <credential>` (RFC 6750); the scheme's name in any case (RFC 9110, 11.1). */
export function readBearerCredential(authorization: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/** Compares in a time that tells nothing about where, or by how much, the two differ. */
export function isSameKey(presented: string, key: string): boolean {
  const expected = keyDigests.get(key) ?? digest(key);
  keyDigests.set(key, expected);
  return timingSafeEqual(digest(presented), expected);
}

/** Of the keys of servers, which are few. */
const keyDigests = new Map<string, Buffer>();

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
