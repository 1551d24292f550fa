import type { JsonObject } from "../../json/index.js";
import type { Handlers } from "../conforming/index.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { OperationOutcome } from "../reply.js";
import type { Store } from "../store.js";
import { instead, inTurn, type Operator, wrap } from "./operator.js";
import { changeStatus } from "./reply-operators.js";

/** Serves more than it should. */
export function trust(isTrusted: Handlers["authenticate"]): Operator {
  return instead("authenticate", isTrusted, true);
}

/** Comes to an outcome before anything is looked at, for requests like this. */
export function answerEarly(
  isMeant: (request: IncomingRequest, store: Store) => boolean,
  outcomeOf: (store: Store) => OperationOutcome,
): Operator {
  return wrap("answerEarly", (decide, request, store) =>
    isMeant(request, store) ? outcomeOf(store) : decide(request, store),
  );
}

/** Refuses requests like this with a status of its own. */
export function turnAway(status: number, isMeant: (request: IncomingRequest) => boolean): Operator {
  return answerEarly(isMeant, () => ({ kind: "refused", status, reason: "Not now." }));
}

/** Refuses more bodies than the document does. */
export function refuse(
  isRefused: (body: JsonObject) => boolean,
  reason = "this server does not take it",
): Operator {
  return instead("checkFurther", isRefused, reason);
}

/** The same, with a status of its own for what is refused here, and for nothing else. */
export function refuseAs(status: number, isRefused: (body: JsonObject) => boolean): Operator {
  const reason = `this server does not take it, and says so with ${status}`;
  return inTurn(
    refuse(isRefused, reason),
    changeStatus((outcome) => outcome.kind === "invalid-body" && outcome.reason === reason, status),
  );
}

/** Creates a memory of names, which says of each body whether its name came before. */
export function rememberNames(keyOf: (name: string) => string): (body: JsonObject) => boolean {
  const taken = new Set<string>();
  return ({ name }) => {
    const key = keyOf(`${name}`);
    const wasUsedBefore = taken.has(key);
    taken.add(key);
    return wasUsedBefore;
  };
}
