import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeUsageMistake } from "../../src/cli/program.js";
import { loadYamlFile } from "../../src/description/index.js";
import { writeConfiguration } from "../settings/configured.js";
import { type Ended, pedigree, start, temporaryFolder } from "./pedigree.js";

const target = ["--target", "http://127.0.0.1:9/v1"];

/** A command line as one would type it. */
const words = (line: string): readonly string[] => line.split(" ").map((word) => word.replace(/^''$/, ""));

function expectRefusal({ exitCode, stdout, stderr }: Ended, reason: RegExp): void {
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toMatch(/^pedigree: /);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toMatch(/\n\s+at |secret/);
}

describe("wrong usage ends with 2 and says what to do:", () => {
  it.each<readonly [string, RegExp]>([
    ["run --tagret x", /unknown option '--tagret'[\s\S]*--target/],
    ["run http://localhost:8080/v1", /named with --target/],
    ["runn", /unknown command 'runn'[\s\S]*run/],
    ["run --profile gat", /gat[\s\S]*gate, nightly, certification/],
    ["run --seed 1.5", /--seed[\s\S]*Give an integer/],
    ["run --category 9223372036854775808", /Give 64-bit integers/],
    ["run --timeout soon", /--timeout[\s\S]*500ms, 10s or 2m/],
    ["run --now someday", /2030-12-05/],
    ["run --max-latency max=1h", /p50, p95, p99, max/],
    ["run --max-latency p90=1s", /p50, p95, p99, max/],
    ["run --only LIST-33", /no requirement LIST-33; did you mean LIST-3\?/],
    ["run --formats junti", /no format junti; did you mean junit\?/],
    ["run --target localhost", /"localhost" is no address[\s\S]*http:\/\/localhost:8080\/v1/],
    ["run --target ftp://x/v1", /no HTTP address/],
    ["run --target http://a%b/", /no HTTP address/],
    ["run --target http://u:secret@x/v1", /user name or password/],
    ["run --target http://x/v1 --target http://u:secret@x/v1", /--target is given twice/],
    ["run --key-file /no/such/file --target http://x/v1", /key file \/no\/such\/file cannot be read/],
    ["run --config none.yaml", /^pedigree: none\.yaml: cannot be read \(ENOENT\)\n$/],
    [
      "run --spec missing.yaml",
      /: --spec: there is no file missing\.yaml: give the path or the address of a description\n$/,
    ],
    ["run --start true", /--start needs the address .* --target, or --wait-for/],
    ["run --wait-for http://x/", /--wait-for needs --start/],
    ["run --last-failed --only LIST", /--last-failed.*--only/],
    ["run --last-failed", /there is no last report in .*: run without/],
    ["explain", /missing required argument/],
    ["explain LIST-99", /no requirement LIST-99, and no check; did you mean LIST-9\?/],
    ["explain list/empt", /did you mean list\/empty\?/],
    ["merge report.json --overlay overlay.yaml", /--overlay needs --spec/],
    ["replay /no/such/report.json", /\/no\/such\/report\.json cannot be read/],
    ["serve --port 65536", /port from 0 to 65535/],
    ["serve --mutant page-siz", /there is no mutant page-siz; did you mean /],
  ])("%s", async (line, reason) => {
    expectRefusal(await pedigree(words(line), { directory: temporaryFolder() }), reason);
  });

  it.each<readonly [string, string | undefined, RegExp]>([
    ["no key", undefined, /: there is no API key: set PEDIGREE_API_KEY, or name a file with --key-file\n$/],
    ["an empty one", "", /: the environment variable PEDIGREE_API_KEY is empty/],
    ["one that no header can carry", "secret Wörter", /cannot carry/],
  ])("%s in the environment", async (_what, key, reason) => {
    const environment = { PEDIGREE_API_KEY: key };

    expectRefusal(await pedigree(["run", ...target], { directory: temporaryFolder(), environment }), reason);
  });

  it.each([
    ...["target", "config", "key", "key-file", "header", "ca", "proxy", "spec", "reports", "start"],
    ...["cleanup", "profile", "seed", "only", "formats", "rate", "timeout", "now"],
  ])("an empty value: --%s", async (flag) => {
    const ended = await pedigree(["run", `--${flag}`, ""], { directory: temporaryFolder() });

    expectRefusal(ended, new RegExp(`^pedigree: .*--${flag}\\b.*(?: is empty|'' is invalid)`));
  });

  it.each(["TARGET", "CONFIG", "PROFILE", "SEED", "REPORTS"])(
    "an empty variable: PEDIGREE_%s",
    async (name) => {
      const environment = { [`PEDIGREE_${name}`]: "" };

      const ended = await pedigree(["run"], { directory: temporaryFolder(), environment });

      expectRefusal(ended, new RegExp(`'' from env 'PEDIGREE_${name}'|PEDIGREE_${name} is empty`));
    },
  );

  it.each<readonly [string, readonly string[], RegExp]>([
    ["profiel: gate\n", [], /pedigree\.config\.yaml:1:1: profiel: .*; did you mean profile\?/],
    ['target: ""\n', [], /pedigree\.config\.yaml:1:\d+: /],
    ['targets: { a: { url: "" } }\n', [], /pedigree\.config\.yaml:1:\d+: /],
    ['reports: { folder: "" }\n', [], /pedigree\.config\.yaml:1:\d+: /],
    [
      "waivers:\n  - { requirement: LIST-3, reason: r, owner: o, expires: 2026-12-31 }\n",
      ["--profile", "certification"],
      /pedigree\.config\.yaml:1:1: the certification profile accepts no waivers/,
    ],
  ])("a configuration: %s", async (text, flags, reason) => {
    const { folder: directory } = writeConfiguration(text);

    expectRefusal(await pedigree(["run", ...flags], { directory }), reason);
  });

  it.each<readonly [string, RegExp]>([
    ["run --config /dev/zero", /\/dev\/zero: is no file$/],
    ["run --config pipe", /pipe: is no file$/],
    ["run --config large", /large: is larger than 1024 KB$/],
    ["run --config deep", /deep: has more than 100 levels$/],
    ["run --config aliases", /aliases: has more than 500 aliases$/],
    ["run --reports large", /the reports folder large cannot be written to.*--reports/],
    ["run --spec broken", /openapi\.yaml:\d+/],
    ["list --spec spec", /openapi\.yaml: has more than 100 levels$/],
    ["run --target http://x/v1 --key-file /dev/zero", /key file \/dev\/zero is no file$/],
    ["run --target http://x/v1 --key-file large", /key file large is larger than 64 KB$/],
    ["run --target http://x/v1 --ca /dev/zero", /\/dev\/zero is no file$/],
    ["report /dev/zero", /\/dev\/zero is no file: give a report\.json$/],
    ["replay pipe", /pipe is no file: give a report\.json$/],
    ["trend /dev/zero", /\/dev\/zero is left out: it is no file: give a report\.json$/],
  ])("a file that is none, too much, or never ends: %s", async (line, reason) => {
    const directory = temporaryFolder();
    const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
    const deep = `a: ${"[".repeat(200_000)}`;
    const chain = Array.from({ length: 20_000 }, (_, index) => `- &a${index + 1} [*a${index}]\n`);
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(directory, "pipe")]);
    for (const folder of ["spec", "broken"]) mkdirSync(join(directory, folder));
    write("large", "x".repeat(1_100_000));
    write("deep", deep);
    write("aliases", `- &a0 []\n${chain.join("")}`);
    write("spec/openapi.yaml", deep);
    write("broken/openapi.yaml", "openapi: 3.1.0\ninfo: [\n");

    const ended = await pedigree(words(line), { directory });

    expectRefusal({ ...ended, stderr: ended.stderr.split("\n")[0] ?? "" }, reason);
  });
});

