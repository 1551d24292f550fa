import type { Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeContent } from "../../src/transport/transmit.js";
import { answerOf, getCase, postCase, response, resultOf, sendTo, troubleOf } from "./raw-server.js";

const text = '[{"id":1,"name":"Zoë"}]';
const coders = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  GZip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  // Some servers call this deflate.
  Deflate: deflateRawSync,
} as const;
const coded = (body: Buffer, ...codings: readonly string[]): Buffer =>
  response(
    200,
    body,
    codings.map((each) => `Content-Encoding: ${each}`),
  );
const ok = (rest: string): string => `HTTP/1.1 200 OK\r\n${rest}`;
const twice = gzipSync(brotliCompressSync(text));

describe("an answer", () => {
  it("has its status, its headers in order, and its body", async () => {
    const headers = ["X-B: 2", "x-a: é", "X-B: 3", "Content-Type: application/json"];
    const { exchange } = await sendTo(() => response(201, '{"id":1}', headers));
    expect(answerOf(exchange)).toMatchObject({ status: 201, body: Buffer.from('{"id":1}') });
    expect(answerOf(exchange).headers.slice(1)).toEqual([
      ["x-b", "2"],
      // What came as UTF-8 is read as Latin-1, a byte a character: nothing is lost.
      ["x-a", Buffer.from("é").toString("latin1")],
      ["x-b", "3"],
      ["content-type", "application/json"],
    ]);
  });

  it.each([204, 304])(
    "ends with its head where it has the status %i, whatever length it has",
    async (status) => {
      const bytes = `HTTP/1.1 ${status} X\r\nContent-Length: 2\r\n\r\n`;
      const { exchange } = await sendTo((socket) => void socket.end(bytes));
      expect(answerOf(exchange)).toMatchObject({ status, cutShort: false });
      expect(answerOf(exchange).headers).toContainEqual(["content-length", "2"]);
    },
  );

  it.each<readonly [what: string, bytes: string | Buffer, body: string]>([
    ["in chunks", ok("Transfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n"), "[1,2]"],
    ["without a length, which ends with the connection", ok("\r\n[]"), "[]"],
    [
      "after 103 Early Hints",
      `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok("Content-Length: 2\r\n\r\n[]")}`,
      "[]",
    ],
    ["after 102 Processing", `HTTP/1.1 102 Processing\r\n\r\n${ok("Content-Length: 2\r\n\r\n[]")}`, "[]"],
    ["of as many bytes as are allowed", response(200, "x".repeat(100_000)), "x".repeat(100_000)],
    ["in two codings", coded(twice, "br, gzip"), text],
    ["in two codings that two headers name", coded(twice, "br", "gzip"), text],
    ["that is empty, in a coding", coded(Buffer.alloc(0), "gzip"), ""],
    ["in the coding identity", coded(Buffer.from(text), "identity"), text],
    ...Object.entries(coders).map(
      ([coding, code]) => [`in ${coding}`, coded(code(Buffer.from(text)), coding), text] as const,
    ),
  ])("is read to its end: %s", async (_, bytes, body) => {
    const { exchanges } = await sendTo((socket) => void socket.end(bytes), [getCase(), postCase()]);
    for (const exchange of exchanges) {
      expect(answerOf(exchange)).toMatchObject({ status: 200, cutShort: false });
      expect(Buffer.from(answerOf(exchange).body).toString()).toBe(body);
    }
    expect(exchanges).toHaveLength(2);
  });

  it.each([
    ["of HTTP/1.1", "1.1 404 Not Found", ""],
    ["of HTTP/1.0", "1.0 404 Not Found", ""],
    ["of HTTP/1.0 that was to stay open", "1.0 404 Not Found", "Connection: keep-alive\r\n"],
    ["of a last connection", "1.1 404 Not Found", "Connection: close\r\n"],
    ["of a connection that was to stay open", "1.1 404 Not Found", "Connection: keep-alive\r\n"],
    ["of a refusal of what was sent", "1.1 501 Not Implemented", "Connection: close\r\n"],
  ])("without a length is whole, however its connection ends: %s", async (_, status, lines) => {
    const ends: readonly ((socket: Socket) => unknown)[] = [
      (socket) => socket.end(),
      (socket) => socket.destroy(),
      (socket) => setTimeout(() => socket.resetAndDestroy(), 10),
    ];
    const requests = ends.flatMap(() => [getCase(), postCase()]);
    const { exchanges } = await sendTo((socket, __, number) => {
      const end = ends[number % ends.length];
      socket.write(`HTTP/${status}\r\nContent-Type: text/html\r\n${lines}\r\n<p>None`, () => end?.(socket));
      return undefined;
    }, requests);
    const bodies = exchanges.map((each) => `${Buffer.from(answerOf(each).body)}`);
    expect(bodies).toEqual(requests.map(() => "<p>None"));
    expect(exchanges.map((each) => answerOf(each).cutShort)).toEqual(requests.map(() => false));
  });

  it.each([
    ["by its length", "Content-Length: 100\r\n\r\n[1,2"],
    ["by its length, on a last connection", "Connection: close\r\nContent-Length: 100\r\n\r\n[1,2"],
    ["in a chunk", "Transfer-Encoding: chunked\r\n\r\n10\r\n[1,2"],
    ["between two chunks", "Transfer-Encoding: chunked\r\n\r\n4\r\n[1,2\r\n"],
  ])("that is cut short says so: %s", async (_, rest) => {
    const { exchange } = await sendTo((socket) => void socket.end(ok(rest)));
    expect(answerOf(exchange)).toMatchObject({ status: 200, cutShort: true, body: Buffer.from("[1,2") });
  });

  it("that is cut short by a reset connection says so", async () => {
    const { exchange } = await sendTo((socket) => {
      socket.write(ok("Content-Length: 100\r\n\r\n[1,2"));
      setTimeout(() => socket.resetAndDestroy(), 50);
      return undefined;
    });
    expect(answerOf(exchange).cutShort).toBe(true);
  });
});

