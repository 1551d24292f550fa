import { execFile } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { chunksOf } from "../../src/generate/index.js";
import { renderCurl } from "../../src/transport/index.js";
import { connectTo, postCase, response } from "./raw-server.js";

const chunked = postCase({
  headers: [
    ["Content-Type", "application/json"],
    ["Transfer-Encoding", "chunked"],
  ],
});
const whole = '{"name":"Rex","categoryId":1}';

interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** In hexadecimal, as they came. */
  readonly pieces: readonly string[];
  readonly port: number | undefined;
}

/** Takes bodies in chunks, and keeps them. */
async function startTaker(): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push({
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
        pieces: pieces.map((piece) => piece.toString("hex")),
        port: request.socket.remotePort,
      });
      request.socket.write(response(200, "[]"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

it("a body goes out in chunks, each time on a connection that serves nothing else", async () => {
  const { baseUrl, received } = await startTaker();
  const client = connectTo(baseUrl, { concurrency: 1 });

  await client.send(chunked);
  await client.send(chunked);

  expect(received.map(({ body }) => body)).toEqual([whole, whole]);
  expect(received.map(({ headers }) => headers["content-length"])).toEqual([undefined, undefined]);
  for (const { headers } of received)
    expect(headers).toMatchObject({ "transfer-encoding": "chunked", connection: "close" });
  expect(new Set(received.map(({ port }) => port)).size).toBe(2);
});

it("its curl line sends it in the same chunks, cut inside a character", async () => {
  const { baseUrl, received } = await startTaker();
  const zoe = { ...chunked, body: { kind: "text", text: '{"name":"Zoë\'s","categoryId":1}' } } as const;

  await promisify(execFile)("sh", ["-c", renderCurl(baseUrl, zoe)], {
    env: { ...process.env, PEDIGREE_API_KEY: "k", http_proxy: "", all_proxy: "" },
  });

  expect(received[0]?.headers).toMatchObject({ "transfer-encoding": "chunked" });
  expect(received[0]?.headers["content-length"]).toBeUndefined();
  expect(received[0]?.body).toBe(zoe.body.text);
  expect(received[0]?.pieces).toEqual(
    chunksOf(Buffer.from(zoe.body.text)).map((chunk) => Buffer.from(chunk).toString("hex")),
  );
  expect(received[0]?.pieces[0]).toMatch(/c3$/);
});
