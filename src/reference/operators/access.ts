import type { Operator } from "../handlers.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { Outcome } from "../outcome.js";
import type { Store } from "../store.js";
import { wrap } from "./combine.js";

/** Serves more than it should. */
export function trust(
  isTrusted: (credential: string | undefined, key: string, request: IncomingRequest) => boolean,
): Operator {
  return wrap(
    "authenticate",
    (decide, credential, key, request) =>
      decide(credential, key, request) || isTrusted(credential, key, request),
  );
}

/** Comes to an outcome before anything is looked at, for requests like this. */
export function answerEarly(
  isMeant: (request: IncomingRequest, store: Store) => boolean,
  outcome: Outcome | ((store: Store) => Outcome),
): Operator {
  return wrap("answerEarly", (decide, request, store) => {
    if (!isMeant(request, store)) return decide(request, store);
    return typeof outcome === "function" ? outcome(store) : outcome;
  });
}

/** Refuses requests like this with a status of its own. */
export function turnAway(
  status: number,
  isMeant: (request: IncomingRequest, store: Store) => boolean,
): Operator {
  return answerEarly(isMeant, { kind: "refused", status, reason: "Not now." });
}
