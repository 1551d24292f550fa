import { createHash, timingSafeEqual } from "node:crypto";

/** The credential of `Bearer <credential>` (RFC 6750); the scheme's name in any case (RFC 9110, 11.1). */
export function readBearerCredential(authorization: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/** Compares in a time that tells nothing about where, or by how much, the two differ. */
export function isSameKey(presented: string, key: string): boolean {
  return timingSafeEqual(digest(presented), digest(key));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
