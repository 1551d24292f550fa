import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createAdaptiveConcurrency } from "../../src/transport/connections.js";
import { overlap } from "../../src/transport/index.js";
import { startBadNetwork } from "../servers/bad-network.js";
import { pem, startTlsServer } from "../servers/tls-server.js";
import {
  connectTo,
  getCase,
  postCase,
  response,
  resultOf,
  sendTo,
  startRawServer,
  valuesOf,
} from "./raw-server.js";

const late = (socket: Socket, bytes: Buffer, duration: number): undefined =>
  void setTimeout(() => socket.write(bytes), duration);

it("connections are as many as asked for, and used again", async () => {
  const server = await startRawServer((socket) => late(socket, response(200, "[]"), 20));
  const client = connectTo(server.baseUrl, { concurrency: 3 });
  expect(client.sent()).toBe(0);
  await Promise.all(Array.from({ length: 12 }, () => client.send(getCase())));
  expect(server.requests).toHaveLength(12);
  expect(client.sent()).toBe(12);
  expect(server.connections()).toBe(3);
});

describe("the limit of requests in flight", () => {
  /** Each step is a failure at the given limit, or a confirmation; then: is concurrency the reason, and the limit. */
  it.each<readonly [string, readonly (number | "confirm")[], boolean | undefined, number]>([
    ["is the given one at first", [], undefined, 8],
    ["is one after a failure beside others", [8], true, 1],
    ["stays one for those that were in flight with it", [8, 8], true, 1],
    ["is the given one after a failure alone as well", [8, 1], false, 8],
    ["is then the given one for good", [8, 1, 8], false, 8],
    ["stays one once it was confirmed", [8, "confirm", 1], false, 1],
    ["stays one once it was confirmed, and others fail", [8, "confirm", 1, 8], true, 1],
    ["is the given one after a failure of a request that was alone anyway", [1], false, 8],
  ])("%s", (_, steps, isReason, limit) => {
    const concurrency = createAdaptiveConcurrency(8);
    const told = steps.map((step) =>
      step === "confirm" ? concurrency.confirm() : concurrency.recordFailure(step),
    );
    expect(told.at(-1)).toBe(isReason);
    expect(concurrency.limit()).toBe(limit);
  });

  const many = (duration: number, count: number, limit = 8) =>
    Array.from({ length: count }, () => [duration, limit] as const);
  it.each<readonly [string, readonly (readonly [duration: number, limit: number])[], number]>([
    ["is the given one where all responses are slow", many(900, 40), 8],
    ["is the given one where some are slow", many(5, 10).flatMap((each) => [each, [900, 8] as const]), 8],
    ["is one for a trial where most are slow that were fast", [...many(5, 3), ...many(900, 5)], 1],
    ["ends no trial for what was asked before it", [...many(5, 3), ...many(900, 5), ...many(900, 8)], 1],
    [
      "is the given one for good where the trial was slow as well",
      [...many(5, 3), ...many(900, 5), ...many(900, 2, 1), ...many(5, 3), ...many(900, 5)],
      8,
    ],
    [
      "is the given one after one fast trial: the machine may have been busy",
      [...many(5, 3), ...many(900, 5), ...many(5, 8, 1)],
      8,
    ],
    [
      "stays one where two trials were fast, whatever is slow then",
      [
        ...many(5, 3),
        ...many(900, 5),
        ...many(5, 8, 1),
        ...many(900, 5),
        ...many(5, 8, 1),
        ...many(900, 20, 1),
      ],
      1,
    ],
  ])("%s", (_, durations, limit) => {
    const concurrency = createAdaptiveConcurrency(8);
    for (const each of durations) concurrency.recordDuration(...each);
    expect(concurrency.limit()).toBe(limit);
  });

  it("of one is never the reason for a failure", () => {
    expect(createAdaptiveConcurrency(1).recordFailure(1)).toBe(false);
  });
});

