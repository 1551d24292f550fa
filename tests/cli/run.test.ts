import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import { changeText, everyNth, ofError } from "../../src/reference/operators/index.js";
import { allTested, contract, key, startServer } from "../servers/judging.js";
import { deadPort, page, startPlainServer } from "../servers/plain-server.js";
import { type Received, recordInto } from "../servers/recording.js";
import { pedigree, readReport, start, temporaryFolder } from "./pedigree.js";

const anyEscape = /\u001b/;

describe("pedigree run ends with", () => {
  it("0 for the embedded reference server, with no target and no key", async () => {
    const reports = temporaryFolder();

    const ended = await pedigree(["run", "--reports", reports], {
      environment: { PEDIGREE_API_KEY: undefined },
    });

    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(allTested),
    });
    expect(readdirSync(reports).toSorted()).toEqual(["junit.xml", "report.html", "report.json"]);
    expect(readReport(reports)).toMatchObject({ target: { embedded: true }, conclusion: { exitCode: 0 } });
  });

  it("1 for a broken server, with the broken sentence first", async () => {
    const reports = temporaryFolder();
    const { url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const ended = await pedigree(["run", "--target", url, "--reports", reports]);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(/^✗ LIST-4 Without a limit, an answer holds 20 animals at most\./);
    const replay = `npx pedigree replay ${join(reports, "report.json")} --finding 1 --target ${url}`;
    expect(ended.stdout).toContain(`Next: open ${join(reports, "report.html")}, or ${replay}`);
    expect(readFileSync(join(reports, "report.html"), "utf8")).toContain(replay);
    expect(readReport(reports).findings[0]?.requirement).toBe("LIST-4");
  });

  it("3 in under two seconds where nothing listens, saying so", async () => {
    const port = await deadPort();
    const reports = temporaryFolder();

    const ended = await pedigree(["run", "--target", `http://127.0.0.1:${port}/v1`, "--reports", reports]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toContain(`nothing listens at 127.0.0.1:${port}`);
    // The run itself; how long a process takes to start is the machine's affair.
    expect(readReport(reports).run.duration).toBeLessThan(1500);
  });

  it("3 where the key is refused, naming the variable that holds it", async () => {
    const { url } = await startServer();

    const ended = await pedigree(["run", "--target", url, "--reports", temporaryFolder()], {
      environment: { PEDIGREE_API_KEY: "another-key" },
    });

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/refuses the API key \(401\): check PEDIGREE_API_KEY/);
  });

  it("3 where a gateway answers 502 with a page", async () => {
    const url = await startPlainServer(page(502, "<html><h1>502 Bad Gateway</h1></html>"));

    const ended = await pedigree(["run", "--target", url, "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toContain("answers 502");
  });

  it("3 and one clear sentence where something else than an Animal Store answers", async () => {
    const url = await startPlainServer(page(200, "<!doctype html><title>Welcome to nginx!</title>"));

    const ended = await pedigree(["run", "--target", url, "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(3);
    const lines = ended.stdout.split("\n");
    const conclusion = lines.find((line) => line.startsWith("inconclusive"));
    expect(conclusion).toContain(`${url} is no Animal Store: GET /pets was answered 200 text/html`);
    expect(lines.length).toBeLessThan(40);
    expect(ended.duration).toBeLessThan(10_000);
  });

  it("3 where nothing could be tested, in every report", async () => {
    const reports = temporaryFolder();
    const { url } = await startServer();
    const args = ["run", "--target", url, "--read-only", "--only", "CREATE-1", "--quiet"];

    const ended = await pedigree([...args, "--reports", reports]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toBe(
      "inconclusive: nothing was tested (0 of 1 requested requirements tested): this run may not write\n",
    );
    expect(readReport(reports).conclusion).toMatchObject({ status: "inconclusive", exitCode: 3 });
    expect(readFileSync(join(reports, "junit.xml"), "utf8")).toMatch(
      /<error message="inconclusive: nothing was/,
    );
  });

  it("130 when it is interrupted, with reports of what was done until then", async () => {
    const reports = temporaryFolder();
    const interrupted = { after: 450, now: () => undefined as unknown };
    let received = 0;
    const { url } = await startServer(() => ({
      answerEarly: () => {
        received += 1;
        if (received === interrupted.after) interrupted.now();
        return undefined;
      },
    }));
    const running = start(["run", "--target", url, "--reports", reports]);
    interrupted.now = () => running.process.kill("SIGINT");

    const ended = await running.ended;

    expect(ended.exitCode).toBe(130);
    expect(ended.stdout).toContain("the run was interrupted");
    expect(readdirSync(reports).toSorted()).toEqual([
      "created.ndjson",
      "junit.xml",
      "report.html",
      "report.json",
    ]);
    const report = readReport(reports);
    expect(report.run.interrupted).toBe(true);
    expect(report.requirements.find(({ id }) => id === "CREATE-6")?.verdict).toBe("passed");
  });

  it("0 for an address without the version segment, with a warning", async () => {
    const elsewhere = { ...contract, document: { ...contract.document }, versionSegment: "/store" };
    const { url } = await startServer(undefined, { contract: elsewhere });

    const args = ["--target", url, "--only", "VER-1", "--read-only", "--reports", temporaryFolder()];
    const ended = await pedigree(["run", ...args]);

    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain("! VER-1");
  });
});

describe("pedigree run", () => {
  it("writes no escape codes where there is no terminal, whatever the server sends", async () => {
    const evil: Operator = changeText(
      ofError,
      (text) => `\u001b[31mred\u001b]0;title\u0007\u009b2J\u202e${text}`,
    );
    const { url } = await startServer(evil);

    const ended = await pedigree(["run", "--target", url, "--verbose", "--reports", temporaryFolder()]);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout + ended.stderr).not.toMatch(anyEscape);
    expect(ended.stdout).not.toMatch(/[\u0007\u009b\u202e]/);
    expect(ended.stdout).toContain("\\u{1b}[31mred");
  });

  it("prints the conclusion only when it is to be quiet", async () => {
    const ended = await pedigree(["run", "--quiet", "--only", "LIST-1", "--reports", temporaryFolder()]);

    expect(ended).toMatchObject({
      exitCode: 0,
      stdout:
        "conforms, 1 of 1 requested requirements tested (the embedded reference server, no target was given)\n",
      stderr: "",
    });
  });

  it("prints the report as JSON, and everything else on stderr", async () => {
    const reports = temporaryFolder();

    const ended = await pedigree(["run", "--json", "--only", "LIST-1", "--reports", reports]);

    expect(ended.exitCode).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual(readReport(reports));
    expect(ended.stderr).toContain("conforms, 1 of 1 requested requirements tested");
  });

  it("tests a group of requirements", async () => {
    const reports = temporaryFolder();

    await pedigree(["run", "-q", "--only", "list,GET-1", "--read-only", "--reports", reports]);

    const wanted = readReport(reports).requirements.filter(({ reason }) => reason !== "left out by --only");
    const inGroup = contract.requirements.filter(({ id }) => id.startsWith("LIST-") || id === "GET-1");
    expect(wanted.map(({ id }) => id)).toEqual(inGroup.map(({ id }) => id));
  });

  it.each([
    ["--max-latency", "p50=1ms,max=1h", 2],
    ["--max-latency", "p50=0ms", 1],
    ["--max-latency", "max=10m", 0],
  ])("ends with 1 and a sentence for a server that is too slow: %s %s", async (flag, limits, exitCode) => {
    const ended = await pedigree([
      "run",
      "-q",
      flag,
      limits,
      "--only",
      "LIST-1",
      "--reports",
      temporaryFolder(),
    ]);

    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stderr.includes("pedigree: too slow for --max-latency: listPets took ")).toBe(
      exitCode === 1,
    );
    expect(ended.stdout.startsWith("conforms")).toBe(exitCode !== 2);
  });

  it("passes its flags on to the run", async () => {
    const reports = temporaryFolder();
    const received: Received[] = [];
    const { url } = await startServer(recordInto(received));
    const flags = "--seed 77 --category 918273,-5 --max-created 15 --only list-3,CREATE-1 --formats json";

    const ended = await pedigree(["run", "--target", `${url}/`, "--reports", reports, ...flags.split(" ")]);

    const { run, requirements } = readReport(reports);
    expect(ended.exitCode).toBe(0);
    expect(readdirSync(reports).toSorted()).toEqual(["created.ndjson", "report.json"]);
    expect(run).toMatchObject({ seed: 77, created: 15, categories: ["918273"] });
    expect(requirements.find(({ id }) => id === "GET-1")?.reason).toBe("left out by --only");
    const bodies = received.filter(({ method }) => method === "POST").map(({ body }) => atob(body));
    expect(bodies[0]).toContain('"categoryId":918273');
  });

  it("takes target, folder and seed from the environment, and a flag over it", async () => {
    const reports = temporaryFolder();
    const { url } = await startServer();
    const environment = { PEDIGREE_TARGET: url, PEDIGREE_REPORTS: reports, PEDIGREE_SEED: "5" };

    const ended = await pedigree(["run", "--read-only", "--only", "LIST-1", "--seed", "6"], { environment });

    expect(ended.exitCode).toBe(0);
    expect(readReport(reports)).toMatchObject({ target: { baseUrl: url }, run: { seed: 6, readOnly: true } });
  });

  it("takes the key from a file, without the line break at its end", async () => {
    const folder = temporaryFolder();
    const { url } = await startServer();
    writeFileSync(join(folder, "key"), `${key}\n`);

    const ended = await pedigree(
      ["run", "--target", url, "--key-file", join(folder, "key"), "--only", "LIST-1", "--reports", folder],
      { environment: { PEDIGREE_API_KEY: undefined } },
    );

    expect(ended.exitCode).toBe(0);
  });

  it("lets the key into no output and no report, although the server echoes it", async () => {
    const reports = temporaryFolder();
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
    const { url } = await startServer(echo);

    const ended = await pedigree(["run", "--target", url, "--verbose", "--reports", reports]);

    const files = ["report.json", "junit.xml"].map((file) => readFileSync(join(reports, file), "utf8"));
    const everything = [ended.stdout, ended.stderr, ...files].join("\n").toLowerCase();
    expect(ended.exitCode).toBe(1);
    expect(everything).toContain("[the api key]");
    expect(everything).not.toContain(key.toLowerCase());
    expect(everything).not.toContain(btoa(key).toLowerCase());
  });

  it("warns that a key on the command line can be seen, and does not repeat it", async () => {
    const { url } = await startServer();

    const ended = await pedigree(
      ["run", "--target", url, "--key", key, "--only", "LIST-1", "--reports", temporaryFolder()],
      { environment: { PEDIGREE_API_KEY: undefined } },
    );

    expect(ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("prefer PEDIGREE_API_KEY") });
    expect(ended.stdout + ended.stderr).not.toContain(key);
  });

  it("warns of a key that is too short to be hidden in parts", async () => {
    const { url } = await startServer(undefined, { key: "k" });

    const ended = await pedigree(
      ["run", "--target", url, "--only", "LIST-1", "--reports", temporaryFolder()],
      { environment: { PEDIGREE_API_KEY: "k" } },
    );

    expect(ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("fewer than 8 characters") });
  });
});
