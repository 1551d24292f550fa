import { describe, expect, it } from "vitest";
import type { CreationEntry } from "../../src/engine/index.js";
import type { IncomingRequest, Operator } from "../../src/server/index.js";
import { inTurn, textOf, wrap } from "../../src/server/operators/index.js";
import { deviationOf, idsWith, judge, judgeDeviant, startServer } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";

type Sending = Extract<CreationEntry, { event: "sending" }>;
type Created = Extract<CreationEntry, { event: "created" }>;

const traceOf = ({ headers }: IncomingRequest): string => `${headers["traceparent"]}`.split("-")[1] ?? "";

/** A journal, and a server that looks into it whenever a POST arrives. */
function createJournal(deviate: Operator = () => ({})) {
  const sendings: Sending[] = [];
  const created: Created[] = [];
  const posts: { trace: string; body: string }[] = [];
  const untold: string[] = [];
  const looking = wrap("answerEarly", (answerEarly, request, store) => {
    if (request.method === "POST") {
      const trace = traceOf(request);
      if (!sendings.some((entry) => entry.trace === trace)) untold.push(trace);
      posts.push({ trace, body: textOf(request) });
    }
    return answerEarly(request, store);
  });
  const onCreation = (entry: CreationEntry): void => {
    if (entry.event === "sending") sendings.push(entry);
    else if (entry.event === "created") created.push(entry);
  };
  return { sendings, created, posts, untold, server: inTurn(deviate, looking), onCreation };
}

describe("the journal of a run that adds animals", () => {
  it("is told of each POST before it arrives, and of each animal that was added", async () => {
    const stored = new Map<string, string>();
    const remember = wrap("finish", (finish, reply, request, outcome) => {
      if (outcome.kind === "created") stored.set(`${outcome.pet.id}`, traceOf(request));
      return finish(reply, request, outcome);
    });
    const { sendings, created, posts, untold, server, onCreation } = createJournal(remember);
    const { baseUrl: url } = await startServer(server);

    const report = await judge(url, { onCreation });

    expect(report.conclusion.exitCode).toBe(0);
    expect(posts.length).toBeGreaterThan(100);
    expect(untold).toEqual([]);
    expect(sendings.map(({ trace, body }) => `${trace} ${body}`).toSorted()).toEqual(
      posts.map(({ trace, body }) => `${trace} ${body}`).toSorted(),
    );
    expect(created).toHaveLength(report.run.created);
    expect(new Map(created.map(({ id, trace }) => [id, trace]))).toEqual(stored);
    expect(new Set(sendings.map(({ target }) => target))).toEqual(new Set([url]));
    expect(new Set([...sendings, ...created].map(({ run }) => run))).toEqual(new Set([report.run.id]));
  });

  it("is told each time that a request is sent, and of animals that should have been refused", async () => {
    let received = 0;
    const turnAway: Operator = () => ({
      answerEarly: () =>
        ++received % 10 === 0 ? { kind: "refused", status: 429, reason: "slower" } : undefined,
    });
    const careless = deviationOf("zero-as-name-accepted");
    const { sendings, created, posts, server, onCreation } = createJournal(inTurn(careless, turnAway));

    const report = await judgeDeviant(server, { onCreation, only: ["CREATE-8"] });

    const traces = posts.map(({ trace }) => trace);
    expect(traces.length).toBeGreaterThan(new Set(traces).size);
    expect(sendings.map(({ trace }) => trace).toSorted()).toEqual(traces.toSorted());
    expect(idsWith(report, "failed")).toEqual(["CREATE-8"]);
    expect(created).toHaveLength(report.run.created);
  });
});

describe("a journal that cannot be written", () => {
  const full = (): never => {
    throw new Error("ENOSPC: no space left on device");
  };

  it.each([0, 40])(
    "after %i entries keeps every further POST from going out, and fails nothing",
    async (room) => {
      let written = 0;
      const received: Received[] = [];
      const onCreation = (entry: CreationEntry): void => {
        if (entry.event === "sending" && ++written > room) full();
      };

      const report = await judgeDeviant(recordInto(received), { onCreation });

      expect(received.filter(({ method }) => method === "POST")).toHaveLength(room);
      expect(idsWith(report, "failed")).toEqual([]);
      expect(report.conclusion.exitCode).toBe(3);
      expect(JSON.stringify(report.requirements)).toContain("ENOSPC");
    },
  );

  it("once the answer is there does not end the run in an error", async () => {
    const onCreation = (entry: CreationEntry): void => {
      if (entry.event === "created") full();
    };

    const report = await judgeDeviant(undefined, { onCreation, only: ["CREATE-1"] });

    expect(report.conclusion.exitCode).toBe(0);
  });
});
