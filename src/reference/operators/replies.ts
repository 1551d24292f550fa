import { isJsonObject, type Json, type JsonObject, parseJsonBytes, renderJson } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { Reply } from "../reply.js";
import { withMembers } from "./members.js";
import { allOf, ofError, type When } from "./when.js";

/** Answers without a body. */
export const noBody: Partial<Reply> = { body: new Uint8Array() };

/** Changes the finished reply. */
export function changeReply(
  when: When,
  change: (reply: Reply, request: IncomingRequest) => Partial<Reply> | Promise<Partial<Reply>>,
): Deviation {
  return (conduct) => ({
    async finish(reply, request, outcome) {
      const finished = await conduct.finish(reply, request, outcome);
      return when(outcome, request) ? { ...finished, ...(await change(finished, request)) } : finished;
    },
  });
}

/** Sets headers; undefined takes one away. */
export function changeHeaders(when: When, headers: Reply["headers"]): Deviation {
  return changeReply(when, (reply) => ({ headers: { ...reply.headers, ...headers } }));
}

/** Changes the bytes of the body, given as text; a body that is compressed by now is none. */
export function changeText(when: When, change: (text: string) => string): Deviation {
  return changeReply(when, ({ headers, body }) =>
    headers["Content-Encoding"] === undefined ? { body: Buffer.from(change(textOf(body))) } : {},
  );
}

/** Changes the value of the body. */
export function changeJson(when: When, change: (json: Json) => Json): Deviation {
  return changeReply(when, (reply) => ({ body: changedJson(reply, change) }));
}

/** Changes the members of every Error; undefined takes one away. */
export function changeErrors(
  when: When,
  change: (error: JsonObject) => Readonly<Record<string, Json | undefined>>,
): Deviation {
  return changeJson(allOf(ofError, when), (json) =>
    isJsonObject(json) ? withMembers(json, change(json)) : json,
  );
}

/** Answers with another status, in the head and in an Error's body. */
export function changeStatus(when: When, status: number): Deviation {
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
export function answerError(when: When, status: number): Deviation {
  return (conduct) => {
    const body = conduct.renderError("refused", "That is not possible.", status);
    return changeReply(when, () => ({ status, body: Buffer.from(renderJson(body)) }))(conduct);
  };
}

function changedJson(reply: Reply, change: (json: Json) => Json): Uint8Array {
  const parsed = parseJsonBytes(reply.body);
  return parsed.status === "valid" ? Buffer.from(renderJson(change(parsed.value))) : reply.body;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
