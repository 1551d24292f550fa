import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { main, pedigree, readReport, start, temporaryFolder } from "../cli/pedigree.js";
import { deadPort } from "../servers/plain-server.js";

/** A shell that starts the server in the background: it is the server, and not the shell, that must go. */
async function plan() {
  const port = await deadPort();
  const url = `http://127.0.0.1:${port}/v1`;
  const command = `"${process.execPath}" "${main}" serve --port ${port} & wait`;
  return { port, url, command, reports: temporaryFolder() };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

describe("a start command", () => {
  it.each([
    ["that it waits for", (url: string) => ["--wait-for", url]],
    ["of the target", (url: string) => ["--target", url, "--wait-for", url.replace("v1", "health?x=1")]],
  ])("starts the server, judges it at the address %s, and stops all that it started", async (_what, at) => {
    const { port, url, command, reports } = await plan();
    const flags = ["--only", "LIST-1", "--reports", reports];

    const ended = await pedigree(["run", "--start", command, ...at(url), ...flags]);

    expect(ended.exitCode).toBe(0);
    expect(readReport(reports)).toMatchObject({ target: { baseUrl: url, embedded: false } });
    expect(await isListening(port)).toBe(false);
  });

  it("ends with 3 where the command fails, at once, with what it said", async () => {
    const { url, reports } = await plan();
    const began = performance.now();
    const command = "echo no database >&2; exit 7";

    const ended = await pedigree(["run", "--start", command, "--wait-for", url, "--reports", reports]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toContain("the server did not start: it ended with exit code 7\nno database");
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("stops the server when it is interrupted while judging", async () => {
    const { port, url, command, reports } = await plan();
    const flags = ["--rate", "20", "--reports", reports];
    const running = start(["run", "--start", command, "--wait-for", url, ...flags]);
    await running.said(/judging/);

    running.process.kill("SIGINT");
    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    expect(await isListening(port)).toBe(false);
  });

  it.each(["run", "doctor"])("%s stops the command when it is interrupted while waiting", async (name) => {
    const { port, url, reports: directory } = await plan();
    const begun = join(temporaryFolder(), "begun");
    const listener = `setTimeout(() => require('net').createServer().listen(${port}), 2000)`;
    const command = `touch "${begun}"; "${process.execPath}" -e "${listener}" & wait`;
    const target = { url, start: command, "wait-for": url };
    writeFileSync(join(directory, "pedigree.config.yaml"), JSON.stringify({ targets: { local: target } }));
    const running = start([name, "--target", "local"], { directory });
    await vi.waitUntil(() => existsSync(begun), { timeout: 10_000, interval: 50 });

    running.process.kill("SIGINT");
    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    await sleep(2500);
    expect(await isListening(port)).toBe(false);
  });
});
