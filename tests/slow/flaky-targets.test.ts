import { describe, expect, it } from "vitest";
import type { Operator, Outcome } from "../../src/reference/index.js";
import { everyNth } from "../../src/reference/operators/index.js";
import {
  findingOf,
  idsWith,
  judge,
  judgeDeviant,
  outcomeOf,
  requirementOf,
  startServer,
} from "../servers/judging.js";

const broken: Outcome = { kind: "broken" };

describe("a server that answers 500", () => {
  it("to one request in a hundred is failed, and the finding is called intermittent", async () => {
    const nowAndThen: Operator = () => {
      const now = everyNth(97);
      return { answerEarly: () => (now() ? broken : undefined) };
    };

    const report = await judgeDeviant(nowAndThen);

    expect(report.conclusion.exitCode).toBe(1);
    expect(idsWith(report, "failed")).toEqual(["GEN-3"]);
    expect(findingOf(report, "GEN-3").confirmation.status).toBe("intermittent");
  });

  it("once in the run leaves it inconclusive, with a note, and never fails it", async () => {
    const once: Operator = () => {
      let received = 0;
      return { answerEarly: () => (++received === 100 ? broken : undefined) };
    };

    const report = await judgeDeviant(once);

    expect(report.conclusion.exitCode).toBe(3);
    expect(requirementOf(report, "GEN-3")).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("seen once"),
    });
    expect(findingOf(report, "GEN-3").confirmation.status).toBe("seen-once");
    expect(idsWith(report, "failed")).toEqual([]);
  });
});

describe("a connection that breaks", () => {
  it.each([0, 7, 13])("once in twenty requests fails nothing (first after %i)", async (start) => {
    const sometimes: Operator = (handlers) => {
      let answered = start;
      return {
        finish: async (...args) => {
          const reply = await handlers.finish(...args);
          answered += 1;
          return answered % 20 === 0 ? { ...reply, transmission: { kind: "dropped" } } : reply;
        },
      };
    };

    const report = await judgeDeviant(sometimes);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it("each time that lists are cut short fails GEN-4", async () => {
    const cut: Operator = (handlers) => ({
      finish: async (reply, request, outcome) => {
        const finished = await handlers.finish(reply, request, outcome);
        const transmission = { kind: "cut-short", afterBytes: 1 } as const;
        return outcome.kind === "listed" ? { ...finished, transmission } : finished;
      },
    });

    const report = await judgeDeviant(cut);

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.findings[0]?.requirement).toBe("GEN-4");
  });
});

describe("a gateway in front of the server", () => {
  it("that answers 503 once in thirty requests fails nothing", async () => {
    const sometimes: Operator = () => {
      const now = everyNth(30);
      const busy: Outcome = { kind: "refused", status: 503, reason: "no instance is free" };
      return { answerEarly: () => (now() ? busy : undefined) };
    };

    const report = await judgeDeviant(sometimes);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it("that has no server behind it leaves the run inconclusive at once", async () => {
    const down: Operator = () => ({
      answerEarly: () => ({ kind: "refused", status: 502, reason: "bad gateway" }),
    });

    const report = await judgeDeviant(down);

    expect(report.conclusion).toMatchObject({ exitCode: 3, sentence: expect.stringContaining("502") });
  });
});

describe("a server that dies in the middle of a run", () => {
  it("leaves the run inconclusive within seconds, with all that was learnt until then", async () => {
    let received = 0;
    const dying: Operator = () => ({
      answerEarly: () => {
        received += 1;
        if (received === 450) void server.close();
        return undefined;
      },
    });
    const server = await startServer(dying);
    const began = performance.now();

    const report = await judge(server.url);

    expect(performance.now() - began).toBeLessThan(6000);
    expect(report.conclusion).toMatchObject({
      exitCode: 3,
      sentence: expect.stringContaining("stopped answering"),
    });
    expect(idsWith(report, "failed")).toEqual([]);
    expect(idsWith(report, "passed")).toContain("CREATE-6");
    expect(idsWith(report, "untested")).toContain("AUTH-3");
    expect(report.run.created).toBeGreaterThan(100);
  });

  it("still fails for what was found before", async () => {
    let received = 0;
    const dying: Operator = () => ({
      checkNameIsString: () => undefined,
      answerEarly: () => {
        received += 1;
        if (received === 450) void server.close();
        return undefined;
      },
    });
    const server = await startServer(dying);

    const report = await judge(server.url);

    expect(report.conclusion).toMatchObject({
      exitCode: 1,
      sentence: expect.stringContaining("stopped answering"),
    });
    expect(idsWith(report, "failed")).toContain("CREATE-8");
  });
});
