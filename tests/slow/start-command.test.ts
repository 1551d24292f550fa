import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { main, pedigree, readReport, start, temporaryFolder } from "../cli/pedigree.js";
import { key } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";

const ending = fileURLToPath(new URL("../servers/ending-server.mjs", import.meta.url));
const passesKey = ["--start-env", "PEDIGREE_API_KEY"];

/** A shell that starts the server in the background: it is the server, and not the shell, that must go. */
async function plan() {
  const port = await deadPort();
  const url = `http://127.0.0.1:${port}/v1`;
  const command = `"${process.execPath}" "${main}" serve --port ${port} & wait`;
  /** The command of a server that ends after so many requests. */
  const endingAfter = (requests: number) => `"${process.execPath}" "${ending}" ${port} ${key} ${requests}`;
  return { port, url, command, endingAfter, reports: temporaryFolder() };
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
    const flags = [...passesKey, "--only", "LIST-1", "--reports", reports];

    const ended = await pedigree(["run", "--start", command, ...at(url), ...flags]);

    expect(ended.exitCode).toBe(0);
    expect(readReport(reports)).toMatchObject({ target: { baseUrl: url, embedded: false } });
    expect(await isListening(port)).toBe(false);
  });

  it("ends with 2 where the command fails, with what it said", async () => {
    const { url, reports } = await plan();
    const command = "echo no database >&2; exit 7";

    const ended = await pedigree(["run", "--start", command, "--wait-for", url, "--reports", reports]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("the server did not start: it ended with exit code 7\nno database");
  });

  it("stops the server when it is interrupted while judging", async () => {
    const { port, url, command, reports } = await plan();
    const flags = [...passesKey, "--rate", "20", "--reports", reports];
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

describe("an address that answers before the start", () => {
  it.each([
    ["that is the target, on IPv4", "127.0.0.1", "127.0.0.1"],
    ["that is localhost, on IPv4 only", "127.0.0.1", "localhost"],
    ["that is localhost, on IPv6 only", "::1", "localhost"],
    ["that is the target, on IPv6", "::1", "[::1]"],
  ])("%s is an error, and nothing is started", async (_, listens, named) => {
    const port = await listenAt(listens);
    const [begun, reports] = [join(temporaryFolder(), "begun"), temporaryFolder()];
    const url = `http://${named}:${port}/v1`;

    const ended = await pedigree([
      ...["run", "--start", `touch "${begun}"; sleep 60`, "--wait-for", url, "--reports", reports],
    ]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toBe(`pedigree: something else listens at ${url}: stop it, or leave out --start\n`);
    expect(existsSync(begun)).toBe(false);
  });

  it("is an error, too, where only the target's address answers, and another one is waited for", async () => {
    const { url, command, reports } = await plan();
    const target = `http://127.0.0.1:${await listenAt("127.0.0.1")}/v1`;

    const args = ["run", "--start", command, "--target", target, "--wait-for", url, "--reports", reports];
    const ended = await pedigree(args);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain(`something else listens at ${target}: `);
  });
});

describe("a server that ends", () => {
  it.each([
    ["in the middle of the run", 20, [] as readonly string[]],
    ["after the first answer", 1, ["--only", "LIST-1"]],
  ])("%s makes it inconclusive, with its exit code and its last lines, without the key", async (...given) => {
    const [, requests, more] = given;
    const { url, endingAfter, reports } = await plan();
    const flags = ["--start", endingAfter(requests), "--wait-for", url, "--reports", reports, ...more];

    const ended = await pedigree(["run", ...flags]);

    expect(ended.exitCode).toBe(3);
    const sentence =
      "the server that --start started ended with exit code 9; its last lines on stderr: no memory left for [the API key]";
    expect(readReport(reports).conclusion).toMatchObject({ status: "inconclusive", trouble: sentence });
    expect(ended.stdout).toContain("exit code 9");
    expect(ended.stdout + ended.stderr).not.toContain(key);
  });

  it("after the last request makes the run inconclusive, although everything was tested", async () => {
    const { url, endingAfter, reports } = await plan();
    const flags = ["--wait-for", url, "--only", "LIST-1", "--seed", "1", "--reports", reports];
    const whole = await pedigree(["run", "--start", endingAfter(0), ...flags]);
    const { requests } = readReport(reports).run;

    // The first one waited for it.
    const ended = await pedigree(["run", "--start", endingAfter(1 + requests), ...flags]);

    expect(whole.exitCode).toBe(0);
    expect(ended.exitCode).toBe(3);
    expect(readReport(reports).run.requests).toBe(requests);
    expect(readReport(reports).conclusion.trouble).toContain("ended with exit code 9");
  });

  it("behind npm is noticed as well", async () => {
    const { url, endingAfter, reports } = await plan();
    const directory = temporaryFolder();
    const manifest = { name: "store", version: "1.0.0", scripts: { start: endingAfter(20) } };
    writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));

    const args = ["run", "--start", "npm start", "--wait-for", url, "--reports", reports];
    const ended = await pedigree(args, { directory });

    expect(ended.exitCode).toBe(3);
    expect(readReport(reports).conclusion.trouble).toContain("started ended with exit code 9; ");
  });

  it.each(["doctor", "replay"])("is an error for %s", async (name) => {
    const { url, endingAfter, reports: directory } = await plan();
    const configure = (requests: number): void => {
      const target = { url, start: endingAfter(requests), "wait-for": url };
      writeFileSync(join(directory, "pedigree.config.yaml"), JSON.stringify({ targets: { local: target } }));
    };
    configure(0);
    await pedigree(["run", "--target", "local", "--only", "LIST-1", "--reports", directory], { directory });
    const which = name === "replay" ? [withFinding(join(directory, "report.json")), "--finding", "1"] : [];
    configure(3);

    const ended = await pedigree([name, ...which, "--target", "local"], { directory });

    expect(ended).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("the server that --start started ended with exit code 9"),
    });
  });
});

