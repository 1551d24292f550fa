import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "../../src/cli/journal.js";
import { key, startServer } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";
import { main, pedigree, start, temporaryFolder } from "./pedigree.js";

const quickly = ["--only", "LIST-4", "--quiet"];
const entry = { event: "created", run: "r", at: "2026-01-01T00:00:00Z", trace: "t", id: "1" } as const;

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
    ["2 for a server that conforms", 20, 2, /^conforms/],
    ["1 for one that does not", 25, 1, /^does not conform/],
  ])("costs neither the verdict nor the other reports: %s", async (_what, limit, exitCode, verdict) => {
    const { url } = await startServer(() => ({ defaultLimit: () => limit }));
    const reports = temporaryFolder();
    mkdirSync(join(reports, "junit.xml"));

    const ended = await pedigree(["run", "--target", url, ...quickly, "--reports", reports]);

    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stdout).toMatch(verdict);
    expect(ended.stderr).toBe(`pedigree: ${join(reports, "junit.xml")} cannot be written (EISDIR)\n`);
    expect(readdirSync(reports)).toEqual(expect.arrayContaining(["report.json", "report.html"]));
  });

  it("is no report to replay from", async () => {
    const { url } = await startServer(() => ({ defaultLimit: () => 25 }));
    const reports = temporaryFolder();
    const args = ["run", "--target", url, "--only", "LIST-4", "--formats", "junit", "--reports", reports];

    const ended = await pedigree(args);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).not.toContain("pedigree replay");
    expect(readFileSync(join(reports, "junit.xml"), "utf8")).not.toContain("pedigree replay");
  });

  it("ends in a sentence where the size of files is limited", async () => {
    const { url } = await startServer();
    const directory = temporaryFolder();

    const ended = await inShell(
      `ulimit -f 20; $PEDIGREE run --target ${url} --only LIST-1 --read-only -q`,
      directory,
    );

    expect(ended.exitCode).toBe(2);
    expect(ended.output).toMatch(/^conforms[\s\S]*report\.json cannot be written \(EFBIG\)\n/m);
    expect(ended.output).not.toMatch(/bug|\n\s+at /);
  });
});

describe("output that nobody takes", () => {
  it.each([
    ["to a full disk", "> /dev/full 2> /dev/full"],
    ["to a reader that has read enough", "2> /dev/full | true"],
  ])("leaves the verdict's exit code, quietly: %s", async (_what, redirection) => {
    const { url } = await startServer(() => ({ defaultLimit: () => 25 }));
    const script = `set -o pipefail; $PEDIGREE run --target ${url} --only LIST-4 --verbose ${redirection}`;

    const ended = await inShell(script, temporaryFolder());

    expect(ended).toEqual({ exitCode: 1, output: "" });
  });

  it("leaves a list's exit code", async () => {
    const ended = await inShell("set -o pipefail; $PEDIGREE list | head -n 1", temporaryFolder());

    expect(ended).toEqual({ exitCode: 0, output: "What the service does\n" });
  });
});

describe("the journal", () => {
  it("that cannot be written to ends a run before anything is sent", async () => {
    const received: Received[] = [];
    const { url } = await startServer(recordInto(received));
    const reports = temporaryFolder();
    mkdirSync(join(reports, "created.ndjson"));

    const ended = await pedigree(["run", "--target", url, ...quickly, "--reports", reports]);

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^pedigree: the journal .*created\.ndjson cannot be written to \(EISDIR\)/);
    expect(received).toEqual([]);
  });

  it.each([
    ["half a line", '{"event":"sending"}\n{"event":"sen', '{"event":"sending"}\n'],
    [
      "a line break",
      '{"event":"sending"}\n{"event":"created"}',
      '{"event":"sending"}\n{"event":"created"}\n',
    ],
    ["nothing", '{"event":"sending"}\n', '{"event":"sending"}\n'],
    ["anything but half a line", '{"event":', ""],
  ])("is whole again where a crash left %s", (_what, before, healed) => {
    const path = join(temporaryFolder(), "created.ndjson");
    writeFileSync(path, before);
    const journal = openJournal(path);

    journal.prepare();
    journal.write(entry);
    journal.close();

    expect(readFileSync(path, "utf8")).toBe(`${healed}${JSON.stringify(entry)}\n`);
  });

  it("notices a line that was written in part only", async () => {
    const directory = temporaryFolder();
    const { url } = await startServer();
    // A block is 1024 bytes; the file ends within a line.
    writeFileSync(join(directory, "created.ndjson"), `${JSON.stringify({ text: "x".repeat(1000) })}\n`);

    const args = `--target ${url} --only CREATE-1 -q --reports . --formats ctrf`;
    const ended = await inShell(`ulimit -f 1; $PEDIGREE run ${args}`, directory);

    expect(ended.exitCode).toBe(2);
    expect(ended.output).toMatch(/inconclusive: the journal .* cannot be written to \(EFBIG\)/);
    expect(ended.output).not.toMatch(/bug/);
  });
});

it("a hang-up ends a run as an interruption does, with its reports", async () => {
  const reports = temporaryFolder();
  const hungUp = { now: () => undefined as unknown };
  let received = 0;
  const { url } = await startServer(() => ({
    answerEarly: () => {
      received += 1;
      if (received === 50) hungUp.now();
      return undefined;
    },
  }));
  const running = start(["run", "--target", url, "--reports", reports]);
  hungUp.now = () => running.process.kill("SIGHUP");

  const ended = await running.ended;

  expect(ended.exitCode).toBe(130);
  expect(readdirSync(reports)).toContain("report.json");
});
