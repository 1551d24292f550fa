import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

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
export async function decodeContent(
  bytes: Uint8Array,
  codings: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  let decoded = bytes;
  const names = (codings ?? "").split(",").map((each) => each.trim().toLowerCase());
  if (names.length > 4) throw new Error(`${names.length} content codings on top of each other`);
  for (const name of names.reverse()) {
    if (name === "" || name === "identity" || decoded.length === 0) continue;
    const decode = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
    if (decode === undefined) throw new Error(`unknown content coding ${name}`);
    decoded = await decode(decoded, { maxOutputLength: limit });
  }
  return decoded;
}
