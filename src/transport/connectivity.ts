import { lookup } from "node:dns/promises";
import { isIP, connect as openConnection } from "node:net";
import { connect } from "node:tls";
import { type ConnectionOptions, tlsOptions } from "./dispatcher.js";
import { shortTlsReason } from "./transport-error.js";

/** What a name leads to. */
export type Resolution =
  | { readonly status: "found"; readonly addresses: readonly string[] }
  | { readonly status: "unknown"; readonly reason: string };

/** Looks up a host's addresses, as the system does. Sends nothing to the host. */
export async function resolveHost(hostname: string): Promise<Resolution> {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (isIP(name)) return { status: "found", addresses: [name] };
  try {
    const found = await lookup(name, { all: true });
    return { status: "found", addresses: found.map(({ address }) => address) };
  } catch (error) {
    return { status: "unknown", reason: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** What a server shows of itself in a TLS handshake. */
export type TlsLook =
  | {
      readonly status: "secure";
      readonly protocol: string;
      /** The last moment of the certificate's validity. */
      readonly validTo: Date | undefined;
      /** Why the certificate is not trusted, if it is not. */
      readonly distrust: string | undefined;
    }
  | { readonly status: "failed"; readonly reason: string };

/** Makes a TLS handshake and ends the connection; no request is sent. `timeout` in ms. */
export function inspectTls(base: URL, connection: ConnectionOptions, timeout: number): Promise<TlsLook> {
  const host = base.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(base.port) || 443,
      ...(isIP(host) ? {} : { servername: host }),
      ...tlsOptions(connection),
      rejectUnauthorized: false,
    });
    const end = (look: TlsLook): void => {
      socket.destroy();
      resolve(look);
    };
    socket
      .once("secureConnect", () => {
        const { valid_to: validTo } = socket.getPeerCertificate();
        end({
          status: "secure",
          protocol: socket.getProtocol() ?? "TLS",
          validTo: validTo === undefined ? undefined : new Date(validTo),
          distrust: socket.authorized ? undefined : String(socket.authorizationError),
        });
      })
      .once("error", (error) => end({ status: "failed", reason: shortTlsReason(error) }))
      .setTimeout(timeout, () => end({ status: "failed", reason: "no answer in time" }));
  });
}

/** Does it take a connection within a second? Sends nothing. */
export function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = openConnection({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || defaultPort(protocol),
    });
    const end = (response: boolean): void => {
      socket.destroy();
      resolve(response);
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
