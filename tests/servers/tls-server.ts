import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureVersion, TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

type Pem = "ca" | "server" | "server-key" | "client-ca" | "client" | "client-key";

/** The path of one of the certificates and keys of `tests/transport/certificates`. */
export function pemPath(name: Pem): string {
  return fileURLToPath(new URL(`../transport/certificates/${name}.pem`, import.meta.url));
}

/** Its text. */
export function pem(name: Pem): string {
  return readFileSync(pemPath(name), "utf8");
}

/** One request as it came through TLS. */
export interface Deciphered {
  readonly headers: IncomingHttpHeaders;
  /** The host that the client said it wants to reach; false if it said none. */
  readonly serverName: string | false;
  /** Whom the client's certificate names, if it has one. */
  readonly clientName: string | undefined;
}

interface TlsServerOptions {
  readonly asksForCertificate?: boolean;
  readonly maxVersion?: SecureVersion;
}

export interface TlsServer {
  readonly port: number;
  readonly received: readonly Deciphered[];
}

/** Starts a server that answers everything with an empty list, and is for `localhost` and 127.0.0.1. */
export async function startTlsServer({
  asksForCertificate = false,
  maxVersion = "TLSv1.3",
}: TlsServerOptions = {}): Promise<TlsServer> {
  const received: Deciphered[] = [];
  const demands = asksForCertificate
    ? { requestCert: true, rejectUnauthorized: true, ca: pem("client-ca") }
    : {};
  const options = { cert: pem("server"), key: pem("server-key"), maxVersion, ...demands };
  const server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket;
    const clientName: unknown = socket.getPeerCertificate().subject?.CN;
    received.push({
      headers: request.headers,
      serverName: (socket as TLSSocket & { servername: string | false }).servername,
      clientName: typeof clientName === "string" ? clientName : undefined,
    });
    response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}
