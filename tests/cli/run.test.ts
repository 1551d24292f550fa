import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/server/index.js";
import { changeText, everyNth, ofError } from "../../src/server/operators/index.js";
import { allTested, contract, idsWith, key, startServer } from "../servers/judging.js";
import { deadPort, page, startPlainServer, startServerOf } from "../servers/plain-server.js";
import { type Received, recordInto } from "../servers/recording.js";
import { writeConfiguration } from "../settings/configured.js";
import { pedigree, readReport, runOn, start, temporaryFolder } from "./pedigree.js";

const few = ["--only", "LIST-1", "--read-only"];
const oneTested = "conforms, 1 of 1 requested requirements tested";

describe("pedigree run ends with", () => {
  it("0 for the embedded reference server, with no target and no key", async () => {
    const reports = temporaryFolder();
    const environment = { PEDIGREE_API_KEY: undefined };

    const ended = await start(["run", "--reports", reports], { environment }).ended;

    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(allTested) });
    expect(readdirSync(reports).toSorted()).toEqual(["junit.xml", "report.html", "report.json"]);
    expect(readReport(reports)).toMatchObject({ target: { embedded: true }, conclusion: { exitCode: 0 } });
  });

  it("1 for a broken server, with the broken sentence first, and what to do next", async () => {
    const { baseUrl: url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const { exitCode, stdout, reports } = await runOn(url, ["--only", "LIST-4"]);

    const replay = `npx pedigree replay ${join(reports, "report.json")} --finding 1 --target ${url}`;
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ LIST-4 Without a limit, an answer holds 20 animals at most\./);
    expect(stdout).toContain(`Next: open ${join(reports, "report.html")}, or ${replay}`);
    expect(readFileSync(join(reports, "report.html"), "utf8")).toContain(replay);
    expect(readReport(reports).findings[0]?.requirement).toBe("LIST-4");
  });

  it("1 where it is quiet, with a line for each finding and the conclusion", async () => {
    const { baseUrl: url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const { exitCode, stdout, stderr } = await runOn(url, ["--only", "LIST-4", "-q"]);

    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "1 ✗ LIST-4 Without a limit, an answer holds 20 animals at most: expected at most 20 animals, got 25 animals",
      expect.stringMatching(/^does not conform: 1 requirement is broken/),
      "",
    ]);
  });

  const elsewhere = { ...contract, document: { ...contract.document }, versionSegment: "/store" };
  it.each<readonly [string, () => Promise<string>, readonly string[], number, RegExp]>([
    [
      "3 where nothing listens",
      async () => `http://127.0.0.1:${await deadPort()}/v1`,
      [],
      3,
      /^inconclusive: .*nothing listens at 127\.0\.0\.1:\d+/m,
    ],
    [
      "3 where the key is refused",
      async () => (await startServer(undefined, { key: "another-key" })).baseUrl,
      [],
      3,
      /^inconclusive: .*refuses the API key \(401\): check PEDIGREE_API_KEY/m,
    ],
    [
      "3 where a gateway answers 502 with a page",
      () => startPlainServer(page(502, "<h1>502 Bad Gateway</h1>")),
      [],
      3,
      /^inconclusive: .*answers 502/m,
    ],
    [
      "0 and a warning for an address without the version segment",
      async () => (await startServer(undefined, { contract: elsewhere })).baseUrl,
      ["--only", "VER-1", "--read-only"],
      0,
      /! VER-1/,
    ],
  ])("%s", async (_what, serve, flags, exitCode, sentence) => {
    const ended = await runOn(await serve(), flags);

    expect(ended).toMatchObject({ exitCode, stdout: expect.stringMatching(sentence) });
    expect(readReport(ended.reports).run.requests).toBeLessThan(10);
  });

  it("3 where nothing could be tested, in every report", async () => {
    const { baseUrl: url } = await startServer();

    const ended = await runOn(url, ["--read-only", "--only", "CREATE-1", "--quiet"]);

    const sentence = "nothing was tested (0 of 1 requested requirements tested): this run may not write";
    expect(ended).toMatchObject({ exitCode: 3, stdout: `inconclusive: ${sentence}\n` });
    expect(readReport(ended.reports).conclusion).toMatchObject({ status: "inconclusive", exitCode: 3 });
    expect(readFileSync(join(ended.reports, "junit.xml"), "utf8")).toMatch(
      /<error message="inconclusive: nothing was/,
    );
  });

  it.each(["SIGINT", "SIGHUP"] as const)(
    "130 when it is interrupted by %s, with reports of what was done until then",
    async (signal) => {
      const reports = temporaryFolder();
      let received = 0;
      const { baseUrl: url } = await startServer(() => ({
        answerEarly: () => {
          if (++received === 200) running.process.kill(signal);
          return undefined;
        },
      }));
      const running = start(["run", "--target", url, "--reports", reports]);

      const ended = await running.ended;

      const files = ["created.ndjson", "junit.xml", "report.html", "report.json"];
      const report = readReport(reports);
      expect(ended).toMatchObject({ exitCode: 130, stdout: expect.stringContaining("was interrupted") });
      expect(readdirSync(reports).toSorted()).toEqual(files);
      expect(report.run.interrupted).toBe(true);
      expect(idsWith(report, "passed")).toContain("GEN-1");
      expect(idsWith(report, "untested")).not.toEqual([]);
    },
  );

  it.each([
    ["1 and a sentence for a server that is too slow", "max=10m,p50=0.01ms", 1],
    ["0 for one that is fast enough", "max=10m", 0],
  ])("%s: --max-latency %s", async (_what, limits, exitCode) => {
    const { baseUrl: url } = await startServer();

    const ended = await runOn(url, ["-q", ...few, "--max-latency", limits]);

    const isSlow = /pedigree: too slow for --max-latency: listPets took .* 0\.01 ms are/.test(ended.stderr);
    expect({ exitCode: ended.exitCode, isSlow }).toEqual({ exitCode, isSlow: exitCode === 1 });
    expect(ended.stdout).toMatch(/^conforms/);
  });
});

