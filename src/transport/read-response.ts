import type { Dispatcher } from "undici";
import { headOfArray } from "../json/index.js";
import { decodeContent } from "./content-coding.js";
import { headerValues, type Response, type TransportError } from "./exchange.js";
import { classifyError } from "./transport-error.js";

/**
 * Reads a response to its end, or to the size limit, and decodes its content.
 * @throws what the library throws, unless the connection only ended early
 */
export async function readResponse(
  received: Dispatcher.ResponseData,
  sizeLimit: number,
): Promise<Response | TransportError> {
  const headers = pairsOf(received.headers as unknown as readonly (Buffer | string)[]);
  const response = { kind: "response" as const, status: received.statusCode, headers };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cutShort = false;
  try {
    for await (const chunk of received.body) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > sizeLimit) return tooLarge(response, Buffer.concat(chunks), sizeLimit);
    }
  } catch (error) {
    if (classifyError(error).cause !== "closed") throw error;
    cutShort = true;
  }
  const body = Buffer.concat(chunks);
  const coding = headerValues({ ...response, body, cutShort }, "content-encoding").join(",");
  // What is left of compressed content cannot be read, nor searched for the key.
  if (cutShort)
    return coding === ""
      ? { ...response, body, cutShort }
      : { ...response, body: new Uint8Array(), bytes: body.length, cutShort };
  try {
    return { ...response, body: await decodeContent(body, coding, sizeLimit), cutShort };
  } catch (error) {
    const cause = error instanceof RangeError ? "too-large" : "undecodable";
    return { kind: "transport-error", cause, detail: String((error as Error).message) };
  }
}

/** Of a list that is too long, its beginning is enough to judge it. */
function tooLarge(
  response: Omit<Response, "body" | "cutShort">,
  bytes: Uint8Array,
  sizeLimit: number,
): Response | TransportError {
  const isPlain = !response.headers.some(([name]) => name === "content-encoding");
  const head = isPlain ? headOfArray(bytes) : undefined;
  return head === undefined
    ? { kind: "transport-error", cause: "too-large", detail: `more than ${sizeLimit} bytes` }
    : { ...response, body: head, cutShort: false };
}

/** Raw headers, names and values in turn, are read as Latin-1: nothing is lost. */
function pairsOf(raw: readonly (Buffer | string)[]): readonly [string, string][] {
  const texts = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
  return Array.from({ length: Math.floor(texts.length / 2) }, (_, nth) => [
    (texts[nth * 2] ?? "").toLowerCase(),
    texts[nth * 2 + 1] ?? "",
  ]);
}
