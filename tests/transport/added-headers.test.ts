import { describe, expect, it } from "vitest";
import {
  connectTo,
  getCase,
  postCase,
  response,
  startRawServer,
  valuesOf,
  type WireRequest,
} from "./raw-server.js";

/** The parts of a request's `traceparent` (W3C Trace Context, section 3.2). */
function traceOf(request: WireRequest | undefined): { readonly trace: string; readonly span: string } {
  const values = valuesOf(request, "traceparent");
  const [, trace = "", span = ""] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(values.join(" and ")) ?? [];
  if (trace === "") throw new Error(`no traceparent: ${values.join(" and ")}`);
  return { trace, span };
}

describe("the trace of a request", () => {
  it("is told in a well-formed traceparent, and in the exchange", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const exchange = await connectTo(server.baseUrl).send(getCase());
    const { trace, span } = traceOf(server.requests[0]);
    expect(trace).toBe(exchange.trace);
    expect(trace).not.toMatch(/^0+$/);
    expect(span).not.toMatch(/^0+$/);
  });

  it("is another for each exchange", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl);
    const exchanges = await Promise.all([getCase(), getCase(), postCase()].map((each) => client.send(each)));
    expect(new Set(exchanges.map(({ trace }) => trace)).size).toBe(3);
    expect(server.requests.map((each) => traceOf(each).trace).sort()).toEqual(
      exchanges.map(({ trace }) => trace).sort(),
    );
  });

  it.each([getCase(), postCase()])(
    "is kept over retries, with another span each: $method",
    async (request) => {
      const server = await startRawServer((_, __, number) => response(number < 2 ? 429 : 200, "[]"));
      const exchange = await connectTo(server.baseUrl).send(request);
      const traces = server.requests.map(traceOf);
      expect(traces.map(({ trace }) => trace)).toEqual([exchange.trace, exchange.trace, exchange.trace]);
      expect(new Set(traces.map(({ span }) => span)).size).toBe(3);
    },
  );

  it("is kept where the connection broke", async () => {
    const server = await startRawServer((socket, _, number) =>
      number === 0 ? void socket.destroy() : response(200, "[]"),
    );
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(server.requests.map((each) => traceOf(each).trace)).toEqual([exchange.trace, exchange.trace]);
  });

  it("is told to whoever listens, before each try", async () => {
    const told: string[] = [];
    const server = await startRawServer((_, __, number) => response(number === 0 ? 503 : 201, "{}"));
    const onSending = (_: unknown, trace: string): void =>
      void told.push(`${trace} ${server.requests.length}`);
    const exchange = await connectTo(server.baseUrl, { onSending }).send(postCase());
    expect(server.requests).toHaveLength(2);
    expect(told).toEqual([`${exchange.trace} 0`, `${exchange.trace} 1`]);
  });
});

describe("header lines that every request is to carry", () => {
  it("go out with each request, GET and POST, its own headers beside them", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { headers: [["X-Tenant", "blue"]] });
    await client.send(getCase());
    await client.send(postCase());
    expect(server.requests.map((each) => valuesOf(each, "x-tenant"))).toEqual([["blue"], ["blue"]]);
    expect(valuesOf(server.requests[1], "content-type")).toEqual(["application/json"]);
  });

  it.each(["User-Agent", "ACCEPT", "accept-encoding"])("stand in for our usual %s", async (name) => {
    const server = await startRawServer(() => response(200, "[]"));
    await connectTo(server.baseUrl, { headers: [[name, "mine"]] }).send(getCase());
    expect(valuesOf(server.requests[0], name.toLowerCase())).toEqual(["mine"]);
  });

  it("never stand in for the credential of a case, or go beside it", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { headers: [["Authorization", "Basic bWU6"]] });
    await client.send(getCase());
    await client.send(getCase({ credential: { kind: "missing" } }));
    const sent = server.requests.map((each) => valuesOf(each, "authorization"));
    expect(sent).toEqual([["Bearer s3cret"], []]);
  });

  it("never stand in for the content type of a case, or go beside it", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { headers: [["content-type", "text/plain"]] });
    await client.send(postCase());
    await client.send(postCase({ headers: [] }));
    const sent = server.requests.map((each) => valuesOf(each, "content-type"));
    expect(sent).toEqual([["application/json"], []]);
  });
});