describe("what pedigree run prints", () => {
  it("has no escape codes where there is no terminal, whatever the server sends", async () => {
    const evil = changeText(ofError, (text) => `\u001b[31mred\u001b]0;title\u0007\u009b2J\u202e${text}`);
    const { baseUrl: url } = await startServer(evil);

    const { exitCode, stdout, stderr } = await runOn(url, ["--verbose", "--only", "ERR-1"]);

    expect(exitCode).toBe(1);
    expect(stdout + stderr).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    expect(stdout).toContain("\\u{1b}[31mred");
  });

  it("is the conclusion only when it is to be quiet", async () => {
    const ended = await pedigree(["run", "--quiet", ...few, "--reports", temporaryFolder()]);

    const stdout = `${oneTested} (the embedded reference server, no target was given)\n`;
    expect(ended).toEqual({ exitCode: 0, stdout, stderr: "" });
  });

  it("is the report as JSON where that is asked for, and everything else is on stderr", async () => {
    const { baseUrl: url } = await startServer();

    const { stdout, stderr, reports } = await runOn(url, ["--json", ...few]);

    expect(JSON.parse(stdout)).toEqual(readReport(reports));
    expect(stderr).toContain(oneTested);
  });

  it("holds no part of the key, as no report does, although the server echoes it", async () => {
    const echo: Operator = (handlers) => {
      const now = everyNth(3);
      return {
        describeRefusal: () => ({
          code: "unknown",
          message: `the key ${key} or ${btoa(key)} (${encodeURIComponent(key)})`,
        }),
        renderError: (code, message, status) => ({ code, message, status: now() ? key : BigInt(status) }),
        finish: async (...args) => {
          const reply = await handlers.finish(...args);
          return { ...reply, headers: { ...reply.headers, "X-Echo": `Bearer ${key}`, Deprecation: key } };
        },
      };
    };
    const { baseUrl: url } = await startServer(echo);

    const { exitCode, stdout, stderr, reports } = await runOn(url, ["--verbose"]);

    const files = ["report.json", "junit.xml"].map((file) => readFileSync(join(reports, file), "utf8"));
    const everything = [stdout, stderr, ...files].join("\n").toLowerCase();
    expect(exitCode).toBe(1);
    expect(everything).toContain("[the api key]");
    expect(everything).not.toContain(key.toLowerCase());
    expect(everything).not.toContain(btoa(key).toLowerCase());
  });
});

