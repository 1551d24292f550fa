import { isJsonObject, type Json, type JsonObject, parseJsonBytes, renderJson } from "../../json/index.js";
import type { IncomingRequest, OperationId } from "../incoming-request.js";
import type { BodyCheck, OperationOutcome, Reply, Transmission } from "../reply.js";
import { inTurn, type Operator, wrap } from "./operator.js";

/** Members of a JSON object; undefined stands for none. */
export type Members = Readonly<Record<string, Json | undefined>>;

/** Changes the finished reply. */
export function changeReply(
  when: When,
  change: (reply: Reply, request: IncomingRequest) => Partial<Reply> | Promise<Partial<Reply>>,
): Operator {
  return wrap("finish", async (finish, reply, request, outcome) => {
    const finished = await finish(reply, request, outcome);
    return applies(when, outcome, request) ? { ...finished, ...(await change(finished, request)) } : finished;
  });
}

/** Answers without a body. */
export function emptyBody(when: When, status?: number): Operator {
  return answerText(when, "", status);
}

/** Answers this instead; where no status is given, with the one that there was. */
export function answerText(when: When, text: string, status?: number): Operator {
  return changeReply(when, (reply) => ({ status: status ?? reply.status, body: Buffer.from(text) }));
}

/** Sends the answer in another way. */
export function transmit(when: When, transmissionOf: (reply: Reply) => Transmission): Operator {
  return changeReply(when, (reply) => ({ transmission: transmissionOf(reply) }));
}

/** Closes the connection without an answer. */
export function drop(when: When): Operator {
  return transmit(when, () => ({ kind: "dropped" }));
}

/** Sets headers; undefined takes one away. */
export function changeHeaders(when: When, headers: Reply["headers"]): Operator {
  return changeReply(when, (reply) => ({ headers: { ...reply.headers, ...headers } }));
}

/** Changes the bytes of the body, given as text; a body that is compressed by now is none. */
export function changeText(when: When, change: (text: string) => string): Operator {
  return changeReply(when, ({ headers, body }) =>
    headers["Content-Encoding"] === undefined ? { body: Buffer.from(change(`${Buffer.from(body)}`)) } : {},
  );
}

/** Changes the value of the body. */
export function changeJson(when: When, change: (json: Json) => Json): Operator {
  return changeReply(when, ({ body }) => {
    const parsed = parseJsonBytes(body);
    return parsed.status === "valid" ? { body: Buffer.from(renderJson(change(parsed.value))) } : {};
  });
}

/** Changes the members of every Error. */
export function changeErrors(when: When, change: (error: JsonObject) => Members): Operator {
  return changeJson([ofError, when], (json) => changeMembers(json, change));
}

/** Answers with another status, in the head and in an Error's body. */
export function changeStatus(when: When, status: number): Operator {
  return inTurn(
    changeJson(when, (json) =>
      changeMembers(json, (body) => (Object.hasOwn(body, "message") ? { status: BigInt(status) } : {})),
    ),
    changeReply(when, () => ({ status })),
  );
}

/** Answers with an Error instead. */
export function answerError(when: When, status: number): Operator {
  return (handlers) => {
    const body = handlers.renderError("refused", "That is not possible.", status);
    return answerText(when, renderJson(body), status)(handlers);
  };
}

/** An object with other members instead of its own; any other value as it is. */
export function changeMembers(json: Json, change: (object: JsonObject) => Members): Json {
  if (!isJsonObject(json)) return json;
  const entries = Object.entries({ ...json, ...change(json) });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Which answers are meant: by what they come to, the check that refused the body, or the operation; of several, all apply. */
export type When = OperationOutcome["kind"] | BodyCheck | OperationId | Condition | readonly When[];

type Condition = (outcome: OperationOutcome, request: IncomingRequest) => boolean;

/** Is this answer meant? */
export function applies(when: When, outcome: OperationOutcome, request: IncomingRequest): boolean {
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
