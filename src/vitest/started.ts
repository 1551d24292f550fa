import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { Server as TlsServer } from "node:tls";
import { ConfigurationError } from "../description/index.js";

/** A server that `start` started: its base address; a server of Node's, listening; or an address with what ends the server. */
export type Started =
  | string
  | Server
  | {
      readonly url: string;
      readonly close?: (() => unknown) | undefined;
    }
  | {
      readonly baseUrl: string;
      readonly close?: (() => unknown) | undefined;
    };

/** A server that accepts requests. */
export interface Listening {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/** How long a server may take until it listens, once `start` has returned it, and until it has ended, in ms. */
const patience = 10_000;

/**
 * Calls `start`, and waits until its server can be asked.
 * @param path of the base address, where `start` returns a server, which knows none
 * @throws ConfigurationError for a result that names no server, or a server that is not there in time
 */
export async function startTarget(
  start: () => Started | Promise<Started>,
  { path, patience: longest }: { readonly path: string; readonly patience: number },
): Promise<Listening> {
  const starting = (async () => start())();
  const started = await within(
    longest,
    () => starting,
    `start took longer than ${longest / 1000} seconds`,
  ).catch((error: unknown) => {
    // A server that comes too late would keep its port.
    starting.then(endUnused, () => undefined);
    throw error;
  });
  if (typeof started === "string") return { baseUrl: started, close: async () => undefined };
  if (isServer(started)) {
    const listening = (): unknown => started.listening || once(started, "listening");
    const silence = "the server that start returned does not listen: call its listen(0)";
    await within(patience, listening, silence);
    return { baseUrl: `${originOf(started)}${path}`, close: () => ended(() => closeServer(started)) };
  }
  const baseUrl = addressIn(started);
  if (typeof baseUrl !== "string")
    throw new ConfigurationError(
      "start returned no server: return its base address, a node server that listens, or { url, close }",
    );
  return {
    baseUrl,
    close: () => ended(() => started.close?.()),
  };
}

async function endUnused(started: Started): Promise<void> {
  if (isServer(started)) await closeServer(started);
  else if (typeof started === "object") await started?.close?.();
}

/** A program in JavaScript may return anything. */
function isServer(started: unknown): started is Server {
  if (typeof started !== "object" || started === null) return false;
  return "listen" in started && "address" in started && "once" in started;
}

function addressIn(started: object | null | undefined): unknown {
  const { url, baseUrl = url }: { readonly url?: unknown; readonly baseUrl?: unknown } = started ?? {};
  return baseUrl;
}

/** @throws ConfigurationError for a server that no HTTP client reaches by an address */
function originOf(server: Server): string {
  const at = server.address();
  if (at === null || typeof at === "string")
    throw new ConfigurationError("the server that start returned listens on no port: call its listen(0)");
  return `${server instanceof TlsServer ? "https" : "http"}://${hostOf(at)}:${at.port}`;
}

/** A server on all addresses of the machine is reached by that of the machine itself. */
function hostOf({ address, family }: AddressInfo): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  if (address === "::") return "[::1]";
  return family === "IPv6" ? `[${address}]` : address;
}

/** Ends a server. @throws ConfigurationError if it has not ended after ten seconds */
async function ended(close: () => unknown): Promise<void> {
  await within(patience, close, `the server did not end within ${patience / 1000} seconds`);
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
    server.closeAllConnections();
  await closed;
}

/** Waits for a result, but no longer than this, in ms. @throws ConfigurationError with that sentence afterwards */
async function within<Result>(
  patience: number,
  work: () => Result | Promise<Result>,
  sentence: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConfigurationError(sentence)), patience);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
