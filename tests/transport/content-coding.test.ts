import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeContent } from "../../src/transport/read-response.js";
import { answerOf, connectTo, getCase, response, startRawServer, troubleOf, valuesOf } from "./raw-server.js";

const text = '[{"id":1,"name":"Zoë"}]';
const coders = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  GZip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
} as const;

/** What a client with a limit of 100,000 bytes makes of a body with this coding. */
async function receive(body: Buffer, coding: string) {
  const server = await startRawServer(() => response(200, body, [`Content-Encoding: ${coding}`]));
  const exchange = await connectTo(server.baseUrl).send(getCase());
  return { exchange, server };
}

describe("a coded body", () => {
  it.each(Object.entries(coders))("in %s is decoded", async (coding, code) => {
    const { exchange } = await receive(code(Buffer.from(text)), coding);
    expect(Buffer.from(answerOf(exchange).body).toString()).toBe(text);
  });

  it("in raw deflate, which some servers call deflate, is decoded", async () => {
    const { exchange } = await receive(deflateRawSync(Buffer.from(text)), "deflate");
    expect(Buffer.from(answerOf(exchange).body).toString()).toBe(text);
  });

  it("in two codings is decoded from the last to the first", async () => {
    const { exchange } = await receive(gzipSync(brotliCompressSync(Buffer.from(text))), "br, gzip");
    expect(Buffer.from(answerOf(exchange).body).toString()).toBe(text);
  });

  it("in two headers is decoded as in one", async () => {
    const body = gzipSync(brotliCompressSync(Buffer.from(text)));
    const server = await startRawServer(() =>
      response(200, body, ["Content-Encoding: br", "Content-Encoding: gzip"]),
    );
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(Buffer.from(answerOf(exchange).body).toString()).toBe(text);
  });

  it("that is empty or called identity is left alone", async () => {
    expect(answerOf((await receive(Buffer.alloc(0), "gzip")).exchange).body).toHaveLength(0);
    const { exchange } = await receive(Buffer.from(text), "identity");
    expect(Buffer.from(answerOf(exchange).body).toString()).toBe(text);
  });

  it("is asked for in no coding that cannot be decoded", async () => {
    const { server } = await receive(gzipSync(text), "gzip");
    const [accepted = ""] = valuesOf(server.requests[0], "accept-encoding");
    expect(accepted.split(", ").sort()).toEqual(["br", "deflate", "gzip"]);
  });
});

describe("a body that cannot be decoded", () => {
  it.each([
    ["not what the header says", Buffer.from(text), "gzip"],
    ["cut off inside", gzipSync(Buffer.from(text.repeat(50))).subarray(0, 30), "gzip"],
    ["no deflate of either kind", Buffer.from(text), "deflate"],
    ["in a coding that nobody knows", Buffer.from(text), "zstd9"],
    ["in a coding named like a member of every object", Buffer.from(text), "constructor"],
    ["in too many codings", Buffer.from(text), "gzip, gzip, gzip, gzip, gzip"],
  ])("is said to be so: %s", async (_, body, coding) => {
    const { exchange } = await receive(body, coding);
    expect(troubleOf(exchange).cause).toBe("undecodable");
  });
});

describe("a bomb", () => {
  const bomb = Buffer.alloc(5_000_000);

  it.each(Object.entries({ ...coders, "raw deflate": deflateRawSync }))(
    "in %s is too large",
    async (coding, code) => {
      const small = code(bomb);
      expect(small.length).toBeLessThan(100_000);
      const { exchange } = await receive(small, coding === "raw deflate" ? "deflate" : coding);
      expect(troubleOf(exchange).cause).toBe("too-large");
    },
  );

  it("inside another is too large", async () => {
    const { exchange } = await receive(gzipSync(gzipSync(bomb)), "gzip, gzip");
    expect(troubleOf(exchange).cause).toBe("too-large");
  });

  it("is one byte above the limit, and none at the limit", async () => {
    const coded = gzipSync(Buffer.alloc(1001));
    expect(await decodeContent(coded, "gzip", 1001)).toHaveLength(1001);
    await expect(decodeContent(coded, "gzip", 1000)).rejects.toThrow(RangeError);
  });
});
