import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { renamedIds } from "../../src/description/index.js";
import type { FindingReport, Report } from "../../src/engine/index.js";
import { mergeFindings } from "../../src/engine/merge-parts.js";
import { after } from "../../src/server/operators/index.js";
import { idsWith, judgeDeviant, startServer } from "../servers/judging.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

const cases = ["--cases", "1200", "--seed", "5"];

/** Shows all animals for some limits, which only random cases ask for. */
const broken = after("revisePage", (page, _was, { limit, status }, store) =>
  limit > 60 && limit < 75 && status === "sold" ? [...store.all()].slice(0, limit) : page,
);

/** Judges one server in two shards, each into a folder of its own. */
async function twoShards(target: string, more: readonly string[] = cases): Promise<string> {
  const folder = temporaryFolder();
  for (const number of [1, 2]) {
    const shard = ["--shard", `${number}/2`, "--reports", join(folder, `${number}`), "--formats", "json"];
    await pedigree(["run", "--target", target, ...more, ...shard, "--quiet"]);
  }
  return folder;
}

/** Changes the report of one shard. */
function change(folder: string, number: number, edit: (report: Report) => unknown): void {
  const report = readReport(join(folder, `${number}`));
  writeFileSync(join(folder, `${number}`, "report.json"), JSON.stringify(edit(report)));
}

describe("pedigree merge", () => {
  it("makes of two shards what one run over the same cases finds", async () => {
    const { baseUrl } = await startServer(broken);
    const folder = await twoShards(baseUrl);
    const one = await judgeDeviant(broken, { cases: 1200, seed: 5 });

    const { exitCode, stdout } = await pedigree(["merge", folder, "--reports", folder]);

    const merged = readReport(folder);
    expect({ exitCode, random: merged.statistics.random }).toEqual({
      exitCode: 1,
      random: { cases: 1200, pairs: one.statistics.random?.pairs },
    });
    expect(stdout).toContain(
      "does not conform: 1 requirement is broken (61 of 61 binding requirements tested; 33 observations and advice)",
    );
    for (const verdict of ["failed", "passed", "untested", "observed"] as const)
      expect(idsWith(merged, verdict)).toEqual(idsWith(one, verdict));
    expect(merged.findings).toMatchObject([
      { requirement: "LIST-9", check: "list/query/both/random", number: 1 },
    ]);
    expect(merged.run.merged).toHaveLength(2);
    const parts = [1, 2].map((number) => readReport(join(folder, `${number}`)));
    expect(merged.run.requests).toBe(parts.reduce((sum, { run }) => sum + run.requests, 0));
    // The first walks through every rule; the others need to add nothing.
    expect(parts.map(({ run }) => run.created > 0)).toEqual([true, false]);
  });

  it("keeps what no run could test apart from what another shard tests", async () => {
    const { baseUrl } = await startServer();
    const flags = ["--cases", "60", "--seed", "5", "--now", "2031-01-01"];
    const folder = await twoShards(baseUrl, flags);

    const { exitCode } = await pedigree(["merge", folder, "--reports", folder]);

    expect(exitCode).toBe(0);
    expect(idsWith(readReport(folder), "not applicable")).toContain("GET-1");
    expect(idsWith(readReport(folder), "untested")).not.toContain("GET-3");
  });

  it("judges latency as a run does", async () => {
    const { baseUrl } = await startServer();
    const folder = await twoShards(baseUrl, ["--only", "LIST-1", "--seed", "5"]);

    const { exitCode, stderr } = await pedigree([
      "merge",
      folder,
      "--reports",
      folder,
      "--max-latency",
      "max=0.001ms",
    ]);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining("too slow for --max-latency"),
    });
  });

  it("overwrites no shard", async () => {
    const { baseUrl } = await startServer();
    const folder = await twoShards(baseUrl, ["--only", "LIST-1", "--seed", "5"]);

    const { exitCode, stderr } = await pedigree(["merge", folder, "--reports", join(folder, "1")]);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("would be overwritten"),
    });
    expect(readReport(join(folder, "1")).run.shard?.number).toBe(1);
  });

  it("reads ids that were renamed since, and names each once", async () => {
    const { baseUrl } = await startServer();
    const folder = await twoShards(baseUrl, ["--only", "LIST-1", "--seed", "5"]);
    for (const number of [1, 2])
      change(folder, number, (report) =>
        JSON.parse(JSON.stringify(report).replaceAll('"LIST-1"', '"LIST-OLD"')),
      );
    const table = renamedIds as { old: string; id: string }[];
    table.push({ old: "LIST-OLD", id: "LIST-1" });
    onTestFinished(() => void table.pop());

    const { exitCode, stderr } = await pedigree(["merge", folder, "--reports", folder]);

    expect(exitCode).toBe(0);
    expect(stderr.match(/the id "LIST-OLD" is old: it is "LIST-1" now/g)).toHaveLength(1);
    expect(idsWith(readReport(folder), "passed")).toContain("LIST-1");
  });

  it("names the shards that are missing, and does not conform without them", async () => {
    const { baseUrl } = await startServer();
    const folder = await twoShards(baseUrl);

    const { exitCode, stdout } = await pedigree(["merge", join(folder, "2"), "--reports", folder]);

    expect(exitCode).toBe(3);
    expect(stdout).toContain("inconclusive: of 2 shards, these are missing: 1");
  });

  it.each<[string, string, (report: Report) => unknown]>([
    [
      "another seed",
      "each has another seed (5, 6)",
      (report) => ({ ...report, run: { ...report.run, seed: 6 } }),
    ],
    [
      "another version",
      "each has another version of pedigree",
      (report) => ({ ...report, tool: { ...report.tool, version: "9.9.9" } }),
    ],
    [
      "another contract",
      "each has another contract",
      (report) => ({ ...report, contract: { ...report.contract, digest: "0".repeat(64) } }),
    ],
    [
      "another mapping of checks to requirements",
      "each has another mapping of checks",
      (report) => ({ ...report, contract: { ...report.contract, mapping: "0".repeat(64) } }),
    ],
    [
      "another target",
      "each has another target",
      (report) => ({ ...report, target: { ...report.target, baseUrl: "http://other.test/v1" } }),
    ],
    [
      "the same number",
      "are both of shard 1",
      (report) => ({ ...report, run: { ...report.run, shard: { ...report.run.shard, number: 1 } } }),
    ],
    ["no shard", "is no shard's report", ({ run: { shard: _, ...run }, ...report }) => ({ ...report, run })],
  ])("refuses a report with %s", async (_what, sentence, edit) => {
    const { baseUrl } = await startServer();
    const folder = await twoShards(baseUrl, ["--only", "LIST-1", "--seed", "5"]);
    change(folder, 2, edit);

    const { exitCode, stderr } = await pedigree(["merge", folder, "--reports", temporaryFolder()]);

    expect({ exitCode, stderr: stderr.replaceAll("\n", " ") }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(sentence),
    });
  });
});

