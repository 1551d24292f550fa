import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../json/index.js";
import type { creating } from "./conforming/creating.js";
import type { Pet } from "./store.js";

/** An answer, ready to be sent. `Content-Length` is worked out when it is. */
export interface Reply {
  readonly status: number;
  /** A header whose value is undefined is left out. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly transmission: Transmission;
}

/** How an answer goes over the wire. */
export type Transmission =
  | { readonly kind: "whole" }
  /** In chunked transfer coding, `bytes` at a time, with a pause (in milliseconds) between them. */
  | { readonly kind: "chunked"; readonly bytes: number; readonly pause: number }
  /** The connection is closed after this many bytes of the body, though more were announced. */
  | { readonly kind: "cut-short"; readonly afterBytes: number }
  /** The connection is closed without an answer. */
  | { readonly kind: "dropped" };

/** Sends an answer. */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { body, transmission } = reply;
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  if (transmission.kind !== "chunked") response.setHeader("Content-Length", body.length);
  switch (transmission.kind) {
    case "whole":
      response.end(body);
      return;
    case "chunked":
      for (let at = 0; at < body.length && !response.destroyed; at += transmission.bytes) {
        response.write(body.subarray(at, at + transmission.bytes));
        if (transmission.pause > 0) await delay(transmission.pause);
      }
      response.end();
      return;
    case "cut-short":
      response.write(body.subarray(0, transmission.afterBytes), () => response.destroy());
      return;
    case "dropped":
      response.destroy();
      return;
  }
}

/** The steps of `createPet` that can find its body wrong. */
export type BodyCheck = keyof typeof creating;

/** The outcome of an operation, before anything is said about statuses, headers and bytes. */
export type OperationOutcome =
  | { readonly kind: "listed"; readonly pets: readonly Pet[] }
  | { readonly kind: "created"; readonly pet: Pet }
  | { readonly kind: "found"; readonly pet: Pet }
  /** Of an operation outside the document, or of an operator's own making. */
  | { readonly kind: "answered"; readonly status: number; readonly body: Json }
  | RefusedOperation;

/** The operation was not done; the answer is an Error. */
export type RefusedOperation =
  | { readonly kind: "unauthorized" }
  | { readonly kind: "invalid-parameter"; readonly parameter: string; readonly reason: string }
  | { readonly kind: "invalid-body"; readonly check: BodyCheck; readonly reason: string }
  | { readonly kind: "body-too-large"; readonly limit: number }
  | { readonly kind: "invalid-id"; readonly text: string }
  | { readonly kind: "no-such-animal"; readonly id: bigint }
  | { readonly kind: "removed" }
  | { readonly kind: "no-such-path" }
  | { readonly kind: "no-such-method"; readonly allowed: readonly string[] }
  | { readonly kind: "broken" }
  /** Of an operator's own making: 429, 503 and the like. */
  | { readonly kind: "refused"; readonly status: number; readonly reason: string };
