import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Lets so many connections through to a server, and keeps all others waiting until one of those is closed, as a server
 * does that has a thread for each connection, and so many threads.
 * @returns the base address at the door
 */
export async function startNarrowDoor(baseUrl: string, places: number): Promise<string> {
  const { hostname, port, pathname } = new URL(baseUrl);
  const waiting: Socket[] = [];
  const all = new Set<Socket>();
  let inside = 0;
  const admit = (): void => {
    while (inside < places) {
      const visitor = waiting.shift();
      if (visitor === undefined) return;
      if (visitor.destroyed) continue;
      inside += 1;
      const host = connect(Number(port), hostname);
      const leave = (): void => {
        if (!all.delete(visitor)) return;
        inside -= 1;
        visitor.destroy();
        host.destroy();
        admit();
      };
      for (const side of [visitor, host]) side.on("error", leave).on("close", leave);
      visitor.pipe(host).pipe(visitor);
    }
  };
  const server = createServer((socket) => {
    all.add(socket);
    socket.on("error", () => undefined);
    waiting.push(socket);
    admit();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
}
