import type { Dispatcher } from "undici";
import { headOfArray } from "../json/index.js";
import { decodeContent } from "./content-coding.js";
import { type Answer, headerValues, type NoAnswer } from "./exchange.js";
import { classifyError } from "./transport-error.js";

/**
 * Reads a response to its end, or to the size limit, and decodes its content.
 * @throws what the library throws, unless the connection only ended early
 */
export async function readResponse(
  response: Dispatcher.ResponseData,
  sizeLimit: number,
): Promise<Answer | NoAnswer> {
  const headers = pairsOf(response.headers as unknown as readonly (Buffer | string)[]);
  const answer = { kind: "answer" as const, status: response.statusCode, headers };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cutShort = false;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > sizeLimit) return tooLarge(answer, Buffer.concat(chunks), sizeLimit);
    }
  } catch (error) {
    if (classifyError(error).cause !== "closed") throw error;
    cutShort = true;
  }
  const body = Buffer.concat(chunks);
  const coding = headerValues({ ...answer, body, cutShort }, "content-encoding").join(",");
  // What is left of compressed content cannot be read, nor searched for the key.
  if (cutShort)
    return coding === ""
      ? { ...answer, body, cutShort }
      : { ...answer, body: new Uint8Array(), bytes: body.length, cutShort };
  try {
    return { ...answer, body: await decodeContent(body, coding, sizeLimit), cutShort };
  } catch (error) {
    const cause = error instanceof RangeError ? "too-large" : "undecodable";
    return { kind: "no-answer", cause, detail: String((error as Error).message) };
  }
}

/** Of a list that is too long, its beginning is enough to judge it. */
function tooLarge(
  answer: Omit<Answer, "body" | "cutShort">,
  bytes: Uint8Array,
  sizeLimit: number,
): Answer | NoAnswer {
  const isPlain = !answer.headers.some(([name]) => name === "content-encoding");
  const head = isPlain ? headOfArray(bytes) : undefined;
  return head === undefined
    ? { kind: "no-answer", cause: "too-large", detail: `more than ${sizeLimit} bytes` }
    : { ...answer, body: head, cutShort: false };
}

/** Raw headers, names and values in turn, are read as Latin-1: nothing is lost. */
function pairsOf(raw: readonly (Buffer | string)[]): readonly [string, string][] {
  const texts = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
  return Array.from({ length: Math.floor(texts.length / 2) }, (_, nth) => [
    (texts[nth * 2] ?? "").toLowerCase(),
    texts[nth * 2 + 1] ?? "",
  ]);
}
