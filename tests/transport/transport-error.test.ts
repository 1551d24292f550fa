import { describe, expect, it } from "vitest";
import { deadPort } from "../servers/plain-server.js";
import { connectTo, getCase, postCase, response, resultOf, sendTo, startRawServer } from "./raw-server.js";

const both = [getCase(), postCase()];
const late = (duration: number) => (socket: { write: (bytes: Buffer) => unknown }) =>
  void setTimeout(() => socket.write(response(200, "[]")), duration);

describe("patience with a server", () => {
  it.each([
    ["never answers", "", ""],
    ["drips its headers", "HTTP/1.1 200 OK\r\nX-Slow:", " "],
    ["drips its body", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[", " "],
    ["drips a body of any length", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n[", " "],
  ])("that %s ends in a timeout, once", async (_, first, slow) => {
    const server = await startRawServer((socket) => {
      socket.write(first);
      const drip = setInterval(() => socket.write(slow), 20);
      socket.on("close", () => clearInterval(drip));
      return undefined;
    });
    const client = connectTo(server.baseUrl, { timeout: 300 });

    const exchanges = await Promise.all(both.map((each) => client.send(each)));

    expect(exchanges.map(resultOf)).toEqual(["timeout", "timeout"]);
    const durations = exchanges.map(({ duration }) => duration);
    expect(Math.min(...durations)).toBeGreaterThan(250);
    expect(Math.max(...durations)).toBeLessThan(10_000);
    expect(server.requests).toHaveLength(2);
  });

  it("that is slow but in time is kept", async () => {
    const { exchange } = await sendTo(late(200), [getCase()], { timeout: 10_000 });
    expect(resultOf(exchange)).toBe(200);
    expect(exchange.duration).toBeGreaterThan(180);
  });

  it("is counted from the sending, not from the waiting for a free connection", async () => {
    const server = await startRawServer(late(400));
    const client = connectTo(server.baseUrl, { concurrency: 1, timeout: 1500 });
    const exchanges = await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())));
    expect(exchanges.map(resultOf)).toEqual([200, 200, 200, 200]);
  });
});

describe("a server that is not there", () => {
  it("refuses the connection, also after three tries", async () => {
    const exchange = await connectTo(`http://127.0.0.1:${await deadPort()}/v1`).send(postCase());
    expect(resultOf(exchange)).toBe("refused");
    expect(exchange.retries).toBe(2);
  });

  it("has a name that nobody knows", async () => {
    const exchange = await connectTo("http://no-such-host.invalid/v1", { timeout: 5000 }).send(getCase());
    expect(resultOf(exchange)).toBe("unknown-host");
    expect(exchange.retries).toBe(0);
  });

  it("speaks no TLS where TLS is asked for", async () => {
    const server = await startRawServer(
      () => undefined,
      (socket) => socket.once("data", () => socket.end(response(400))),
    );
    const exchange = await connectTo(`https://127.0.0.1:${server.port}/v1`).send(postCase());
    expect(resultOf(exchange)).toBe("tls");
  });

  it("is told from one that listens without a request being sent", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    expect(await connectTo(server.baseUrl).isListening()).toBe(true);
    expect(await connectTo(`http://127.0.0.1:${await deadPort()}/v1`).isListening()).toBe(false);
    expect(server.requests).toEqual([]);
  });
});
