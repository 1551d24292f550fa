import { describe, expect, it } from "vitest";
import type { Case, ClientOptions, Response, TransportErrorCause } from "../../src/transport/index.js";
import { type Pause, parseRetryAfter, pauseBeforeRetry, type Retries } from "../../src/transport/retry.js";
import { connectTo, getCase, postCase, response, resultOf, sendTo, startRawServer } from "./raw-server.js";

const get = getCase();
const post = postCase();
const year = 365 * 24 * 60 * 60;
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

const answered = (status: number, retryAfter?: string, name = "retry-after"): Response => ({
  kind: "response",
  status,
  headers: retryAfter === undefined ? [] : [[name, retryAfter]],
  body: new Uint8Array(),
  cutShort: false,
});
/** What becomes of a request after an answer, or after none. */
function pauseAfter(
  outcome: Response | TransportErrorCause,
  request: Case = get,
  changes: Partial<Retries> = {},
): Pause | undefined {
  const ended =
    typeof outcome === "string" ? { kind: "transport-error" as const, cause: outcome, detail: "" } : outcome;
  const longest = { asked: 60_000, unasked: 10_000 };
  return pauseBeforeRetry(request, ended, {
    retries: 0,
    waited: 0,
    longest,
    random: Math.random,
    ...changes,
  });
}
function describePause(pause: Pause | undefined): "stands" | "again" | "again, all wait" {
  if (pause === undefined) return "stands";
  return pause.everyone ? "again, all wait" : "again";
}

describe("a request", () => {
  it.each<readonly [TransportErrorCause | number, ofGet: string, ofPost: string]>([
    ["refused", "again", "again"],
    ["closed", "again", "stands"],
    ["timeout", "stands", "stands"],
    ["unknown-host", "stands", "stands"],
    ["tls", "stands", "stands"],
    ["proxy", "again", "again"],
    ["no-http", "stands", "stands"],
    ["interim", "stands", "stands"],
    ["undecodable", "stands", "stands"],
    ["too-large", "stands", "stands"],
    ["aborted", "stands", "stands"],
    [200, "stands", "stands"],
    [201, "stands", "stands"],
    [400, "stands", "stands"],
    [401, "stands", "stands"],
    [404, "stands", "stands"],
    [407, "stands", "stands"],
    [408, "stands", "stands"],
    [429, "again, all wait", "again, all wait"],
    [500, "stands", "stands"],
    [501, "stands", "stands"],
    [502, "again", "stands"],
    [503, "again, all wait", "again, all wait"],
    [504, "again", "stands"],
  ])("that ends with %s: for GET %s, for POST %s", (result, ofGet, ofPost) => {
    const outcome = typeof result === "number" ? answered(result) : result;
    const became = [get, post].map((each) => describePause(pauseAfter(outcome, each)));
    expect(became).toEqual([ofGet, ofPost]);
  });

  it.each([
    ["refused", 2],
    ["closed", 2],
    [answered(502, "0"), 3],
    [answered(503, "0"), 3],
    [answered(429, "0"), 30],
  ] as const)(
    "that ends with the same each time is sent again so often, and no more: %j",
    (outcome, most) => {
      expect(describePause(pauseAfter(outcome, get, { retries: most - 1 }))).toMatch("again");
      expect(describePause(pauseAfter(outcome, get, { retries: most }))).toBe("stands");
    },
  );
});

