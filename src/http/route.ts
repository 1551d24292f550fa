import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import { keepingReading } from "./keep-reading.js";
import { openPlainWire } from "./plain-wire.js";
import { contentOf, type Wire, type WireResponse } from "./wire.js";

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

/** The way to a target: connections, and what a request looks like on them. */
export interface Route {
  readonly wire: Wire;
  /** Who has to take a connection: the target, or the proxy. */
  readonly reach: URL;
  /** Stands before each request's own path. */
  readonly prefix: string;
  /** What a proxy needs to be told. */
  readonly headers: readonly string[];
}

/** What is the same for all connections. Times in ms. */
export interface RouteOptions {
  /** How many, at most. */
  readonly connections: number;
  /** To open one. */
  readonly timeout: number;
  /** Are interim answers that nobody asked for to be taken? */
  readonly takesInterim: boolean;
  /** Does a connection serve more than one request? */
  readonly reuses: boolean;
}

/** No limits of its own: a request's time is measured as a whole, by whoever sends it. */
const unlimited = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  maxHeaderSize: 64 * 1024,
};

/** Opens the way to a base address. Nothing is sent yet. */
export function openRoute(base: URL, connection: ConnectionOptions, options: RouteOptions): Route {
  const { connections, timeout, takesInterim, reuses } = options;
  // Zero is the library's word for one request a connection.
  const pool = { ...unlimited, connections, pipelining: reuses ? 1 : 0 };
  const tls = { timeout, ...tlsOptions(connection) };
  const prefix = base.pathname.replace(/\/$/, "");
  const openDirectly = (origin: string): Wire => {
    const { maxHeaderSize } = unlimited;
    return takesInterim
      ? openPlainWire({ origin, connections, maxHeaderSize, reuses, tls: tlsOptions(connection) })
      : wireOf(new Pool(origin, { ...pool, connect: keepingReading(buildConnector(tls)) }), origin);
  };
  if (connection.proxy === undefined) {
    return { wire: openDirectly(base.origin), reach: base, prefix, headers: [] };
  }
  const proxy = new URL(connection.proxy);
  const credentials = proxyCredentials(proxy);
  if (base.protocol === "https:") {
    const hostname = base.hostname.replace(/^\[|\]$/g, "");
    const requestTls = isIP(hostname) ? tls : { ...tls, servername: hostname };
    const token = credentials === undefined ? {} : { token: credentials };
    const ways = { uri: proxy.origin, requestTls, proxyTls: tls, factory: openTunnels, ...token };
    const dispatcher = new ProxyAgent({ ...pool, ...ways });
    return { wire: wireOf(dispatcher, base.origin), reach: proxy, prefix, headers: [] };
  }
  // RFC 9112, section 3.2.2: a proxy is asked with the whole address.
  return {
    wire: openDirectly(proxy.origin),
    reach: proxy,
    prefix: base.origin + prefix,
    headers: ["host", base.host, ...(credentials === undefined ? [] : ["proxy-authorization", credentials])],
  };
}

/** Connections to a server through a proxy, as the library wants to have them. */
function openTunnels(origin: URL | string, options: Pool.Options): Pool {
  const { connect } = options;
  return new Pool(
    origin,
    typeof connect === "function" ? { ...options, connect: keepingReading(connect) } : options,
  );
}

/** The library's connections. */
function wireOf(dispatcher: Dispatcher, origin: string): Wire {
  return {
    request: async (request) => {
      const { method, path, headers, last: reset, signal } = request;
      const options = {
        origin,
        method,
        path,
        headers: [...headers],
        body: contentOf(request),
        reset,
        signal,
      };
      const response = await dispatcher.request({ ...options, responseHeaders: "raw" });
      return { ...response, headers: response.headers as unknown as WireResponse["headers"] };
    },
    close: () => dispatcher.close(),
    destroy: () => dispatcher.destroy(),
  };
}

/** The same, as the TLS library wants it. */
export function tlsOptions({ ca, cert, key, insecure }: ConnectionOptions): {
  ca?: string[];
  cert?: string;
  key?: string;
  rejectUnauthorized?: boolean;
} {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(insecure === true ? { rejectUnauthorized: false } : {}),
  };
}

function proxyCredentials({ username, password }: URL): string | undefined {
  if (username === "") return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString("base64")}`;
}
