import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { OperationId } from "../../incoming-request.js";

/** Serves more than it should. */
export function trust(
  conduct: Conduct,
  isTrusted: (credential: string | undefined, key: string, operation: OperationId | undefined) => boolean,
): Alteration {
  return {
    authenticate: (credential, key, request) =>
      conduct.authenticate(credential, key, request) || isTrusted(credential, key, request.operationId),
  };
}