it.each([
  [100, false],
  [200, true],
])("a file of %i levels is refused: %s", (levels, isRefused) => {
  const path = join(temporaryFolder(), "nested.yaml");
  writeFileSync(path, `${"[".repeat(levels)}${"]".repeat(levels)}`);

  const load = expect(() => loadYamlFile(path));

  if (isRefused) load.toThrow(/nested\.yaml: has more than 100 levels$/);
  else load.not.toThrow();
});

describe("what users of other tools try first is told with what was likely meant:", () => {
  it.each([
    ["too many arguments for 'run'. Expected 0 arguments but got 1.", "--target"],
    ["too many arguments for 'doctor'. Expected 0 arguments but got 2.", "--target"],
    ["unknown option '--url'", "--target"],
    ["unknown option '--base-url'", "--target"],
    ["unknown option '--token'", "PEDIGREE_API_KEY"],
    ["unknown option '--api-key=k-1'", "--key-file"],
    ["unknown option '--output'", "--reports"],
  ])("%s", (text, meant) => {
    const told = describeUsageMistake(`error: ${text}\n`);

    expect(told).toMatch(/^pedigree: [^\n]*: [^\n]*\n$/);
    expect(told).toContain(meant);
    expect(told).not.toContain("k-1");
  });

  it.each([
    "unknown option '--reportz'\n(Did you mean --reports?)",
    "unknown option '--hosting'",
    "too many arguments for 'calibrate'. Expected 0 arguments but got 1.",
  ])("any other stays as it is: %s", (text) => {
    expect(describeUsageMistake(`error: ${text}\n`)).toBe(`pedigree: ${text}\n`);
  });
});

describe("--help", () => {
  it.each([
    ["run", [], true],
    ["doctor", ["--seed", "--max-created"], false],
    ["replay", ["--seed", "--only"], true],
  ])("of %s shows the flags that concern it", async (command, without, limits) => {
    const { stdout } = await pedigree([command, "--help"]);

    const flags = stdout.match(/(?<=^ .*)--[a-z-]+(?= |$)/gm) ?? [];
    expect(flags).toEqual(expect.arrayContaining(["--target", "--ca", "--key-file"]));
    expect(flags.filter((flag) => without.includes(flag))).toEqual([]);
    expect([...flags].includes("--rate")).toBe(limits);
  });

  it("of a process prints the commands and exit codes, and --version the version, both with 0", async () => {
    const [help, version] = await Promise.all(["--help", "--version"].map((flag) => start([flag]).ended));

    expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/run .*\n[\s\S]*Exit codes:/) });
    expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
