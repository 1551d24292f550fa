import { describe, expect, it } from "vitest";
import { bytesBody, nearMisses, type OtherForm, renderCredential } from "../../src/generate/index.js";
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

const fine = () => response(200, "[]");

describe("a request on the wire", () => {
  it("has its path and query untouched, below the base address", async () => {
    const server = await startRawServer(fine);
    const path = "/pets/%37?limit=%2B5&limit=&a[]=1&status=%20sold&x='+~!";
    await connectTo(server.baseUrl).send(getCase({ path }));
    expect(server.requests.map(({ line }) => line)).toEqual([`GET /v1${path} HTTP/1.1`]);
  });

  it("goes below a base address that ends in a slash without doubling it", async () => {
    const server = await startRawServer(fine);
    await connectTo(`${server.baseUrl}/`).send(getCase());
    expect(server.requests.map(({ line }) => line)).toEqual(["GET /v1/pets HTTP/1.1"]);
  });

  it("has every header once, and says what it accepts", async () => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(postCase());
    const names = server.requests[0]!.headers.map(([name]) => name.toLowerCase());
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(
      expect.arrayContaining(["host", "authorization", "content-type", "content-length"]),
    );
    expect(valuesOf(server.requests[0], "accept")).toEqual(["application/json"]);
    expect(valuesOf(server.requests[0], "user-agent")).toEqual(["pedigree-test"]);
    expect(valuesOf(server.requests[0], "host")).toEqual([`127.0.0.1:${server.port}`]);
  });

  it("has no body and no content headers where it is a GET", async () => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(getCase());
    expect(valuesOf(server.requests[0], "content-type")).toEqual([]);
    expect(valuesOf(server.requests[0], "content-length")).toEqual([]);
    expect(valuesOf(server.requests[0], "transfer-encoding")).toEqual([]);
    expect(server.requests[0]!.body).toHaveLength(0);
  });

  it("has its body byte for byte, with its length", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(postCase({ body: bytesBody(bytes) }));
    expect([...server.requests[0]!.body]).toEqual([...bytes]);
    expect(valuesOf(server.requests[0], "content-length")).toEqual(["256"]);
  });

  it("has its text as UTF-8, without a byte order mark of our making", async () => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(postCase({ body: { kind: "text", text: '"🐕 é"' } }));
    expect(server.requests[0]!.body.toString("hex")).toBe(Buffer.from('"🐕 é"').toString("hex"));
  });

  it("really goes without Content-Type where that is missing", async () => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(postCase({ headers: [] }));
    expect(valuesOf(server.requests[0], "content-type")).toEqual([]);
    expect(server.requests[0]!.body.toString()).toBe('{"name":"Rex","categoryId":1}');
  });

  it("has a content type with parameters as it is given", async () => {
    const server = await startRawServer(fine);
    const type = "Application/JSON;charset=UTF-8; x=y";
    await connectTo(server.baseUrl).send(postCase({ headers: [["Content-Type", type]] }));
    expect(valuesOf(server.requests[0], "content-type")).toEqual([type]);
  });

  it("is a POST of length 0 with a content type where the body is empty", async () => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(postCase({ body: { kind: "text", text: "" } }));
    expect(server.requests[0]!.line).toBe("POST /v1/pets HTTP/1.1");
    expect(valuesOf(server.requests[0], "content-length")).toEqual(["0"]);
    expect(valuesOf(server.requests[0], "content-type")).toEqual(["application/json"]);
    expect(valuesOf(server.requests[0], "transfer-encoding")).toEqual([]);
  });
});

