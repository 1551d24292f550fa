import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formats } from "../../src/report/index.js";
import type { Report } from "../../src/run/index.js";
import { brokenReport } from "../report/kept-reports.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

const files = Object.values(formats).map(({ file }) => file);

/** A folder with this report in it. */
function keep(report: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "report.json"), typeof report === "string" ? report : JSON.stringify(report));
  return folder;
}

describe("pedigree report", () => {
  it("makes the reports for people and CI again beside a report, without a target or a key", async () => {
    const report = await brokenReport();
    const folder = keep(report);

    const { exitCode, stdout, stderr } = await pedigree(["report", join(folder, "report.json")], {
      environment: { PEDIGREE_API_KEY: undefined },
    });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toBe(`Reports: ${join(folder, "junit.xml")}, ${join(folder, "report.html")}\n`);
    expect(readdirSync(folder).toSorted()).toEqual(["junit.xml", "report.html", "report.json"]);
    expect(readFileSync(join(folder, "junit.xml"), "utf8")).toContain(
      `pedigree replay ${join(folder, "report.json")} --finding 1`,
    );
  });

  it("makes every format elsewhere, the report itself unchanged", async () => {
    const report = await brokenReport();
    const folder = keep(report);
    const out = join(folder, "out");

    const { exitCode } = await pedigree(
      ["report", join(folder, "report.json"), "--formats", "all", "--reports", out],
      {},
    );

    expect(exitCode).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual(files.toSorted());
    expect(readReport(out)).toEqual(report);
  });

  it("writes what the run itself would have written", async () => {
    const folder = temporaryFolder();
    const again = join(folder, "again");
    await pedigree(["run", "--only", "LIST-3", "--formats", "all", "--reports", folder]);

    await pedigree([
      "report",
      join(folder, "report.json"),
      "--formats",
      "markdown,ctrf,har",
      "--reports",
      again,
    ]);

    const read = (where: string, file: string): string => readFileSync(join(where, file), "utf8");
    expect(read(again, "exchanges.har")).toBe(read(folder, "exchanges.har"));
    expect(read(again, "summary.md")).toBe(read(folder, "summary.md"));
    expect(read(again, "ctrf.json")).toBe(read(folder, "ctrf.json"));
  });

  const change = (edit: (report: Record<string, unknown>) => void) => async (): Promise<unknown> => {
    const report = structuredClone(await brokenReport()) as unknown as Record<string, unknown>;
    edit(report);
    return report;
  };

  it.each<readonly [string, () => Promise<unknown>, RegExp]>([
    ["what is no JSON", async () => "{", /report\.json is no JSON: give a report\.json/],
    ["what is no object", async () => "[]", /no report of this version of pedigree: it must be object/],
    [
      "a report of another version",
      change((report) => Object.assign(report, { format: "pedigree-report/9" })),
      /no report of this version of pedigree: format must be pedigree-report\/1/,
    ],
    [
      "a member too many",
      change((report) => Object.assign(report, { "\u001b[31m": 1 })),
      /: it has \\u\{1b\}\[31m, which is not known/,
    ],
    [
      "a member of another kind",
      change((report) => Object.assign((report["findings"] as object[])[0]!, { expected: 5 })),
      /: findings › 0 › expected must be string/,
    ],
    [
      "a time that is none",
      change((report) => Object.assign(report["run"] as object, { startedAt: "soon" })),
      /: run › startedAt is not as it should be \(Invalid ISO datetime\)/,
    ],
    [
      "one that is too deep",
      async () => {
        const report = { ...(await brokenReport()), findings: ["deep"] };
        return JSON.stringify(report).replace('"deep"', "[".repeat(100_000) + "]".repeat(100_000));
      },
      /: it has more than 200 levels/,
    ],
  ])("refuses %s with one sentence", async (_what, make, sentence) => {
    const folder = keep(await make());

    const { exitCode, stdout, stderr } = await pedigree(["report", join(folder, "report.json")]);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(readdirSync(folder)).toEqual(["report.json"]);
  });

  it("refuses a file that is not there, and a format that there is not, with the nearest", async () => {
    const folder = keep(await brokenReport());
    mkdirSync(join(folder, "empty"));

    const missing = await pedigree(["report", join(folder, "empty", "report.json")]);
    const unknown = await pedigree(["report", join(folder, "report.json"), "--formats", "markdwon"]);

    expect([missing.exitCode, unknown.exitCode]).toEqual([2, 2]);
    expect(missing.stderr).toMatch(/cannot be read \(ENOENT\)/);
    expect(unknown.stderr).toMatch(/there is no format markdwon; did you mean markdown\?/);
  });

  it("makes all formats of a report whose parts do not fit each other", async () => {
    const report = await brokenReport();
    const strange: Report = {
      ...report,
      run: { ...report.run, startedAt: "0000-01-01T00:00:00Z" },
      findings: report.findings.map((each) => ({ ...each, shownBy: 999, number: 1 })),
      requirements: report.requirements.map((each) => ({ ...each, findings: [1, 1, 77] })),
      exchanges: {
        all: 0,
        entries: report.exchanges.entries.slice(0, 5).map((each) => ({
          ...each,
          sentAt: Number.MIN_SAFE_INTEGER,
          request: { ...each.request, url: "no address \ud83d ?%zz" },
        })),
      },
    };
    const folder = keep(strange);

    const { exitCode, stderr } = await pedigree(["report", join(folder, "report.json"), "--formats", "all"]);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
  });
});

describe("the formats of a run", () => {
  it("are loaded only where they are asked for", async () => {
    const folder = temporaryFolder();
    const coverage = join(folder, "loaded");

    await pedigree(["run", "--only", "LIST-3", "--formats", "json", "--reports", folder], {
      environment: { NODE_V8_COVERAGE: coverage, GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined },
    });

    const loaded = readdirSync(coverage).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8")) as {
        result: readonly { readonly url: string }[];
      };
      return result.map(({ url }) => url);
    });
    expect(loaded.filter((url) => url.endsWith("/report/formats.js"))).not.toEqual([]);
    expect(
      loaded.filter((url) => /\/report\/(junit|ctrf|har|summary-markdown|annotations|html)/.test(url)),
    ).toEqual([]);
  });

  it("are json, junit and html unless it is told otherwise", async () => {
    const folder = temporaryFolder();

    await pedigree(["run", "--only", "LIST-3", "--reports", folder]);

    expect(readdirSync(folder).toSorted()).toEqual(["junit.xml", "report.html", "report.json"]);
  });
});
