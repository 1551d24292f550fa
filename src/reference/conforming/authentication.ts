import { timingSafeEqual } from "node:crypto";
import type { Authentication } from "../handlers.js";

/** Authentication 1 to 4: a bearer credential, on every operation; without it, nothing else is looked at. */
export const authentication: Authentication = {
  readCredential: readBearerCredential,
  authenticate: (credential, key) => credential !== undefined && isSameKey(credential, key),
  refuseUnauthorized: () => ({ kind: "unauthorized" }),
};

/** The credential of `Bearer <credential>` (RFC 6750); the scheme's name in any case (RFC 9110, 11.1). */
function readBearerCredential(authorization: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/** Compares in a time that does not depend on where the two differ. */
function isSameKey(presented: string, key: string): boolean {
  const left = Buffer.from(presented);
  const right = Buffer.from(key);
  return left.length === right.length && timingSafeEqual(left, right);
}
