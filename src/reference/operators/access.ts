import type { Deviation } from "../conduct.js";
import type { OperationId } from "../incoming-request.js";

/** Serves more than it should. */
export function trust(
  isTrusted: (credential: string | undefined, key: string, operation: OperationId | undefined) => boolean,
): Deviation {
  return (conduct) => ({
    authenticate: (credential, key, request) =>
      conduct.authenticate(credential, key, request) || isTrusted(credential, key, request.operationId),
  });
}
