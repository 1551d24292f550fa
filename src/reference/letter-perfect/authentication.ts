import type { Authentication } from "../conduct.js";
import { isSameKey, readBearerCredential } from "../credentials.js";

/** Authentication 1 to 4: a bearer credential, on every operation; without it, nothing else is looked at. */
export const authentication: Authentication = {
  readCredential: readBearerCredential,
  authenticate: (credential, key) => credential !== undefined && isSameKey(credential, key),
  refuseUnauthorized: () => ({ kind: "unauthorized" }),
};
