import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  connectTo,
  getCase,
  postCase,
  type RawServer,
  response,
  startRawServer,
  valuesOf,
} from "./raw-server.js";

/** Answers one request a connection, without saying so, and closes when another comes. */
function startHastyServer(): Promise<RawServer> {
  const served = new WeakSet<Socket>();
  return startRawServer((socket) => {
    if (served.has(socket)) return void socket.destroy();
    served.add(socket);
    return response(200, "[]");
  });
}

describe("a server that closes connections without saying so", () => {
  it.each([1, 4])(
    "is sent each request on a connection of its own after a while (%i at a time)",
    async (concurrency) => {
      const server = await startHastyServer();
      const client = connectTo(server.baseUrl, { concurrency });
      for (let count = 0; count < 10; count += 1) await client.send(getCase());
      const before = server.connections();

      for (let count = 0; count < 5; count += 1) {
        expect(answerOf(await client.send(postCase()))).toMatchObject({ status: 200 });
      }

      expect(server.connections()).toBe(before + 5);
      expect(valuesOf(server.requests.at(-1), "connection")).toEqual(["close"]);
    },
  );
});

describe("a server that keeps connections", () => {
  it("is sent many requests on one, though now and then one breaks", async () => {
    const server = await startRawServer((socket, _request, number) =>
      number === 3 || number === 6 ? void socket.destroy() : response(200, "[]"),
    );
    const client = connectTo(server.baseUrl, { concurrency: 1 });

    for (let count = 0; count < 10; count += 1) await client.send(getCase());

    expect(server.connections()).toBe(3);
  });
});
