import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { IncomingRequest, OperationOutcome, Operator } from "../../src/server/index.js";
import { everyNth } from "../../src/server/operators/index.js";
import { clock } from "../servers/clock.js";
import {
  findingOf,
  idsWith,
  judge,
  judgeDeviant,
  judgeInRealTime,
  key,
  outcomeOf,
  startServer,
} from "../servers/judging.js";

/** Says of one request after the other whether it is meant. */
type Choice = () => (request: IncomingRequest) => boolean;

/** A server to which this happens instead of what is asked for by the requests that are meant. */
function instead(outcome: OperationOutcome, choice: Choice): Operator {
  return () => {
    const isMeant = choice();
    return { answerEarly: (request) => (isMeant(request) ? outcome : undefined) };
  };
}

const broken: OperationOutcome = { kind: "broken" };
const unavailable = (status: number): OperationOutcome => ({
  kind: "refused",
  status,
  reason: "no instance is free",
});

const isCreation = ({ method }: IncomingRequest): boolean => method === "POST";
/** A creation of what the store takes, as far as one can see at a glance. */
const isWhole = (request: IncomingRequest): boolean =>
  says(/^\{"name":"[^"]+","categoryId":\d+(,"status":"(available|pending|sold)")?\}$/)()(request);

function says(pattern: RegExp): Choice {
  return () => (request) =>
    request.body.kind === "bytes" && pattern.test(Buffer.from(request.body.bytes).toString("utf8"));
}

/** All but the first so many of these requests. */
function afterFirst(count: number, isMeant: (request: IncomingRequest) => boolean): Choice {
  return () => {
    let seen = 0;
    return (request) => isMeant(request) && ++seen > count;
  };
}

/** Each nth of these requests. */
function turns(n: number, isMeant = isCreation): Choice {
  return () => {
    const now = everyNth(n);
    return (request) => isMeant(request) && now();
  };
}

describe("a server that answers 500", () => {
  it("to one request in a hundred is failed, and the finding is called intermittent", async () => {
    const report = await judgeDeviant(
      instead(
        broken,
        turns(97, () => true),
      ),
    );

    expect(report.conclusion.exitCode).toBe(1);
    expect(idsWith(report, "failed")).toEqual(["GEN-3"]);
    expect(findingOf(report, "GEN-3").confirmation.status).toBe("intermittent");
  });

  it("once in the run leaves it inconclusive, with a note, and never fails it", async () => {
    let received = 0;

    const report = await judgeDeviant(instead(broken, () => () => ++received === 100));

    expect(report.conclusion.exitCode).toBe(3);
    expect(report.requirements.find(({ id }) => id === "GEN-3")?.reason).toContain("seen once");
    expect(idsWith(report, "inconclusive")).toContain("GEN-3");
    expect(findingOf(report, "GEN-3").confirmation.status).toBe("seen-once");
    expect(idsWith(report, "failed")).toEqual([]);
  });
});

it("a server that cuts each list short fails GEN-4", async () => {
  const report = await judgeDeviant((handlers) => ({
    finish: async (reply, request, outcome) => {
      const finished = await handlers.finish(reply, request, outcome);
      const transmission = { kind: "cut-short", afterBytes: 1 } as const;
      return outcome.kind === "listed" ? { ...finished, transmission } : finished;
    },
  }));

  expect(report.conclusion.exitCode).toBe(1);
  expect(report.findings[0]?.requirement).toBe("GEN-4");
});

it("a server that dies in the middle of a run still fails for what was found before", async () => {
  let received = 0;
  const server = await startServer(() => ({
    checkNameIsString: () => undefined,
    answerEarly: () => {
      if (++received === 450) void server.close();
      return undefined;
    },
  }));

  const report = await judge(server.baseUrl);

  const sentence = expect.stringContaining("stopped answering");
  expect(report.conclusion).toMatchObject({ exitCode: 1, sentence });
  expect(idsWith(report, "failed")).toContain("CREATE-8");
  expect(idsWith(report, "passed")).toContain("CREATE-6");
  expect(idsWith(report, "untested")).toContain("AUTH-3");
  expect(report.run.created).toBeGreaterThan(100);
});

describe("a gateway's status that one kind of request gets every time, while its neighbours are served,", () => {
  it.each<readonly [number, string, Choice]>([
    [503, "names with an emoji", says(/[\u{10000}-\u{10ffff}]/u)],
    [502, "names with an emoji", says(/[\u{10000}-\u{10ffff}]/u)],
    [504, "an unknown status", says(/"status":"lost"/)],
    [503, "a filter by sold", () => (request) => request.query.get("status") === "sold"],
  ])("is the server's failure: %i to %s", async (status, _what, choice) => {
    const report = await judgeDeviant(instead(unavailable(status), choice));

    expect(report.conclusion.exitCode).toBe(1);
    expect(idsWith(report, "failed")).toContain("GEN-3");
    expect(outcomeOf(report).broken.join("\n")).toContain(`: ${status} `);
  });
});

describe("a gateway's status is no failure of a server that", () => {
  // A server that is busy half of the time is asked four times a second: a few of the checks must do.
  const few = ["CREATE-1", "CREATE-4", "CREATE-6"];
  it.each<readonly [number, string, Choice, object]>([
    [503, "takes no creation from the first on", afterFirst(0, isCreation), {}],
    [502, "takes no creation from the thirtieth on", afterFirst(30, isCreation), {}],
    [503, "takes no valid animal from the thirtieth on", afterFirst(30, isWhole), {}],
    [502, "takes no valid animal from the thirtieth on", afterFirst(30, isWhole), {}],
    [502, "fails every second creation", turns(2), {}],
    [502, "fails every third creation", turns(3), {}],
    [504, "fails every fourth creation", turns(4), {}],
    [503, "takes half of all creations", turns(2), { only: few }],
    [503, "fails one request in thirty", turns(30, () => true), {}],
  ])("answers %i and %s", async (status, _what, choice, options) => {
    const report = await judgeDeviant(instead(unavailable(status), choice), { patience: 500, ...options });

    expect(outcomeOf(report).broken).toEqual([]);
    expect(idsWith(report, "failed")).toEqual([]);
    expect([0, 3]).toContain(report.conclusion.exitCode);
  });
});

/** Forty requests a second; who asks for more is told to come back in a second. */
const fortyASecond: Operator = (handlers) => {
  let second = 0;
  let served = 0;
  return {
    answerEarly: () => {
      const now = Math.floor(clock.now() / 1000);
      if (now !== second) served = 0;
      second = now;
      served += 1;
      return served > 40 ? { kind: "refused", status: 429, reason: "slower, please" } : undefined;
    },
    finish: async (...args) => {
      const reply = await handlers.finish(...args);
      return reply.status === 429 ? { ...reply, headers: { ...reply.headers, "Retry-After": "1" } } : reply;
    },
  };
};

it("a server that lets forty requests through in a second, and says when to come back, conforms", async () => {
  const report = await judgeDeviant(fortyASecond);

  expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  expect(report.run.requests).toBeGreaterThan(500);
});

it("a run told to send sixty requests a second sends no more", async () => {
  const started: number[] = [];
  const counting: Operator = () => ({
    answerEarly: () => {
      started.push(clock.now());
      return undefined;
    },
  });

  const report = await judgeDeviant(counting, { rate: 60, only: ["LIST-1"] });

  const duration = ((started.at(-1) ?? 0) - (started[0] ?? 0)) / 1000;
  expect(report.conclusion.exitCode).toBe(0);
  expect(started.length).toBeGreaterThan(100);
  expect(started.length / duration).toBeLessThan(64);
});

it.each(["keeps it open", "destroys it", "resets it"])(
  "a server that answers 401 before it reads the body, and %s, the connection, conforms in every run",
  async (end) => {
    const program = fileURLToPath(new URL("../servers/early-front.mjs", import.meta.url));
    for (let run = 0; run < 4; run += 1) {
      const { baseUrl: url } = await startServer();
      const front = fork(program, [url, key, end]);
      onTestFinished(() => void front.kill());
      const [port] = await once(front, "message");

      const report = await judgeInRealTime(`http://127.0.0.1:${port}/v1`);

      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    }
  },
);
