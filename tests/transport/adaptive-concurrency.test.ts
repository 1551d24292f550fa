import { describe, expect, it } from "vitest";
import { createAdaptiveConcurrency } from "../../src/transport/connections.js";
import { answerOf, connectTo, getCase, postCase, response, startRawServer, troubleOf } from "./raw-server.js";

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

  it("of one is never the reason for a failure", () => {
    expect(createAdaptiveConcurrency(1).recordFailure(1)).toBe(false);
  });
});

describe("a server that serves its first connection only, and", () => {
  it.each<readonly [string, (socket: { end: () => unknown }) => unknown]>([
    ["lets all others wait", () => undefined],
    ["closes all others", (socket) => socket.end()],
  ])("%s, is asked by one at a time", async (_what, turnAway) => {
    const open = new Set<unknown>();
    const server = await startRawServer((socket) => {
      if (open.size === 0) socket.once("close", () => open.delete(socket));
      if (open.size === 0) open.add(socket);
      if (open.has(socket)) return response(200, "[]");
      turnAway(socket);
      return undefined;
    });
    const client = connectTo(server.baseUrl, { timeout: 300, concurrency: 4 });
    await client.send(getCase());

    const exchanges = await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())));

    expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([200, 200, 200, 200]);
    const sent = client.sent();
    await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())));
    expect(client.sent()).toBe(sent + 4);
  });

  it("may have heard a creation all the same, which is not sent again", async () => {
    const open = new Set<unknown>();
    const server = await startRawServer((socket) => {
      open.add(socket);
      return [...open][0] === socket ? response(200, "[]") : undefined;
    });
    const client = connectTo(server.baseUrl, { timeout: 300, concurrency: 2 });
    await client.send(getCase());

    const exchanges = await Promise.all([client.send(postCase()), client.send(postCase())]);

    expect(exchanges.map(({ outcome }) => outcome.kind).toSorted()).toEqual(["response", "transport-error"]);
    expect(
      troubleOf(exchanges.find(({ outcome }) => outcome.kind === "transport-error") ?? exchanges[0]).cause,
    ).toBe("timeout");
    expect(server.requests).toHaveLength(3);
  });
});

describe("a server whose connections break while creations are in flight", () => {
  it("answers these all the same when the number of connections changes", async () => {
    const server = await startRawServer((socket, request, number) => {
      if (number === 0) return response(200, "[]");
      if (request.line.startsWith("POST")) setTimeout(() => socket.write(response(201, "{}")), 300);
      else if (number < 4) socket.destroy();
      else return response(200, "[]");
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 4 });
    await client.send(getCase());

    const exchanges = await Promise.all([postCase(), postCase(), getCase()].map((each) => client.send(each)));

    expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([201, 201, 200]);
  });
});
