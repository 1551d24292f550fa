import { createServer, request as forward, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** One request as a proxy received it. */
export interface Proxied {
  /** `GET http://store.example/v1/pets`, or `CONNECT store.example:443`. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ForwardProxy {
  readonly url: string;
  readonly received: readonly Proxied[];
}

/**
 * Starts a proxy on 127.0.0.1 that ends with the test. Whatever host it is asked for, it goes to this machine.
 * @param status what it answers in place of all it is asked for; absent if it lets everything through
 */
export async function startForwardProxy(status?: number): Promise<ForwardProxy> {
  const received: Proxied[] = [];
  const tunnels = new Set<Socket>();
  const keep = (socket: Socket): void => {
    tunnels.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => tunnels.delete(socket));
  };
  const server = createServer((request, response) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    if (status !== undefined) return void response.writeHead(status).end();
    const { port, pathname, search } = new URL(request.url ?? "");
    const { "proxy-authorization": _, ...headers } = request.headers;
    const onward = forward(
      { host: "127.0.0.1", port, path: pathname + search, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("connect", (request, near: Socket) => {
    received.push({ line: `CONNECT ${request.url}`, headers: request.headers });
    keep(near);
    if (status !== undefined) return void near.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const far = connect({ host: "127.0.0.1", port: Number(request.url?.split(":").at(-1)) });
    keep(far);
    far.once("connect", () => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n");
      near.pipe(far).pipe(near);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of tunnels) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
