import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { always, changeHeaders } from "../../src/reference/operators/index.js";
import type { Report } from "../../src/run/index.js";
import { type Fate, gatewayAnswer, startBadNetwork } from "../servers/bad-network.js";
import { idsWith, judge, outcomeOf, startServer } from "../servers/judging.js";

const every =
  (nth: number, fate: Fate, from = 0) =>
  (number: number): Fate =>
    (number + from) % nth === 0 ? fate : "through";
const tooMany = (...headers: readonly string[]): Buffer => gatewayAnswer(429, "slower, please", headers);

/** Requirements that the report says are broken: a network never is a reason. */
const failed = (report: Report): readonly string[] => idsWith(report, "failed");
const fine = { exitCode: 0, broken: [] };

describe("a network that breaks connections", () => {
  it.each([0, 7, 13])("one in twenty as they are opened, fails nothing (first after %i)", async (from) => {
    const closing = await startServer(changeHeaders(always, { Connection: "close" }));
    const network = await startBadNetwork(closing.url, { onConnection: every(20, "broken", from) });

    const report = await judge(network.url);

    expect(network.connections()).toBeGreaterThan(300);
    expect(outcomeOf(report)).toEqual(fine);
  });

  it.each([
    ["before", "broken", 0],
    ["before", "broken", 13],
    ["after", "unanswered", 0],
    ["after", "unanswered", 13],
  ] as const)("%s the server has one in twenty requests, fails nothing (%s, %i)", async (_, fate, from) => {
    const network = await startBadNetwork((await startServer()).url, { onRequest: every(20, fate, from) });

    const report = await judge(network.url);

    expect(network.requests()).toBeGreaterThan(300);
    expect(outcomeOf(report)).toEqual(fine);
  });

  // So often that each go at a check of many requests meets a break, though each time at another request.
  it.each([
    ["before", "broken", 1],
    ["before", "broken", 2],
    ["after", "unanswered", 1],
  ] as const)("%s the server has one in eight requests, fails nothing (%s, %i)", async (_, fate, from) => {
    const network = await startBadNetwork((await startServer()).url, { onRequest: every(8, fate, from) });

    const report = await judge(network.url);

    expect(outcomeOf(report).broken).toEqual([]);
  });

  it("for good, in the middle of a run, ends it within seconds with what was learnt", async () => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: (number) => {
        if (number === 300) network.kill();
        return "through";
      },
    });

    const report = await judge(network.url);

    expect(report.run.duration).toBeLessThan(15_000);
    expect(failed(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(3);
    expect(report.conclusion.sentence).toContain("stopped answering");
    expect(idsWith(report, "passed").length).toBeGreaterThan(5);
    expect(Object.keys(report.statistics.responses).length).toBeGreaterThan(0);
  });

  it.each([40, 300])("for half a second, after %i requests, fails nothing", async (moment) => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: (number) => {
        if (number === moment) {
          network.kill();
          void sleep(500).then(network.revive);
        }
        return "through";
      },
    });

    const report = await judge(network.url);

    expect(network.requests()).toBeGreaterThan(moment + 100);
    expect(outcomeOf(report)).toEqual(fine);
  });
});

describe("a network that is slow", () => {
  it("by 200 ms fails nothing", async () => {
    const network = await startBadNetwork((await startServer()).url, { latency: 200 });

    const report = await judge(network.url, { concurrency: 32, randomCases: 0 });

    expect(outcomeOf(report)).toEqual(fine);
  }, 120_000);
});

describe("a gateway that limits the rate", () => {
  it("once in ten requests, and says when to come back, fails nothing", async () => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: every(10, tooMany("Retry-After: 1")),
    });

    const report = await judge(network.url, { only: ["LIST-1", "LIST-2", "LIST-3", "CREATE-1"] });

    expect(network.requests()).toBeGreaterThan(50);
    expect(outcomeOf(report)).toEqual(fine);
  }, 120_000);

  it("and never lets anything through again ends the run when patience does, and that is said", async () => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: (number) => (number < 300 ? "through" : tooMany("Retry-After: 1")),
    });

    const report = await judge(network.url, { patience: 2000 });

    expect(report.run.duration).toBeLessThan(20_000);
    expect(failed(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(3);
    expect(report.conclusion.sentence).toContain("429");
    expect(idsWith(report, "passed").length).toBeGreaterThan(5);
  });

  it("for ever, and does not say when to come back, ends it likewise", async () => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: (number) => (number < 300 ? "through" : tooMany()),
    });

    const report = await judge(network.url, { patience: 2000 });

    expect(report.run.duration).toBeLessThan(20_000);
    expect(failed(report)).toEqual([]);
    expect(report.conclusion).toMatchObject({ exitCode: 3, sentence: expect.stringContaining("429") });
  });
});

describe("a gateway that cannot reach the server", () => {
  const page = gatewayAnswer(502, "<html><h1>502 Bad Gateway</h1></html>", ["Content-Type: text/html"]);

  it.each([0, 4, 11])("once in fifteen requests fails nothing (first after %i)", async (from) => {
    const network = await startBadNetwork((await startServer()).url, { onRequest: every(15, page, from) });

    const report = await judge(network.url);

    expect(network.requests()).toBeGreaterThan(300);
    expect(failed(report)).toEqual([]);
    expect([0, 3]).toContain(report.conclusion.exitCode);
  });
});
