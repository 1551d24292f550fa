import type { Case } from "../generate/index.js";
import type { ConnectionOptions } from "./dispatcher.js";

/** How to reach a target. Durations in ms, sizes in bytes. */
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
  /** The longest time that one request's retries wait in sum, if the server asks for it. */
  readonly patience: number;
  /** A number from 0 up to 1 for the jitter of retries. */
  readonly random: () => number;
  /** When this aborts, every open request ends. */
  readonly signal: AbortSignal;
  /** Called right before a request is sent, each time; if it throws, the request is not sent. */
  readonly onSending?: (request: Case, trace: string) => void;
}
