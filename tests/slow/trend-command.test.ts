import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/run/index.js";
import { pedigree, runOn, start, temporaryFolder } from "../cli/pedigree.js";
import { type NightTale, reportOf } from "../report/trend/nights.js";
import { contract, startServer } from "../servers/judging.js";

/** A folder with a night in a folder of its own each, and where the trend goes. */
function folderOf(tales: readonly NightTale[]): { readonly nights: string; readonly out: string } {
  const nights = temporaryFolder();
  tales.forEach((tale, night) => {
    write(nights, `${night}/report.json`, reportOf(night, tale));
  });
  return { nights, out: temporaryFolder() };
}

function write(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const failing: NightTale = { verdicts: { "LIST-3": "failed" } };
const undecided: NightTale = { verdicts: { "LIST-3": "inconclusive" } };
const untested: NightTale = { verdicts: { "LIST-3": "untested" } };
const nothing: NightTale = {
  verdicts: Object.fromEntries(contract.requirements.map(({ id }) => [id, "untested"])),
};
const slow: NightTale = {
  latency: { listAnimals: { p50: 900, p95: 900, p99: 900, max: 900, distribution: [] } },
};

describe("pedigree trend", () => {
  it("makes trend.html and trend.json of real runs, and says what changed", async () => {
    const { url } = await startServer();
    const flags = ["--only", "LIST-1,LIST-3", "--read-only", "--quiet", "--formats", "json"];
    const first = await runOn(url, flags);
    const second = await runOn(url, flags);
    const out = temporaryFolder();

    const ended = await start(["trend", second.reports, first.reports, "--reports", out]).ended;

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toMatch(
      /^http:.*\/v1 \(2 runs\)\n {2}Newest run \([\d-]+, read-only\): conforms.*\n[\s\S]*\nTrend: .*trend\.html, .*trend\.json\n$/,
    );
    expect(readFileSync(join(out, "trend.html"), "utf8")).toMatch(/^<!doctype html>/);
    expect(readFileSync(join(out, "trend.json"), "utf8")).toContain('"pedigree-trend/2"');
  });

  it("reads files and folders, whatever their order, and names what it leaves out in a line each", async () => {
    const { nights, out } = folderOf([{}, failing]);
    const broken = join(nights, "broken.json");
    writeFileSync(broken, "{");
    const newer = write(nights, "newer.json", { ...reportOf(3), format: "pedigree-report/2" });

    const ended = await pedigree(["trend", broken, newer, join(nights, "1"), nights, "--reports", out]);

    expect(ended.exitCode).toBe(0);
    expect(ended.stderr.split("\n")).toEqual([
      `pedigree: ${broken} is left out: it is no JSON`,
      expect.stringMatching(/newer\.json is left out: it is no report .*: format must be pedigree-report\/1/),
      "pedigree: 1 report left out: another report of the same run was read",
      "",
    ]);
    expect(ended.stdout).toMatch(/staging \(2 runs\)\n[\s\S]*New failures: LIST-3\n/);
  });

  it.each<readonly [string, boolean, string, readonly NightTale[]]>([
    ["new", true, "a new failure", [{}, failing]],
    ["new", false, "one that is not new", [{}, failing, failing]],
    ["new", false, "one that is waived", [{}, { ...failing, waived: ["LIST-3"] }]],
    ["coverage", true, "a requirement that is not tested any more", [{}, untested]],
    ["flaky", true, "a requirement that comes and goes", [{}, failing, {}, failing, {}]],
    ["latency", true, "an operation that takes ten times as long", [{}, slow]],
    ["inconclusive", true, "a requirement that could not be decided", [{}, undecided]],
    ["inconclusive", true, "a run that came to no conclusion", [{}, nothing]],
    ["new,latency", true, "one of both", [{}, failing]],
    ["flaky,coverage", false, "neither of both", [{}, failing]],
  ])("--fail-on %s fails (%s) for %s", async (list, fails, _what, tales) => {
    const { nights, out } = folderOf(tales);

    const { exitCode, stdout } = await pedigree(["trend", nights, "--reports", out, "--fail-on", list]);

    expect(exitCode).toBe(fails ? 1 : 0);
    expect(/^Failed, as --fail-on asks: /m.test(stdout)).toBe(fails);
  });

  it("ends with 0 for a new failure, unless it is asked for, and lets no text through as it is", async () => {
    const { nights, out } = folderOf([{}, failing]);
    const report: Report = reportOf(2, failing);
    write(nights, "2/report.json", { ...report, target: { ...report.target, name: "\u001b[31mred\u202e" } });

    const ended = await pedigree(["trend", nights, "--reports", out]);

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toContain("\\u{1b}[31mred\\u{202e}");
    expect(ended.stdout).not.toMatch(/[\u001b\u202e]/);
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ["no report at all", [], /missing required argument 'report'/],
    [
      "a file that is not there",
      ["/no/such/report.json"],
      /report\.json is left out: it cannot be read \(ENOENT\)[\s\S]*no report is left: give report\.json files/,
    ],
    [
      "a file that is no report",
      ["x.json"],
      /x\.json is left out: it is no report of[\s\S]*no report is left/,
    ],
    ["an empty folder", ["empty"], /there is no report\.json in it[\s\S]*no report is left/],
    [
      "another --fail-on",
      ["empty", "--fail-on", "old"],
      /there is no reason to fail old; did you mean \w+\?/,
    ],
    ["a reports folder that is a file", ["empty", "--reports", "x.json"], /cannot be written to/],
  ])("ends with 2 and says what to do for %s", async (_what, args, message) => {
    const directory = temporaryFolder();
    mkdirSync(join(directory, "empty"));
    write(directory, "x.json", {});

    const ended = await pedigree(["trend", "--reports", "out", ...args], { directory });

    expect(ended).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringMatching(message) });
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(directory, "out", "trend.html"))).toBe(false);
  });
});
