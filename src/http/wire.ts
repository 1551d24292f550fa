import { Readable } from "node:stream";

/** One request as it goes out. */
export interface WireRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  /** Does the body go out in chunks? */
  readonly chunked: boolean;
  /** Does the connection end with the answer? Not every server reads a body to its end. */
  readonly last: boolean;
  readonly signal: AbortSignal;
}

/** The head of an answer, and its body as it comes. */
export interface WireResponse {
  readonly statusCode: number;
  /** Names and values in turn. */
  readonly headers: readonly (Buffer | string)[];
  readonly body: AsyncIterable<Uint8Array>;
}

/** Connections on which requests go out. */
export interface Wire {
  /** Rejects with what the library says went wrong. */
  readonly request: (request: WireRequest) => Promise<WireResponse>;
  /** Takes nothing more; idle connections end at once, others when they are answered. */
  readonly close: () => Promise<void>;
  /** Ends whatever is under way. */
  readonly destroy: () => Promise<void>;
}

/** A body in the pieces in which it goes out, each of them a chunk: two, cut inside a character if one has more bytes. */
export function chunksOf(body: Uint8Array): readonly Uint8Array[] {
  const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80;
  const inside = body.findIndex(isInside);
  const cut = inside < 0 ? Math.ceil(body.length / 2) : inside;
  return [body.subarray(0, cut), body.subarray(cut)].filter((chunk) => chunk.length > 0);
}

/** A body as it goes out: as a whole, or chunk by chunk. */
export function contentOf({ body, chunked }: WireRequest): Uint8Array | Readable | null {
  return chunked && body !== null ? Readable.from(chunksOf(body)) : body;
}
