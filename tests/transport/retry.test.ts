import { describe, expect, it } from "vitest";
import type { Response, TransportError, TransportErrorCause } from "../../src/transport/index.js";
import { type Pause, pauseBeforeRetry } from "../../src/transport/retry.js";
import { getCase, postCase } from "./raw-server.js";

const get = getCase();
const post = postCase();
const bounds = { longest: { asked: 60_000, unasked: 10_000 }, random: Math.random };
const first = { ...bounds, retries: 0, waited: 0 };
const year = 365 * 24 * 60 * 60;
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

const answered = (status: number, retryAfter?: string): Response => ({
  kind: "response",
  status,
  headers: retryAfter === undefined ? [] : [["retry-after", retryAfter]],
  body: new Uint8Array(),
  cutShort: false,
});
const failed = (cause: TransportErrorCause): TransportError => ({
  kind: "transport-error",
  cause,
  detail: "",
});

const described = (pause: Pause | undefined): "stands" | "again" | "again, all wait" =>
  pause === undefined ? "stands" : pause.everyone ? "again, all wait" : "again";

describe("a request", () => {
  it.each([
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
  ] as const)("without an answer (%s): for GET %s, for POST %s", (cause, ofGet, ofPost) => {
    const outcome = failed(cause);
    const became = [get, post].map((each) => described(pauseBeforeRetry(each, outcome, first)));
    expect(became).toEqual([ofGet, ofPost]);
  });

  it.each([
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
  ] as const)("answered %i: for GET %s, for POST %s", (status, ofGet, ofPost) => {
    const outcome = answered(status);
    const became = [get, post].map((each) => described(pauseBeforeRetry(each, outcome, first)));
    expect(became).toEqual([ofGet, ofPost]);
  });

  it.each([
    ["refused", failed("refused"), 2],
    ["closed", failed("closed"), 2],
    ["502", answered(502, "0"), 3],
    ["503", answered(503, "0"), 3],
    ["429", answered(429, "0"), 30],
  ] as const)("that ends with %s each time is sent again so often, and no more", (_, outcome, most) => {
    const again = (retries: number): string =>
      described(pauseBeforeRetry(get, outcome, { ...bounds, retries, waited: 0 }));
    expect(again(most - 1)).toMatch("again");
    expect(again(most)).toBe("stands");
  });
});

describe("Retry-After", () => {
  it.each([429, 503])("in seconds is waited out to the letter after %i", (status) => {
    const pause = pauseBeforeRetry(post, answered(status, "3"), first);
    expect(pause).toEqual({ duration: 3000, everyone: true });
  });

  it.each([429, 503])("as a date is waited out until then after %i", (status) => {
    const pause = pauseBeforeRetry(get, answered(status, inSeconds(20)), first);
    // An HTTP date has whole seconds, so up to one of them is lost.
    expect(pause?.duration).toBeGreaterThan(15_000);
    expect(pause?.duration).toBeLessThanOrEqual(20_000);
  });

  it("as a date that is past, or of 0 seconds, is no wait", () => {
    const past = pauseBeforeRetry(get, answered(429, inSeconds(-60)), first);
    const none = pauseBeforeRetry(get, answered(429, "0"), first);
    expect([past, none].map((pause) => pause?.duration)).toEqual([0, 0]);
  });

  it.each([
    ["in seconds", `${year}`],
    ["as a date", inSeconds(year)],
    ["in more seconds than there are", "9".repeat(400)],
  ])("of a year or more, %s, lets the answer stand", (_, value) => {
    const pauses = [429, 502, 503, 504].map((status) =>
      pauseBeforeRetry(get, answered(status, value), first),
    );
    expect(pauses).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("is waited for as long as the waits of one request stay below the longest in sum", () => {
    const havingWaited = (waited: number): string =>
      described(pauseBeforeRetry(get, answered(429, "10"), { ...bounds, retries: 5, waited }));
    expect(havingWaited(50_000)).toBe("again, all wait");
    expect(havingWaited(50_001)).toBe("stands");
  });

  it("that says nothing usable is none: the longest wait is then the one without it", () => {
    const havingWaited = (waited: number): string =>
      described(pauseBeforeRetry(get, answered(429, "soon"), { ...bounds, retries: 0, waited }));
    expect(havingWaited(9_000)).toBe("again, all wait");
    expect(havingWaited(10_000)).toBe("stands");
  });
});

describe("a pause that nobody named", () => {
  const outcomes = [
    ["429", answered(429)],
    ["503", answered(503)],
    ["a refused connection", failed("refused")],
  ] as const;

  it.each([
    [0, 100],
    [1, 200],
    [4, 1600],
    [5, 2000],
    [29, 2000],
  ])("grows with the retries: after %i it is within a quarter of %i ms, never the same", (retries, about) => {
    const pauses = Array.from(
      { length: 200 },
      () => pauseBeforeRetry(get, answered(429), { ...bounds, retries, waited: 0 })?.duration ?? Number.NaN,
    );
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(about * 0.75);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(about * 1.25);
    expect(new Set(pauses).size).toBeGreaterThan(100);
  });

  it.each(outcomes)("is short at first: %s", (_, outcome) => {
    const pause = pauseBeforeRetry(get, outcome, first);
    expect(pause?.duration).toBeGreaterThanOrEqual(75);
    expect(pause?.duration).toBeLessThanOrEqual(125);
  });
});
