import { describe, expect, it } from "vitest";
import { createRateLimiter } from "../../src/transport/retry.js";
import { connectTo, getCase, response, startRawServer } from "./raw-server.js";

const many = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);
const never = new AbortController().signal;

describe("a rate", () => {
  it("is kept by requests that are sent all at once, and does not add to their duration", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { rate: 20, concurrency: 8 });
    const exchanges = await Promise.all(many(11, () => client.send(getCase())));
    const times = server.requests.map(({ at }) => at).sort((a, b) => a - b);
    expect(times).toHaveLength(11);
    // Ten intervals of 50 ms, less the time that opening the first connection took.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(350);
    expect(exchanges.at(-1)!.duration).toBeLessThan(times.at(-1)! - times[0]!);
  });

  it("is no limit where there is none", async () => {
    const limiter = createRateLimiter(undefined);
    const all = Promise.all(many(50, () => limiter.acquire(never))).then(() => "at once");
    const later = new Promise((resolve) => setImmediate(resolve, "after a wait"));
    expect(await Promise.race([all, later])).toBe("at once");
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
    await Promise.all(many(6, () => limiter.acquire(never)));
    expect(performance.now() - began).toBeGreaterThan(70);
  });

  it("gives way to a pause that the server asks for", async () => {
    const limiter = createRateLimiter(100);
    const began = performance.now();
    limiter.pause(300);
    await Promise.all(many(3, () => limiter.acquire(never)));
    expect(performance.now() - began).toBeGreaterThan(280);
  });

  it("falls when the server turns requests away, and rises again while it serves them", async () => {
    const limiter = createRateLimiter(undefined);
    const takes = async (): Promise<number> => {
      const began = performance.now();
      await Promise.all(many(3, () => limiter.acquire(never)));
      return performance.now() - began;
    };
    await takes();
    for (const _ of many(40, () => undefined)) limiter.slowDown();
    const slowed = await takes();
    expect(slowed).toBeGreaterThan(200);
    for (const _ of many(90, () => undefined)) limiter.speedUp();
    expect(await takes()).toBeLessThan(slowed);
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
