import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { key, startServer } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";
import { writeConfiguration } from "./configured.js";
import { pedigree, readReport, start, temporaryFolder } from "./pedigree.js";

const quickly = ["--only", "LIST-1", "--max-created", "5", "--quiet"];

describe("pedigree run with a configuration", () => {
  it("finds it in the working directory, and judges its target with the key that it names", async () => {
    const { url } = await startServer();
    const { folder } = writeConfiguration(
      `target: here\ntargets:\n  here: { url: ${url}, key: { env: HERE_KEY }, max-created: 3 }\nreports: { folder: out, formats: [json] }\n`,
    );
    const environment = { PEDIGREE_API_KEY: undefined, HERE_KEY: key };

    const ended = await pedigree(["run", "--only", "LIST-1", "--quiet"], { directory: folder, environment });

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    const report = readReport(join(folder, "out"));
    expect(report.target).toMatchObject({ baseUrl: url, embedded: false });
    expect(report.run.created).toBeLessThanOrEqual(3);
  });

  it("takes it from --config or PEDIGREE_CONFIG, with paths in it from its folder", async () => {
    const { url } = await startServer();
    const { folder, path } = writeConfiguration(
      `targets:\n  here: { url: ${url}, key: { file: the.key } }\nreports: { folder: out }\n`,
    );
    writeFileSync(join(folder, "the.key"), `${key}\n`);
    const args = ["run", "--target", "here", ...quickly];

    const [flag, variable] = await Promise.all([
      pedigree([...args, "--config", path], { environment: { PEDIGREE_API_KEY: undefined } }),
      pedigree([...args, "--reports", temporaryFolder()], {
        environment: { PEDIGREE_API_KEY: undefined, PEDIGREE_CONFIG: path },
      }),
    ]);

    expect(flag).toMatchObject({ exitCode: 0, stderr: "" });
    expect(variable).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readReport(join(folder, "out")).target.baseUrl).toBe(url);
  });

  it("lets the environment beat it, and a flag both", async () => {
    const { url } = await startServer();
    const { folder } = writeConfiguration(
      `target: http://127.0.0.1:9/v1\nprofile: certification\nprofiles: { gate: { seed: 3 }, nightly: { seed: 4 } }\n`,
    );
    const environment = { PEDIGREE_TARGET: url, PEDIGREE_PROFILE: "nightly" };
    const args = ["run", "--read-only", "--only", "LIST-1", "--reports"];
    const both = temporaryFolder();
    const variable = temporaryFolder();

    await Promise.all([
      pedigree([...args, both, "--profile", "gate"], { directory: folder, environment }),
      pedigree([...args, variable], { directory: folder, environment }),
    ]);

    expect(readReport(variable).run).toMatchObject({ profile: "nightly", seed: 4 });
    expect(readReport(both)).toMatchObject({ target: { baseUrl: url }, run: { profile: "gate", seed: 3 } });
  });

  it("sends nothing but GET to production, and says how to change that", async () => {
    const received: Received[] = [];
    const { url } = await startServer(recordInto(received));
    const { folder } = writeConfiguration(`targets:\n  production: { url: ${url} }\n`);

    const ended = await pedigree(["run", "--target", "production", ...quickly], { directory: folder });

    expect(ended.stderr).toMatch(
      /^pedigree: warning: production is a production target: .*"writing: allowed".*\n$/,
    );
    expect(received.length).toBeGreaterThan(0);
    expect(new Set(received.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it.each([
    [
      "a wrong key",
      "profiel: gate\n",
      [],
      /pedigree\.config\.yaml:1:1: profiel: is not known here; did you mean profile\?/,
    ],
    [
      "a waiver in a certification",
      "waivers:\n  - { requirement: LIST-3, reason: r, owner: o, expires: 2026-12-31 }\n",
      ["--profile", "certification"],
      /pedigree\.config\.yaml:1:1: the certification profile accepts no waivers/,
    ],
  ])("ends with 2 and one sentence for %s", async (_what, text, args, message) => {
    const { folder } = writeConfiguration(text);

    const ended = await pedigree(["run", ...args], { directory: folder });

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).toMatch(/^pedigree: /);
    expect(ended.stderr).not.toMatch(/secret|\n\s+at /);
  });

  it("ends with 2 for a --config that is not there", async () => {
    const ended = await pedigree(["run", "--config", "none.yaml"], { directory: temporaryFolder() });

    expect(ended).toMatchObject({ exitCode: 2, stderr: "pedigree: none.yaml: cannot be read (ENOENT)\n" });
  });

  it("warns loudly of --insecure", async () => {
    const args = ["run", "--insecure", ...quickly, "--reports", temporaryFolder()];

    const ended = await pedigree(args, { directory: temporaryFolder() });

    expect(ended.stderr).toMatch(/INSECURE: .*anyone in between can read the API key/);
  });

  it("sends the headers to the target, and goes through the proxy that it is given", async () => {
    const asked: { url: string | undefined; tenant: unknown }[] = [];
    const proxy = await startProxy((request, response) => {
      asked.push({ url: request.url, tenant: request.headers["x-tenant"] });
      response.writeHead(502).end();
    });
    const args = ["--target", "http://store.example/v1", "--proxy", proxy, "--header", "X-Tenant: blue"];

    const ended = await pedigree(["run", ...args, ...quickly, "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(3);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked[0]).toMatchObject({ tenant: "blue" });
    expect(asked[0]?.url).toMatch(/^http:\/\/store\.example\/v1\//);
  });
});

describe("pedigree replay with a configuration", () => {
  it("trusts the address of a target in it, but no other on its host", async () => {
    const folder = temporaryFolder();
    const { url } = await startServer();
    await pedigree(["run", "--target", url, ...quickly, "--reports", folder]);
    const finding = {
      ...{ number: 1, requirement: "LIST-1", problem: "broken", expected: "a list", actual: "none" },
      ...{ confirmation: { status: "repeats", seen: 2, of: 2 }, sightings: 1, check: "none", input: null },
      ...{ exchanges: [], shownBy: 0 },
      ...{ requirements: ["LIST-1"], verdict: "failed", level: "must", explainedBy: [] },
    };
    const report = { ...readReport(folder), findings: [finding] };
    const elsewhere = { ...report, target: { ...report.target, baseUrl: "http://store.example/v1" } };
    writeFileSync(join(folder, "report.json"), JSON.stringify(elsewhere));
    const { path } = writeConfiguration("targets:\n  store: { url: http://store.example/v1 }\n");
    const near = writeConfiguration("targets:\n  production: { url: https://store.example/v1 }\n");
    const args = ["replay", join(folder, "report.json")];

    const [known, unknown, onItsHost] = await Promise.all([
      pedigree([...args, "--config", path]),
      pedigree(args),
      pedigree([...args, "--config", near.path]),
    ]);

    expect(onItsHost).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("name that target") });
    expect(known).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("there is no check none") });
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("name that target") });
  });
});

