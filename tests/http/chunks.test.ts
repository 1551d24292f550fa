import { execFile } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { renderCurl } from "../../src/http/index.js";
import { chunksOf } from "../../src/http/wire.js";
import { answer, connectTo, postCase } from "./raw-server.js";

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

/** Takes bodies in chunks, and keeps them; perhaps it sends an interim answer first. */
async function startTaker(interim: string): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request) => {
    const pieces: Buffer[] = [];
    request.socket.write(interim);
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push({
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
        pieces: pieces.map((piece) => piece.toString("hex")),
        port: request.socket.remotePort,
      });
      request.socket.write(answer(200, "[]"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

it.each([
  ["the library's connections", ""],
  ["Node's own", "HTTP/1.1 100 Continue\r\n\r\n"],
])(
  "a body goes out in chunks on %s, each time on a connection that serves nothing else",
  async (_whose, interim) => {
    const { baseUrl, received } = await startTaker(interim);
    const client = connectTo(baseUrl, { concurrency: 1 });
    if (interim !== "") await client.send(postCase());

    await client.send(chunked);
    await client.send(chunked);

    const last = received.slice(-2);
    for (const { headers, body } of last) {
      expect(body).toBe(whole);
      expect(headers).toMatchObject({ "transfer-encoding": "chunked", connection: "close" });
      expect(headers["content-length"]).toBeUndefined();
    }
    expect(new Set(last.map(({ port }) => port)).size).toBe(2);
  },
);

it("its curl line sends it in the same chunks, cut inside a character", async () => {
  const { baseUrl, received } = await startTaker("");
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
