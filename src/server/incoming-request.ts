import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** The operations of the document. */
export type OperationId = "listPets" | "createPet" | "getPet";

/** A request, completely received. */
export interface IncomingRequest {
  /** 1 for the first request that this server received, and so on. */
  readonly serial: number;
  readonly method: string;
  /** As sent: percent-encoded, with the version segment, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** As sent: percent-encoded, without the question mark. */
  readonly queryText: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The same names as they were sent. */
  readonly headerNames: readonly string[];
  readonly body: RequestBody;
  /** Undefined until the request is routed, and where it asks for no operation of the document. */
  operationId: OperationId | undefined;
}

/** The bytes of a request's body, unless there were too many of them. */
export type RequestBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large" };

const noBytes: RequestBody = { kind: "bytes", bytes: new Uint8Array() };

/** Of a body that is too large, so much is read and thrown away, so that the client gets to read the answer. */
const readAtMost = 16 * 1024 * 1024;

/** Receives the body of a request and takes its target apart. Rejects if the client gives up half-way. */
export async function receiveRequest(
  message: IncomingMessage,
  serial: number,
  largestBody: number,
): Promise<IncomingRequest> {
  const target = (message.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const questionMark = target.indexOf("?");
  const queryText = questionMark === -1 ? "" : target.slice(questionMark + 1);
  return {
    serial,
    method: message.method ?? "GET",
    path: questionMark === -1 ? target : target.slice(0, questionMark),
    query: new URLSearchParams(queryText),
    queryText,
    headers: message.headers,
    headerNames: message.rawHeaders.filter((_, index) => index % 2 === 0),
    body: await receiveBody(message, largestBody),
    operationId: undefined,
  };
}

async function receiveBody(message: IncomingMessage, largest: number): Promise<RequestBody> {
  const { "content-length": length, "transfer-encoding": coding } = message.headers;
  if (coding === undefined && (length === undefined || length === "0")) return noBytes;
  if (Number(length ?? 0) > readAtMost) return { kind: "too-large" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
    if (size > readAtMost) break;
  }
  return size > largest ? { kind: "too-large" } : { kind: "bytes", bytes: Buffer.concat(chunks) };
}

export const smallestInt64 = -(2n ** 63n);
export const largestInt64 = 2n ** 63n - 1n;

/** Is the integer one of format int64? */
export function isInt64(value: bigint): boolean {
  return value >= smallestInt64 && value <= largestInt64;
}

/** `7`, `-7`, `0`, and no other spelling of them: no `+7`, `07`, `-0`, `7.0`, `7e0`. */
export function isPlainInteger(text: string): boolean {
  return /^(?:0|-?[1-9][0-9]*)$/.test(text);
}
