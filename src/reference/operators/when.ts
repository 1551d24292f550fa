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

/** Lists that are asked for with each of these parameters. */
export function ofListWith(...names: readonly string[]): When {
  return ({ kind }, { query }) => kind === "listed" && names.every((name) => query.has(name));
}

/** Refusals of this parameter, where its texts are such. */
export function ofParameter(name: string, isMeant: (texts: readonly string[]) => boolean = () => true): When {
  return (outcome, { query }) =>
    outcome.kind === "invalid-parameter" && outcome.parameter === name && isMeant(query.getAll(name));
}

/** Refusals of a body in one of these steps. */
export function ofCheck(...checks: readonly BodyCheck[]): When {
  return (outcome) => outcome.kind === "invalid-body" && checks.includes(outcome.check);
}

/** Did its body come in chunks? */
export function isChunked({ headers }: IncomingRequest): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/** The body of a request as text. */
export function textOf({ body }: IncomingRequest): string {
  return body.kind === "bytes" ? Buffer.from(body.bytes).toString("utf8") : "";
}

/** How many bytes the body of a request has. */
export function lengthOf({ body }: IncomingRequest): number {
  return body.kind === "bytes" ? body.bytes.length : 0;
}

/** Is this a request for the largest page there is, with a filter? */
export function isForLargestFilteredPage({ query }: IncomingRequest): boolean {
  return query.get("limit") === "100" && query.has("status");
}

/** Answers to which all of this applies. */
export function allOf(...conditions: readonly When[]): When {
  return (outcome, request) => conditions.every((when) => when(outcome, request));
}
