import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { main, pedigree, readReport, start, temporaryFolder } from "../cli/pedigree.js";
import { deadPort } from "../servers/plain-server.js";

/** A shell that starts the server in the background: it is the server, and not the shell, that must go. */
const serveAt = (port: number) => `"${process.execPath}" "${main}" serve --port ${port} & wait`;

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

describe("pedigree run --start", () => {
  it("starts the server, waits for it, judges it, and stops it with all that it started", async () => {
    const reports = temporaryFolder();
    const port = await deadPort();
    const url = `http://127.0.0.1:${port}/v1`;

    const ended = await pedigree(["run", "--start", serveAt(port), "--wait-for", url, "--reports", reports]);

    expect(ended.exitCode).toBe(0);
    expect(readReport(reports)).toMatchObject({ target: { baseUrl: url, embedded: false } });
    expect(await isListening(port)).toBe(false);
  });

  it("judges the target where that is another address than the one it waits for", async () => {
    const port = await deadPort();
    const url = `http://127.0.0.1:${port}/v1`;
    const args = [
      "--start",
      serveAt(port),
      "--wait-for",
      `http://127.0.0.1:${port}/health?x=1`,
      "--target",
      url,
    ];

    const ended = await pedigree(["run", ...args, "--only", "LIST-1", "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(0);
    expect(await isListening(port)).toBe(false);
  });

  it("ends with 3 where the command fails, with what it said", async () => {
    const port = await deadPort();
    const args = ["--start", "echo no database >&2; exit 7", "--wait-for", `http://127.0.0.1:${port}/v1`];

    const ended = await pedigree(["run", ...args, "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toContain("the server did not start: it ended with exit code 7");
    expect(ended.stderr).toContain("no database");
  });

  it("stops the server when it is interrupted while judging", async () => {
    const port = await deadPort();
    const url = `http://127.0.0.1:${port}/v1`;
    const running = start([
      "run",
      "--start",
      serveAt(port),
      "--wait-for",
      url,
      "--rate",
      "20",
      "--reports",
      temporaryFolder(),
    ]);
    await running.said(/judging/);

    running.process.kill("SIGINT");
    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    expect(await isListening(port)).toBe(false);
  });

  it("stops the command when it is interrupted while waiting", async () => {
    const port = await deadPort();
    const begun = join(temporaryFolder(), "begun");
    const listener = `require('net').createServer().listen(${port})`;
    const sleeper = `touch "${begun}"; "${process.execPath}" -e "setTimeout(() => ${listener}, 2000)" & wait`;
    const url = `http://127.0.0.1:${port}/v1`;
    const running = start(["run", "--start", sleeper, "--wait-for", url, "--reports", temporaryFolder()]);
    await vi.waitUntil(() => existsSync(begun), { timeout: 10_000, interval: 50 });

    running.process.kill("SIGINT");
    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await isListening(port)).toBe(false);
  });
});
