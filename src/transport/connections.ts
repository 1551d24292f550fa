import { createAdaptiveConcurrency } from "./adaptive-concurrency.js";
import { type ConnectionOptions, openRoute, type Route } from "./dispatcher.js";
import { sleepUnlessStopped } from "./sleep.js";

/** The connection pool of a target: it is replaced when the target turns out to need another one. */
export interface Connections {
  /** The way for the next request. */
  readonly route: () => Route;
  /** Resolves when the connections of earlier pools are closed, and the server may have noticed. */
  readonly settled: () => Promise<void>;
  /** How many requests may be in flight now. */
  readonly limit: () => number;
  /**
   * Records that a request was not answered, and says whether it is worth another try alone.
   * @param limit the limit when it was sent
   */
  readonly recordFailure: (limit: number) => boolean;
  /** Records that a connection closed for no visible reason: after a few, each request gets one of its own. */
  readonly recordAccident: () => void;
  /** A request that failed beside others was answered alone. */
  readonly confirmLimit: () => void;
  /** Ends whatever is in flight. */
  readonly destroy: () => Promise<void>;
}

/** What it takes to open them. */
export interface ConnectionsOptions {
  readonly base: URL;
  readonly connection: ConnectionOptions;
  /** Open at the same time. */
  readonly most: number;
  /** To open one, in ms. */
  readonly timeout: number;
  /** When this aborts, whatever is in flight ends. */
  readonly signal: AbortSignal;
}

/** The time that a server gets to notice closed connections, in ms. */
const notice = 100;
/** Some servers close a connection a moment after each answer without announcing it. */
const mostAccidents = 3;

/** Opens a pool; nothing is sent yet. */
export function openConnections(options: ConnectionsOptions): Connections {
  const { base, connection, most, timeout, signal } = options;
  const concurrency = createAdaptiveConcurrency(most);
  let accidents = 0;
  const open = (): Route => {
    const pool = { connections: concurrency.limit(), timeout, reuses: accidents < mostAccidents };
    return openRoute(base, connection, pool);
  };
  const close = async ({ dispatcher }: Route): Promise<void> => {
    // Idle connections close at once, the others after their answer.
    await dispatcher.close().catch(() => undefined);
    await sleepUnlessStopped(notice, signal);
  };
  let route = open();
  const routes = [route];
  let settled: Promise<unknown> = Promise.resolve();
  const reopen = (): void => {
    if (signal.aborted) return;
    settled = Promise.all([settled, close(route)]);
    route = open();
    routes.push(route);
  };
  const destroy = async (): Promise<void> => {
    await Promise.all(routes.map(({ dispatcher }) => dispatcher.destroy()));
  };
  if (signal.aborted) void destroy();
  signal.addEventListener("abort", () => void destroy(), { once: true });

  return {
    route: () => route,
    settled: async () => void (await settled),
    limit: concurrency.limit,
    recordFailure: (limit) => {
      const before = concurrency.limit();
      const mayBeReason = concurrency.recordFailure(limit);
      if (concurrency.limit() !== before) reopen();
      return mayBeReason;
    },
    recordAccident: () => {
      accidents += 1;
      if (accidents === mostAccidents) reopen();
    },
    confirmLimit: concurrency.confirm,
    destroy,
  };
}
