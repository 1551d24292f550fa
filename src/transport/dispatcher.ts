import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import { keepingReading } from "./keep-reading.js";

/** TLS and proxy. */
export interface ConnectionOptions {
  /** Certificates of authorities to trust besides the well-known ones, in PEM. */
  readonly ca?: string;
  /** The client's certificate and its private key, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** Accepts any certificate of the server: a man in the middle can read the key. */
  readonly insecure?: boolean;
  /** Address of the proxy to go through, for example `http://proxy.example:3128`. */
  readonly proxy?: string;
}

/** The way to a target: a dispatcher, and what a request looks like on it. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** Scheme, host and port that the dispatcher is asked for. */
  readonly origin: string;
  /** What has to accept a connection: the target, or the proxy. */
  readonly host: URL;
  /** Precedes each request's own path. */
  readonly prefix: string;
  /** What a proxy needs to know. */
  readonly headers: readonly string[];
}

/** How connections are pooled. */
export interface PoolOptions {
  /** How many, at most. */
  readonly connections: number;
  /** To open one, in ms. */
  readonly timeout: number;
  /** Does a connection serve more than one request? */
  readonly reuses: boolean;
}

/** No time limits in the library: a deadline covers each request as a whole. */
const unlimited = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  maxHeaderSize: 64 * 1024,
};

/** Opens the way to a base address. Nothing is sent yet. */
export function openRoute(base: URL, connection: ConnectionOptions, options: PoolOptions): Route {
  const { connections, timeout, reuses } = options;
  // In undici, no pipelining means one request a connection.
  const pool = { ...unlimited, connections, pipelining: reuses ? 1 : 0 };
  const tls = { timeout, ...tlsOptions(connection) };
  const prefix = base.pathname.replace(/\/$/, "");
  const direct = { ...pool, connect: keepingReading(buildConnector(tls)) };
  if (connection.proxy === undefined) {
    const { origin } = base;
    return { dispatcher: new Pool(origin, direct), origin, host: base, prefix, headers: [] };
  }
  const proxy = new URL(connection.proxy);
  const credentials = proxyCredentials(proxy);
  if (base.protocol === "https:") {
    const hostname = base.hostname.replace(/^\[|\]$/g, "");
    const requestTls = isIP(hostname) ? tls : { ...tls, servername: hostname };
    const token = credentials === undefined ? {} : { token: credentials };
    const ways = { uri: proxy.origin, requestTls, proxyTls: tls, factory: openTunnels, ...token };
    const dispatcher = new ProxyAgent({ ...pool, ...ways });
    return { dispatcher, origin: base.origin, host: proxy, prefix, headers: [] };
  }
  return {
    dispatcher: new Pool(proxy.origin, direct),
    origin: proxy.origin,
    host: proxy,
    // RFC 9112, section 3.2.2: a proxy gets the whole address.
    prefix: base.origin + prefix,
    headers: ["host", base.host, ...(credentials === undefined ? [] : ["proxy-authorization", credentials])],
  };
}

/** The pool that `ProxyAgent` opens for a server behind the proxy. */
function openTunnels(origin: URL | string, options: Pool.Options): Pool {
  const { connect } = options;
  return new Pool(
    origin,
    typeof connect === "function" ? { ...options, connect: keepingReading(connect) } : options,
  );
}

/** Certificates as options of Node's TLS. */
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
