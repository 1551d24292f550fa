import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Dispatcher } from "undici";
import { headOfArray } from "../json/index.js";
import { headerValues, type Response } from "./exchange.js";
import { classifyError, type TransportError } from "./transport-error.js";

/**
 * Reads a response to its end, or to the size limit, and decodes its content.
 * @throws what the library throws, unless the connection only ended early
 */
export async function readResponse(
  received: Dispatcher.ResponseData<unknown>,
  sizeLimit: number,
): Promise<Response | TransportError> {
  const headers = pairsOf(received.headers as unknown as readonly (Buffer | string)[]);
  const empty: Response = {
    kind: "response",
    status: received.statusCode,
    headers,
    body: Buffer.alloc(0),
    cutShort: false,
  };
  const codings = headerValues(empty, "content-encoding").join(",");
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of received.body) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > sizeLimit) break;
    }
  } catch (error) {
    if (classifyError(error).cause !== "closed") throw error;
    // A part of compressed content cannot be read, nor searched for the key.
    const rest = codings === "" ? { body: Buffer.concat(chunks) } : { bytes: size };
    return { ...empty, ...rest, cutShort: true };
  }
  try {
    const bytes = Buffer.concat(chunks);
    const isWhole = size <= sizeLimit;
    // Of a list that is too long, its beginning is enough to judge it.
    const head = isWhole || codings !== "" ? undefined : headOfArray(bytes);
    if (!isWhole && head === undefined) throw new RangeError(`more than ${sizeLimit} bytes`);
    return { ...empty, body: head ?? (await decodeContent(bytes, codings, sizeLimit)) };
  } catch (error) {
    const cause = error instanceof RangeError ? "too-large" : "undecodable";
    return { kind: "transport-error", cause, detail: (error as Error).message };
  }
}

/** Raw headers, names and values in turn, are read as Latin-1: nothing is lost. */
function pairsOf(raw: readonly (Buffer | string)[]): readonly [string, string][] {
  const texts = raw.map((part) => part.toString("latin1"));
  return Array.from({ length: Math.floor(texts.length / 2) }, (_, nth) => [
    (texts[nth * 2] ?? "").toLowerCase(),
    texts[nth * 2 + 1] ?? "",
  ]);
}

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
  // RFC 9110, section 8.4.1.2: "deflate" is the zlib format, but some servers send the raw one.
  deflate: async (bytes: Uint8Array, options: { maxOutputLength: number }) =>
    promisify(inflate)(bytes, options).catch((error: unknown) => {
      if (error instanceof RangeError) throw error;
      return promisify(inflateRaw)(bytes, options);
    }),
};

/** The content codings that a request says it understands. */
export const acceptedCodings = "gzip, deflate, br";

/**
 * Undoes the codings that a `Content-Encoding` header names.
 * @param limit in bytes of decoded content
 * @throws RangeError if there is more than that; Error if the bytes are not what the header says
 */
export async function decodeContent(bytes: Uint8Array, codings: string, limit: number): Promise<Uint8Array> {
  let decoded = bytes;
  const names = codings.split(",").map((each) => each.trim().toLowerCase());
  if (names.length > 4) throw new Error(`${names.length} content codings on top of each other`);
  for (const name of names.reverse()) {
    if (name === "" || name === "identity" || decoded.length === 0) continue;
    if (!Object.hasOwn(decoders, name)) throw new Error(`unknown content coding ${name}`);
    decoded = await decoders[name as keyof typeof decoders](decoded, { maxOutputLength: limit });
  }
  return decoded;
}
