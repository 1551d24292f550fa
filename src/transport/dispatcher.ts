import { isIP, type Socket } from "node:net";
import { rootCertificates } from "node:tls";
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import { recordWireTimes } from "./exchange.js";

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
  /** The host that has to accept a connection: the target, or the proxy. */
  readonly host: URL;
  /** Precedes each request's own path. */
  readonly prefix: string;
  /** The headers that a proxy needs. */
  readonly headers: readonly string[];
}

/** No time limits in the library: a deadline covers each request as a whole. */
const unlimited = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 1000,
  keepAliveMaxTimeout: 1000,
  maxHeaderSize: 64 * 1024,
};

/**
 * Opens the way to a base address. Nothing is sent yet.
 * @param limits how many connections at most, how long one takes to open, in ms, and if it serves more than one request
 */
export function openRoute(base: URL, connection: ConnectionOptions, limits: Limits): Route {
  const route = routeTo(base, connection, limits);
  recordWireTimes(route.dispatcher);
  return route;
}

interface Limits {
  readonly connections: number;
  readonly timeout: number;
  readonly reuses: boolean;
}

function routeTo(base: URL, connection: ConnectionOptions, limits: Limits): Route {
  // In undici, no pipelining means one request a connection.
  const pool = { ...unlimited, connections: limits.connections, pipelining: limits.reuses ? 1 : 0 };
  const tls = { timeout: limits.timeout, ...tlsOptions(connection) };
  const prefix = base.pathname.replace(/\/$/, "");
  const direct = { ...pool, connect: keepingReading(buildConnector(tls)) };
  const { origin } = base;
  if (connection.proxy === undefined)
    return { dispatcher: new Pool(origin, direct), origin, host: base, prefix, headers: [] };
  const host = new URL(connection.proxy);
  const credentials = proxyCredentials(host);
  if (base.protocol === "https:") {
    const requestTls = { ...tls, ...serverName(base) };
    const ways = { uri: host.origin, requestTls, proxyTls: tls, factory: openTunnels };
    const dispatcher = new ProxyAgent({ ...pool, ...ways, ...(credentials && { token: credentials }) });
    return { dispatcher, origin, host, prefix, headers: [] };
  }
  return {
    dispatcher: new Pool(host.origin, direct),
    origin: host.origin,
    host,
    // RFC 9112, section 3.2.2: a proxy gets the whole address.
    prefix: origin + prefix,
    headers: ["host", base.host, ...(credentials === undefined ? [] : ["proxy-authorization", credentials])],
  };
}

/** The pool that `ProxyAgent` opens for a server behind the proxy. */
function openTunnels(origin: URL | string, options: Pool.Options): Pool {
  const { connect } = options;
  const keeping = typeof connect === "function" ? { connect: keepingReading(connect) } : {};
  return new Pool(origin, { ...options, ...keeping });
}

/** Certificates as options of Node's TLS. */
export function tlsOptions({ ca, cert, key, insecure }: ConnectionOptions): object {
  return {
    ...(ca && { ca: [...rootCertificates, ca] }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(insecure === true && { rejectUnauthorized: false }),
  };
}

/** The host of an address, an IPv6 address without its brackets. */
export function hostOf({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** The host name for TLS (SNI), which is never an IP address. */
export function serverName(base: URL): { readonly servername?: string } {
  const servername = hostOf(base);
  return isIP(servername) ? {} : { servername };
}

function proxyCredentials({ username, password }: URL): string | undefined {
  if (username === "") return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString("base64")}`;
}

/** The errors that a write fails with on a connection that the other side has closed. */
const closedByOther = new Set(["EPIPE", "ECONNRESET"]);

type WriteCallback = (error?: Error | null) => void;

/**
 * The same connector, but a connection is read to its end after a write has failed. Many servers answer before they
 * have read the body, and close: the answer lies in the receive buffer then, and Node would drop it together with the
 * connection. Reading ends by itself, since the other side has closed.
 */
function keepingReading(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...connected) => {
      if (connected[0] === null) ignoreWriteErrors(connected[1]);
      callback(...connected);
    });
}

function ignoreWriteErrors(socket: Socket): void {
  let isClosed = false;
  const forgiving =
    (done: WriteCallback): WriteCallback =>
    (error) => {
      isClosed ||= closedByOther.has((error as NodeJS.ErrnoException | null)?.code ?? "");
      done(isClosed ? null : error);
    };
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => (isClosed ? done() : write(chunk, encoding, forgiving(done)));
  if (writeMany === undefined) return;
  socket._writev = (chunks, done) => (isClosed ? done() : writeMany(chunks, forgiving(done)));
}
