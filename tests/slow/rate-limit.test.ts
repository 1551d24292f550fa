import { expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import { judgeDeviant, outcomeOf } from "../servers/judging.js";

/** Forty requests a second; who asks for more is told to come back in a second. */
const fortyASecond: Operator = (handlers) => {
  let second = 0;
  let served = 0;
  return {
    answerEarly: () => {
      const now = Math.floor(performance.now() / 1000);
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
}, 45_000);

it("a run told to send sixty requests a second is never told to wait by a server that allows them", async () => {
  const started: number[] = [];
  const counting: Operator = () => ({
    answerEarly: () => {
      started.push(performance.now());
      return undefined;
    },
  });

  const report = await judgeDeviant(counting, { rate: 60, only: ["LIST-1"] });

  const duration = ((started.at(-1) ?? 0) - (started[0] ?? 0)) / 1000;
  expect(report.conclusion.exitCode).toBe(0);
  expect(started.length).toBeGreaterThan(100);
  expect(started.length / duration).toBeLessThan(64);
}, 20_000);