it("a slow handshake is not taken for a server that lets requests wait", async () => {
  const { port } = await startTlsServer();
  // Far longer than a response takes.
  const { url } = await startBadNetwork(`https://127.0.0.1:${port}/v1`, { opening: 700 });
  const client = connectTo(url, { concurrency: 8, connection: { ca: pem("ca") } });
  const sendEight = () => Promise.all(Array.from({ length: 8 }, () => client.send(getCase())));
  await client.send(getCase());
  await client.send(getCase());

  await sendEight();
  const [first, ...others] = await sendEight();

  expect(others.filter((each) => first && overlap(first, each))).not.toEqual([]);
});

describe("a server that serves its first connection only, and", () => {
  /** Answers on one connection as long as it is open, and does this with others. */
  const serveOne = (turnAway: (socket: Socket) => unknown) => {
    let served: Socket | undefined;
    return startRawServer((socket) => {
      served ??= socket.once("close", () => {
        served = undefined;
      });
      if (served === socket) return response(200, "[]");
      turnAway(socket);
      return undefined;
    });
  };

  it.each<readonly [string, (socket: Socket) => unknown]>([
    ["lets all others wait", () => undefined],
    ["closes all others", (socket) => socket.end()],
  ])("%s, is asked by one at a time", async (_what, turnAway) => {
    const server = await serveOne(turnAway);
    const client = connectTo(server.baseUrl, { timeout: 300, concurrency: 4 });
    const sendFour = async () =>
      (await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())))).map(resultOf);
    await client.send(getCase());

    expect(await sendFour()).toEqual([200, 200, 200, 200]);
    const sent = client.sent();
    await sendFour();
    expect(client.sent()).toBe(sent + 4);
  });

  it("lets a creation wait, may have heard it all the same: it is not sent again", async () => {
    const server = await serveOne(() => undefined);
    const client = connectTo(server.baseUrl, { timeout: 300, concurrency: 2 });
    await client.send(getCase());

    const exchanges = await Promise.all([client.send(postCase()), client.send(postCase())]);

    expect(exchanges.map(resultOf).toSorted()).toEqual([200, "timeout"]);
    expect(server.requests).toHaveLength(3);
  });
});

describe("a server that closes connections without saying so", () => {
  it.each([1, 4])(
    "is sent each request on a connection of its own after a while (%i at a time)",
    async (concurrency) => {
      const served = new WeakSet<Socket>();
      const { server, client } = await sendTo(
        (socket) => {
          if (served.has(socket)) return void socket.destroy();
          served.add(socket);
          return response(200, "[]");
        },
        Array.from({ length: 10 }, () => getCase()),
        { concurrency },
      );
      const before = server.connections();

      for (let count = 0; count < 5; count += 1) expect(resultOf(await client.send(postCase()))).toBe(200);

      expect(server.connections()).toBe(before + 5);
      expect(valuesOf(server.requests.at(-1), "connection")).toEqual(["close"]);
    },
  );

  it("is sent many requests on one where it does so now and then only", async () => {
    const { server } = await sendTo(
      (socket, _, number) => (number === 3 || number === 6 ? void socket.destroy() : response(200, "[]")),
      Array.from({ length: 10 }, () => getCase()),
      { concurrency: 1 },
    );
    expect(server.connections()).toBe(3);
  });

  it("answers what is in flight all the same when the number of connections changes", async () => {
    const server = await startRawServer((socket, { line }, number) => {
      if (line.startsWith("POST")) return late(socket, response(201, "{}"), 300);
      return number > 0 && number < 4 ? void socket.destroy() : response(200, "[]");
    });
    const client = connectTo(server.baseUrl, { concurrency: 4 });
    await client.send(getCase());

    const exchanges = await Promise.all([postCase(), postCase(), getCase()].map((each) => client.send(each)));

    expect(exchanges.map(resultOf)).toEqual([201, 201, 200]);
  });
});