describe("--cleanup", () => {
  const told = 'echo "$PEDIGREE_TARGET $PEDIGREE_API_KEY $PEDIGREE_CREATED" > told; cat > /dev/null <';

  it("is run afterwards, and is told what was added, where, and with which key", async () => {
    const directory = join(temporaryFolder());
    const reports = join(directory, "it's $HOME");
    const { url } = await startServer();
    const args = ["run", "--target", url, ...quickly, "--reports", reports, "--cleanup", told];

    const ended = await pedigree(args, { directory });

    const journal = join(reports, "created.ndjson");
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readFileSync(join(directory, "told"), "utf8")).toBe(`${url} ${key} ${journal}\n`);
    const entries = readFileSync(journal, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(entries.map(({ event }) => event))).toEqual(new Set(["sending", "created"]));
    expect(readFileSync(journal, "utf8")).not.toContain(key);
    expect(statSync(journal).mode & 0o777).toBe(0o600);
  });

  it("changes nothing about the exit code when it fails, which is said on stderr with its output", async () => {
    const { url } = await startServer();
    const cleanup = "sh -c 'echo no rights; exit 4'";
    const args = ["run", "--target", url, ...quickly, "--reports", temporaryFolder(), "--cleanup", cleanup];

    const ended = await pedigree(args);

    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).not.toContain("no rights");
    expect(ended.stderr).toMatch(
      /^no rights\npedigree: the clean-up did not work .*it ended with exit code 4/,
    );
  });

  it("is run after an interrupted run, too, in the folder of the configuration", async () => {
    const reports = temporaryFolder();
    const { url } = await startServer();
    const { folder, path } = writeConfiguration(
      `targets:\n  here: { url: ${url}, rate: 40, cleanup: ./tidy }\n`,
    );
    writeFileSync(join(folder, "tidy"), '#!/bin/sh\necho "$1" > tidied\n', { mode: 0o755 });
    const running = start(["run", "--config", path, "--target", "here", "--reports", reports]);
    await running.said(/judging/);
    await new Promise((resolve) => setTimeout(resolve, 1500));

    running.process.kill("SIGINT");
    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    expect(readFileSync(join(folder, "tidied"), "utf8")).toBe(`${join(reports, "created.ndjson")}\n`);
  });

  it("is not run where nothing was added", async () => {
    const { url } = await startServer();
    const args = ["run", "--target", url, "--read-only", "--only", "LIST-1", "--quiet"];

    const ended = await pedigree([...args, "--reports", temporaryFolder(), "--cleanup", "echo tidy"]);

    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

/** A proxy on a free port; it ends with the test. */
async function startProxy(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
