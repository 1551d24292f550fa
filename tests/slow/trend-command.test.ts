import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/run/index.js";
import { pedigree, temporaryFolder } from "../cli/pedigree.js";
import { type NightTale, reportOf } from "../report/trend/nights.js";

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
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const failing: NightTale = { verdicts: { "LIST-3": "failed" } };
const slow: NightTale = {
  latency: { listAnimals: { p50: 900, p95: 900, p99: 900, max: 900, distribution: [] } },
};

describe("pedigree trend", () => {
  it("makes trend.html and trend.json of real runs, and says what changed", async () => {
    const folder = temporaryFolder();
    for (const night of [1, 2]) {
      const reports = join(folder, `${night}`);
      await pedigree(["run", "--only", "LIST-1,LIST-3", "--read-only", "--quiet", "--reports", reports]);
    }

    const ended = await pedigree(["trend", folder, "--reports", join(folder, "out")]);

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toMatch(
      /^the embedded reference server \(2 runs\)\n {2}Newest run \([\d-]+, read-only\): conforms.*\n[\s\S]*\nTrend: .*trend\.html, .*trend\.json\n$/,
    );
    expect(readFileSync(join(folder, "out", "trend.html"), "utf8")).toMatch(/^<!doctype html>/);
    const trend = JSON.parse(readFileSync(join(folder, "out", "trend.json"), "utf8")) as { format: string };
    expect(trend.format).toBe("pedigree-trend/2");
  });

  it("reads files and folders, whatever their order, and names what it leaves out in a line each", async () => {
    const { nights, out } = folderOf([{}, failing]);
    const broken = write(nights, "broken.json", "{");
    const newer = write(nights, "newer.json", { ...reportOf(3), format: "pedigree-report/2" });

    const ended = await pedigree(["trend", broken, newer, join(nights, "1"), nights, "--reports", out]);

    expect(ended.exitCode).toBe(0);
    expect(ended.stderr.split("\n")).toEqual([
      `pedigree: ${broken} is left out: it is no JSON`,
      expect.stringMatching(
        /newer\.json is left out: it is no report of this version of pedigree: format must be pedigree-report\/1/,
      ),
      "pedigree: 1 report left out: another report of the same run was read",
      "",
    ]);
    expect(ended.stdout).toMatch(/staging \(2 runs\)\n[\s\S]*New failures: LIST-3\n/);
  });

  it.each<readonly [string, readonly NightTale[], number]>([
    ["1 for a new failure", [{}, failing], 1],
    ["0 for one that is not new", [{}, failing, failing], 0],
    ["0 where a failure is fixed", [failing, {}], 0],
    ["0 for one that is waived", [{}, { ...failing, waived: ["LIST-3"] }], 0],
    ["0 for a warning", [{}, { verdicts: { "AUTH-8": "warned" } }], 0],
    ["0 for a single run: there is none before", [failing], 0],
    ["1 for what failed before, and was fixed", [failing, {}, failing], 1],
    ["1 where the run before could not tell", [{}, { verdicts: { "LIST-3": "inconclusive" } }, failing], 1],
    [
      "0 where the last that could tell failed",
      [failing, { verdicts: { "LIST-3": "untested" } }, failing],
      0,
    ],
  ])("--fail-on new ends with %s", async (_what, tales, exitCode) => {
    const { nights, out } = folderOf(tales);

    const ended = await pedigree(["trend", nights, "--reports", out, "--fail-on", "new"]);

    expect(ended.exitCode).toBe(exitCode);
  });

  it.each<readonly [string, string, readonly NightTale[], number]>([
    ["coverage", "a requirement is not tested any more", [{}, { verdicts: { "LIST-3": "untested" } }], 1],
    ["coverage", "all is tested", [{}, {}], 0],
    ["flaky", "a requirement comes and goes", [{}, failing, {}, failing, {}], 1],
    ["flaky", "a requirement fails each night", [failing, failing], 0],
    ["latency", "an operation takes ten times as long", [{}, slow], 1],
    ["latency", "it takes as long as before", [slow, slow], 0],
    [
      "inconclusive",
      "a requirement could not be decided",
      [{}, { verdicts: { "LIST-3": "inconclusive" } }],
      1,
    ],
    ["inconclusive", "all are decided", [{}, failing], 0],
    ["new,latency", "one of both shows", [{}, failing], 1],
    ["flaky,coverage", "neither shows", [{}, failing], 0],
  ])("--fail-on %s, where %s", async (list, _what, tales, exitCode) => {
    const { nights, out } = folderOf(tales);

    const ended = await pedigree(["trend", nights, "--reports", out, "--fail-on", list]);

    expect(ended.exitCode).toBe(exitCode);
    expect(/^Failed, as --fail-on asks: /m.test(ended.stdout)).toBe(exitCode === 1);
  });

  it("ends with 0 for a new failure, unless it is asked for", async () => {
    const { nights, out } = folderOf([{}, failing]);

    expect(await pedigree(["trend", nights, "--reports", out])).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("lets no text of a report reach the terminal as it is", async () => {
    const { nights, out } = folderOf([]);
    const report: Report = reportOf(0);
    write(nights, "report.json", { ...report, target: { ...report.target, name: "\u001b[31mred\u202e" } });

    const ended = await pedigree(["trend", nights, "--reports", out]);

    expect(ended.stdout).toContain("\\u{1b}[31mred\\u{202e}");
    expect(ended.stdout).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("wrong usage of pedigree trend ends with 2 and says what to do:", () => {
  const folder = (): string => temporaryFolder();
  it.each<readonly [string, () => readonly string[], RegExp]>([
    ["no report at all", () => [], /missing required argument 'report'/],
    [
      "a file that is not there",
      () => ["/no/such/report.json"],
      /report\.json is left out: it cannot be read \(ENOENT\)[\s\S]*no report is left: give report\.json files/,
    ],
    [
      "a file that is no report",
      () => [write(folder(), "x.json", "{}")],
      /x\.json is left out: it is no report of this version of pedigree[\s\S]*no report is left/,
    ],
    ["an empty folder", () => [folder()], /there is no report\.json in it[\s\S]*no report is left/],
    [
      "another --fail-on",
      () => [folder(), "--fail-on", "old"],
      /there is no reason to fail old; did you mean flaky\?|there is no reason to fail old; did you mean new\?/,
    ],
    [
      "a reports folder that is a file",
      () => [folder(), "--reports", write(folder(), "file", "")],
      /cannot be written to/,
    ],
  ])("%s", async (_what, args, message) => {
    const out = join(temporaryFolder(), "out");

    const ended = await pedigree(["trend", "--reports", out, ...args()]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(ended.stdout).toBe("");
    expect(existsSync(join(out, "trend.html"))).toBe(false);
  });
});
