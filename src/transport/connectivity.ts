import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { isIP, connect as openConnection } from "node:net";
import { connect } from "node:tls";
import { type ConnectionOptions, hostOf, serverName, tlsOptions } from "./dispatcher.js";
import { shortTlsReason } from "./transport-error.js";

/** What a name leads to. */
type Resolution =
  | { readonly status: "found"; readonly addresses: readonly string[] }
  | { readonly status: "unknown"; readonly reason: string };

/** Looks up a host's addresses, as the system does. Sends nothing to the host. */
export async function resolveHost(hostname: string): Promise<Resolution> {
  const name = hostOf({ hostname });
  if (isIP(name)) return { status: "found", addresses: [name] };
  try {
    const found = await lookup(name, { all: true });
    return { status: "found", addresses: found.map(({ address }) => address) };
  } catch (error) {
    return { status: "unknown", reason: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** What a server shows of itself in a TLS handshake. */
type TlsLook =
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
export async function inspectTls(
  base: URL,
  connection: ConnectionOptions,
  timeout: number,
): Promise<TlsLook> {
  const place = { host: hostOf(base), port: Number(base.port) || 443, ...serverName(base) };
  const socket = connect({ ...place, ...tlsOptions(connection), rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeout) });
    const { valid_to: validTo } = socket.getPeerCertificate();
    return {
      status: "secure",
      protocol: socket.getProtocol() ?? "TLS",
      validTo: validTo === undefined ? undefined : new Date(validTo),
      distrust: socket.authorized ? undefined : String(socket.authorizationError),
    };
  } catch (error) {
    const { name } = error as Error;
    return {
      status: "failed",
      reason: name === "AbortError" ? "no answer in time" : shortTlsReason(error as Error),
    };
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
