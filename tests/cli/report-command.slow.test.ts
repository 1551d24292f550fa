import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { formats } from "../../src/report/index.js";
import { brokenReport } from "../report/kept-reports.js";
import { startServer } from "../servers/judging.js";
import { main, pedigree, runOn, start, temporaryFolder } from "./pedigree.js";

const files = Object.values(formats).map(({ file }) => file);

const read = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");

/** A folder with this report in it. */
function keep(report: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "report.json"), typeof report === "string" ? report : JSON.stringify(report));
  return folder;
}

describe("pedigree report", () => {
  it("makes the reports for people and CI again beside a report, without a target or a key", async () => {
    const folder = keep(await brokenReport());
    const path = join(folder, "report.json");

    const ended = await start(["report", path], { environment: { PEDIGREE_API_KEY: undefined } }).ended;

    const stdout = `Reports: ${join(folder, "junit.xml")}, ${join(folder, "report.html")}\n`;
    expect(ended).toEqual({ exitCode: 0, stderr: "", stdout });
    expect(readdirSync(folder).toSorted()).toEqual(["junit.xml", "report.html", "report.json"]);
    expect(read(folder, "junit.xml")).toContain(`pedigree replay ${path} --finding 1`);
  });

  it("makes every format elsewhere, as the run itself has written it", async () => {
    const { baseUrl: url } = await startServer();
    const { reports } = await runOn(url, ["--only", "LIST-3", "--formats", "all"]);
    const again = join(reports, "again");

    await pedigree(["report", join(reports, "report.json"), "--formats", "all", "--reports", again]);

    expect(readdirSync(again).toSorted()).toEqual(files.toSorted());
    for (const file of ["report.json", "exchanges.har", "summary.md", "ctrf.json"])
      expect(read(again, file)).toBe(read(reports, file));
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

  it("refuses a format that there is not, with the nearest", async () => {
    const folder = keep(await brokenReport());

    const ended = await pedigree(["report", join(folder, "report.json"), "--formats", "markdwon"]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(/there is no format markdwon; did you mean markdown\?/);
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

it("a run loads and writes only the formats that it is asked for", async () => {
  const folder = temporaryFolder();
  const coverage = join(folder, "loaded");
  const args = ["run", "--only", "LIST-3", "--formats", "json", "--reports", folder];

  await start(args, { environment: { NODE_V8_COVERAGE: coverage } }).ended;

  const loaded = readdirSync(coverage).flatMap((file) =>
    [...read(coverage, file).matchAll(/"url":"[^"]*\/chunks\/([^"]*)"/g)].map(([, name = ""]) => name),
  );
  const others = ["junit.js", "ctrf.js", "har.js", "summary-markdown.js", "html.js"];
  expect(readdirSync(join(dirname(main), "../chunks"))).toEqual(expect.arrayContaining(others));
  expect(loaded).toContain("run-command.js");
  expect(loaded.filter((name) => others.includes(name))).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(["loaded", "report.json"]);
});
