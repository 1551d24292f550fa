import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pedigree, start, temporaryFolder } from "../cli/pedigree.js";
import { away, failing, type NightTale, reportOf, taking } from "../report/trend/nights.js";

function write(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** A folder with a night in a folder of its own each. */
function folderOf(tales: readonly NightTale[]): string {
  const nights = temporaryFolder();
  tales.forEach((tale, night) => {
    write(join(nights, `${night}`, "report.json"), reportOf(night, tale));
  });
  return nights;
}

const broken = failing("LIST-3");
const undecided: NightTale = { verdicts: { "LIST-3": "inconclusive" } };
const untested: NightTale = { verdicts: { "LIST-3": "untested" } };

describe("pedigree trend", () => {
  it("makes trend.html and trend.json of real runs, and says what changed", async () => {
    const folder = temporaryFolder();
    const flags = ["--only", "LIST-1,LIST-3", "--read-only", "--quiet", "--formats", "json"];
    await pedigree(["run", ...flags, "--reports", join(folder, "1")]);
    await pedigree(["run", ...flags, "--reports", join(folder, "2")]);

    const ended = await start(["trend", folder, "--reports", join(folder, "out")]).ended;

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toMatch(
      /^the embedded reference server \(2 runs\)\n {2}Newest run \([\d-]+, read-only\): conforms.*\n[\s\S]*\nTrend: .*trend\.html, .*trend\.json\n$/,
    );
    expect(readFileSync(join(folder, "out", "trend.html"), "utf8")).toMatch(/^<!doctype html>/);
    expect(JSON.parse(readFileSync(join(folder, "out", "trend.json"), "utf8"))).toMatchObject({
      format: "pedigree-trend/2",
    });
  });

  it.each([
    ["a folder", (nights: string) => nights, ""],
    ["a file", (nights: string) => join(nights, "1", "report.json"), "1"],
  ])("writes beside %s that it reads, where no other folder is named", async (_what, pathIn, place) => {
    const [nights, directory] = [folderOf([{}, broken]), temporaryFolder()];

    const ended = await pedigree(["trend", pathIn(nights)], { directory });
    const again = await pedigree(["trend", pathIn(nights)], { directory });

    const [page, json] = [join(nights, place, "trend.html"), join(nights, place, "trend.json")];
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toContain(`Trend: ${page}, ${json}\n`);
    expect(again).toEqual(ended);
    expect([page, json].filter((path) => !existsSync(path))).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("reads files and folders, whatever their order, and names what it leaves out in a line each", async () => {
    const nights = folderOf([{}, broken]);
    const noJson = write(join(nights, "broken.json"), "{");
    const newer = write(join(nights, "newer.json"), { ...reportOf(3), format: "pedigree-report/2" });

    const paths = [noJson, newer, join(nights, "1"), nights];
    const ended = await pedigree(["trend", ...paths, "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(0);
    expect(ended.stderr.split("\n")).toEqual([
      `pedigree: ${noJson} is left out: it is no JSON: give a report.json`,
      expect.stringMatching(/newer\.json is left out: it is no report of this version .* pedigree-report\/1/),
      "pedigree: 1 report left out: another report of the same run was read",
      "",
    ]);
    expect(ended.stdout).toMatch(/staging \(2 runs\)\n[\s\S]*New failures: LIST-3\n/);
  });

  it.each<readonly [string, string, number, readonly NightTale[]]>([
    ["new", "a requirement begins to fail", 1, [{}, broken]],
    ["new", "a failure is not new", 0, [{}, broken, broken]],
    ["new", "a failure is fixed", 0, [broken, {}]],
    ["new", "a failure is waived", 0, [{}, { ...broken, waived: ["LIST-3"] }]],
    ["new", "there is a warning", 0, [{}, { verdicts: { "AUTH-8": "warned" } }]],
    ["new", "there is no run before", 0, [broken]],
    ["coverage", "a requirement is not tested any more", 1, [{}, untested]],
    ["coverage", "all is tested", 0, [{}, {}]],
    ["flaky", "a requirement comes and goes", 1, [{}, broken, {}, broken, {}]],
    ["flaky", "a requirement fails each night", 0, [broken, broken]],
    ["latency", "an operation takes ten times as long", 1, [taking(9), taking(900)]],
    ["latency", "it takes as long as before", 0, [taking(900), taking(900)]],
    ["inconclusive", "a requirement could not be decided", 1, [{}, undecided]],
    ["inconclusive", "the newest run could test nothing", 1, [{}, away]],
    ["inconclusive", "all are decided", 0, [{}, broken]],
    ["new,latency", "one of both shows", 1, [{}, broken]],
    ["flaky,coverage", "neither shows", 0, [{}, broken]],
  ])("--fail-on %s, where %s, ends with %i", async (list, _what, exitCode, tales) => {
    const args = ["trend", folderOf(tales), "--reports", temporaryFolder(), "--fail-on", list];

    const ended = await pedigree(args);

    expect(ended.exitCode).toBe(exitCode);
    expect(/^Failed, as --fail-on asks: /m.test(ended.stdout)).toBe(exitCode === 1);
  });

  it("ends with 0 for a new failure, unless it is asked for, and prints no text of a report as it is", async () => {
    const target = { name: "\u001b[31mred\u202e", baseUrl: "https://staging.example/v1", embedded: false };
    const nights = folderOf([{ target }, { ...broken, target }]);

    const ended = await pedigree(["trend", nights, "--reports", temporaryFolder()]);

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toContain("\\u{1b}[31mred\\u{202e}");
    expect(ended.stdout).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("wrong usage of pedigree trend ends with 2 and says what to do:", () => {
  it.each<readonly [string, (folder: string) => readonly string[], RegExp]>([
    ["no report at all", () => [], /missing required argument 'report'/],
    [
      "no such file",
      () => ["/no/x.json"],
      /x\.json is left out: it cannot be read \(ENOENT\)\n.*no report is left/,
    ],
    [
      "a file that is no report",
      (folder) => [write(join(folder, "x.json"), "{}")],
      /x\.json is left out: it is no report of this version of pedigree[\s\S]*no report is left/,
    ],
    ["an empty folder", (folder) => [folder], /it holds no report\.json[\s\S]*no report is left/],
    ["another --fail-on", (folder) => [folder, "--fail-on", "old"], /no reason to fail old; did you mean/],
    [
      "a reports folder that is a file",
      (folder) => [folder, "--reports", write(join(folder, "file"), "")],
      /cannot be written to/,
    ],
  ])("%s", async (_what, args, message) => {
    const out = join(temporaryFolder(), "out");

    const ended = await pedigree(["trend", "--reports", out, ...args(temporaryFolder())]);

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(out, "trend.html"))).toBe(false);
  });
});
