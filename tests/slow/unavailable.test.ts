import { describe, expect, it } from "vitest";
import type { IncomingRequest, Operator } from "../../src/reference/index.js";
import { everyNth } from "../../src/reference/operators/index.js";
import { idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

/** Answers this status to the requests that are meant. */
function unavailable(status: number, isMeant: () => (request: IncomingRequest) => boolean): Operator {
  return () => {
    const isNow = isMeant();
    return {
      answerEarly: (request) =>
        isNow(request) ? { kind: "refused", status, reason: "no instance is free" } : undefined,
    };
  };
}

const isCreation = ({ method }: IncomingRequest): boolean => method === "POST";

function says(pattern: RegExp): () => (request: IncomingRequest) => boolean {
  return () => (request) =>
    request.body.kind === "bytes" && pattern.test(Buffer.from(request.body.bytes).toString("utf8"));
}

/** Serves the first so many of what is meant, and no more. */
function afterFirst(count: number, isMeant: (request: IncomingRequest) => boolean) {
  return () => {
    let seen = 0;
    return (request: IncomingRequest) => isMeant(request) && ++seen > count;
  };
}

describe("a gateway's status that one kind of request gets every time, while its neighbours are served,", () => {
  it.each([
    [503, "names with an emoji", says(/[\u{10000}-\u{10ffff}]/u)],
    [502, "names with an emoji", says(/[\u{10000}-\u{10ffff}]/u)],
    [504, "an unknown status", says(/"status":"lost"/)],
    [
      503,
      "a filter by sold",
      () =>
        ({ query }: IncomingRequest) =>
          query.get("status") === "sold",
    ],
  ] as const)("is the server's failure: %i to %s", async (status, _what, isMeant) => {
    const report = await judgeDeviant(unavailable(status, isMeant));

    expect(report.conclusion.exitCode).toBe(1);
    expect(idsWith(report, "failed")).toContain("GEN-3");
    expect(outcomeOf(report).broken.join("\n")).toContain(`: ${status} `);
  });
});

describe("a gateway's status is no failure of a server that", () => {
  it.each([
    [503, "takes no creation from the first on", afterFirst(0, isCreation)],
    [502, "takes no creation from the thirtieth on", afterFirst(30, isCreation)],
    [503, "takes no valid animal from the thirtieth on", afterFirst(30, isWhole)],
    [502, "takes no valid animal from the thirtieth on", afterFirst(30, isWhole)],
    [502, "fails every second creation", () => turns(2)],
    [502, "fails every third creation", () => turns(3)],
    [504, "fails every fourth creation", () => turns(4)],
    [503, "takes half of all creations", () => turns(2)],
  ] as const)("answers %i and %s", async (status, what, isMeant) => {
    // A server that is busy half of the time is asked four times a second: a few of the checks must do.
    const few = what.startsWith("takes half") ? { only: ["CREATE-1", "CREATE-4", "CREATE-6"] } : {};
    const report = await judgeDeviant(unavailable(status, isMeant), { patience: 500, ...few });

    expect(outcomeOf(report).broken).toEqual([]);
    expect(idsWith(report, "failed")).toEqual([]);
    expect([0, 3]).toContain(report.conclusion.exitCode);
  });
});

/** A creation of what the store takes, as far as one can see at a glance. */
function isWhole(request: IncomingRequest): boolean {
  return says(/^\{"name":"[^"]+","categoryId":\d+(,"status":"(available|pending|sold)")?\}$/)()(request);
}

function turns(n: number): (request: IncomingRequest) => boolean {
  const now = everyNth(n);
  return (request) => isCreation(request) && now();
}
