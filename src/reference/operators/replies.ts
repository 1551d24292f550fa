import { isJsonObject, type Json, type JsonObject, parseJsonBytes, renderJson } from "../../json/index.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { Reply, Transmission } from "../reply.js";
import { inTurn, type Operator, wrap } from "./operator.js";
import { applies, ofError, type When } from "./when.js";

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