describe("pedigree run --shard", () => {
  it("learns from what is listed which categories are accepted", async () => {
    const seven = { name: "Rex", categoryId: 7n, status: "sold" } as const;
    const { baseUrl } = await startServer((handlers) => ({
      ...handlers,
      seed: () => [{ ...seven, id: 1n }],
      checkNameIsPresent: (body, creation) =>
        body["categoryId"] === 7n ? handlers.checkNameIsPresent(body, creation) : "there is no such category",
    }));

    const flags = ["--cases", "300", "--seed", "5", "--shard", "2/2", "--quiet"];
    const { exitCode, stdout } = await pedigree([
      "run",
      "--target",
      baseUrl,
      ...flags,
      "--reports",
      temporaryFolder(),
    ]);

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining("conforms") });
  });

  it("asks for the seed that all shards have", async () => {
    const { exitCode, stderr } = await pedigree(["run", "--shard", "1/2"]);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("--shard needs --seed: all shards must have the same"),
    });
  });

  it.each(["0/2", "3/2", "2", "1/0", "1/2000"])("takes no %s", async (shard) => {
    const { exitCode, stderr } = await pedigree(["run", "--shard", shard, "--seed", "1"]);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("a shard such as 2/4"),
    });
  });
});

describe("what several shards found", () => {
  const found = (confirmation: FindingReport["confirmation"]) =>
    ({
      findings: [
        {
          requirement: "LIST-4",
          problem: "broken",
          requirements: ["LIST-4"],
          operations: [],
          places: [],
          explainedBy: [],
          exchanges: [],
          sightings: 1,
          confirmation,
        },
      ],
    }) as unknown as Report;

  it("is flaky where each of two saw it once, and repeats where one saw it repeat", () => {
    const once = found({ status: "seen-once", of: 20 });
    const repeats = found({ status: "repeats", seen: 2, of: 2 });

    expect(mergeFindings([once, once])).toMatchObject([
      { confirmation: { status: "intermittent", seen: 2 }, sightings: 2 },
    ]);
    expect(mergeFindings([once, repeats])).toMatchObject([
      { confirmation: repeats.findings[0]?.confirmation },
    ]);
    expect(mergeFindings([once])).toMatchObject([{ confirmation: { status: "seen-once" } }]);
  });
});
