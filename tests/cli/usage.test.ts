import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pedigree, temporaryFolder } from "./pedigree.js";

const target = ["--target", "http://127.0.0.1:9/v1"];

describe("wrong usage ends with 2 and says what to do:", () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    ["a flag that there is not", ["run", "--tagret", "x"], /unknown option '--tagret'[\s\S]*--target/],
    ["an address without a flag", ["run", "http://localhost:8080/v1"], /named with --target/],
    ["a command that there is not", ["runn"], /unknown command 'runn'[\s\S]*run/],
    ["a profile that there is not", ["run", "--profile", "gat"], /gat[\s\S]*gate, nightly, certification/],
    ["a seed that is no integer", ["run", "--seed", "1.5"], /--seed[\s\S]*Give an integer/],
    ["a category beyond 64 bits", ["run", "--category", "9223372036854775808"], /Give 64-bit integers/],
    ["a duration without sense", ["run", "--timeout", "soon"], /--timeout[\s\S]*500ms, 10s or 2m/],
    ["a date without sense", ["run", "--now", "someday"], /2030-12-05/],
    [
      "a requirement that there is not",
      ["run", "--only", "LIST-33"],
      /no requirement LIST-33; did you mean LIST-3\?/,
    ],
    ["a format that there is not", ["run", "--formats", "junti"], /no format junti; did you mean junit\?/],
    [
      "an address without a scheme",
      ["run", "--target", "localhost"],
      /"localhost" is no address[\s\S]*http:\/\/localhost:8080\/v1/,
    ],
    ["an address of another scheme", ["run", "--target", "ftp://x/v1"], /no HTTP address/],
    ["an address that is none", ["run", "--target", "http://a b/"], /no HTTP address/],
    ["an address with a password", ["run", "--target", "http://u:secret@x/v1"], /user name or password/],
    [
      "a key file that is not there",
      ["run", ...target, "--key-file", "/no/such/file"],
      /key file \/no\/such\/file cannot be read/,
    ],
    ["a specification that is not there", ["run", "--spec", "/no/such/folder"], /\/no\/such\/folder/],
    ["--start without --wait-for", ["run", "--start", "true"], /--start needs --wait-for/],
    ["--wait-for without --start", ["run", "--wait-for", "http://x/"], /--wait-for needs --start/],
    ["a check to explain that there is not", ["explain", "list/empt"], /did you mean list\/empty\?/],
    ["two targets", ["run", ...target, "--target", "http://u:secret@x/v1"], /--target is given twice/],
    ["two ways to choose requirements", ["run", "--last-failed", "--only", "LIST"], /--last-failed.*--only/],
    ["a latency that is not known", ["run", "--max-latency", "p90=1s"], /p50, p95, p99, max/],
    [
      "a last report that is not there",
      ["run", "--last-failed"],
      /there is no last report in .*: run without/,
    ],
    ["explain without a requirement", ["explain"], /missing required argument/],
    [
      "a requirement to explain that there is not",
      ["explain", "LIST-99"],
      /no requirement LIST-99, and no check; did you mean LIST-9\?/,
    ],
    [
      "a report that is not there",
      ["replay", "/no/such/report.json"],
      /\/no\/such\/report\.json cannot be read/,
    ],
    ["a port that there is not", ["serve", "--port", "65536"], /port from 0 to 65535/],
  ])("%s", async (_what, args, message) => {
    const reports = args[0] === "run" ? ["--reports", temporaryFolder()] : [];

    const ended = await pedigree([...args, ...reports]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).toMatch(/^pedigree: /);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    expect(ended.stderr).not.toContain("secret");
    expect(ended.stdout).toBe("");
  });

  it("no key", async () => {
    const ended = await pedigree(["run", ...target, "--reports", temporaryFolder()], {
      environment: { PEDIGREE_API_KEY: undefined },
    });

    expect(ended).toMatchObject({
      exitCode: 2,
      stderr: "pedigree: there is no API key: set PEDIGREE_API_KEY, or name a file with --key-file\n",
    });
  });

  it("a key that no header can carry, without repeating it", async () => {
    const ended = await pedigree(["run", ...target, "--reports", temporaryFolder()], {
      environment: { PEDIGREE_API_KEY: "zwei Wörter" },
    });

    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("cannot carry") });
    expect(ended.stderr).not.toContain("Wörter");
  });

  it("a reports folder that is a file, before anything is sent", async () => {
    const file = join(temporaryFolder(), "reports");
    writeFileSync(file, "");

    const ended = await pedigree(["run", "--reports", file]);

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toContain(`the reports folder ${file} cannot be written to`);
    expect(ended.stderr).toContain("--reports");
  });

  it("a specification that is broken, with file and line", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "spec"));
    writeFileSync(join(folder, "spec", "openapi.yaml"), "openapi: 3.1.0\ninfo: [\n");
    writeFileSync(join(folder, "spec", "requirements.yaml"), "");

    const ended = await pedigree(["run", "--spec", join(folder, "spec"), "--reports", join(folder, "out")]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(/openapi\.yaml:\d+/);
  });

  it("a report that is none, and one without findings", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "none.json"), "{}");
    const none = await pedigree(["replay", join(folder, "none.json")]);
    await pedigree(["run", "--only", "LIST-1", "--read-only", "--quiet", "--reports", folder]);

    const empty = await pedigree(["replay", join(folder, "report.json")]);

    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("none.json") });
    expect(empty).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("holds no findings") });
    expect(readdirSync(folder)).toContain("report.json");
  });
});

describe("without wrong usage", () => {
  it.each([
    ["run", [], true],
    ["doctor", ["--seed", "--max-created"], false],
    ["replay", ["--seed", "--only"], true],
  ])("%s --help shows the flags that concern it", async (command, without, limits) => {
    const { stdout } = await pedigree([command, "--help"]);

    const flags = stdout.match(/(?<=^ .*)--[a-z-]+(?= |$)/gm) ?? [];
    expect(flags).toEqual(expect.arrayContaining(["--target", "--ca", "--key-file"]));
    expect(flags.filter((flag) => without.includes(flag))).toEqual([]);
    expect([...flags].includes("--rate")).toBe(limits);
  });

  it("the README tells every flag of run, and no other", async () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const table = /## Flags of `pedigree run`([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
    const { stdout } = await pedigree(["run", "--help"]);

    const flags = [...stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag);
    const told = table.match(/--[a-z]+(?:-[a-z]+)*/g) ?? [];
    expect(flags.length).toBeGreaterThan(30);
    expect(new Set(told)).toEqual(new Set(flags.filter((flag) => flag !== "--help")));
  });

  it("--help prints the commands and exit codes, and --version the version, both with 0", async () => {
    const [help, version] = await Promise.all([pedigree(["--help"]), pedigree(["--version"])]);

    expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Exit codes:") });
    expect(help.stdout).toMatch(/run .*\n[\s\S]*replay/);
    expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
