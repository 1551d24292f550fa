import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { key, startServer } from "../servers/judging.js";
import { isError, petsOf, startClient } from "./reference-server-client.js";

const mebibyte = 1024 * 1024;
const authorized = `Host: a\r\nAuthorization: Bearer ${key}\r\n`;
const headOf = (method: string, ...headers: readonly string[]): string =>
  `${method} /v1/pets HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join("")}${authorized}\r\n`;
const postOf = (...headers: readonly string[]): string =>
  headOf("POST", "Content-Type: application/json", ...headers);

async function connectTo({ url }: { readonly url: string }): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

describe("the size of a body", () => {
  const bodyOf = (bytes: number) => {
    const frame = '{"categoryId":1,"name":""}';
    return `{"categoryId":1,"name":"${"x".repeat(bytes - frame.length)}"}`;
  };

  it("may be 1 MiB, and is refused with 413 and an Error above", async () => {
    const client = await startClient();
    expect(isError(await client.create(bodyOf(mebibyte + 1)), 413)).toBe(true);
    expect(isError(await client.create(bodyOf(5 * mebibyte)), 413)).toBe(true);
    expect((await client.get("/pets")).body).toEqual([]);
    expect((await client.create(bodyOf(mebibyte))).status).toBe(201);
  });

  it("is refused without being read when 100 MB are announced", async () => {
    const client = await startClient();
    expect(await client.converse(`${postOf("Content-Length: 100000000")}{`)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("what is no HTTP request", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000", 400],
    ["an unknown method", "FROB /v1/pets HTTP/1.1\r\n\r\n", 400],
    ["two lengths", `${postOf("Content-Length: 1", "Content-Length: 2")}{}`, 400],
    ["length and chunks", `${postOf("Content-Length: 1", "Transfer-Encoding: chunked")}0\r\n\r\n`, 400],
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
    socket.write(`${postOf("Content-Length: 100")}{"name":`);
    await delay(20);
    socket.resetAndDestroy();
    await delay(20);
    expect((await client.get("/pets")).body).toEqual([]);
  });
});

describe("what is unusual but HTTP is served:", () => {
  it.each([
    ["HTTP/1.0", `GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`],
    ["a target with host", `GET http://a/v1/pets HTTP/1.1\r\nConnection: close\r\n${authorized}\r\n`],
    ["an offered upgrade", headOf("GET", "Connection: upgrade, close", "Upgrade: h2c")],
    ["a strange expectation", headOf("GET", "Connection: close", "Expect: gift")],
  ])("%s", async (_name, text) => {
    const client = await startClient();
    expect(await client.converse(text)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\[\]$/);
  });

  it("many requests at once on one connection, answered in their order", async () => {
    const client = await startClient();
    const pipelined = [1, 2, 3].map((id) => headOf("GET").replace("pets", `pets/${id}`)).join("");
    const answer = await client.converse(`${pipelined}${headOf("GET", "Connection: close")}`);
    expect(answer.match(/no animal \d/g)).toEqual(["no animal 1", "no animal 2", "no animal 3"]);
  });

  it("bodies that come slowly, a byte at a time", async () => {
    const client = await startClient();
    const socket = await connectTo(client);
    const body = Buffer.from('{"name":"é","categoryId":1}');
    socket.write(postOf("Connection: close", `Content-Length: ${body.length}`));
    for (const byte of body) {
      socket.write(Buffer.of(byte));
      await delay(1);
    }
    await once(socket, "data");
    expect(petsOf(await client.get("/pets"))[0]?.["name"]).toBe("é");
  });
});

it.each([
  ["does not finish the header", "GET /v1/pets HTTP/1.1\r\nHost:", /^HTTP\/1\.1 408 Request Timeout\r\n/],
  ["does not finish the body", `${postOf("Content-Length: 9")}{`, /^HTTP\/1\.1 408 [\s\S]*"status":408\}$/],
  ["says nothing", "", /^(HTTP\/1\.1 408 |$)/],
])("a client that %s in time is sent away", async (_what, text, answer) => {
  const client = await startClient({ patience: { header: 100, request: 200 } });
  expect(await client.converse(text)).toMatch(answer);
});

it("a fault of the server's own is answered 500 with an Error that tells nothing of the inside", async () => {
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

describe("closing", () => {
  const timeToClose = async (client: { close(): Promise<void> }) => {
    const begun = performance.now();
    await client.close();
    return performance.now() - begun;
  };

  it("lets what runs finish, and takes nothing new", async () => {
    const arrivals = new EventEmitter();
    const finish = <Reply>(reply: Reply) => {
      arrivals.emit("request");
      return delay(150).then(() => reply);
    };
    const client = await startClient({ handlers: { finish } });
    const arrived = once(arrivals, "request");
    const running = client.get("/pets");
    await arrived;
    const closing = client.close();
    await expect(client.get("/pets")).rejects.toThrow(/ECONNREFUSED|closed/);
    expect((await running).status).toBe(200);
    await closing;
  });

  it("does not wait for connections that are idle", async () => {
    const client = await startClient();
    await client.get("/pets");
    await connectTo(client);
    // It waits for no connection longer than five seconds.
    expect(await timeToClose(client)).toBeLessThan(4500);
  });

  it("waits no longer than it is told to, and may be asked for twice", async () => {
    const never = { finish: () => new Promise<never>(() => {}) };
    const client = await startClient({ handlers: never, patience: { close: 200 } });
    const socket = await connectTo(client);
    socket.write(headOf("GET"));
    await delay(50);
    expect(await timeToClose(client)).toBeLessThan(4500);
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
  const { baseUrl: url } = await startServer(undefined, { host: "::1" });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/);
});
