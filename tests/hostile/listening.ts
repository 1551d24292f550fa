import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** A port on 127.0.0.1 on which somebody listens. */
export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Takes connections on a free port. Those that are open end with it. */
export async function listen(onConnection: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    onConnection(socket.setNoDelay());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close };
}

const deaf = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** Listens, but accepts nothing: the queue of those who want to connect is full. */
export async function listenWithoutAccepting(): Promise<Listening> {
  const worker = new Worker(deaf, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const queue = Array.from({ length: 6 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    port,
    close: async () => {
      for (const socket of queue) socket.destroy();
      await worker.terminate();
    },
  };
}
