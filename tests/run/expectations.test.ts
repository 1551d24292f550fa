import { describe, expect, it } from "vitest";
import { type Report, replayFinding } from "../../src/index.js";
import { applyOperators, conforming, type Operator, variants } from "../../src/reference/index.js";
import {
  contract,
  findingOf,
  idsWith,
  judge,
  key,
  outcomeOf,
  requirementOf,
  startServer,
} from "../servers/judging.js";

/** What the configuration calls `limit-out-of-range`, and its neighbour `unknown-status-filter`. */
const limits = "LIST-13";
const filters = "LIST-14";

/** A server that makes these permitted choices; its address. */
async function serverThat(...names: readonly string[]): Promise<string> {
  const operators = names.map((name) => {
    const operator = variants.get(name);
    if (operator === undefined) throw new Error(`there is no variant ${name}`);
    return operator;
  });
  const deviate: Operator = () => applyOperators(conforming(), operators);
  return (await startServer(deviate)).url;
}

const expecting = (...entries: readonly (readonly [string, readonly string[]])[]) => ({
  expectations: new Map(entries),
  only: [limits, filters, "CREATE-8", ...entries.map(([id]) => id)],
});
const conforms = { exitCode: 0, broken: [] };
const verdictOf = (report: Report, id: string): string => requirementOf(report, id).verdict;

describe("a choice that is expected", () => {
  it.each([
    ["its status", ["400"]],
    ["its class of statuses", ["4xx"]],
    ["one of several choices", ["200", "400"]],
    ["one of several classes and statuses", ["200", "4xx"]],
  ])("named by %s conforms where the server makes it", async (_, choices) => {
    const report = await judge(await serverThat(), expecting([limits, choices]));

    expect(outcomeOf(report)).toEqual(conforms);
    expect(verdictOf(report, limits)).toBe("observed");
  });

  it("may be a list", async () => {
    const report = await judge(await serverThat("odd-limits-clamped"), expecting([limits, ["200"]]));

    expect(outcomeOf(report)).toEqual(conforms);
  });

  it("may be any 4xx, also one that the document does not name", async () => {
    const report = await judge(await serverThat("odd-limits-unprocessable"), expecting([limits, ["4xx"]]));

    expect(outcomeOf(report)).toEqual(conforms);
  });
});

describe("another choice than the expected one", () => {
  it("fails the open point, with a counterexample and in words of its own", async () => {
    const report = await judge(await serverThat("odd-limits-clamped"), expecting([limits, ["400"]]));

    expect(idsWith(report, "failed")).toEqual([limits]);
    expect(report.conclusion).toMatchObject({
      exitCode: 1,
      sentence: expect.stringContaining("1 open point is not as the configuration expects"),
    });
    expect(report.conclusion.sentence).not.toContain("broken");
    const finding = findingOf(report, limits);
    expect(finding.expected).toBe("400, as the configuration expects");
    expect(finding.actual).toContain("200 with");
    expect(finding.confirmation.status).toBe("repeats");
    expect(finding.exchanges[finding.shownBy]).toMatchObject({
      request: { method: "GET", url: expect.stringContaining("limit=") },
      response: { status: 200 },
    });
  });

  it.each([
    ["odd-limits-clamped", ["4xx"]],
    ["odd-limits-unprocessable", ["400"]],
    ["odd-limits-unprocessable", ["200", "400"]],
  ])("fails it with %s where %s is expected", async (choice, choices) => {
    const report = await judge(await serverThat(choice), expecting([limits, choices]));

    expect(idsWith(report, "failed")).toEqual([limits]);
    expect(report.conclusion.exitCode).toBe(1);
  });

  it("fails it where lists are expected of a server that refuses", async () => {
    const report = await judge(await serverThat(), expecting([limits, ["200"]]));

    expect(idsWith(report, "failed")).toEqual([limits]);
    expect(findingOf(report, limits).actual).toContain("400");
  });

  it("shows again when its counterexample is sent again, as long as it is not mended", async () => {
    const broken = await serverThat("odd-limits-clamped");
    const mended = await serverThat();
    const options = { contract, key, ...expecting([limits, ["400"]]) };
    const finding = findingOf(await judge(broken, options), limits);

    const shown = await replayFinding({ ...options, baseUrl: broken }, finding);
    const gone = await replayFinding({ ...options, baseUrl: mended }, finding);

    expect(shown).toMatchObject({ status: "shown", how: "alone", finding: { requirement: limits } });
    expect(gone.status).toBe("not shown");
  });

  it("fails all open points of which that is so, and counts them", async () => {
    const url = await serverThat("odd-limits-clamped", "unknown-status-finds-nothing");
    const report = await judge(url, expecting([limits, ["400"]], [filters, ["400"]]));

    expect(idsWith(report, "failed")).toEqual([limits, filters]);
    expect(report.conclusion.sentence).toContain("2 open points are not as the configuration expects");
  });
});

describe("an expectation on something else", () => {
  it("leaves an open point free", async () => {
    const report = await judge(await serverThat("odd-limits-clamped"), expecting([filters, ["400"]]));

    expect(outcomeOf(report)).toEqual(conforms);
    expect(verdictOf(report, limits)).toBe("observed");
  });

  it("does not hide what is broken", async () => {
    const { url } = await startServer(() => ({ checkNameIsString: () => undefined }));
    const report = await judge(url, expecting([limits, ["400"]]));

    expect(idsWith(report, "failed")).toContain("CREATE-8");
    expect(verdictOf(report, limits)).toBe("observed");
    expect(report.conclusion.sentence).not.toContain("expects");
  });
});
