import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lostSince, readLastReport } from "../../src/cli/last-report.js";
import type { Report } from "../../src/engine/index.js";
import { startServer } from "../servers/judging.js";
import { pedigree, runOn, start, temporaryFolder } from "./pedigree.js";

const names = ["junit.xml", "report.html", "report.json"];

/** A folder with reports of an earlier run, in which these requirements failed, and a configuration. */
function earlierReports(failed: readonly string[], configuration = ""): string {
  const folder = temporaryFolder();
  const requirements = failed.map((id) => ({ id, verdict: "failed" }));
  for (const name of names) writeFileSync(join(folder, name), JSON.stringify({ requirements }));
  writeFileSync(join(folder, "pedigree.config.yaml"), configuration);
  return folder;
}

const reportsIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name !== "pedigree.config.yaml");

describe("requirements that the last run could test, and this one not,", () => {
  const reportOf = (baseUrl: string, profile: string, ...requirements: readonly object[]) =>
    ({ target: { baseUrl }, run: { profile }, requirements }) as unknown as Report;
  const requirement = (verdict: string, more = {}) => ({ id: "LIST-8", level: "must", verdict, ...more });
  const before = reportOf("http://a/v1", "gate", requirement("passed"));

  it.each<readonly [string, Partial<Report> | undefined, Report, readonly string[]]>([
    ["are those", before, reportOf("http://a/v1", "gate", requirement("untested")), ["LIST-8"]],
    ["are none on another target", before, reportOf("http://b/v1", "gate", requirement("untested")), []],
    ["are none of another profile", before, reportOf("http://a/v1", "nightly", requirement("untested")), []],
    ["are none without a last run", undefined, reportOf("http://a/v1", "gate", requirement("untested")), []],
    [
      "are none that are not binding",
      reportOf("http://a/v1", "gate", requirement("observed", { level: "open" })),
      reportOf("http://a/v1", "gate", requirement("untested", { level: "open" })),
      [],
    ],
  ])("%s", (_what, last, report, lost) => {
    expect(lostSince(last, report)).toEqual(lost);
  });

  it("are none that --only left out", () => {
    const now = reportOf("http://a/v1", "gate", requirement("untested"));
    expect([lostSince(before, now, ["LIST-9"]), lostSince(before, now, ["LIST-8"])]).toEqual([
      [],
      ["LIST-8"],
    ]);
  });

  it("are named by a run", async () => {
    const { baseUrl: url } = await startServer();
    const { stderr, reports } = await runOn(url, ["-q", "--only", "LIST-1,LIST-10"]);

    const second = await runOn(url, ["-q", "--only", "LIST-1,LIST-10", "--reports", reports]);

    expect(stderr).not.toContain("in the last run here");
    expect(second.stderr).toContain(
      "1 requirement was tested in the last run here, but not in this one: LIST-10",
    );
  });
});

describe("the requirements that failed in the last run", () => {
  it.each(["report.json", "report.json.previous"])("are tested again, by %s", async (name) => {
    const folder = temporaryFolder();
    const { baseUrl: url } = await startServer();
    writeFileSync(join(folder, name), '{"requirements":[null,{"id":"LIST-1","verdict":"failed"}]}');

    const ended = await runOn(url, ["-q", "--last-failed", "--read-only", "--reports", folder]);

    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 of 1 requested") });
  });

  it("are none where all passed, which is said", async () => {
    const ended = await pedigree(["run", "--last-failed", "--reports", earlierReports([])]);

    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("no requirement failed") });
  });

  it("are not known where the last report is none", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "report.json"), "[");

    expect([readLastReport(folder), readLastReport(temporaryFolder())]).toEqual([undefined, undefined]);
  });
});

describe("reports of an earlier run", () => {
  it.each<readonly [string, readonly string[], string, number]>([
    ["configuration", ["--reports", "."], "profiel: gate\n", 2],
    ["configuration that names the folder", [], "profiel: gate\nreports: { folder: . }\n", 2],
    ["command to start", ["--reports", ".", "--start", "false", "--wait-for", "http://127.0.0.1:9/"], "", 2],
  ])("are put aside where a run ends without any: wrong %s", async (_what, args, configuration, exitCode) => {
    const directory = earlierReports(["LIST-1"], configuration);

    const ended = await pedigree(["run", ...args], { directory });

    expect(ended.exitCode).toBe(exitCode);
    expect(reportsIn(directory)).toEqual(names.map((name) => `${name}.previous`));
  });

  it("are put aside by a process to which a wrong flag was given", async () => {
    const directory = earlierReports(["LIST-1"]);

    const ended = await start(["run", "--tagret", "x", "--reports", "."], { directory }).ended;

    expect(ended.exitCode).toBe(2);
    expect(reportsIn(directory)).toEqual(names.map((name) => `${name}.previous`));
  });

  it("stay where only help is asked for, and are gone as soon as there are new ones", async () => {
    const directory = earlierReports([]);
    const { baseUrl: url } = await startServer();

    const help = await start(["run", "--help", "--reports", "."], { directory }).ended;
    const after = reportsIn(directory);
    await runOn(url, ["-q", "--only", "LIST-1", "--read-only", "--reports", directory]);

    expect(help.exitCode).toBe(0);
    expect(after).toEqual(names);
    expect(reportsIn(directory)).toEqual(names);
    expect(readFileSync(join(directory, "report.json"), "utf8")).toContain("LIST-1");
  });
});
