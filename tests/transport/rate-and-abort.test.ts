import { describe, expect, it } from "vitest";
import { createRateLimiter } from "../../src/transport/rate-limiter.js";
import { connectTo, getCase, postCase, response, startRawServer, troubleOf } from "./raw-server.js";

const many = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);
const never = new AbortController().signal;

describe("a rate", () => {
  it("is kept by requests that are sent all at once", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { rate: 20, concurrency: 8 });
    await Promise.all(many(11, () => client.send(getCase())));
    const times = server.requests.map(({ at }) => at).sort((a, b) => a - b);
    expect(times).toHaveLength(11);
    // Ten intervals of 50 ms, less the time that opening the first connection took.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(350);
    expect(times.at(-1)! - times[0]!).toBeLessThan(2500);
  });

  it("is no limit where there is none", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl);
    const began = performance.now();
    await Promise.all(many(50, () => client.send(getCase())));
    expect(performance.now() - began).toBeLessThan(2000);
    expect(server.requests).toHaveLength(50);
  });

  it("does not add to the duration of an exchange", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { rate: 10, concurrency: 8 });
    const exchanges = await Promise.all(many(8, () => client.send(getCase())));
    expect(Math.max(...exchanges.map(({ duration }) => duration))).toBeLessThan(400);
  });

  it("lets the second request wait as long as any other", async () => {
    const limiter = createRateLimiter(4);
    const began = performance.now();
    await limiter.acquire(never);
    await limiter.acquire(never);
    expect(performance.now() - began).toBeGreaterThan(230);
  });

  it("is made up for after a rest by one request, not by a burst", async () => {
    const limiter = createRateLimiter(50);
    await limiter.acquire(never);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = performance.now();
    for (const _ of many(6, () => undefined)) await limiter.acquire(never);
    expect(performance.now() - began).toBeGreaterThan(70);
  });

  it("gives way to a pause that the server asks for", async () => {
    const limiter = createRateLimiter(100);
    const began = performance.now();
    limiter.pause(300);
    await Promise.all(many(3, () => limiter.acquire(never)));
    expect(performance.now() - began).toBeGreaterThan(280);
  });

  it("ends its waiting when the run is stopped", async () => {
    const stop = new AbortController();
    const limiter = createRateLimiter(0.01);
    await limiter.acquire(stop.signal);
    const waiting = limiter.acquire(stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});

describe("a run that is stopped", () => {
  it("ends every open request as aborted, and soon", async () => {
    const stop = new AbortController();
    const server = await startRawServer(() => undefined);
    const client = connectTo(server.baseUrl, { signal: stop.signal });
    const open = [client.send(getCase()), client.send(postCase())];
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    stop.abort();
    const exchanges = await Promise.all(open);
    expect(exchanges.map((exchange) => troubleOf(exchange).cause)).toEqual(["aborted", "aborted"]);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it("ends a request whose body is on its way as aborted, not as cut short by the server", async () => {
    const stop = new AbortController();
    const server = await startRawServer(() => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2");
    const sending = connectTo(server.baseUrl, { signal: stop.signal }).send(getCase());
    while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort();
    const { outcome } = await sending;
    expect(outcome).toMatchObject({ kind: "transport-error", cause: "aborted" });
  });

  it("ends a wait for the server's sake", async () => {
    const stop = new AbortController();
    const server = await startRawServer(() => response(429, "", ["Retry-After: 9"]));
    const sending = connectTo(server.baseUrl, { signal: stop.signal }).send(getCase());
    while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const began = performance.now();
    stop.abort();
    await sending;
    expect(performance.now() - began).toBeLessThan(1000);
    expect(server.requests).toHaveLength(1);
  });

  it("sends nothing any more", async () => {
    const stop = new AbortController();
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { signal: stop.signal });
    stop.abort();
    expect(troubleOf(await client.send(getCase())).cause).toBe("aborted");
    expect(server.requests).toEqual([]);
  });

  it("sends nothing where it was stopped before it began", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { signal: AbortSignal.abort() });
    expect(troubleOf(await client.send(getCase())).cause).toBe("aborted");
    expect(server.requests).toEqual([]);
  });
});

describe("a run that is stopped while requests wait for their turn", () => {
  it("sends none of them", async () => {
    const stop = new AbortController();
    const server = await startRawServer((socket) => {
      setTimeout(() => socket.write(response(200, "[]")), 200);
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 1, signal: stop.signal });

    const sending = [client.send(getCase()), client.send(postCase()), client.send(postCase())];
    setTimeout(() => stop.abort(), 50);

    expect((await Promise.all(sending)).map((exchange) => troubleOf(exchange).cause)).toEqual([
      "aborted",
      "aborted",
      "aborted",
    ]);
    expect(server.requests.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
  });
});

describe("connections", () => {
  it("are as many as asked for, and used again", async () => {
    const server = await startRawServer((socket) => {
      setTimeout(() => socket.write(response(200, "[]")), 20);
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 3 });
    await Promise.all(many(12, () => client.send(getCase())));
    expect(server.requests).toHaveLength(12);
    expect(server.connections()).toBe(3);
  });

  it("count the requests that went out", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl);
    expect(client.sent()).toBe(0);
    await client.send(getCase());
    await client.send(postCase());
    expect(client.sent()).toBe(2);
  });
});
