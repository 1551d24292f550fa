import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { answerOf, connectTo, getCase, postCase, response, startRawServer, troubleOf } from "./raw-server.js";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Writes one more blank every few ms, for ever. */
function drip(socket: {
  write: (text: string) => boolean;
  on: (event: "close", end: () => void) => unknown;
}): void {
  const timer = setInterval(() => socket.write(" "), 20);
  socket.on("close", () => clearInterval(timer));
}

describe("patience with a server", () => {
  it.each([getCase(), postCase()])("that never answers ends in a timeout, once: $method", async (request) => {
    const server = await startRawServer(() => undefined);
    const exchange = await connectTo(server.baseUrl, { timeout: 300 }).send(request);
    expect(troubleOf(exchange).cause).toBe("timeout");
    expect(exchange.duration).toBeGreaterThan(250);
    expect(exchange.duration).toBeLessThan(2000);
    expect(server.requests).toHaveLength(1);
  });

  it("that drips its headers ends in a timeout", async () => {
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow:");
      drip(socket);
      return undefined;
    });
    const exchange = await connectTo(server.baseUrl, { timeout: 300 }).send(getCase());
    expect(troubleOf(exchange).cause).toBe("timeout");
  });

  it.each(["Content-Length: 100000", "Transfer-Encoding: identity"])(
    "that drips its body ends in a timeout: %s",
    async (header) => {
      const server = await startRawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n[`);
        drip(socket);
        return undefined;
      });
      const exchange = await connectTo(server.baseUrl, { timeout: 300 }).send(getCase());
      expect(troubleOf(exchange).cause).toBe("timeout");
    },
  );

  it("that is slow but in time is kept", async () => {
    const server = await startRawServer((socket) => {
      setTimeout(() => socket.write(response(200, "[]")), 200);
      return undefined;
    });
    const exchange = await connectTo(server.baseUrl, { timeout: 2000 }).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange.duration).toBeGreaterThan(180);
  });

  it("is counted from the sending, not from the waiting for a free connection", async () => {
    const server = await startRawServer((socket) => {
      setTimeout(() => socket.write(response(200, "[]")), 150);
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 1, timeout: 500 });
    const exchanges = await Promise.all(Array.from({ length: 6 }, () => client.send(getCase())));
    expect(
      exchanges.map(({ outcome }) => (outcome.kind === "response" ? "response" : outcome.cause)),
    ).toEqual(Array.from({ length: 6 }, () => "response"));
  });
});

describe("a body that is cut short", () => {
  it.each([
    ["by its length", "Content-Length: 100\r\n\r\n[1,2"],
    ["by its length, on a last connection", "Connection: close\r\nContent-Length: 100\r\n\r\n[1,2"],
    ["in a chunk", "Transfer-Encoding: chunked\r\n\r\n10\r\n[1,2"],
    ["between two chunks", "Transfer-Encoding: chunked\r\n\r\n4\r\n[1,2\r\n"],
  ])("%s is an answer that says so", async (_, rest) => {
    const server = await startRawServer((socket) => void socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(answerOf(exchange)).toMatchObject({ status: 200, cutShort: true });
    expect(Buffer.from(answerOf(exchange).body).toString()).toBe("[1,2");
  });

  it("by a reset connection is an answer that says so", async () => {
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2");
      setTimeout(() => socket.resetAndDestroy(), 50);
      return undefined;
    });
    expect(answerOf(await connectTo(server.baseUrl).send(getCase())).cutShort).toBe(true);
  });
});

describe("what is no HTTP", () => {
  it.each([
    "SSH-2.0-OpenSSH_9.2\r\n",
    "\u0000\u0001\u0002garbage\r\n\r\n",
    "HTTP/1.1 abc OK\r\n\r\n",
    "<html></html>",
  ])("is said to be none: %j", async (garbage) => {
    const server = await startRawServer((socket) => void socket.end(garbage));
    const exchange = await connectTo(server.baseUrl).send(postCase());
    expect(troubleOf(exchange).cause).toBe("no-http");
  });

  it("in the framing of a body is said to be none", async () => {
    const server = await startRawServer(
      () => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n[]\r\n",
    );
    expect(troubleOf(await connectTo(server.baseUrl).send(postCase())).cause).toBe("no-http");
  });
});

describe("too much", () => {
  it("body is cut off, announced or not", async () => {
    const big = Buffer.alloc(200_001, "x");
    const server = await startRawServer((socket, _, number) =>
      number === 0
        ? response(200, big)
        : void socket.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), big])),
    );
    const client = connectTo(server.baseUrl, { sizeLimit: 200_000 });
    expect(troubleOf(await client.send(getCase())).cause).toBe("too-large");
    expect(troubleOf(await client.send(getCase())).cause).toBe("too-large");
  });

  it("body that never ends is cut off at once", async () => {
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = (): void => {
        if (!socket.destroyed) socket.write(Buffer.alloc(65_536), () => setImmediate(more));
      };
      more();
      return undefined;
    });
    const exchange = await connectTo(server.baseUrl, { sizeLimit: 1_000_000 }).send(getCase());
    expect(troubleOf(exchange).cause).toBe("too-large");
  });

  it("body at the limit is kept", async () => {
    const server = await startRawServer(() => response(200, Buffer.alloc(1000, "x")));
    const exchange = await connectTo(server.baseUrl, { sizeLimit: 1000 }).send(getCase());
    expect(answerOf(exchange).body).toHaveLength(1000);
  });

  it("header is cut off", async () => {
    const server = await startRawServer(() => response(200, "[]", [`X-Big: ${"x".repeat(100_000)}`]));
    expect(troubleOf(await connectTo(server.baseUrl).send(getCase())).cause).toBe("too-large");
  });
});

describe("a server that is not there", () => {
  it("refuses the connection, also after three tries", async () => {
    const exchange = await connectTo(`http://127.0.0.1:${await freePort()}/v1`).send(postCase());
    expect(troubleOf(exchange).cause).toBe("refused");
    expect(exchange.retries).toBe(2);
  });

  it("has a name that nobody knows", async () => {
    const exchange = await connectTo("http://no-such-host.invalid/v1", { timeout: 5000 }).send(getCase());
    expect(troubleOf(exchange).cause).toBe("unknown-host");
    expect(exchange.retries).toBe(0);
  });

  it("speaks no TLS where TLS is asked for", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.end(response(400))));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const exchange = await connectTo(`https://127.0.0.1:${port}/v1`).send(postCase());
    expect(troubleOf(exchange).cause).toBe("tls");
  });

  it("is told from one that listens without a request being sent", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    expect(await connectTo(server.baseUrl).isListening()).toBe(true);
    expect(await connectTo(`http://127.0.0.1:${await freePort()}/v1`).isListening()).toBe(false);
    expect(server.requests).toEqual([]);
  });
});
