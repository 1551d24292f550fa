import { describe, expect, it } from "vitest";
import type { ConnectionOptions } from "../../src/transport/index.js";
import { type ForwardProxy, startForwardProxy } from "../servers/forward-proxy.js";
import { deadPort } from "../servers/plain-server.js";
import { pem, startTlsServer } from "../servers/tls-server.js";
import {
  connectTo,
  getCase,
  postCase,
  response,
  resultOf,
  startRawServer,
  troubleOf,
  valuesOf,
} from "./raw-server.js";

const ca = pem("ca");
const own = { ca, cert: pem("client"), key: pem("client-key") };
const credentials = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
const withCredentials = ({ url }: ForwardProxy): string => url.replace("http://", "http://me:p%40ss@");
const overTls = (port: number, connection: ConnectionOptions, host = "localhost") =>
  connectTo(`https://${host}:${port}/v1`, { connection }).send(postCase());

describe("a server whose certificate an authority of its own has signed", () => {
  it.each([
    ["is reached where that authority is named", 200, { ca }, "localhost"],
    ["is reached by its address where that authority is named", 200, { ca }, "127.0.0.1"],
    ["is reached where any certificate will do", 200, { insecure: true }, "localhost"],
    ["gets no request where no authority is named", "tls", {}, "localhost"],
    ["gets no request where another authority is named", "tls", { ca: pem("client-ca") }, "localhost"],
  ])("%s", async (_, result, connection, host) => {
    const { port, received } = await startTlsServer();
    const exchange = await overTls(port, connection, host);
    expect(resultOf(exchange)).toBe(result);
    expect(exchange.retries).toBe(0);
    expect(received).toHaveLength(result === 200 ? 1 : 0);
  });
});

describe("a server that asks for the client's certificate", () => {
  it.each([false, true])("gets it, through a proxy: %s", async (isProxied) => {
    const { port, received } = await startTlsServer({ asksForCertificate: true });
    const proxy = isProxied ? { proxy: (await startForwardProxy()).url } : {};
    expect(resultOf(await overTls(port, { ...own, ...proxy }))).toBe(200);
    expect(received.map(({ clientName }) => clientName)).toEqual(["Pedigree"]);
  });

  // In TLS 1.3 the server refuses after the handshake, and one of Node's does so without a word.
  it.each([
    ["TLSv1.2", "tls"],
    ["TLSv1.3", "closed"],
  ] as const)("gets no request where there is none, in %s", async (maxVersion, cause) => {
    const { port, received } = await startTlsServer({ asksForCertificate: true, maxVersion });
    expect(resultOf(await overTls(port, { ca }))).toBe(cause);
    expect(received).toEqual([]);
  });
});

describe("a proxy on the way to HTTP", () => {
  it("is asked with the whole address and its credentials, and the server sees an ordinary request", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const proxy = await startForwardProxy();
    const base = `http://store.example:${server.port}/v1`;
    const client = connectTo(base, { connection: { proxy: withCredentials(proxy) } });

    await client.send(getCase());
    await client.send(postCase());

    expect(proxy.received.map(({ line }) => line)).toEqual([`GET ${base}/pets`, `POST ${base}/pets`]);
    const told = proxy.received.map(({ headers }) => headers["proxy-authorization"]);
    expect(told).toEqual([credentials, credentials]);
    const [get, post] = server.requests;
    expect(get?.line).toBe("GET /v1/pets HTTP/1.1");
    expect(valuesOf(get, "host")).toEqual([`store.example:${server.port}`]);
    expect(valuesOf(get, "authorization")).toEqual(["Bearer s3cret"]);
    expect(post?.body.toString()).toBe('{"name":"Rex","categoryId":1}');
  });

  it("that wants other credentials gives an answer of its own, 407", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const { url } = await startForwardProxy(407);
    const exchange = await connectTo(server.baseUrl, { connection: { proxy: url } }).send(getCase());
    expect(resultOf(exchange)).toBe(407);
    expect(server.requests).toEqual([]);
  });
});

describe("a proxy on the way to HTTPS", () => {
  it("is told its credentials and asked for a tunnel, and sees neither path nor key; nor the server these", async () => {
    const { port, received } = await startTlsServer();
    const proxy = await startForwardProxy();

    const exchange = await overTls(port, { proxy: withCredentials(proxy), ca });

    expect(resultOf(exchange)).toBe(200);
    expect(proxy.received.map(({ line }) => line)).toEqual([`CONNECT localhost:${port}`]);
    expect(proxy.received[0]?.headers["proxy-authorization"]).toBe(credentials);
    expect(JSON.stringify(proxy.received)).not.toMatch(/s3cret|"authorization"/);
    expect(received[0]?.headers.authorization).toBe("Bearer s3cret");
    expect(received[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("does not stand in for the server: its certificate must be for the host that was asked for", async () => {
    const { port, received } = await startTlsServer();
    const proxy = (await startForwardProxy()).url;
    expect(resultOf(await overTls(port, { proxy, ca }, "other.example"))).toBe("tls");
    expect(received).toEqual([]);
    expect(resultOf(await overTls(port, { proxy, insecure: true }, "other.example"))).toBe(200);
    expect(received[0]?.serverName).toBe("other.example");
  });

  it.each([407, 502])("that answers %i to CONNECT is what is named as the cause", async (status) => {
    const { port, received } = await startTlsServer();
    const exchange = await overTls(port, { proxy: (await startForwardProxy(status)).url, ca });
    expect(troubleOf(exchange)).toMatchObject({
      cause: "proxy",
      detail: expect.stringContaining(`${status}`),
    });
    expect(received).toEqual([]);
  });
});

it.each(["http", "https"])(
  "whether a target of %s listens is asked of the proxy on the way to it",
  async (scheme) => {
    const server = await startRawServer(() => response(200, "[]"));
    const through = (base: string, proxy: string) =>
      connectTo(`${scheme}://${base}/v1`, { connection: { proxy } });
    expect(await through("store.example:9", (await startForwardProxy()).url).isListening()).toBe(true);
    const gone = through(`127.0.0.1:${server.port}`, `http://127.0.0.1:${await deadPort()}`);
    expect(await gone.isListening()).toBe(false);
    expect(resultOf(await gone.send(getCase()))).toBe("proxy");
  },
);
