import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { key, startServer } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";
import { main, runOn, temporaryFolder } from "./pedigree.js";

const quickly = ["--only", "LIST-4", "--quiet"];

/** Runs a command line of bash in which `$PEDIGREE` is the command. */
function inShell(script: string, directory: string): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn("bash", ["-c", script], {
    cwd: directory,
    env: { PATH: process.env["PATH"], PEDIGREE: `${process.execPath} ${main}`, PEDIGREE_API_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once("close", (exitCode) => resolve({ exitCode, output })));
}

describe("a report that cannot be written", () => {
  it.each([
    ["2 for a server that conforms", 20, 2, /^conforms/m],
    ["1 for one that does not", 25, 1, /^does not conform/m],
  ])("costs neither the verdict nor the other reports: %s", async (_what, limit, exitCode, verdict) => {
    const { baseUrl: url } = await startServer(() => ({ defaultLimit: () => limit }));
    const reports = temporaryFolder();
    mkdirSync(join(reports, "junit.xml"));

    const ended = await runOn(url, [...quickly, "--reports", reports]);

    const stderr = `pedigree: ${join(reports, "junit.xml")} cannot be written (EISDIR)\n`;
    expect(ended).toMatchObject({ exitCode, stderr, stdout: expect.stringMatching(verdict) });
    expect(readdirSync(reports)).toEqual(expect.arrayContaining(["report.json", "report.html"]));
  });

  it("is no report to replay from", async () => {
    const { baseUrl: url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const { exitCode, stdout, reports } = await runOn(url, ["--only", "LIST-4", "--formats", "junit"]);

    const junit = readFileSync(join(reports, "junit.xml"), "utf8");
    expect(exitCode).toBe(1);
    expect(stdout + junit).not.toContain("pedigree replay");
  });
});

describe("where the size of files is limited,", () => {
  it.each([
    [
      "a report ends in a sentence",
      20,
      "LIST-1 --read-only",
      /^conforms[\s\S]*report\.json cannot be written/m,
    ],
    // A block is 1024 bytes; the file ends within a line.
    [
      "a line of the journal that is written in part is noticed",
      1,
      "CREATE-1",
      /inconclusive: the journal .* to/,
    ],
  ])("%s", async (_what, blocks, only, sentence) => {
    const directory = temporaryFolder();
    const { baseUrl: url } = await startServer();
    writeFileSync(join(directory, "created.ndjson"), `${JSON.stringify({ text: "x".repeat(1000) })}\n`);
    const formats = blocks === 1 ? "ctrf" : "json";

    const { exitCode, output } = await inShell(
      `ulimit -f ${blocks}; $PEDIGREE run --target ${url} --only ${only} -q --reports . --formats ${formats}`,
      directory,
    );

    expect(exitCode).toBe(2);
    expect(output).toMatch(sentence);
    expect(output).toContain("(EFBIG)");
    expect(output).not.toMatch(/bug|\n\s+at /);
  });
});

describe("output that nobody takes leaves the exit code, quietly:", () => {
  const run = "run --target $TARGET --only LIST-4 --verbose";
  it.each([
    ["a full disk", `${run} > /dev/full 2> /dev/full`, 1, ""],
    ["a reader that has read enough", `${run} 2> /dev/full | true`, 1, ""],
    ["a list of which one line is read", "list | head -n 1", 0, "What the service does\n"],
  ])("%s", async (_what, line, exitCode, output) => {
    const { baseUrl: url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const ended = await inShell(`set -o pipefail; TARGET=${url}; $PEDIGREE ${line}`, temporaryFolder());

    expect(ended).toEqual({ exitCode, output });
  });
});

it("a journal that cannot be written to ends a run before anything is sent", async () => {
  const received: Received[] = [];
  const { baseUrl: url } = await startServer(recordInto(received));
  const reports = temporaryFolder();
  mkdirSync(join(reports, "created.ndjson"));

  const ended = await runOn(url, [...quickly, "--reports", reports]);

  expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
  expect(ended.stderr).toMatch(/^pedigree: the journal .*created\.ndjson cannot be written to \(EISDIR\)/);
  expect(received).toEqual([]);
});
