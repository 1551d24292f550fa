import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * What becomes of a connection or a request: it goes through, its connection breaks before the server has it or
 * before the answer is back, or this is answered to it.
 */
export type Fate = "through" | "broken" | "unanswered" | Buffer;

interface Troubles {
  /** Of the connection of this number (from 1). */
  readonly onConnection?: (number: number) => Fate;
  /** Of the request of this number (from 1). */
  readonly onRequest?: (number: number) => Fate;
  /** By how much the answers are late, in ms. */
  readonly latency?: number;
  /** How long each connection lets its first bytes wait, in ms. */
  readonly opening?: number;
}

/** A way to a server that is not to be relied on. */
export interface BadNetwork {
  /** The server's base address, by this way. */
  readonly url: string;
  readonly requests: () => number;
  readonly connections: () => number;
  /** Breaks every connection and takes no more. */
  readonly kill: () => void;
  /** Takes connections again, at the same address. */
  readonly revive: () => void;
}

/** Opens such a way to a server on this machine: bytes are passed on as they are. It ends with the test. */
export async function startBadNetwork(target: string, troubles: Troubles): Promise<BadNetwork> {
  const { onConnection = () => "through", onRequest = () => "through", latency = 0, opening = 0 } = troubles;
  const { protocol, port: targetPort, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };

  const pass = (near: Socket): void => {
    connections += 1;
    keep(near);
    if (onConnection(connections) === "broken") return void near.resetAndDestroy();
    const far = keep(connect({ host: "127.0.0.1", port: Number(targetPort) }));
    let isAnswered = false;
    let isLost = false;
    near.pause();
    setTimeout(() => near.resume(), opening);
    near.on("data", (chunk) => {
      const fate = startsRequest(chunk) ? onRequest(++requests) : "through";
      if (isAnswered) return;
      isLost ||= fate === "unanswered";
      if (fate === "through" || fate === "unanswered") return void far.write(chunk);
      far.destroy();
      if (fate === "broken") return void near.resetAndDestroy();
      isAnswered = true;
      near.end(fate);
    });
    far.on("data", (chunk) => later(() => void (isLost ? near.resetAndDestroy() : near.write(chunk))));
    near.on("close", () => far.destroy());
    far.on("close", () => {
      if (!isAnswered) later(() => void near.end());
    });
  };
  const later = (act: () => void): void => {
    if (latency === 0) act();
    else setTimeout(act, latency);
  };

  const server: Server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const kill = (): void => {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };
  onTestFinished(kill);
  return {
    url: `${protocol}//127.0.0.1:${port}${pathname}`,
    requests: () => requests,
    connections: () => connections,
    kill,
    revive: () => void server.listen(port, "127.0.0.1"),
  };
}

/** An answer of what stands in front of the server, with which the connection ends. */
export function gatewayAnswer(status: number, body: string, headers: readonly string[] = []): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const lines = [`HTTP/1.1 ${status} X`, length, "Connection: close", ...headers];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

function startsRequest(chunk: Buffer): boolean {
  return /^[A-Z]+ [^\r\n]* HTTP\/1\.1\r\n/.test(chunk.toString("latin1"));
}
