import { describe, expect, it } from "vitest";
import { animalStore } from "../../src/contracts/index.js";
import { phases, type RunEvent, realNetwork } from "../../src/engine/index.js";
import { wrap } from "../../src/server/operators/index.js";
import { contract, idsWith, judge, judgeDeviant, startServer } from "../servers/judging.js";

it("a listener is told of the beginning, each phase in turn, each check, and the end with the report", async () => {
  const events: RunEvent[] = [];
  const server = await startServer();

  const report = await judge(server.baseUrl, { seed: 4, onEvent: (event) => events.push(event) });

  expect(events[0]).toMatchObject({ kind: "run-started", baseUrl: server.baseUrl, seed: 4, profile: "gate" });
  expect(events.flatMap((event) => (event.kind === "phase-started" ? [event.phase] : []))).toEqual(phases);
  expect(events.at(-1)).toEqual({ kind: "run-finished", report });
  const told = new Set(events.flatMap((event) => (event.kind === "check-finished" ? [event.check] : [])));
  const all = animalStore.scenarios(contract).map(({ id }) => id);
  // What has no input in a gate run on a server that keeps its promises.
  expect(all.filter((id) => !told.has(id)).toSorted()).toEqual([
    "create/body/random",
    "create/once/again",
    "create/once/late",
    "create/unique-id/kept",
    "get/right-one/random",
    "get/unchanged/sequence",
    "list/complete/again",
    "list/query/both/random",
    "list/query/filter/complete/twice",
    "list/visibility",
  ]);
});

describe("a run that is stopped", () => {
  it("reports what was learnt until then", async () => {
    const stop = new AbortController();
    const onEvent = (event: RunEvent) => {
      if (event.kind === "phase-started" && event.phase === "read") stop.abort();
    };

    const report = await judgeDeviant(undefined, { signal: stop.signal, onEvent });

    expect(report.run.interrupted).toBe(true);
    expect(report.conclusion).toEqual({
      status: "inconclusive",
      exitCode: 3,
      sentence: "inconclusive: the run was interrupted",
      trouble: "the run was interrupted",
    });
    expect(idsWith(report, "passed")).toContain("CREATE-6");
    expect(idsWith(report, "untested")).toContain("AUTH-3");
    expect(idsWith(report, "failed")).toEqual([]);
  });

  it.each([
    ["many requests are under way", {}],
    ["they wait for their turn", { rate: 100 }],
    ["animals are waited for", { settle: 20_000, network: realNetwork }],
  ])("ends at once while %s, and blames nobody for what was not answered", async (_when, options) => {
    const stop = new AbortController();
    let received = 0;
    let stoppedAt = 0;
    const stopping = wrap("answerEarly", (answerEarly, ...given) => {
      received += 1;
      if (received === 60) {
        stoppedAt = performance.now();
        stop.abort();
      }
      return answerEarly(...given);
    });

    const report = await judgeDeviant((handlers) => ({ ...stopping(handlers), lookUp: () => undefined }), {
      ...options,
      signal: stop.signal,
    });

    // Nothing but what was under way.
    expect(received).toBeLessThan(80);
    // Less than the settle time.
    expect(performance.now() - stoppedAt).toBeLessThan(15_000);
    expect(report.conclusion.sentence).toMatch(/the run was interrupted/);
    expect(JSON.stringify(report.requirements)).not.toMatch(/stopped answering/);
  });

  it("before it began sends nothing", async () => {
    const report = await judgeDeviant(undefined, { signal: AbortSignal.abort() });

    expect(report.run).toMatchObject({ interrupted: true, created: 0 });
    expect(report.conclusion.exitCode).toBe(3);
  });
});
