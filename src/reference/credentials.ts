import { timingSafeEqual } from "node:crypto";

/** The credential of `Bearer <credential>` (RFC 6750); the scheme's name in any case (RFC 9110, 11.1). */
export function readBearerCredential(authorization: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/** Compares in a time that tells nothing about where the two differ. */
export function isSameKey(presented: string, key: string): boolean {
  const left = Buffer.from(presented);
  const right = Buffer.from(key);
  return left.length === right.length && timingSafeEqual(left, right);
}
