import { describe, expect, it } from "vitest";
import { startForwardProxy } from "../servers/forward-proxy.js";
import { deadPort } from "../servers/plain-server.js";
import { pem, startTlsServer } from "../servers/tls-server.js";
import {
  answerOf,
  connectTo,
  getCase,
  postCase,
  response,
  startRawServer,
  troubleOf,
  valuesOf,
} from "./raw-server.js";

const credentials = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
const withCredentials = (url: string): string => url.replace("http://", "http://me:p%40ss@");

describe("a server whose certificate an authority of its own has signed", () => {
  it.each(["localhost", "127.0.0.1"])("is reached at %s where that authority is named", async (host) => {
    const { port } = await startTlsServer();
    const client = connectTo(`https://${host}:${port}/v1`, { connection: { ca: pem("ca") } });
    expect(answerOf(await client.send(getCase())).status).toBe(200);
  });

  it.each([
    ["no authority", {}],
    ["another authority", { ca: pem("client-ca") }],
  ])("gets no request where %s is named", async (_, connection) => {
    const { port, received } = await startTlsServer();
    const exchange = await connectTo(`https://localhost:${port}/v1`, { connection }).send(postCase());
    expect(troubleOf(exchange).cause).toBe("tls");
    expect(exchange.retries).toBe(0);
    expect(received).toEqual([]);
  });

  it("is reached without one where any certificate will do", async () => {
    const { port } = await startTlsServer();
    const client = connectTo(`https://localhost:${port}/v1`, { connection: { insecure: true } });
    expect(answerOf(await client.send(getCase())).status).toBe(200);
  });
});

describe("a server that asks for the client's certificate", () => {
  it("gets it", async () => {
    const { port, received } = await startTlsServer({ asksForCertificate: true });
    const connection = { ca: pem("ca"), cert: pem("client"), key: pem("client-key") };
    const exchange = await connectTo(`https://localhost:${port}/v1`, { connection }).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(received.map(({ clientName }) => clientName)).toEqual(["Pedigree"]);
  });

  // In TLS 1.3 the server refuses after the handshake, and one of Node's does so without a word.
  it.each([
    ["TLSv1.2", "tls"],
    ["TLSv1.3", "closed"],
  ] as const)("gets no request where there is none, in %s", async (maxVersion, cause) => {
    const { port, received } = await startTlsServer({ asksForCertificate: true, maxVersion });
    const connection = { ca: pem("ca") };
    const exchange = await connectTo(`https://localhost:${port}/v1`, { connection }).send(getCase());
    expect(troubleOf(exchange).cause).toBe(cause);
    expect(received).toEqual([]);
  });
});

describe("a proxy on the way to HTTP", () => {
  it("is asked with the whole address, and the server sees an ordinary request", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const proxy = await startForwardProxy();
    const base = `http://store.example:${server.port}/v1`;
    const exchange = await connectTo(base, { connection: { proxy: proxy.url } }).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(proxy.received.map(({ line }) => line)).toEqual([`GET ${base}/pets`]);
    expect(server.requests.map(({ line }) => line)).toEqual(["GET /v1/pets HTTP/1.1"]);
    expect(valuesOf(server.requests[0], "host")).toEqual([`store.example:${server.port}`]);
    expect(valuesOf(server.requests[0], "authorization")).toEqual(["Bearer s3cret"]);
  });

  it("passes a body on as it is", async () => {
    const server = await startRawServer(() => response(201, "{}"));
    const proxy = await startForwardProxy();
    await connectTo(server.baseUrl, { connection: { proxy: proxy.url } }).send(postCase());
    expect(server.requests[0]?.body.toString()).toBe('{"name":"Rex","categoryId":1}');
  });

  it("is told its credentials with each request", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const proxy = await startForwardProxy();
    const client = connectTo(server.baseUrl, { connection: { proxy: withCredentials(proxy.url) } });
    await client.send(getCase());
    await client.send(getCase());
    const told = proxy.received.map(({ headers }) => headers["proxy-authorization"]);
    expect(told).toEqual([credentials, credentials]);
  });

  it("that wants other credentials gives an answer of its own, 407", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const proxy = await startForwardProxy(407);
    const client = connectTo(server.baseUrl, { connection: { proxy: proxy.url } });
    expect(answerOf(await client.send(getCase())).status).toBe(407);
    expect(server.requests).toEqual([]);
  });
});

