import { describe, expect, it } from "vitest";
import { renderSummary } from "../../src/report/index.js";
import type { Report } from "../../src/run/index.js";
import { type Break, startCarelessStore } from "../servers/careless-store.js";
import { judge } from "../servers/judging.js";

/** The findings that fail, each as the requirements it breaks. */
function failures({ findings }: Report): readonly string[] {
  return findings
    .filter(({ verdict }) => verdict === "failed")
    .map(({ requirements }) => requirements.join(" "));
}

describe("a store with several breaks at once", () => {
  it("conforms without any", async () => {
    const report = await judge(await startCarelessStore([]));

    expect(failures(report)).toEqual([]);
    expect(report.conclusion.status).toBe("conforms");
  });

  it("conforms where others delete animals, and an Error names the id that is gone", async () => {
    const report = await judge(await startCarelessStore([], { isShared: true }));

    expect(failures(report)).toEqual([]);
    expect(report.conclusion.status).toBe("conforms");
  });

  it.each<readonly [readonly Break[], readonly string[]]>([
    [
      [
        "id as text",
        "default of 25",
        "filter ignored",
        "errors without a message",
        "unknown id is 500",
        "one more than the limit",
      ],
      ["PET-4", "LIST-4", "LIST-7", "ERR-3", "GET-4", "LIST-3 LIST-9"],
    ],
    [
      [
        "creation answered with 200",
        "invalid bodies refused with 422",
        "default of 25",
        "empty errors",
        "status not kept",
        "an animal needs no key",
      ],
      [
        "CREATE-1 CREATE-4 CREATE-5 GEN-2",
        "CREATE-6 CREATE-8",
        "LIST-4",
        "ERR-2 ERR-3 ERR-4",
        "CREATE-4",
        "AUTH-1 AUTH-2 AUTH-3 AUTH-4",
      ],
    ],
    [
      [
        "category as text",
        "filter ignored",
        "list in an object",
        "code as a number",
        "broken JSON is 500",
        "names cut",
      ],
      ["PET-2", "LIST-7", "PET-7", "ERR-2", "CREATE-13", "CREATE-2"],
    ],
  ])("is told of each, once, on one screen: %s", async (breaks, expected) => {
    const report = await judge(await startCarelessStore(breaks));

    expect(failures(report)).toEqual(expect.arrayContaining([...expected]));
    const unexplained = report.findings.filter(
      ({ verdict, explainedBy, requirements }) =>
        verdict === "failed" && explainedBy.length === 0 && !expected.includes(requirements.join(" ")),
    );
    expect(unexplained.map(({ requirements, actual }) => [requirements, actual])).toEqual([]);
    expect(renderSummary(report, { color: false, verbose: false }).split("\n").length).toBeLessThanOrEqual(
      56,
    );
  });
});
