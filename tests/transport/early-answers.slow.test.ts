import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Case, ClientOptions } from "../../src/transport/index.js";
import { pem } from "../servers/tls-server.js";
import { connectTo, postCase, response, resultOf, sendTo } from "./raw-server.js";

interface EarlyServer {
  readonly moment: "the first byte" | "the head" | "the first bytes of the body" | "the last byte";
  /** What becomes of the connection, at once or a few ms later. */
  readonly end: "ends it" | "destroys it" | "resets it";
  readonly keepsAlive?: boolean;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Is it reached through a proxy, which it is as well? */
  readonly tunnel?: boolean;
}

/** A creation with so long a name. */
function creation(length: number, isChunked: boolean): Case {
  const text = `{"categoryId":1,"name":"${"x".repeat(length)}"}`;
  const framing = isChunked ? [["Transfer-Encoding", "chunked"] as const] : [];
  return postCase({
    headers: [["Content-Type", "application/json"], ...framing],
    body: { kind: "text", text },
  });
}

const all = [3, 70_000, 120_000, 1_000_000].flatMap((length) => [
  creation(length, true),
  creation(length, false),
]);
/** Of short ones, only those in chunks have a connection of their own. */
const alone = [creation(3, true), ...all.slice(2, 7)];

/**
 * Sends each of these so often to a server that answers 401, 413 and 400 in turn, however little it has read: each
 * must count as often as the others.
 */
async function expectAllAnswers(
  server: EarlyServer,
  requests: readonly Case[],
  times: number,
  connect: (port: number) => readonly [baseUrl: string, options: Partial<ClientOptions>] = (port) => [
    `http://127.0.0.1:${port}/v1`,
    {},
  ],
): Promise<void> {
  const worker = new Worker(new URL("../servers/early-server.mjs", import.meta.url), { workerData: server });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, "message")) as [number];
  const client = connectTo(...connect(port));
  const counts: Record<string, number> = {};
  for (const request of Array.from({ length: times }, () => requests).flat()) {
    const { outcome } = await client.send(request);
    const result =
      outcome.kind === "response"
        ? `${outcome.status}${outcome.cutShort ? " cut short" : ""}`
        : outcome.detail;
    counts[result] = (counts[result] ?? 0) + 1;
  }
  const each = (requests.length * times) / 3;
  expect(counts).toEqual({ 401: each, 413: each, 400: each });
}

const moments = ["the first byte", "the head", "the first bytes of the body", "the last byte"] as const;
const places = moments.flatMap((moment) =>
  (["ends it", "destroys it", "resets it"] as const).map((end) => ({ moment, end })),
);

describe("an answer counts, of a server that", () => {
  it.each(places)("answers after $moment, closes the connection and $end", async (place) => {
    await expectAllAnswers(place, all, 9);
  });

  it.each(places)("answers after $moment, does not say that it closes, and $end", async (place) => {
    await expectAllAnswers({ ...place, keepsAlive: true }, alone, 6);
  });

  it.each([false, true])("answers early through TLS, by a tunnel: %s", async (tunnel) => {
    const tls = { cert: pem("server"), key: pem("server-key") };
    await expectAllAnswers({ moment: "the head", end: "destroys it", tls, tunnel }, all, 3, (port) => {
      const proxy = tunnel ? { proxy: `http://127.0.0.1:${port}` } : {};
      return [`https://localhost:${port}/v1`, { connection: { ca: pem("ca"), ...proxy } }];
    });
  });
});

describe("without an answer, a connection", () => {
  it("that is reset while the body goes out is closed, and nothing waits for its end", async () => {
    const { exchange } = await sendTo(
      (socket) => void socket.resetAndDestroy(),
      [creation(1_000_000, false)],
      {
        timeout: 20_000,
      },
    );
    expect(resultOf(exchange)).toBe("closed");
    expect(exchange.duration).toBeLessThan(10_000);
  });

  it("on which nobody reads ends with the time for it", async () => {
    const { exchange } = await sendTo((socket) => void socket.pause(), [creation(9_000_000, true)], {
      timeout: 400,
    });
    expect(resultOf(exchange)).toBe("timeout");
  });
});

it("what follows a long body that was answered early goes out on another connection", async () => {
  const { server } = await sendTo(() => response(401, "{}"), [creation(5000, false), postCase()], {
    concurrency: 1,
  });
  expect(server.connections()).toBe(2);
});