describe("Retry-After", () => {
  const now = new Date("2030-12-05T00:00:00Z");

  it.each<readonly [string | undefined, number | undefined]>([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["Thu, 05 Dec 2030 00:00:30 GMT", 30_000],
    ["Thu, 05 Dec 2030 00:00:00 GMT", 0],
    ["Wed, 04 Dec 2030 00:00:00 GMT", 0],
    ...["", "soon", "NaN", "-5", "1.5", "5 s", "1e3", undefined].map((value) => [value, undefined] as const),
  ])("%j asks to wait %s ms", (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it.each([429, 503])("is waited out after %i, in seconds to the letter, or until a date", (status) => {
    expect(pauseAfter(answered(status, "3"), post)).toEqual({ duration: 3000, everyone: true });
    const untilDate = pauseAfter(answered(status, inSeconds(20)));
    // An HTTP date has whole seconds, so up to one of them is lost.
    expect(untilDate?.duration).toBeGreaterThan(15_000);
    expect(untilDate?.duration).toBeLessThanOrEqual(20_000);
  });

  it.each([
    ["ratelimit-reset", "3", 3000, 3000],
    ["x-ratelimit-reset", "3", 3000, 3000],
    ["x-ratelimit-reset", `${Math.floor(Date.now() / 1000) + 20}`, 10_000, 20_000],
  ])("is replaced after 429 by %s: %s", (name, value, least, most) => {
    const duration = pauseAfter(answered(429, value, name))?.duration;
    expect(duration).toBeGreaterThanOrEqual(least);
    expect(duration).toBeLessThanOrEqual(most);
  });

  it.each([
    ["in seconds", `${year}`],
    ["as a date", inSeconds(year)],
    ["in more seconds than there are", "9".repeat(400)],
  ])("of a year or more, %s, lets the answer stand", (_, value) => {
    const pauses = [429, 502, 503, 504].map((status) => pauseAfter(answered(status, value)));
    expect(pauses).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ["that is usable is waited for as long as all waits stay below the longest in sum", "10", 50_000],
    ["that says nothing usable is none, which has a shorter longest wait", "soon", 9_000],
  ])("%s", (_, value, waited) => {
    const havingWaited = (time: number) =>
      describePause(pauseAfter(answered(429, value), get, { waited: time }));
    expect(havingWaited(waited)).toBe("again, all wait");
    expect(havingWaited(waited + 1000)).toBe("stands");
  });
});

describe("a pause that was not asked for", () => {
  it.each([
    [0, 100],
    [1, 200],
    [4, 1600],
    [5, 2000],
    [29, 2000],
  ])("grows with the retries: after %i it is within a quarter of %i ms, never the same", (retries, about) => {
    const pauses = Array.from(
      { length: 200 },
      () => pauseAfter(answered(429), get, { retries })?.duration ?? 0,
    );
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(about * 0.75);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(about * 1.25);
    expect(new Set(pauses).size).toBeGreaterThan(100);
  });

  it.each(["refused", answered(503)] as const)(
    "is as short at first after every other ending: %j",
    (outcome) => {
      const duration = pauseAfter(outcome)?.duration;
      expect(duration).toBeGreaterThanOrEqual(75);
      expect(duration).toBeLessThanOrEqual(125);
    },
  );
});

describe("a client sends a request again that", () => {
  const asking = response(429, "", ["Retry-After: 3600"]);
  const patience = (most: number): Partial<ClientOptions> => ({ patience: most, random: () => 0.5 });

  /** The server answers with each of these in turn, and then always with the last; none closes the connection. */
  it.for<
    readonly [
      string,
      Case,
      readonly (number | Buffer | undefined)[],
      number | string,
      number,
      Partial<ClientOptions>?,
    ]
  >([
    ["got 429: a GET", get, [429, 200], 200, 1],
    ["got 429: a POST", post, [429, 201], 201, 1],
    ["got 503: a POST, which had no effect", post, [503, 201], 201, 1],
    ["got 502, and gives up after three more tries", get, [502], 502, 3],
    ["got no answer: a GET", get, [undefined, 200], 200, 1],
    ["gets no answer, and gives up after two more tries", get, [undefined], "closed", 2],
    ["got 429 until its patience is used up", post, [429], 429, 2, patience(400)],
    ["did not get 502: a POST, which may have had its effect", post, [502, 201], 502, 0],
    ["got any answer: a POST, which may have had its effect", post, [undefined, 201], "closed", 0],
    ["was not asked to wait longer than its patience", get, [asking], 429, 0, patience(1000)],
  ])("%s", async ([_, request, replies, result, retries, options]) => {
    const { server, client, exchange } = await sendTo(
      (socket, __, number) => {
        const reply = replies[Math.min(number, replies.length - 1)];
        if (reply === undefined) socket.destroy();
        return typeof reply === "number" ? response(reply, "[]") : reply;
      },
      [request],
      options,
    );
    expect(resultOf(exchange)).toBe(result);
    expect([exchange.retries, client.sent() - 1, server.requests.length - 1]).toEqual(Array(3).fill(retries));
  });

  it("is to wait for seconds, as all others do", async () => {
    const server = await startRawServer((_, __, number) =>
      number === 0 ? response(429, "", ["Retry-After: 1"]) : response(200, "[]"),
    );
    const client = connectTo(server.baseUrl);
    const first = client.send(get);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([first, client.send(getCase({ path: "/pets/1" }))]);
    expect(server.requests).toHaveLength(3);
    const waits = server.requests.slice(1).map(({ at }) => at - server.requests[0]!.at);
    expect(Math.min(...waits)).toBeGreaterThan(900);
  });
});
