import { describe, expect, it } from "vitest";
import { allTested, binding, idsWith, judge, outcomeOf, startServer } from "../servers/judging.js";
import { startNginx } from "./nginx.js";

/** So many requests a second from each client. */
const zone = (rate: number): string => `limit_req_zone $binary_remote_addr zone=all:1m rate=${rate}r/s;`;

/** Judges a store behind nginx that answers this status to more than forty requests a second. */
async function judgeLimited(status: number, location: readonly string[]) {
  const store = (await startServer()).url;
  const limiting = ["limit_req zone=all burst=5 nodelay;", ...location];
  const nginx = await startNginx({ store, http: [zone(40)], location: limiting });
  const report = await judge(nginx.url);
  return {
    failed: idsWith(report, "failed"),
    exitCode: report.conclusion.exitCode,
    hasTurnedAway: nginx.answered(status) > 10,
    hasPassedMost: idsWith(report, "passed").length > binding / 2,
  };
}

describe("nginx that limits the rate", () => {
  it("to forty requests a second fails nothing, whether it answers 429 or its usual 503", async () => {
    // Side by side, since each is mostly waited for.
    const judged = await Promise.all([judgeLimited(429, ["limit_req_status 429;"]), judgeLimited(503, [])]);

    const expected = { failed: [], hasTurnedAway: true, hasPassedMost: true };
    expect(judged.map(({ exitCode: _, ...facts }) => facts)).toEqual([expected, expected]);
    expect(judged.filter(({ exitCode }) => exitCode !== 0 && exitCode !== 3)).toEqual([]);
  });

  it("by making requests wait changes nothing", async () => {
    const store = (await startServer()).url;
    const location = ["limit_req zone=all burst=100;"];
    const nginx = await startNginx({ store, http: [zone(200)], location });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.conclusion.sentence).toBe(allTested);
  });
});
