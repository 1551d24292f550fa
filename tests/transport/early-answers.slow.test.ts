import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Case } from "../../src/generate/index.js";
import type { ClientOptions, Exchange } from "../../src/transport/index.js";
import { pem } from "../servers/tls-server.js";
import { connectTo, postCase, response, startRawServer, troubleOf } from "./raw-server.js";

interface EarlyServer {
  readonly moment: "the first byte" | "the head" | "the first bytes of the body" | "the last byte";
  /** What becomes of the connection, at once or a few ms later. */
  readonly end: "ends it" | "destroys it" | "resets it";
  readonly keepsAlive?: boolean;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Is it reached through a proxy, which it is as well? */
  readonly tunnel?: boolean;
}

/** Starts a server that answers 401, 413 and 400 in turn, however little it has read; returns its port. */
async function startEarlyServer(server: EarlyServer): Promise<number> {
  const worker = new Worker(new URL("../servers/early-server.mjs", import.meta.url), { workerData: server });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, "message");
  return port as number;
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

const long = [70_000, 120_000, 1_000_000].flatMap((length) => [
  creation(length, true),
  creation(length, false),
]);
const all = [creation(3, true), creation(3, false), ...long];

/** Sends each of these so often, and counts what came of it. */
async function outcomesOf(
  baseUrl: string,
  requests: readonly Case[],
  times: number,
  options: Partial<ClientOptions> = {},
): Promise<Readonly<Record<string, number>>> {
  const client = connectTo(baseUrl, options);
  const outcomes: Record<string, number> = {};
  for (let count = 0; count < times; count += 1) {
    for (const request of requests) {
      const outcome = textOf(await client.send(request));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }
  return outcomes;
}

function textOf({ outcome }: Exchange): string {
  if (outcome.kind === "transport-error") return outcome.detail;
  return outcome.cutShort ? `${outcome.status} cut short` : `${outcome.status}`;
}

/** Each of the three statuses, as often as the others. */
function inTurn(total: number): Readonly<Record<string, number>> {
  return { 401: total / 3, 413: total / 3, 400: total / 3 };
}

const moments = ["the first byte", "the head", "the first bytes of the body", "the last byte"] as const;
const ends = ["ends it", "destroys it", "resets it"] as const;
const places = moments.flatMap((moment) => ends.map((end) => ({ moment, end })));

describe("an answer counts, of a server that", () => {
  it.each(places)("answers after $moment, closes the connection and $end", async ({ moment, end }) => {
    const port = await startEarlyServer({ moment, end });
    const outcomes = await outcomesOf(`http://127.0.0.1:${port}/v1`, all, 12);
    expect(outcomes).toEqual(inTurn(all.length * 12));
  });

  it.each(places)("answers after $moment, does not say that it closes, and $end", async ({ moment, end }) => {
    const port = await startEarlyServer({ moment, end, keepsAlive: true });
    const requests = [creation(3, true), ...long.slice(0, 5)];
    const outcomes = await outcomesOf(`http://127.0.0.1:${port}/v1`, requests, 6);
    expect(outcomes).toEqual(inTurn(requests.length * 6));
  });

  it.each([false, true])("answers early through TLS, by a tunnel: %s", async (tunnel) => {
    const tls = { cert: pem("server"), key: pem("server-key") };
    const port = await startEarlyServer({ moment: "the head", end: "destroys it", tls, tunnel });
    const proxy = tunnel ? { proxy: `http://127.0.0.1:${port}` } : {};
    const options = { connection: { ca: pem("ca"), ...proxy } };
    const outcomes = await outcomesOf(`https://localhost:${port}/v1`, all, 3, options);
    expect(outcomes).toEqual(inTurn(all.length * 3));
  });
});

describe("without an answer, a connection", () => {
  it("that is reset while the body goes out is closed, and nothing waits for its end", async () => {
    const server = await startRawServer((socket) => void socket.resetAndDestroy());
    const exchange = await connectTo(server.baseUrl, { timeout: 20_000 }).send(creation(1_000_000, false));
    expect(troubleOf(exchange).cause).toBe("closed");
    expect(exchange.duration).toBeLessThan(10_000);
  });

  it("on which nobody reads ends with the time for it", async () => {
    const server = await startRawServer((socket) => void socket.pause());
    const exchange = await connectTo(server.baseUrl, { timeout: 400 }).send(creation(9_000_000, true));
    expect(troubleOf(exchange).cause).toBe("timeout");
  });
});

it("what follows a long body that was answered early goes out on another connection", async () => {
  const server = await startRawServer(() => response(401, "{}"));
  const client = connectTo(server.baseUrl, { concurrency: 1 });
  await client.send(creation(5000, false));
  await client.send(postCase());
  expect(server.connections()).toBe(2);
});
