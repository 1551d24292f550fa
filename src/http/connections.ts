import { createCompany } from "./company.js";
import { type ConnectionOptions, openRoute, type Route } from "./route.js";
import { sleepUnlessStopped } from "./sleep.js";
import type { Wire } from "./wire.js";

/** What is open to a target, and how many requests may be under way there together. */
export interface Connections {
  /** The way for the next request. */
  readonly route: () => Route;
  /** Resolves when the connections that are not wanted any more are gone, and the server may have seen it. */
  readonly settled: () => Promise<void>;
  /** How many requests may be under way together now. */
  readonly most: () => number;
  /**
   * Takes down that a request was not answered, and says whether it is worth another try without company.
   * @param together how many might be under way when it was sent
   */
  readonly blameCompany: (together: number) => boolean;
  /** A connection closed by accident, as it seems: a few of those, and each request gets one of its own. */
  readonly blameReuse: () => void;
  /** A request that had company and was not answered was answered without. */
  readonly proveCompany: () => void;
  /** Are interim answers taken that nobody asked for? */
  readonly takesInterim: () => boolean;
  /** From now on takes them; false if that cannot be done. */
  readonly takeInterim: () => boolean;
  /** Ends whatever is under way. */
  readonly destroy: () => Promise<void>;
}

/** What there is to know to open them. */
export interface ConnectionsOptions {
  readonly base: URL;
  readonly connection: ConnectionOptions;
  /** Open at the same time. */
  readonly most: number;
  /** To open one, in ms. */
  readonly timeout: number;
  /** When this aborts, whatever is under way ends. */
  readonly signal: AbortSignal;
}

/** What a server is given to notice that connections were closed, in ms. */
const notice = 100;
/** Some servers close connections a moment after each answer without saying so, and so just when the next request comes. */
const mostAccidents = 3;

/** Opens the way to a target; nothing is sent yet. */
export function openConnections(options: ConnectionsOptions): Connections {
  const { base, connection, most, timeout, signal } = options;
  const company = createCompany(most);
  const wires: Wire[] = [];
  let takesInterim = false;
  let accidents = 0;
  const destroy = async (): Promise<void> => {
    await Promise.all(wires.map((each) => each.destroy()));
  };
  const open = (connections: number): Route => {
    const reuses = accidents < mostAccidents;
    const route = openRoute(base, connection, { connections, timeout, takesInterim, reuses });
    wires.push(route.wire);
    return route;
  };
  const retire = async ({ wire }: Route): Promise<void> => {
    // Closes those that are idle at once, so that the server can turn to another.
    await wire.close().catch(() => undefined);
    await sleepUnlessStopped(notice, signal);
  };
  let route = open(most);
  let settled: Promise<void> = Promise.resolve();
  const reopen = (): void => {
    if (signal.aborted) return;
    settled = Promise.all([settled, retire(route)]).then(() => undefined);
    route = open(company.most());
  };
  if (signal.aborted) void destroy();
  signal.addEventListener("abort", () => void destroy(), { once: true });

  return {
    route: () => route,
    settled: () => settled,
    most: company.most,
    blameCompany: (together) => {
      const before = company.most();
      const isReason = company.blame(together);
      if (company.most() !== before) reopen();
      return isReason;
    },
    blameReuse: () => {
      accidents += 1;
      if (accidents === mostAccidents) reopen();
    },
    proveCompany: company.prove,
    takesInterim: () => takesInterim,
    takeInterim: () => {
      // Node's own client does not go through a tunnel.
      if (base.protocol === "https:" && connection.proxy !== undefined) return false;
      const hadInterim = takesInterim;
      takesInterim = true;
      if (!hadInterim) reopen();
      return true;
    },
    destroy,
  };
}