describe("a credential on the wire", () => {
  const forms: OtherForm[] = [
    "scheme Basic",
    "scheme Token",
    "scheme Digest",
    "no scheme",
    "scheme without a blank",
    "scheme without a key",
    "scheme bearer in small letters",
    "scheme BEARER in capitals",
  ];
  const names = [
    { kind: "good" } as const,
    { kind: "wrong", key: "made-up" } as const,
    ...nearMisses.map((miss) => ({ kind: "near-miss", miss }) as const),
    ...forms.map((form) => ({ kind: "other-form", form }) as const),
  ];

  it.each(names)("is one Authorization header with nothing changed: %j", async (credential) => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl, { key: "S3cret/x+y==" }).send(getCase({ credential }));
    expect(valuesOf(server.requests[0], "authorization")).toEqual([
      renderCredential(credential, "S3cret/x+y=="),
    ]);
  });

  it("is no Authorization header at all where it is missing", async () => {
    const server = await startRawServer(fine);
    await connectTo(server.baseUrl).send(getCase({ credential: { kind: "missing" } }));
    expect(server.requests[0]!.headers.map(([name]) => name.toLowerCase())).not.toContain("authorization");
  });

  it("stands in the exchange by its name only", async () => {
    const server = await startRawServer(fine);
    const exchange = await connectTo(server.baseUrl, { key: "VerySecretKey" }).send(getCase());
    expect(JSON.stringify(exchange)).not.toContain("VerySecret");
  });
});

describe("an answer", () => {
  it("has its status, its headers in order, and its body", async () => {
    const headers = ["X-B: 2", "x-a: é", "X-B: 3", "Content-Type: application/json"];
    const server = await startRawServer(() => response(201, '{"id":1}', headers));
    const got = answerOf(await connectTo(server.baseUrl).send(postCase()));
    expect(got.status).toBe(201);
    expect(got.headers.filter(([name]) => name.startsWith("x-"))).toEqual([
      ["x-b", "2"],
      // What came as UTF-8 is read as Latin-1, a byte a character: nothing is lost.
      ["x-a", Buffer.from("é").toString("latin1")],
      ["x-b", "3"],
    ]);
    expect(Buffer.from(got.body).toString()).toBe('{"id":1}');
    expect(got.cutShort).toBe(false);
  });

  it.each([301, 302, 303, 307, 308])("of %i is not followed", async (status) => {
    const server = await startRawServer((_, { line }) =>
      line.includes("/elsewhere") ? response(200, "[]") : response(status, "", ["Location: /elsewhere"]),
    );
    const exchange = await connectTo(server.baseUrl).send(getCase());
    expect(answerOf(exchange).status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 413, 418, 500, 501])(
    "of %i stands as it is, and nothing is sent again",
    async (status) => {
      const server = await startRawServer(() => response(status));
      const exchange = await connectTo(server.baseUrl).send(getCase());
      expect(answerOf(exchange).status).toBe(status);
      expect(exchange.retries).toBe(0);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("in chunks is put together", async () => {
    const server = await startRawServer(
      () => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n",
    );
    const got = answerOf(await connectTo(server.baseUrl).send(getCase()));
    expect(Buffer.from(got.body).toString()).toBe("[1,2]");
  });

  it.each(["HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", "HTTP/1.1 102 Processing\r\n\r\n"])(
    "after an interim answer is the one that counts: %j",
    async (interim) => {
      const server = await startRawServer(() => Buffer.concat([Buffer.from(interim), response(200, "[1]")]));
      const client = connectTo(server.baseUrl);

      const exchanges = [await client.send(getCase()), await client.send(postCase())];

      for (const exchange of exchanges) {
        expect(answerOf(exchange).status).toBe(200);
        expect(Buffer.from(answerOf(exchange).body).toString()).toBe("[1]");
      }
    },
  );

  it.each([getCase(), postCase()])(
    "after 100 Continue, which was not asked for, is not read, and the reason says so: $method",
    async (request) => {
      const server = await startRawServer(() =>
        Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), response(200, "[]")]),
      );

      const exchange = await connectTo(server.baseUrl).send(request);

      expect(troubleOf(exchange)).toMatchObject({
        cause: "interim",
        detail: expect.stringContaining("100 Continue"),
      });
      expect(exchange.retries).toBe(0);
    },
  );

  it("without a length ends where the connection ends", async () => {
    const server = await startRawServer((socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\n[]"));
    const got = answerOf(await connectTo(server.baseUrl).send(getCase()));
    expect(Buffer.from(got.body).toString()).toBe("[]");
    expect(got.cutShort).toBe(false);
  });
});