describe("a command that leaves its server behind", () => {
  it("is judged as long as the server stays in its process group, and stopped", async () => {
    const { port, url, endingAfter, reports } = await plan();
    const command = `${endingAfter(0)} & exit 0`;
    const flags = ["--wait-for", url, "--only", "LIST-1", "--reports", reports];

    const ended = await pedigree(["run", "--start", command, ...flags]);

    expect(ended.exitCode).toBe(0);
    expect(await isListening(port)).toBe(false);
  });

  it("makes the run inconclusive if that server ends", async () => {
    const { url, endingAfter, reports } = await plan();
    const flags = ["--wait-for", url, "--reports", reports];

    const ended = await pedigree(["run", "--start", `${endingAfter(20)} & exit 0`, ...flags]);

    expect(ended.exitCode).toBe(3);
    expect(readReport(reports).conclusion.trouble).toContain(
      "ended with exit code 0; its last lines on stderr: no memory left",
    );
  });

  it("is an error where nothing is left in the group that could be watched and stopped", async () => {
    const { url, reports } = await plan();

    const ended = await pedigree(["run", "--start", "exit 0", "--wait-for", url, "--reports", reports]);

    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("ended with exit code 0, and left nothing in its process group");
  });
});

describe("the environment of the started server", () => {
  const environment = {
    PEDIGREE_API_KEY: key,
    PEDIGREE_SIGNING_KEY: "of another kind",
    STORE_AUTHORIZATION: `Bearer ${key}`,
    npm_config_store_key: key,
    STORE_BASIC: Buffer.from(key).toString("base64"),
    STORE_MODE: "test",
  };

  it.each([
    ["has no variable that holds a key", [], ["STORE_MODE"]],
    ["has those that are passed on by name", ["STORE_AUTHORIZATION"], ["STORE_AUTHORIZATION", "STORE_MODE"]],
  ])("%s", async (_, passed, left) => {
    const { url, endingAfter, reports } = await plan();
    const file = join(reports, "environment");
    const command = `env > "${file}"; exec ${endingAfter(0)}`;
    const flags = ["--wait-for", url, "--only", "LIST-1", "--reports", reports];
    const names = passed.flatMap((name) => ["--start-env", name]);

    const ended = await pedigree(["run", "--start", command, ...names, ...flags], { environment });

    expect(ended.exitCode).toBe(0);
    const seen = readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    expect(Object.keys(environment).filter((name) => seen.includes(name))).toEqual(left);
    expect(seen).toContain("PATH");
  });

  it("is what the refusal of the key points to", async () => {
    const { port, url, reports } = await plan();
    const command = `exec "${process.execPath}" "${ending}" ${port} "another-key-1234$PEDIGREE_API_KEY"`;
    const flags = ["--start", command, "--wait-for", url, "--reports", reports];

    const ended = await pedigree(["run", ...flags]);

    expect(ended.exitCode).toBe(3);
    expect(readReport(reports).conclusion.trouble).toMatch(
      /refuses the API key \(401\): .*; the server that --start started has no PEDIGREE_API_KEY in its environment: --start-env PEDIGREE_API_KEY passes it on$/,
    );
  });

  it.each(["PEDIGREE_API_KEY", "STORE_TOKEN"])(
    "%s is what the end of a server points to that asks for it",
    async (name) => {
      const { url, reports } = await plan();
      const command = `echo ${name} is not set >&2; exit 1`;
      const environment = name === "STORE_TOKEN" ? { STORE_TOKEN: key } : {};

      const ended = await pedigree(["run", "--start", command, "--wait-for", url, "--reports", reports], {
        environment,
      });

      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toContain(`--start-env ${name} passes it on`);
    },
  );

  it.each([
    [
      ["--start-env", "NOT_SET_AT_ALL"],
      "--start-env NOT_SET_AT_ALL: the environment variable NOT_SET_AT_ALL is not set",
    ],
  ])("lacks what is not set: %j is an error", async (flags, sentence) => {
    const { url, command } = await plan();

    const ended = await pedigree(["run", "--start", command, "--wait-for", url, ...flags]);

    expect(ended).toMatchObject({ exitCode: 2, stderr: `pedigree: ${sentence}\n` });
  });
});

/** Takes connections at an address until the test ends; returns its port. */
async function listenAt(host: string): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A report whose first finding is one of LIST-1, made up. */
function withFinding(path: string): string {
  const report = JSON.parse(readFileSync(path, "utf8")) as Report;
  const { requirements } = report;
  const check = requirements.find(({ id }) => id === "LIST-1")?.checks.find((each) => "duration" in each)?.id;
  const finding = {
    ...{ number: 1, requirement: "LIST-1", requirements: ["LIST-1"], verdict: "failed", level: "must" },
    ...{ explainedBy: [], problem: "a problem", expected: "this", actual: "that", sightings: 1, shownBy: 0 },
    ...{ confirmation: { status: "repeats", seen: 2, of: 2 }, check, input: null, exchanges: [] },
  };
  writeFileSync(path, JSON.stringify({ ...report, findings: [finding] }));
  return path;
}
