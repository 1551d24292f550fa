import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { isIP, connect as openConnection } from "node:net";
import { connect } from "node:tls";
import {
  type ConnectionOptions,
  hostOf,
  openRoute,
  type Route,
  serverName,
  tlsOptions,
} from "./dispatcher.js";
import { shortTlsReason, systemClock } from "./exchange.js";
import type { ClientOptions } from "./transmit.js";

/** Responses that are slow and fast, in ms: far more than a connection takes, and far less. */
const [slow, fast] = [500, 100];
/** Of this number of responses in a row, more than half are slow where connections wait for each other. */
const inARow = 8;
/** Fast trials of one connection that show it: a busy machine, too, holds up all that is in flight, but hardly twice. */
const enoughTrials = 2;

/**
 * How many requests may be in flight. Some servers serve a few connections only and queue or refuse further ones, so
 * one is used as soon as a request beside others stays unanswered, or is tried where most are suddenly slow.
 * @param most the limit as long as nothing speaks against it
 */
export function createAdaptiveConcurrency(most: number) {
  let state: "full" | "reduced" | "tried" | "confirmed" | "ruled out" = most > 1 ? "full" : "ruled out";
  let fastest = Number.POSITIVE_INFINITY;
  let latest: readonly number[] = [];
  let fastTrials = 0;
  return {
    limit: (): number => (state === "full" || state === "ruled out" ? most : 1),
    /**
     * Records how long a response took, in ms. Where one was fast before and most are slow now, one connection is tried:
     * if they are fast then, and are so once more after most were slow again, the limit stays one.
     * @param limit the limit when it was asked for
     */
    recordDuration: (duration: number, limit: number): void => {
      if (state === "tried" && limit > 1) return;
      fastest = Math.min(fastest, duration);
      latest = [...latest.slice(1 - inARow), duration];
      const slowOnes = latest.filter((each) => each > slow).length;
      if (state === "full" && fastest < fast && slowOnes > inARow / 2) {
        state = "tried";
        latest = [];
      } else if (state === "tried" && slowOnes > 1) state = "ruled out";
      else if (state === "tried" && latest.length === inARow) {
        fastTrials += 1;
        state = fastTrials === enoughTrials ? "confirmed" : "full";
        latest = [];
      }
    },
    /**
     * Records that a request was not answered, and says whether concurrency may be the reason. If so, the limit is one,
     * until a request that was sent alone is not answered either: then concurrency was not the reason.
     * @param limit the limit when it was sent
     */
    recordFailure: (limit: number): boolean => {
      if (state === "ruled out") return false;
      const wasConcurrent = limit > 1;
      if (state === "full" && wasConcurrent) state = "reduced";
      else if (state === "reduced" && !wasConcurrent) state = "ruled out";
      return wasConcurrent;
    },
    /** A request that failed beside others was answered alone: the limit stays one. */
    confirm: (): void => {
      if (state === "reduced") state = "confirmed";
    },
  };
}

/** The time that a server gets to notice closed connections, in ms. */
const notice = 100;
/** Some servers close a connection a moment after each answer without announcing it. */
const mostAccidents = 3;

/**
 * The connection pool of a target: it is replaced when the target turns out to need another one. Nothing is sent yet.
 */
export function openConnections(options: ClientOptions) {
  const { connection = {}, timeout, lifetime = Number.POSITIVE_INFINITY, signal } = options;
  const base = new URL(options.baseUrl);
  const concurrency = createAdaptiveConcurrency(options.concurrency);
  let accidents = 0;
  const open = (): Route => {
    const pool = { connections: concurrency.limit(), timeout, reuses: accidents < mostAccidents };
    return openRoute(base, connection, pool);
  };
  const close = async ({ dispatcher }: Route): Promise<void> => {
    // Idle connections close at once, the others after their answer.
    await dispatcher.close().catch(() => undefined);
    await systemClock.sleep(notice, signal);
  };
  let route = open();
  let openedAt = performance.now();
  const routes = new Set([route]);
  let settled: Promise<unknown> = Promise.resolve();
  const reopen = (): void => {
    if (signal.aborted) return;
    settled = Promise.all([settled, renew()]);
  };
  /** Resolves when the connections that there were are closed. */
  const renew = async (): Promise<void> => {
    const former = route;
    route = open();
    openedAt = performance.now();
    routes.add(route);
    await close(former);
    routes.delete(former);
  };
  const destroy = async (): Promise<void> => {
    await Promise.all([...routes].map(({ dispatcher }) => dispatcher.destroy()));
  };
  if (signal.aborted) void destroy();
  signal.addEventListener("abort", () => void destroy(), { once: true });

  /** Opens other connections where the limit has changed. */
  const reopenAfter = <Result>(record: () => Result): Result => {
    const before = concurrency.limit();
    const result = record();
    if (concurrency.limit() !== before) reopen();
    return result;
  };

  return {
    ...concurrency,
    /** The way for the next request. */
    route: (): Route => {
      if (performance.now() - openedAt > lifetime && !signal.aborted) void renew();
      return route;
    },
    /** Resolves when the connections of earlier pools are closed, and the server may have noticed. */
    settled: async (): Promise<void> => void (await settled),
    recordFailure: (limit: number): boolean => reopenAfter(() => concurrency.recordFailure(limit)),
    recordDuration: (duration: number, limit: number): void =>
      reopenAfter(() => concurrency.recordDuration(duration, limit)),
    /** Records that a connection closed for no visible reason: after a few, each request gets one of its own. */
    recordAccident: (): void => {
      accidents += 1;
      if (accidents === mostAccidents) reopen();
    },
    /** Ends whatever is in flight. */
    destroy,
  };
}

/** Looks up a host's addresses, as the system does. Sends nothing to the host. */
export async function resolveHost(hostname: string) {
  const name = hostOf({ hostname });
  if (isIP(name)) return { status: "found", addresses: [name] } as const;
  try {
    const found = await lookup(name, { all: true });
    return { status: "found", addresses: found.map(({ address }) => address) } as const;
  } catch (error) {
    return { status: "unknown", reason: (error as NodeJS.ErrnoException).code ?? String(error) } as const;
  }
}

/** Makes a TLS handshake and ends the connection; no request is sent. `timeout` in ms. */
export async function inspectTls(base: URL, connection: ConnectionOptions, timeout: number) {
  const place = { host: hostOf(base), port: Number(base.port) || 443, ...serverName(base) };
  const socket = connect({ ...place, ...tlsOptions(connection), rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeout) });
    const { valid_to: validTo } = socket.getPeerCertificate();
    return {
      status: "secure",
      protocol: socket.getProtocol() ?? "TLS",
      /** The last moment of the certificate's validity. */
      validTo: validTo === undefined ? undefined : new Date(validTo),
      /** Why the certificate is not trusted, if it is not. */
      distrust: socket.authorized ? undefined : String(socket.authorizationError),
    } as const;
  } catch (error) {
    const isLate = (error as Error).name === "AbortError";
    const reason = isLate ? "no answer in time" : shortTlsReason(error as Error);
    return { status: "failed", reason } as const;
  } finally {
    socket.destroy();
  }
}

/** Does it take a connection within a second? Sends nothing. */
export async function isListening(base: URL): Promise<boolean> {
  const port = Number(base.port) || (base.protocol === "https:" ? 443 : 80);
  const socket = openConnection({ host: hostOf(base), port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
