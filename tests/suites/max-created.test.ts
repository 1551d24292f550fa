import { describe, expect, it } from "vitest";
import { inTurn, type Operator, wrap } from "../../src/reference/operators/index.js";
import type { Report, RunOptions } from "../../src/run/index.js";
import { deviationOf, idsWith, judgeDeviant, outcomeOf, requirementOf } from "../servers/judging.js";

/** Judges a server that deviates so, and counts the animals that it stores. */
async function judgeCounting(
  options: Partial<RunOptions>,
  deviate: Operator = () => ({}),
): Promise<{ readonly report: Report; readonly stored: number }> {
  let stored = 0;
  const counting = wrap("storePet", (storePet, ...given) => {
    stored += 1;
    return storePet(...given);
  });
  const report = await judgeDeviant(inTurn(deviate, counting), options);
  return { report, stored };
}

// What a server stores that then answers otherwise is tried in tests/slow/creations-bound.test.ts.
describe("a run that may add so many animals and no more", () => {
  it.each([0, 10, 57])("adds %i, fails nothing, and says what is untested because of it", async (most) => {
    const { report, stored } = await judgeCounting({ maxCreated: most });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect({ stored, told: report.run.created }).toEqual({ stored: most, told: most });
    const reasons = idsWith(report, "untested").map((id) => requirementOf(report, id).reason ?? "");
    expect(reasons).not.toContain("");
    const all = report.requirements.map(({ reason = "" }) => reason).join("\n");
    expect(all).toContain(`the run has added the ${most} animals that it may add`);
  });

  it("counts those that should have been refused", async () => {
    const careless = deviationOf("zero-as-name-accepted", "unknown-status-accepted");

    const { report, stored } = await judgeCounting({ maxCreated: 20 }, careless);

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.run.created).toBe(stored);
    expect(stored).toBeGreaterThan(10);
    expect(stored).toBeLessThanOrEqual(20);
  });

  it("keeps to it in a nightly run over many connections", async () => {
    const options = { maxCreated: 25, concurrency: 32, profile: "nightly", randomCases: 2 } as const;

    const { report, stored } = await judgeCounting(options);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(stored).toBeLessThanOrEqual(25);
  });
});
