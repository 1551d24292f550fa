import { describe, expect, it } from "vitest";
import {
  connectTo,
  getCase,
  postCase,
  type RawServer,
  type Respond,
  response,
  resultOf,
  startRawServer,
} from "./raw-server.js";

/** Sends these at once to a server that answers so, and stops the run when as many requests have come; and then? */
async function stopAfter(count: number, respond: Respond, cases = [getCase(), postCase()], concurrency = 4) {
  const stop = new AbortController();
  const server: RawServer = await startRawServer(respond);
  const client = connectTo(server.baseUrl, { signal: stop.signal, concurrency });
  const sending = cases.map((each) => client.send(each));
  while (server.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  // What was answered has come by then.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const stoppedAt = performance.now();
  stop.abort();
  const results = (await Promise.all(sending)).map(resultOf);
  return { server, client, results, took: performance.now() - stoppedAt };
}

describe("a run that is stopped", () => {
  it.each<readonly [string, Respond]>([
    ["open requests as aborted", () => undefined],
    [
      "requests whose answers are on their way as aborted, not as cut short by the server",
      () => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2",
    ],
    ["waits for the server's sake", () => response(429, "", ["Retry-After: 9"])],
  ])("ends %s, and soon", async (_, respond) => {
    const { server, results, took } = await stopAfter(2, respond);
    expect(results).toEqual(["aborted", "aborted"]);
    expect(took).toBeLessThan(8000);
    expect(server.requests).toHaveLength(2);
  });

  it("sends nothing that waited for its turn, and nothing any more", async () => {
    const { server, client, results } = await stopAfter(1, () => undefined, [getCase(), postCase()], 1);
    expect(results).toEqual(["aborted", "aborted"]);
    expect(resultOf(await client.send(getCase()))).toBe("aborted");
    expect(server.requests).toHaveLength(1);
    expect(client.sent()).toBe(1);
  });

  it("sends nothing where it was stopped before it began", async () => {
    const { server, results } = await stopAfter(0, () => response(200), []);
    const client = connectTo(server.baseUrl, { signal: AbortSignal.abort() });
    expect([...results, resultOf(await client.send(getCase()))]).toEqual(["aborted"]);
    expect(server.requests).toEqual([]);
  });
});
