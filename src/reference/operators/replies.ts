import { isJsonObject, type Json, type JsonObject, parseJsonBytes, renderJson } from "../../json/index.js";
import type { Operator } from "../handlers.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { Outcome } from "../outcome.js";
import type { Reply, Transmission } from "../reply.js";
import { inTurn, wrap } from "./combine.js";
import { withMembers } from "./members.js";
import { allOf, ofError, type When } from "./when.js";

/** Answers without a body. */
export const noBody: Partial<Reply> = { body: new Uint8Array() };

/** Changes the finished reply. */
export function changeReply(
  when: When,
  change: (reply: Reply, request: IncomingRequest) => Partial<Reply> | Promise<Partial<Reply>>,
): Operator {
  return wrap("finish", async (decide, reply, request, outcome) => {
    const finished = await decide(reply, request, outcome);
    return when(outcome, request) ? { ...finished, ...(await change(finished, request)) } : finished;
  });
}

/** Answers without a body. */
export function emptyBody(when: When, status?: number): Operator {
  return changeReply(when, (reply) => ({ ...noBody, status: status ?? reply.status }));
}

/** Leads elsewhere. */
export function redirect(when: When, location: string, status = 302): Operator {
  return inTurn(changeHeaders(when, { Location: location }), emptyBody(when, status));
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

/** Says something else of the deprecated operation, wherever it says anything. */
export function announce(header: "deprecation" | "sunset" | "link", value: string): Operator {
  return (handlers) => ({
    [header]: (outcome: Outcome, fact: string) =>
      handlers[header](outcome, fact) === undefined ? undefined : value,
  });
}

/** Changes the bytes of the body, given as text; a body that is compressed by now is none. */
export function changeText(when: When, change: (text: string) => string): Operator {
  return changeReply(when, ({ headers, body }) =>
    headers["Content-Encoding"] === undefined ? { body: Buffer.from(change(textOf(body))) } : {},
  );
}

/** Changes the value of the body. */
export function changeJson(when: When, change: (json: Json) => Json): Operator {
  return changeReply(when, (reply) => ({ body: changedJson(reply, change) }));
}

/** Changes the members of every Error; undefined takes one away. */
export function changeErrors(
  when: When,
  change: (error: JsonObject) => Readonly<Record<string, Json | undefined>>,
): Operator {
  return changeJson(allOf(ofError, when), (json) =>
    isJsonObject(json) ? withMembers(json, change(json)) : json,
  );
}

/** Answers with another status, in the head and in an Error's body. */
export function changeStatus(when: When, status: number): Operator {
  return changeReply(when, (reply) => ({
    status,
    body: changedJson(reply, (json) =>
      isJsonObject(json) && Object.hasOwn(json, "message")
        ? withMembers(json, { status: BigInt(status) })
        : json,
    ),
  }));
}

/** Answers with an Error instead. */
export function answerError(when: When, status: number): Operator {
  return (handlers) => {
    const body = handlers.renderError("refused", "That is not possible.", status);
    return changeReply(when, () => ({ status, body: Buffer.from(renderJson(body)) }))(handlers);
  };
}

function changedJson(reply: Reply, change: (json: Json) => Json): Uint8Array {
  const parsed = parseJsonBytes(reply.body);
  return parsed.status === "valid" ? Buffer.from(renderJson(change(parsed.value))) : reply.body;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
