import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { startReferenceServer } from "../../src/reference/index.js";
import { type Client, contract, isError, key, petsOf, startClient } from "./reference-server-client.js";

const mebibyte = 1024 * 1024;
const bodyOf = (bytes: number) => {
  const frame = '{"categoryId":1,"name":""}';
  return `{"categoryId":1,"name":"${"x".repeat(bytes - frame.length)}"}`;
};
const authorized = `Host: a\r\nAuthorization: Bearer ${key}\r\n`;

async function connectTo({ url }: { readonly url: string }): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

describe("the size of a body", () => {
  it("may be 1 MiB", async () => {
    const client = await startClient();
    expect((await client.create(bodyOf(mebibyte))).status).toBe(201);
  });

  it.each([mebibyte + 1, 5 * mebibyte])("is refused with 413 and an Error at %i bytes", async (bytes) => {
    const client = await startClient();
    expect(isError(await client.create(bodyOf(bytes)), 413)).toBe(true);
    expect((await client.get("/pets")).body).toEqual([]);
  });

  it("is refused without being read when 100 MB are announced", async () => {
    const client = await startClient();
    const answer = await client.converse(
      `POST /v1/pets HTTP/1.1\r\n${authorized}Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("what is no HTTP request", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000", 400],
    ["an unknown method", "FROB /v1/pets HTTP/1.1\r\n\r\n", 400],
    [
      "two lengths",
      `POST /v1/pets HTTP/1.1\r\n${authorized}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
      400,
    ],
    [
      "length and chunks",
      `POST /v1/pets HTTP/1.1\r\n${authorized}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ["a header of 100 kB", `GET /v1/pets HTTP/1.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, 431],
    ["no Host", "GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ])("is answered and survived: %s", async (_name, text, status) => {
    const client = await startClient();
    const answer = await client.converse(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"status":${status}\\}$`));
    expect((await client.get("/pets")).status).toBe(200);
  });

  it("is survived when the client leaves half-way", async () => {
    const client = await startClient();
    const socket = await connectTo(client);
    socket.write(
      `POST /v1/pets HTTP/1.1\r\n${authorized}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`,
    );
    await delay(20);
    socket.resetAndDestroy();
    await delay(20);
    expect((await client.get("/pets")).body).toEqual([]);
  });
});

describe("what is unusual but HTTP", () => {
  it.each([
    ["HTTP/1.0", `GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`],
    [
      "a target with scheme and host",
      `GET http://a/v1/pets HTTP/1.1\r\nConnection: close\r\n${authorized}\r\n`,
    ],
    [
      "an offered upgrade",
      `GET /v1/pets HTTP/1.1\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n${authorized}\r\n`,
    ],
    [
      "a strange expectation",
      `GET /v1/pets HTTP/1.1\r\nConnection: close\r\nExpect: gift\r\n${authorized}\r\n`,
    ],
  ])("is served: %s", async (_name, text) => {
    const client = await startClient();
    expect(await client.converse(text)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\[\]$/);
  });

  it("is served: many requests at once on one connection, answered in their order", async () => {
    const client = await startClient();
    const pipelined = [1, 2, 3].map((id) => `GET /v1/pets/${id} HTTP/1.1\r\n${authorized}\r\n`).join("");
    const answer = await client.converse(
      `${pipelined}GET /v1/pets HTTP/1.1\r\nConnection: close\r\n${authorized}\r\n`,
    );
    expect(answer.match(/no animal \d/g)).toEqual(["no animal 1", "no animal 2", "no animal 3"]);
  });

  it("is served: bodies that come slowly, a byte at a time", async () => {
    const client = await startClient();
    const socket = await connectTo(client);
    const body = '{"name":"é","categoryId":1}';
    socket.write(
      `POST /v1/pets HTTP/1.1\r\nConnection: close\r\n${authorized}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    );
    for (const byte of Buffer.from(body)) {
      socket.write(Buffer.of(byte));
      await delay(1);
    }
    await once(socket, "data");
    expect(petsOf(await client.get("/pets"))[0]?.["name"]).toBe("é");
  });
});

describe("a slow client", () => {
  it.each([
    ["the header", "GET /v1/pets HTTP/1.1\r\nHost:"],
    [
      "the body",
      `POST /v1/pets HTTP/1.1\r\n${authorized}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])("that does not finish %s in time is answered 408", async (_name, text) => {
    const client = await startClient({ patience: { header: 100, request: 200 } });
    expect(await client.converse(text)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"status":408\}$/);
  });

  it("that says nothing is sent away", async () => {
    const client = await startClient({ patience: { header: 100, request: 200 } });
    expect(await client.converse("")).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });
});

describe("a fault of the server's own", () => {
  it("is answered 500 with an Error that tells nothing of the inside", async () => {
    const failures: unknown[] = [];
    const broken = () => {
      throw new Error("secret");
    };
    const client = await startClient({
      handlers: { selectPets: broken },
      onFailure: (error) => failures.push(error),
    });
    const answer = await client.get("/pets");
    expect(isError(answer, 500)).toBe(true);
    expect(JSON.stringify(answer.headers) + String(Object.values(answer.body ?? {}))).not.toContain("secret");
    expect(failures).toEqual([new Error("secret")]);
  });
});

describe("closing", () => {
  const slowly: Parameters<typeof startClient>[0] = {
    handlers: { finish: (reply) => delay(150).then(() => reply) },
  };
  const closedWithin = async (client: Pick<Client, "close">) => {
    const begun = performance.now();
    await client.close();
    return performance.now() - begun;
  };

  it("lets what runs finish, and takes nothing new", async () => {
    const client = await startClient(slowly);
    const running = client.get("/pets");
    await delay(50);
    const closing = client.close();
    await expect(client.get("/pets")).rejects.toThrow(/ECONNREFUSED|closed/);
    expect((await running).status).toBe(200);
    await closing;
  });

  it("does not wait for connections that are idle", async () => {
    const client = await startClient();
    await client.get("/pets");
    await connectTo(client);
    expect(await closedWithin(client)).toBeLessThan(1000);
  });

  it("waits no longer than it is told to", async () => {
    const server = await startReferenceServer({
      contract,
      key,
      handlers: { finish: () => new Promise(() => {}) },
      patience: { close: 200 },
    });
    const socket = await connectTo(server);
    socket.write(`GET /v1/pets HTTP/1.1\r\n${authorized}\r\n`);
    await delay(50);
    expect(await closedWithin(server)).toBeLessThan(1000);
  });

  it("may be asked for twice", async () => {
    const client = await startClient();
    await Promise.all([client.close(), client.close()]);
    await client.close();
  });

  it("frees the port, and a port that is taken is told", async () => {
    const first = await startClient();
    const port = Number(new URL(first.url).port);
    await expect(startClient({ port })).rejects.toThrow("EADDRINUSE");
    await first.close();
    expect((await startClient({ port })).url).toBe(first.url);
  });
});

it("serves on an IPv6 address, too", async () => {
  const server = await startReferenceServer({ contract, key, host: "::1" });
  onTestFinished(() => server.close());
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/);
});