describe("pedigree run", () => {
  it("passes its flags on to the run, and tests groups of requirements", async () => {
    const received: Received[] = [];
    const { baseUrl: url } = await startServer(recordInto(received));
    const flags = "--seed 77 --category 918273,-5 --max-created 15 --only gen,LIST-3,create-1 --formats json";

    const { exitCode, reports } = await runOn(`${url}/`, flags.split(" "));

    const { run, requirements } = readReport(reports);
    const wanted = requirements.filter(({ reason }) => reason !== "left out by --only").map(({ id }) => id);
    const bodies = received.filter(({ method }) => method === "POST").map(({ body }) => atob(body));
    expect(exitCode).toBe(0);
    expect(readdirSync(reports).toSorted()).toEqual(["created.ndjson", "report.json"]);
    expect(run).toMatchObject({ seed: 77, created: 15, categories: ["918273"] });
    expect(wanted).toEqual(
      requirements.map(({ id }) => id).filter((id) => /^(GEN-\d+|LIST-3|CREATE-1)$/.test(id)),
    );
    expect(bodies[0]).toContain('"categoryId":918273');
  });

  it("finds a configuration in the working directory; the environment beats it, and a flag both", async () => {
    const { baseUrl: url } = await startServer();
    const { folder } = writeConfiguration(
      `target: http://127.0.0.1:9/v1\nprofile: certification\nprofiles: { gate: { seed: 3 } }\nreports: { folder: out }\n`,
    );
    const environment = { PEDIGREE_TARGET: url, PEDIGREE_PROFILE: "nightly", PEDIGREE_SEED: "5" };
    const reports = temporaryFolder();

    await pedigree(["run", ...few], { directory: folder, environment });
    await pedigree(["run", ...few, "--profile", "gate", "--seed", "6", "-q"], {
      directory: folder,
      environment: { ...environment, PEDIGREE_REPORTS: reports },
    });

    const target = { baseUrl: url };
    expect(readReport(join(folder, "out"))).toMatchObject({ target, run: { profile: "nightly", seed: 5 } });
    expect(readReport(reports)).toMatchObject({ target, run: { profile: "gate", seed: 6, readOnly: true } });
  });

  it("takes one from --config or PEDIGREE_CONFIG, with paths in it from its folder", async () => {
    const { baseUrl: url } = await startServer();
    const { folder, path } = writeConfiguration(
      `targets:\n  here: { url: ${url}, key: { env: HERE_KEY } }\nreports: { folder: out }\n`,
    );
    const environment = { PEDIGREE_API_KEY: undefined, HERE_KEY: key };
    const args = ["run", "--target", "here", ...few, "--quiet"];
    const reports = temporaryFolder();

    const flag = await pedigree([...args, "--config", path], { environment });
    const variable = await pedigree([...args, "--reports", reports], {
      environment: { ...environment, PEDIGREE_CONFIG: path },
    });

    expect([flag, variable]).toEqual(Array(2).fill({ exitCode: 0, stdout: `${oneTested}\n`, stderr: "" }));
    expect(readReport(join(folder, "out")).target).toMatchObject({ baseUrl: url, embedded: false });
  });

  it("sends nothing but GET to production, and says how to change that", async () => {
    const received: Received[] = [];
    const { baseUrl: url } = await startServer(recordInto(received));
    const { folder } = writeConfiguration(`targets:\n  production: { url: ${url} }\n`);

    const { stderr } = await runOn("production", ["-q", "--only", "LIST-1"], { directory: folder });

    expect(stderr).toMatch(
      /^pedigree: warning: production is a production target: .*"writing: allowed".*\n$/,
    );
    expect(new Set(received.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("sends the headers to the target, and goes through the proxy that it is given", async () => {
    const asked: { url: string | undefined; tenant: unknown }[] = [];
    const proxy = await startServerOf((request, response) => {
      asked.push({ url: request.url, tenant: request.headers["x-tenant"] });
      response.writeHead(502).end();
    });
    const flags = ["--proxy", new URL(proxy).origin, "--header", "X-Tenant: blue", ...few];

    const ended = await runOn("http://store.example/v1", flags);

    expect(ended.exitCode).toBe(3);
    expect(asked[0]?.tenant).toBe("blue");
    expect(asked[0]?.url).toMatch(/^http:\/\/store\.example\/v1\//);
  });
});
