import { describe, expect, it } from "vitest";
import { replayFinding } from "../../src/library/index.js";
import {
  contract,
  deviationOf,
  findingOf,
  idsWith,
  judge,
  judgeDeviant,
  key,
  requirementOf,
  startServer,
} from "../servers/judging.js";

/** What the configuration calls `limit-out-of-range`, and its neighbour `unknown-status-filter`. */
const limits = "LIST-13";
const filters = "LIST-14";

const expecting = (...entries: readonly (readonly [string, readonly string[]])[]) => ({
  expectations: new Map(entries),
  only: [limits, filters, "CREATE-8"],
});

describe("the choice that a team expects of an open point", () => {
  it.each<readonly [choices: readonly string[], variants: readonly string[]]>([
    [["400"], []],
    [["4xx"], []],
    [["200", "4xx"], []],
    [["200"], ["odd-limits-clamped"]],
    [["4xx"], ["odd-limits-unprocessable"]],
  ])("%s is met by the server's choice: %s", async (choices, variants) => {
    const report = await judgeDeviant(deviationOf(...variants), expecting([limits, choices]));

    expect(report.conclusion.exitCode).toBe(0);
    expect(report.findings).toEqual([]);
    expect(requirementOf(report, limits).verdict).toBe("observed");
  });

  it.each<readonly [choices: readonly string[], variants: readonly string[], actual: string]>([
    [["4xx"], ["odd-limits-clamped"], "200 with"],
    [["200", "400"], ["odd-limits-unprocessable"], "422"],
    [["200"], [], "400"],
  ])("%s is not met by another one, which fails it: %s", async (choices, variants, actual) => {
    const report = await judgeDeviant(deviationOf(...variants), expecting([limits, choices]));

    expect(idsWith(report, "failed")).toEqual([limits]);
    expect(report.conclusion.exitCode).toBe(1);
    expect(findingOf(report, limits)).toMatchObject({
      expected: `${choices.join(" or ")}, as the configuration expects`,
      actual: expect.stringContaining(actual),
      confirmation: { status: "repeats" },
    });
  });

  it("is told for each open point that is not as expected, in words of its own", async () => {
    const choices = deviationOf("odd-limits-clamped", "unknown-status-finds-nothing");

    const report = await judgeDeviant(choices, expecting([limits, ["400"]], [filters, ["400"]]));

    expect(idsWith(report, "failed")).toEqual([limits, filters]);
    expect(report.conclusion.sentence).toContain("2 open points are not as the configuration expects");
    expect(report.conclusion.sentence).not.toContain("broken");
  });

  it("is looked for again when its counterexample is sent again", async () => {
    const broken = await startServer(deviationOf("odd-limits-clamped"));
    const mended = await startServer();
    const options = { contract, key, ...expecting([limits, ["400"]]) };
    const finding = findingOf(await judge(broken.baseUrl, options), limits);

    const shown = await replayFinding({ ...options, baseUrl: broken.baseUrl }, finding);
    const gone = await replayFinding({ ...options, baseUrl: mended.baseUrl }, finding);

    expect(finding.exchanges[finding.shownBy]).toMatchObject({
      request: { method: "GET", url: expect.stringContaining("limit=") },
      response: { status: 200 },
    });
    expect(shown).toMatchObject({ status: "shown", how: "alone", finding: { requirement: limits } });
    expect(gone.status).toBe("not shown");
  });

  it("leaves other open points free, and hides nothing that is broken", async () => {
    const server = deviationOf("odd-limits-clamped", "zero-as-name-accepted");

    const report = await judgeDeviant(server, expecting([filters, ["400"]]));

    expect(idsWith(report, "failed")).toEqual(["CREATE-8"]);
    expect(requirementOf(report, limits).verdict).toBe("observed");
    expect(report.conclusion.sentence).not.toContain("expects");
  });
});
