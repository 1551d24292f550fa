import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cleanUp } from "../../src/cli/cleanup.js";
import { key, startServer } from "../servers/judging.js";
import { writeConfiguration } from "../settings/configured.js";
import { pedigree, runOn, start, temporaryFolder } from "./pedigree.js";

const quickly = ["--only", "LIST-1", "--max-created", "5", "--quiet"];

describe("a clean-up", () => {
  it("is run afterwards, and is told what was added, where, and with which key", async () => {
    const directory = temporaryFolder();
    const reports = join(directory, "it's $HOME");
    const { baseUrl: url } = await startServer();
    const told = 'echo "$PEDIGREE_TARGET $PEDIGREE_API_KEY $PEDIGREE_CREATED" > told; cat > /dev/null <';

    const args = ["--target", url, ...quickly, "--reports", reports, "--cleanup", told];
    const ended = await pedigree(["run", ...args], { directory });

    const journal = join(reports, "created.ndjson");
    const entries = readFileSync(journal, "utf8");
    const events = entries.match(/(?<="event":")\w+/g);
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readFileSync(join(directory, "told"), "utf8")).toBe(`${url} ${key} ${journal}\n`);
    expect(new Set(events)).toEqual(new Set(["run", "sending", "created"]));
    expect(entries).not.toContain(key);
    expect(statSync(journal).mode & 0o777).toBe(0o600);
  });

  it("changes nothing about the exit code when it fails, which is said on stderr with its output", async () => {
    const { baseUrl: url } = await startServer();

    const ended = await runOn(url, [...quickly, "--cleanup", "sh -c 'echo no rights; exit 4'"]);

    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).not.toContain("no rights");
    expect(ended.stderr).toMatch(
      /^no rights\npedigree: the clean-up did not work .*it ended with exit code 4/,
    );
  });

  it("is run after an interrupted run, too, in the folder of the configuration", async () => {
    const reports = temporaryFolder();
    let received = 0;
    const { baseUrl: url } = await startServer(() => ({
      answerEarly: () => {
        if (++received === 150) running.process.kill("SIGINT");
        return undefined;
      },
    }));
    const { folder, path } = writeConfiguration(`targets:\n  here: { url: ${url}, cleanup: ./tidy }\n`);
    writeFileSync(join(folder, "tidy"), '#!/bin/sh\necho "$1" > tidied\n', { mode: 0o755 });
    const running = start(["run", "--config", path, "--target", "here", "--reports", reports]);

    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    expect(readFileSync(join(folder, "tidied"), "utf8")).toBe(`${join(reports, "created.ndjson")}\n`);
  });

  it("is not run where nothing was added", async () => {
    const { baseUrl: url } = await startServer();

    const ended = await runOn(url, ["--read-only", "--only", "LIST-1", "-q", "--cleanup", "echo tidy"]);

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("is stopped with all that it started when it takes too long, which is said", async () => {
    const folder = temporaryFolder();
    const spy = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => spy.mockRestore());
    const command = "sh -c 'sleep 60 & echo $! > pid; wait'";

    await cleanUp({ command, folder, journal: "x", baseUrl: "http://x/v1", key: "k", longest: 1000 });

    const pid = readFileSync(join(folder, "pid"), "utf8").trim();
    expect(spy.mock.calls.join("")).toMatch(/the clean-up did not work .*it was stopped after 1 s/);
    expect(spawnSync("ps", ["-o", "stat=", "-p", pid]).stdout.toString()).toMatch(/^(Z.*)?\s*$/);
  });
});
