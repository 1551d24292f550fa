import { headOfArray } from "../json/index.js";
import { decodeContent } from "./content-coding.js";
import { type Answer, headerValues, type NoAnswer } from "./exchange.js";
import { causeOf } from "./no-answer.js";
import type { WireResponse } from "./wire.js";

/**
 * Reads a response to its end and decodes its content, of which so many bytes are taken.
 * @throws what the library throws, but for a connection that ends early
 */
export async function readAnswer(response: WireResponse, sizeLimit: number): Promise<Answer | NoAnswer> {
  const raw = response.headers;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([latin1(raw[index]).toLowerCase(), latin1(raw[index + 1])]);
  }
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
    if (causeOf(error, false).cause !== "closed") throw error;
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

function latin1(part: Buffer | string | undefined): string {
  return typeof part === "string" ? part : (part ?? Buffer.alloc(0)).toString("latin1");
}
