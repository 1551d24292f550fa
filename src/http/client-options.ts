import type { Case } from "../cases/index.js";
import type { ConnectionOptions } from "./route.js";

/** How to reach a target, and with how much patience. Durations in ms, sizes in bytes. */
export interface ClientOptions {
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly userAgent: string;
  readonly connection?: ConnectionOptions | undefined;
  /** Header lines that every request carries besides its own. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Connections that are open at the same time. */
  readonly concurrency: number;
  /** Requests a second; absent for as many as possible. */
  readonly rate?: number | undefined;
  /** For one request, from the first byte sent to the last byte received. */
  readonly timeout: number;
  /** Of the content of one answer. */
  readonly sizeLimit: number;
  /** The longest that a server's wish to wait is followed, over one request's retries. */
  readonly patience: number;
  /** When this aborts, every open request ends. */
  readonly signal: AbortSignal;
  /** Is told of a request right before it goes out, each time that it does; if it throws, the request does not. */
  readonly onSending?: (request: Case, trace: string) => void;
}
