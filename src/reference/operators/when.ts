import type { IncomingRequest, OperationId } from "../incoming-request.js";
import type { BodyCheck, Outcome } from "../outcome.js";

/** Which answers are meant. */
export type When = (outcome: Outcome, request: IncomingRequest) => boolean;

/** Every answer. */
export const always: When = () => true;

/** Answers to bodies in chunks. */
export const toChunks: When = (_outcome, request) => isChunked(request);

/** Every refusal. */
export const ofError: When = ({ kind }) => !["listed", "created", "found", "answered"].includes(kind);

/** Answers to what came to one of these. */
export function ofKind(...kinds: readonly Outcome["kind"][]): When {
  return ({ kind }) => kinds.includes(kind);
}

/** Every answer of one of these operations. */
export function ofOperation(...ids: readonly OperationId[]): When {
  return (_outcome, { operationId }) => operationId !== undefined && ids.includes(operationId);
}

/** Refusals of a body in one of these steps. */
export function ofCheck(...checks: readonly BodyCheck[]): When {
  return (outcome) => outcome.kind === "invalid-body" && checks.includes(outcome.check);
}

/** Did its body come in chunks, its length untold? */
export function isChunked({ headers }: IncomingRequest): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/** Answers to which all of this applies. */
export function allOf(...conditions: readonly When[]): When {
  return (outcome, request) => conditions.every((when) => when(outcome, request));
}
