import { describe, expect, it } from "vitest";
import type { ClientOptions } from "../../src/transport/index.js";
import { bytesBody, type Case, nearMisses, otherForms, renderCredential } from "../../src/transport/index.js";
import {
  connectTo,
  getCase,
  postCase,
  response,
  resultOf,
  sendTo,
  valuesOf,
  type WireRequest,
} from "./raw-server.js";

const fine = () => response(200, "[]");
const text = (body: string): Case => postCase({ body: { kind: "text", text: body } });
const typed = (type: string): Case => postCase({ headers: [["Content-Type", type]] });

/** A request on the wire: what of it is looked at, its headers by their names in small letters, its body in Latin-1. */
interface Seen {
  readonly line?: string;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
}

function look(request: WireRequest | undefined, { headers = {} }: Seen): Seen {
  const values = Object.keys(headers).map((name) => [name, valuesOf(request, name)]);
  const { line, body } = request!;
  return { line, body: body.toString("latin1"), headers: Object.fromEntries(values) };
}

describe("a request on the wire", () => {
  const path = "/pets/%37?limit=%2B5&limit=&a[]=1&status=%20sold&x='+~!";
  const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at);
  const noBody = { "content-type": [], "content-length": [], "transfer-encoding": [] };
  const usual = {
    accept: ["application/json"],
    "accept-encoding": ["gzip, deflate, br"],
    "user-agent": ["pedigree-test"],
  };

  it.for<readonly [what: string, request: Case, seen: Seen, options?: Partial<ClientOptions>]>([
    ["has its path and query untouched", getCase({ path }), { line: `GET /v1${path} HTTP/1.1` }],
    ["says what it accepts", getCase(), { headers: usual }],
    ["has no body and no content headers where it is a GET", getCase(), { headers: noBody, body: "" }],
    [
      "has its body byte for byte, with its length",
      postCase({ body: bytesBody(everyByte) }),
      { headers: { "content-length": ["256"] }, body: Buffer.from(everyByte).toString("latin1") },
    ],
    [
      "has its text as UTF-8, without a byte order mark of our making",
      text('"🐕 é"'),
      { body: Buffer.from('"🐕 é"').toString("latin1") },
    ],
    [
      "really goes without Content-Type where that is missing",
      postCase({ headers: [] }),
      { headers: { "content-type": [] }, body: '{"name":"Rex","categoryId":1}' },
    ],
    [
      "has a content type with parameters as it is given",
      typed("Application/JSON;charset=UTF-8; x=y"),
      { headers: { "content-type": ["Application/JSON;charset=UTF-8; x=y"] } },
    ],
    [
      "is a POST of length 0 with a content type where the body is empty",
      text(""),
      {
        line: "POST /v1/pets HTTP/1.1",
        headers: { ...noBody, "content-length": ["0"], "content-type": ["application/json"] },
      },
    ],
    [
      "carries the header lines that every request is to carry",
      postCase(),
      { headers: { "x-tenant": ["blue"], "content-type": ["application/json"] } },
      { headers: [["X-Tenant", "blue"]] },
    ],
    [
      "has these in place of our usual ones",
      getCase(),
      { headers: { accept: ["mine"], "accept-encoding": ["mine"], "user-agent": ["mine"] } },
      { headers: ["User-Agent", "ACCEPT", "accept-encoding"].map((name) => [name, "mine"]) },
    ],
    [
      "has none of these in place of its own credential and content type, or beside them",
      postCase(),
      { headers: { authorization: ["Bearer s3cret"], "content-type": ["application/json"] } },
      {
        headers: [
          ["Authorization", "Basic bWU6"],
          ["content-type", "text/plain"],
        ],
      },
    ],
    [
      "has none of these where it is to go without a credential and a content type",
      postCase({ headers: [], credential: { kind: "missing" } }),
      { headers: { authorization: [], "content-type": [] } },
      {
        headers: [
          ["Authorization", "Basic bWU6"],
          ["content-type", "text/plain"],
        ],
      },
    ],
  ])("%s", async ([_, request, seen, options]) => {
    const { server } = await sendTo(fine, [request], options);

    expect(look(server.requests[0], seen)).toMatchObject(seen);
    const names = server.requests[0]!.headers.map(([name]) => name.toLowerCase());
    expect(names).toHaveLength(new Set(names).size);
  });

  it("goes below a base address that ends in a slash without doubling it", async () => {
    const { server } = await sendTo(fine);
    await connectTo(`${server.baseUrl}/`).send(getCase());
    expect(server.requests[1]?.line).toBe("GET /v1/pets HTTP/1.1");
    expect(valuesOf(server.requests[1], "host")).toEqual([`127.0.0.1:${server.port}`]);
  });
});

