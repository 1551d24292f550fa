import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { isIP, connect as openConnection } from "node:net";
import { connect } from "node:tls";
import { type ConnectionOptions, hostOf, serverName, tlsOptions } from "./dispatcher.js";
import { shortTlsReason } from "./transport-error.js";

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