describe("a proxy on the way to HTTPS", () => {
  it("is asked for a tunnel and sees nothing of the request: neither its path nor the key", async () => {
    const { port, received } = await startTlsServer();
    const proxy = await startForwardProxy();
    const connection = { proxy: proxy.url, ca: pem("ca") };
    const exchange = await connectTo(`https://localhost:${port}/v1`, { connection }).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(proxy.received.map(({ line }) => line)).toEqual([`CONNECT localhost:${port}`]);
    expect(proxy.received[0]?.headers).not.toHaveProperty("authorization");
    expect(JSON.stringify(proxy.received)).not.toContain("s3cret");
    expect(received[0]?.headers.authorization).toBe("Bearer s3cret");
  });

  it("is told its credentials, and the server is not", async () => {
    const { port, received } = await startTlsServer();
    const proxy = await startForwardProxy();
    const connection = { proxy: withCredentials(proxy.url), ca: pem("ca") };
    const exchange = await connectTo(`https://localhost:${port}/v1`, { connection }).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(proxy.received[0]?.headers["proxy-authorization"]).toBe(credentials);
    expect(received[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("does not stand in for the server: its certificate must be for the host that was asked for", async () => {
    const { port, received } = await startTlsServer();
    const proxy = await startForwardProxy();
    const base = `https://store.example:${port}/v1`;
    const strict = connectTo(base, { connection: { proxy: proxy.url, ca: pem("ca") } });
    const insecure = connectTo(base, { connection: { proxy: proxy.url, insecure: true } });
    expect(troubleOf(await strict.send(getCase())).cause).toBe("tls");
    expect(received).toEqual([]);
    expect(answerOf(await insecure.send(getCase())).status).toBe(200);
    expect(received[0]?.serverName).toBe("store.example");
  });

  it("passes the client's certificate on", async () => {
    const { port, received } = await startTlsServer({ asksForCertificate: true });
    const proxy = await startForwardProxy();
    const own = { ca: pem("ca"), cert: pem("client"), key: pem("client-key") };
    const client = connectTo(`https://127.0.0.1:${port}/v1`, { connection: { ...own, proxy: proxy.url } });
    expect(answerOf(await client.send(getCase())).status).toBe(200);
    expect(received[0]?.clientName).toBe("Pedigree");
  });

  it.each([407, 403, 502])("that answers %i to CONNECT is what is named as the cause", async (status) => {
    const { port, received } = await startTlsServer();
    const proxy = await startForwardProxy(status);
    const connection = { proxy: proxy.url, ca: pem("ca") };
    const exchange = await connectTo(`https://localhost:${port}/v1`, { connection }).send(getCase());
    expect(troubleOf(exchange)).toMatchObject({
      cause: "proxy",
      detail: expect.stringContaining(`${status}`),
    });
    expect(received).toEqual([]);
  });
});

describe("whether somebody listens", () => {
  it.each(["http", "https"])(
    "is asked of the proxy, where the way to %s leads through one",
    async (scheme) => {
      const there = await startForwardProxy();
      const connection = { proxy: there.url };
      const client = connectTo(`${scheme}://store.example:9/v1`, { connection });
      expect(await client.isListening()).toBe(true);
    },
  );

  it.each(["http", "https"])("is denied where the proxy on the way to %s is gone", async (scheme) => {
    const server = await startRawServer(() => response(200, "[]"));
    const connection = { proxy: `http://127.0.0.1:${await deadPort()}` };
    const client = connectTo(`${scheme}://127.0.0.1:${server.port}/v1`, { connection });
    expect(await client.isListening()).toBe(false);
    expect(troubleOf(await client.send(getCase())).cause).toBe("proxy");
  });
});