describe("a credential on the wire", () => {
  it("is one Authorization header with nothing changed, or none, and stands in the exchange by its name", async () => {
    const forms = [...otherForms, "scheme bearer in small letters", "scheme BEARER in capitals"] as const;
    const credentials: readonly Case["credential"][] = [
      { kind: "good" },
      { kind: "wrong", key: "made-up" },
      { kind: "missing" },
      ...nearMisses.map((miss) => ({ kind: "near-miss", miss }) as const),
      ...forms.map((form) => ({ kind: "other-form", form }) as const),
    ];
    const key = "S3cret/x+y==";
    const requests = credentials.map((credential) => getCase({ credential }));

    const { server, exchanges } = await sendTo(fine, requests, { key });

    expect(server.requests.map((each) => valuesOf(each, "authorization"))).toEqual(
      credentials.map((each) => (each.kind === "missing" ? [] : [renderCredential(each, key)])),
    );
    expect(JSON.stringify(exchanges)).not.toContain("S3cret");
  });
});

describe("the trace of a request", () => {
  /** The parts of a request's `traceparent` (W3C Trace Context, section 3.2). */
  const tracesOf = (requests: readonly WireRequest[]) =>
    requests.map((request) => {
      const values = valuesOf(request, "traceparent").join(" and ");
      const [, trace = "", span = ""] = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-01$/.exec(
        values,
      )!;
      return { trace, span };
    });

  it("is told in a well-formed traceparent, and is another for each exchange", async () => {
    const { server, exchanges } = await sendTo(fine, [getCase(), getCase(), postCase()]);
    const traces = exchanges.map(({ trace }) => trace);
    expect(tracesOf(server.requests).map(({ trace }) => trace)).toEqual(traces);
    expect(new Set(traces).size).toBe(3);
  });

  it.each([getCase(), postCase()])(
    "is kept over retries, with another span each, and told before each: $method",
    async (request) => {
      const told: string[] = [];
      const onSending = (_: unknown, trace: string): void => void told.push(trace);
      const respond = (_: unknown, __: unknown, number: number) => response(number < 2 ? 429 : 200, "[]");

      const { server, exchange } = await sendTo(respond, [request], { onSending });

      const traces = tracesOf(server.requests);
      expect(traces.map(({ trace }) => trace)).toEqual(Array(3).fill(exchange.trace));
      expect(new Set(traces.map(({ span }) => span)).size).toBe(3);
      expect(told).toEqual(Array(3).fill(exchange.trace));
    },
  );

  it("keeps a request from being sent where whoever is told refuses", async () => {
    const onSending = (): void => {
      throw new Error("the disk is full");
    };
    const { server, exchange } = await sendTo(fine, [postCase()], { onSending });
    expect(exchange.outcome).toMatchObject({ cause: "aborted", detail: "the disk is full" });
    expect(server.requests).toEqual([]);
  });
});

it("an answer of any other status stands as it is: none is followed or asked for again", async () => {
  const statuses = [200, 201, 301, 302, 303, 307, 308, 400, 401, 404, 409, 413, 418, 500, 501];
  const respond = (_: unknown, __: unknown, number: number) =>
    response(statuses[number] ?? 200, "", ["Location: /elsewhere"]);

  const { server, exchanges } = await sendTo(
    respond,
    statuses.map(() => getCase()),
  );

  expect(exchanges.map(resultOf)).toEqual(statuses);
  expect(new Set(server.requests.map(({ line }) => line))).toEqual(new Set(["GET /v1/pets HTTP/1.1"]));
  expect(server.requests).toHaveLength(statuses.length);
});
