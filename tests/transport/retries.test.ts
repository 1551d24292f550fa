import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../src/transport/retry.js";
import { answerOf, connectTo, getCase, postCase, response, startRawServer, troubleOf } from "./raw-server.js";

/** Answers with the first of these, then with the second, … and with the last from then on. */
const inTurn =
  (...replies: (string | Buffer)[]) =>
  (_: unknown, __: unknown, number: number) =>
    replies[Math.min(number, replies.length - 1)];

describe("429", () => {
  it.each([getCase(), postCase()])(
    "is waited out, and the later success is what counts: $method",
    async (request) => {
      const server = await startRawServer(inTurn(response(429), response(200, "[]")));
      const exchange = await connectTo(server.baseUrl).send(request);
      expect(answerOf(exchange).status).toBe(200);
      expect(exchange.retries).toBe(1);
      expect(server.requests).toHaveLength(2);
    },
  );

  it("with Retry-After as a date is waited out until then", async () => {
    const date = new Date(Date.now() + 1500).toUTCString();
    const server = await startRawServer(
      inTurn(response(429, "", [`Retry-After: ${date}`]), response(200, "[]")),
    );
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    // An HTTP date has whole seconds, so up to one of them is lost.
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThan(400);
  });

  it("with Retry-After in seconds holds back this request and all others for as long", async () => {
    const server = await startRawServer(inTurn(response(429, "", ["Retry-After: 1"]), response(200, "[]")));
    const client = connectTo(server.baseUrl);
    const first = client.send(getCase());
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([first, client.send(getCase({ path: "/pets/1" }))]);
    expect(server.requests).toHaveLength(3);
    const waits = server.requests.slice(1).map(({ at }) => at - server.requests[0]!.at);
    expect(Math.min(...waits)).toBeGreaterThan(900);
  });

  it("that asks for more than our patience stands", async () => {
    const server = await startRawServer(() => response(429, "", ["Retry-After: 3600"]));
    const exchange = await connectTo(server.baseUrl, { patience: 1000 }).send(getCase());
    expect(answerOf(exchange).status).toBe(429);
    expect(server.requests).toHaveLength(1);
  });

  it("that never ends stands when the patience is used up", async () => {
    const server = await startRawServer(() => response(429));
    const exchange = await connectTo(server.baseUrl, { patience: 400 }).send(postCase());
    expect(answerOf(exchange).status).toBe(429);
    expect(exchange.retries).toBe(2);
  });
});

describe("what stands in front of the server", () => {
  it.each([502, 503, 504])("answers %i to a GET, which is sent again", async (status) => {
    const server = await startRawServer(inTurn(response(status), response(200, "[]")));
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange.retries).toBe(1);
  });

  it.each([502, 504])(
    "answers %i to a POST, which may have had its effect and is not sent again",
    async (status) => {
      const server = await startRawServer(inTurn(response(status), response(201, "{}")));
      const exchange = await connectTo(server.baseUrl).send(postCase());
      expect(answerOf(exchange).status).toBe(status);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("answers 503 to a POST, which was turned away and is sent again", async () => {
    const server = await startRawServer(inTurn(response(503), response(201, "{}")));
    expect(answerOf(await connectTo(server.baseUrl).send(postCase())).status).toBe(201);
    expect(server.requests).toHaveLength(2);
  });

  it("answers 502 for ever, which stands after three more tries", async () => {
    const server = await startRawServer(() => response(502));
    const client = connectTo(server.baseUrl);
    const exchange = await client.send(getCase());
    expect(answerOf(exchange).status).toBe(502);
    expect(exchange.retries).toBe(3);
    expect(client.sent()).toBe(4);
  });
});

describe("a connection that breaks before the answer", () => {
  const breakOnce = (socket: { destroy: () => void }, _: unknown, number: number) =>
    number === 0 ? void socket.destroy() : response(200, "[]");

  it("is tried again with a GET", async () => {
    const server = await startRawServer(breakOnce);
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(answerOf(exchange).status).toBe(200);
    expect(exchange.retries).toBe(1);
  });

  it("is not tried again with a POST", async () => {
    const server = await startRawServer(breakOnce);
    const exchange = await connectTo(server.baseUrl).send(postCase());
    expect(troubleOf(exchange).cause).toBe("closed");
    expect(server.requests).toHaveLength(1);
  });

  it("every time is given up after two more tries", async () => {
    const server = await startRawServer((socket) => void socket.destroy());
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(troubleOf(exchange).cause).toBe("closed");
    expect(exchange.retries).toBe(2);
    expect(server.requests).toHaveLength(3);
  });
});

describe("Retry-After", () => {
  const now = new Date("2030-12-05T00:00:00Z");

  it.each([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["Thu, 05 Dec 2030 00:00:30 GMT", 30_000],
    ["Thu, 05 Dec 2030 00:00:00 GMT", 0],
    ["Wed, 04 Dec 2030 00:00:00 GMT", 0],
  ])("%j is a wait of %i ms", (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it("that is absent says nothing", () => {
    expect(parseRetryAfter(undefined, now)).toBeUndefined();
  });

  it.each(["", "soon", "NaN", "-5", "1.5", "5 s", "1e3"])("%j says nothing usable", (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });
});
