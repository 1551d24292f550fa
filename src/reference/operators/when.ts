import type { IncomingRequest, OperationId } from "../incoming-request.js";
import type { BodyCheck, Outcome } from "../outcome.js";

/** Which answers are meant: by what they come to, the check that refused the body, or the operation; of several, all apply. */
export type When = Outcome["kind"] | BodyCheck | OperationId | Condition | readonly When[];

type Condition = (outcome: Outcome, request: IncomingRequest) => boolean;

/** Is this answer meant? */
export function applies(when: When, outcome: Outcome, request: IncomingRequest): boolean {
  if (typeof when === "function") return when(outcome, request);
  if (typeof when === "object") return when.every((each) => applies(each, outcome, request));
  const check = outcome.kind === "invalid-body" ? outcome.check : undefined;
  return [outcome.kind, check, request.operationId].includes(when);
}

/** Answers to which any of this applies. */
export function anyOf(...conditions: readonly When[]): Condition {
  return (outcome, request) => conditions.some((when) => applies(when, outcome, request));
}

/** Every answer. */
export const always: Condition = () => true;

/** Every refusal. */
export const ofError: Condition = ({ kind }) => !["listed", "created", "found", "answered"].includes(kind);

/** Lists that are asked for with this parameter. */
export function ofListWith(name: string): Condition {
  return ({ kind }, { query }) => kind === "listed" && query.has(name);
}

/** Refusals of this parameter, where its texts are such. */
export function ofParameter(
  name: string,
  isMeant: (texts: readonly string[]) => boolean = () => true,
): Condition {
  return (outcome, { query }) =>
    outcome.kind === "invalid-parameter" && outcome.parameter === name && isMeant(query.getAll(name));
}

/** Answers to requests like this. */
export function to(isMeant: (request: IncomingRequest) => boolean): Condition {
  return (_outcome, request) => isMeant(request);
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
