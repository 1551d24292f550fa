import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Dispatcher } from "undici";
import { type Method, type StreamKind, streamKindOf } from "../description/index.js";
import { headOfArray } from "../json/index.js";
import {
  authorizationName,
  bodyBytes,
  type Case,
  chunksOf,
  cutBody,
  hasLongBody,
  isChunked,
  isFraming,
  usualAccept,
} from "./case.js";
import {
  bearer,
  type CredentialPlace,
  type PlacedCredential,
  placeCredential,
  withQueryCredential,
} from "./credential.js";
import type { ConnectionOptions, Route } from "./dispatcher.js";
import {
  type Clock,
  classifyError,
  headerValues,
  type Response,
  type TransportError,
  type WireTimes,
} from "./exchange.js";
import { headOfStream, mostStreamItems, streamItemsIn, streamTime } from "./streams.js";
import type { TokenSource } from "./tokens.js";

/** How to reach a target. Durations in ms, sizes in bytes. */
export interface ClientOptions {
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Where tokens come from that are sent in place of the key; they are replaced when they end. */
  readonly tokens?: TokenSource | undefined;
  /** Of another user, for the cases that say so. */
  readonly secondKey?: string | undefined;
  readonly userAgent: string;
  readonly connection?: ConnectionOptions | undefined;
  /** Methods that may go out; GET and POST if absent. */
  readonly methods?: readonly Method[] | undefined;
  /** Where the requests of an operation, by its id, carry their credential: a bearer token if absent. */
  readonly placeOf?: ((operation: string) => CredentialPlace) | undefined;
  /** Header lines that a case may bring besides those that frame its body, in small letters. */
  readonly caseHeaders?: readonly string[] | undefined;
  /** Header lines that every request carries besides its own. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Connections that are open at the same time. */
  readonly concurrency: number;
  /** After this time, in ms, connections are replaced by new ones; they are kept if absent. */
  readonly lifetime?: number | undefined;
  /** Requests a second; absent for as many as possible. */
  readonly rate?: number | undefined;
  /** For one request, from the first byte sent to the last byte received. */
  readonly timeout: number;
  /** Of the content of one answer. */
  readonly sizeLimit: number;
  /** The longest time that one request's retries wait in sum, if the server asks for it. */
  readonly patience: number;
  /** For pauses; the system's if absent. */
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1 for the jitter of retries. */
  readonly random: () => number;
  /** When this aborts, every open request ends. */
  readonly signal: AbortSignal;
  /** Called right before a request is sent, each time; if it throws, the request is not sent. */
  readonly onSending?: (request: Case, trace: string) => void;
}

/** Headers that each request decides for itself, or the library does. */
const ownHeaders =
  /^(authorization|content-type|content-length|transfer-encoding|connection|host|traceparent)$/i;

/** The outcome of a request when the run is stopped. */
export const stopped: TransportError = {
  kind: "transport-error",
  cause: "aborted",
  detail: "the run was stopped",
};

/** The data that a request is sent with besides its own members. */
interface Sending {
  readonly trace: string;
  readonly key: string;
  /** Is filled in while the request is under way. */
  readonly times: WireTimes;
}

/**
 * Sends a request once, with this key and every other header. Never rejects.
 * @param route the way for the next request
 */
export function createTransmit(options: ClientOptions, route: () => Route) {
  const { timeout, signal } = options;
  const extra = (options.headers ?? []).filter(([name]) => !ownHeaders.test(name));
  return async (request: Case, { trace, key, times }: Sending): Promise<Response | TransportError> => {
    const { dispatcher, origin, prefix, headers } = route();
    const place = options.placeOf?.(request.operation) ?? bearer;
    const credential = placeCredential(request.credential, key, place);
    // The library frames the body by itself.
    const own = withCredential(
      [...extra, ...request.headers.filter(([name]) => !isFraming(name))],
      credential,
      authorizationName(request),
    );
    const usual = [
      ["accept-encoding", acceptedCodings],
      ["user-agent", options.userAgent],
      ["accept", usualAccept],
      ["traceparent", `00-${trace}-${randomId().slice(0, 16)}-01`],
    ].filter(([name]) => own.every(([other]) => other.toLowerCase() !== name));
    const outgoing = {
      origin,
      method: request.method,
      path:
        prefix + (credential?.in === "query" ? withQueryCredential(request.path, credential) : request.path),
      headers: [
        ...headers,
        ...usual.flat(),
        ...own.flat(),
        ...(request.isCut && request.body ? ["content-length", `${bodyBytes(request.body).length}`] : []),
      ],
      body: contentOf(request),
      // Not every server reads such a body to its end: the connection serves nothing else.
      reset: isChunked(request) || hasLongBody(request),
      responseHeaders: "raw" as const,
      opaque: times,
    };
    try {
      const response = await withDeadline(timeout, async (deadline) =>
        readResponse(await dispatcher.request({ ...outgoing, signal: deadline }), options.sizeLimit),
      );
      return signal.aborted && response.kind === "response" && response.cutShort ? stopped : response;
    } catch (error) {
      return signal.aborted ? stopped : classifyError(error, options.connection?.proxy !== undefined);
    }
  };
}

