import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { bodyBytes, type Case, renderCredential } from "../cases/index.js";
import { acceptedCodings, decodeContent } from "./content-coding.js";
import { type Answer, type Exchange, headerValues, type NoAnswer } from "./exchange.js";
import { causeOf } from "./no-answer.js";
import { createPace } from "./pace.js";
import { parseRetryAfter } from "./retry-after.js";
import { createSlots } from "./slots.js";

/** TLS and proxy. */
export interface ConnectionOptions {
  /** Certificates of authorities to trust besides the well-known ones, in PEM. */
  readonly ca?: string;
  /** The client's certificate and its private key, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** Takes any certificate of the server: whoever stands between can read the key. */
  readonly insecure?: boolean;
  /** Address of the proxy to go through, for example `http://proxy.example:3128`. */
  readonly proxy?: string;
}

/** How to reach a target, and with how much patience. Durations in ms, sizes in bytes. */
export interface ClientOptions {
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly userAgent: string;
  readonly connection?: ConnectionOptions;
  /** Header lines that every request carries besides its own. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Connections that are open at the same time. */
  readonly concurrency: number;
  /** Requests a second; absent for as many as possible. */
  readonly rate?: number;
  /** For one request, from the first byte sent to the last byte received. */
  readonly timeout: number;
  /** Of the content of one answer. */
  readonly sizeLimit: number;
  /** The longest that a server's wish to wait is followed, over one request's retries. */
  readonly patience: number;
  /** When this aborts, every open request ends. */
  readonly signal: AbortSignal;
}

/** Sends cases to one target. */
export interface Client {
  /** Sends one case and waits for its answer. Never rejects: trouble is an exchange without an answer. */
  readonly send: (request: Case) => Promise<Exchange>;
  /** Requests that went out so far, retries included. */
  readonly sent: () => number;
  /** Does the target take a connection? Sends nothing. */
  readonly isListening: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** What stands in front of a server answers with these when it cannot reach it, or will not let a request through. */
const gatewayStatuses = new Set([502, 503, 504]);
const stopped: NoAnswer = { kind: "no-answer", cause: "aborted", detail: "the run was stopped" };
const firstPause = 100;
const mostRetries = { wait: 12, gateway: 3, connection: 2 };

/** Opens a connection pool to the target. Nothing is sent yet. */
export function createClient(options: ClientOptions): Client {
  const base = new URL(options.baseUrl);
  const pool = new Pool(base.origin, {
    connections: options.concurrency,
    pipelining: 1,
    connect: { timeout: options.timeout },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
    maxHeaderSize: 64 * 1024,
  });
  const prefix = base.pathname.replace(/\/$/, "");
  const pace = createPace(options.rate);
  const began = performance.now();
  let sent = 0;
  if (options.signal.aborted) void pool.destroy();
  options.signal.addEventListener("abort", () => void pool.destroy(), { once: true });

  const slots = createSlots(options.concurrency);

  const sendOnce = async (request: Case): Promise<Answer | NoAnswer> => {
    const timeout = AbortSignal.timeout(options.timeout);
    const authorization = renderCredential(request.credential, options.key);
    sent += 1;
    try {
      const response = await pool.request({
        method: request.method,
        path: prefix + request.path,
        headers: [
          ...["accept-encoding", acceptedCodings, "user-agent", options.userAgent],
          ...(request.headers.some(([name]) => name === "Accept") ? [] : ["accept", "application/json"]),
          ...(authorization === undefined ? [] : ["authorization", authorization]),
          ...request.headers.flat(),
        ],
        body: request.body === undefined ? null : bodyBytes(request.body),
        responseHeaders: "raw",
        signal: timeout,
      });
      const answer = await readAnswer(response, options.sizeLimit);
      return options.signal.aborted && answer.kind === "answer" && answer.cutShort ? stopped : answer;
    } catch (error) {
      return options.signal.aborted ? stopped : causeOf(error, timeout.aborted);
    }
  };

  return {
    send: async (request) => {
      let retries = 0;
      let waited = 0;
      for (;;) {
        const turn = await pace.turn(options.signal);
        const release = await slots.take();
        const sentAt = performance.now();
        const outcome = turn === "stopped" ? stopped : await sendOnce(request);
        const duration = performance.now() - sentAt;
        release();
        const pause = pauseBeforeRetry(request, outcome, retries);
        if (pause === undefined || waited + pause.duration > options.patience || options.signal.aborted) {
          return { case: request, sentAt: sentAt - began, duration, retries, outcome };
        }
        retries += 1;
        waited += pause.duration;
        if (pause.everyone) pace.pause(pause.duration);
        await sleep(pause.duration, undefined, { signal: options.signal }).catch(() => undefined);
      }
    },
    sent: () => sent,
    isListening: () => isListening(base),
    close: () => pool.destroy(),
  };
}

function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || defaultPort(protocol),
    });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .setTimeout(1000, () => end(false));
  });
}

function defaultPort(protocol: string): number {
  return protocol === "https:" ? 443 : 80;
}

/**
 * How long to wait before a request is sent again; undefined if its outcome stands.
 * A creation is sent again only where it surely had no effect: refused for the rate, or never connected.
 */
function pauseBeforeRetry(
  request: Case,
  outcome: Answer | NoAnswer,
  retries: number,
): { duration: number; everyone: boolean } | undefined {
  const growing = firstPause * 2 ** retries;
  const idempotent = request.method === "GET";
  if (outcome.kind === "no-answer") {
    const again = outcome.cause === "refused" || (idempotent && outcome.cause === "closed");
    return again && retries < mostRetries.connection ? { duration: growing, everyone: false } : undefined;
  }
  const asked = parseRetryAfter(headerValues(outcome, "retry-after")[0], new Date());
  if (outcome.status === 429) {
    const duration = asked ?? Math.min(growing, 2000);
    return retries < mostRetries.wait ? { duration, everyone: true } : undefined;
  }
  if (!gatewayStatuses.has(outcome.status) || retries >= mostRetries.gateway) return undefined;
  const turnedAway = outcome.status === 503;
  return idempotent || turnedAway ? { duration: asked ?? growing, everyone: turnedAway } : undefined;
}

async function readAnswer(response: Dispatcher.ResponseData, sizeLimit: number): Promise<Answer | NoAnswer> {
  const raw = response.headers as unknown as readonly (Buffer | string)[];
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([latin1(raw[index]).toLowerCase(), latin1(raw[index + 1])]);
  }
  const answer = { kind: "answer" as const, status: response.statusCode, headers };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cutShort = false;
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > sizeLimit)
        return { kind: "no-answer", cause: "too-large", detail: `more than ${sizeLimit} bytes` };
      chunks.push(chunk);
    }
  } catch (error) {
    if (causeOf(error, false).cause !== "closed") throw error;
    cutShort = true;
  }
  const body = Buffer.concat(chunks);
  if (cutShort) return { ...answer, body, cutShort };
  const coding = headerValues({ ...answer, body, cutShort }, "content-encoding").join(",");
  try {
    return { ...answer, body: await decodeContent(body, coding, sizeLimit), cutShort };
  } catch (error) {
    const cause = error instanceof RangeError ? "too-large" : "undecodable";
    return { kind: "no-answer", cause, detail: String((error as Error).message) };
  }
}

function latin1(part: Buffer | string | undefined): string {
  return typeof part === "string" ? part : (part ?? Buffer.alloc(0)).toString("latin1");
}