describe("no answer that can be judged", () => {
  const zeros = Buffer.alloc(200_000);

  it.each<readonly [what: string, cause: string, bytes: string | Buffer]>([
    ["a greeting of SSH", "no-http", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["garbage", "no-http", "\u0000\u0001\u0002garbage\r\n\r\n"],
    ["a status that is no number", "no-http", "HTTP/1.1 abc OK\r\n\r\n"],
    ["HTML alone", "no-http", "<html></html>"],
    ["a chunk without a size", "no-http", ok("Transfer-Encoding: chunked\r\n\r\nxyz\r\n[]\r\n")],
    ["100 Continue, which was not asked for", "interim", `HTTP/1.1 100 Continue\r\n\r\n${ok("\r\n[]")}`],
    ["a header of 100 kB", "too-large", response(200, "[]", [`X-Big: ${"x".repeat(100_000)}`])],
    ["an announced body above the limit", "too-large", response(200, "x".repeat(100_001))],
    ["a body above the limit, not announced", "too-large", ok(`\r\n${"x".repeat(100_001)}`)],
    ["what is not in the coding that is named", "undecodable", coded(Buffer.from(text), "gzip")],
    ["what is no deflate of either kind", "undecodable", coded(Buffer.from(text), "deflate")],
    ["coded content that is cut off", "undecodable", coded(gzipSync(text).subarray(0, 20), "gzip")],
    ["a coding that nobody knows", "undecodable", coded(Buffer.from(text), "zstd9")],
    ["a coding named like a member of every object", "undecodable", coded(Buffer.from(text), "constructor")],
    ["too many codings", "undecodable", coded(gzipSync(text), "gzip, gzip, gzip, gzip, gzip")],
    ["a bomb in a bomb", "too-large", coded(gzipSync(gzipSync(zeros)), "gzip, gzip")],
    ...Object.entries(coders).map(
      ([coding, code]) => [`a bomb in ${coding}`, "too-large", coded(code(zeros), coding)] as const,
    ),
  ])("is %s: %s", async (_, cause, bytes) => {
    const { server, exchanges } = await sendTo((socket) => void socket.end(bytes), [getCase(), postCase()]);
    expect(exchanges.map(resultOf)).toEqual([cause, cause]);
    expect(server.requests).toHaveLength(2);
  });

  it("names the 100 Continue that the library does not read", async () => {
    const { exchange } = await sendTo(() => "HTTP/1.1 100 Continue\r\n\r\n");
    expect(troubleOf(exchange).detail).toContain("100 Continue");
  });

  it("is a body that never ends, which is cut off at once", async () => {
    const { exchange } = await sendTo((socket) => {
      socket.write(ok("\r\n"));
      const more = (): void => {
        if (!socket.destroyed) socket.write(Buffer.alloc(65_536), () => setImmediate(more));
      };
      more();
      return undefined;
    });
    expect(resultOf(exchange)).toBe("too-large");
  });
});

it("decoded content may have as many bytes as the limit says, and not one more", async () => {
  const coded = gzipSync(Buffer.alloc(1001));
  expect(await decodeContent(coded, "gzip", 1001)).toHaveLength(1001);
  await expect(decodeContent(coded, "gzip", 1000)).rejects.toThrow(RangeError);
});