type Line = readonly [name: string, value: string];

/** Header lines with the credential, where it is one of them, or a cookie. */
function withCredential(
  lines: readonly Line[],
  credential: PlacedCredential | undefined,
  authorization: string,
): readonly Line[] {
  if (credential === undefined || credential.in === "query") return lines;
  const { name, value } = credential;
  if (credential.in === "header") return [[name === "Authorization" ? authorization : name, value], ...lines];
  const isCookie = ([other]: Line): boolean => other.toLowerCase() === "cookie";
  const cookies = [`${name}=${value}`, ...lines.filter(isCookie).map(([, each]) => each)];
  return [["Cookie", cookies.join("; ")], ...lines.filter((line) => !isCookie(line))];
}

/** For what was sent of a body before it is cut to arrive, in ms. */
const arrival = 20;

function contentOf(request: Case): Uint8Array | Readable | null {
  if (request.body === undefined) return null;
  const bytes = bodyBytes(request.body);
  if (request.isCut) return Readable.from(closeAfter(cutBody(bytes)));
  return isChunked(request) ? Readable.from(chunksOf(bytes)) : bytes;
}

async function* closeAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  await sleep(arrival);
  throw Object.assign(new Error("closed in the middle of the body, as intended"), { code: "ECONNRESET" });
}

/** Rejects with a `TimeoutError` when the time is up, in ms, even where the client library ignores the signal. */
async function withDeadline<Value>(
  duration: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException("no complete answer in time", "TimeoutError");
      reject(error);
      controller.abort(error);
    }, duration);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** 32 hexadecimal digits, most of them random; faster than random bytes, since the library draws many at once. */
export function randomId(): string {
  return randomUUID().replaceAll("-", "");
}

/**
 * Reads a response to its end, or to the size limit, and decodes its content.
 * @throws what the library throws, unless the connection only ended early
 */
async function readResponse(
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
  // A part of compressed content cannot be read.
  const stream = codings === "" ? streamKindOf(headerValues(empty, "content-type")[0] ?? "") : undefined;
  const { bytes, end } = await readBytes(received.body, { sizeLimit, stream });
  if (stream !== undefined && end === "left") return { ...empty, body: headOfStream(stream, bytes) };
  // These end with their head, whatever length it has; the library misses that. Source: RFC 9112, section 6.3.
  if (end === "closed" && bytes.length === 0 && [204, 304].includes(received.statusCode)) return empty;
  if (end === "closed") {
    // Nor can it be searched for the key.
    const rest = codings === "" ? { body: bytes } : { bytes: bytes.length };
    return { ...empty, ...rest, cutShort: true };
  }
  try {
    const isWhole = end === "whole";
    // Of a list that is too long, its beginning is enough to judge it.
    const head = isWhole || codings !== "" ? undefined : headOfArray(bytes);
    if (!isWhole && head === undefined) throw new RangeError(`more than ${sizeLimit} bytes`);
    return { ...empty, body: head ?? (await decodeContent(bytes, codings, sizeLimit)) };
  } catch (error) {
    const cause = error instanceof RangeError ? "too-large" : "undecodable";
    return { kind: "transport-error", cause, detail: (error as Error).message };
  }
}

/** The bytes of a body, as far as they were read, and why reading ended. A stream is left once it has shown enough. */
interface ReadBytes {
  readonly bytes: Buffer;
  readonly end: "whole" | "too large" | "closed" | "left";
}

/** @throws what the library throws, unless the connection only ended early */
async function readBytes(
  body: Readable,
  { sizeLimit, stream }: { readonly sizeLimit: number; readonly stream: StreamKind | undefined },
): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  const read = (end: ReadBytes["end"]): ReadBytes => ({ bytes: Buffer.concat(chunks), end });
  let [size, isLate] = [0, false];
  const leave = (): void => {
    isLate = true;
    body.destroy();
  };
  const timer = stream === undefined ? undefined : setTimeout(leave, streamTime);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > sizeLimit) return read(stream === undefined ? "too large" : "left");
      if (stream !== undefined && hasEnough(stream, chunks)) return read("left");
    }
  } catch (error) {
    if (isLate) return read("left");
    if (classifyError(error).cause !== "closed") throw error;
    return read("closed");
  } finally {
    clearTimeout(timer);
  }
  return read("whole");
}

/** Has a stream shown as many items as are judged? */
function hasEnough(stream: StreamKind, chunks: readonly Uint8Array[]): boolean {
  const text = Buffer.concat(chunks).toString("utf8");
  return streamItemsIn(stream, text, false).length >= mostStreamItems;
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
const acceptedCodings = "gzip, deflate, br";

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
