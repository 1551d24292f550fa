import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEarlierBodies } from "../../src/cli/journal.js";
import { lostSince, readLastReport } from "../../src/cli/last-report.js";
import type { Operator } from "../../src/reference/index.js";
import { fullOfOthers } from "../../src/reference/operators/index.js";
import { judge, judgeDeviant, startServer } from "../servers/judging.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

const sending = (target: string, body: string): string =>
  `${JSON.stringify({ event: "sending", run: "1", at: "", trace: "2", body, target })}\n`;

describe("the journal of earlier runs", () => {
  it("tells what was sent to this target, and passes over what is no entry", () => {
    const path = join(temporaryFolder(), "created.ndjson");
    writeFileSync(path, sending("http://one/v1", '{"name":7}') + sending("http://two/v1", "{}"));
    appendFileSync(path, '{"event":"created","id":"1"}\nnull\n{"event":"sen');

    expect(readEarlierBodies(path, "http://one/v1")).toEqual(['{"name":7}']);
  });

  it("need not be there", () => {
    expect(readEarlierBodies(join(temporaryFolder(), "created.ndjson"), "http://one/v1")).toEqual([]);
  });
});

describe("the last report of a folder", () => {
  it("shows which requirements are no longer tested", async () => {
    const { url } = await startServer();
    const first = await judge(url);
    const full: Operator = fullOfOthers(400, "oldest first");
    const second = await judgeDeviant(full);
    const sameTarget = { ...second, target: first.target };

    expect(lostSince(first, sameTarget)).toEqual(["LIST-8", "LIST-10", "CREATE-16", "CREATE-24", "AUTH-7"]);
    expect(lostSince(second, second)).toEqual([]);
    expect(lostSince(first, second)).toEqual([]);
  });

  it("is passed over where it is no report", () => {
    const folder = temporaryFolder();
    const empty = temporaryFolder();
    writeFileSync(join(folder, "report.json"), "[");

    expect(readLastReport(folder)).toBeUndefined();
    expect(readLastReport(empty)).toBeUndefined();
  });
});

it("a run says which requirements the last one in the same folder could test", async () => {
  const { url } = await startServer();
  const reports = temporaryFolder();
  const again = () => pedigree(["run", "--target", url, "--reports", reports, "-q"]);

  const first = await again();
  const second = await again();

  expect(first.stderr).not.toContain("in the last run here");
  expect(second.stderr).toContain(
    "1 requirement was tested in the last run here, but not in this one: LIST-10",
  );
});

/** Reports of an earlier run, in which these requirements failed. */
function writeEarlierReports(folder: string, failed: readonly string[]): void {
  const requirements = failed.map((id) => ({ id, verdict: "failed" }));
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), JSON.stringify({ requirements }));
}

const names = ["junit.xml", "report.html", "report.json"];
const asides = names.map((name) => `${name}.previous`);

describe("the requirements that failed in the last run", () => {
  it.each([
    ["report.json", "report.json"],
    ["report.json.previous", "report.json.previous"],
  ])("are tested again, by %s", async (_what, name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), '{"requirements":[null,{"id":"LIST-1","verdict":"failed"}]}');

    const ended = await pedigree(["run", "-q", "--last-failed", "--read-only", "--reports", folder]);

    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 of 1 requested") });
  });

  it("are none where all passed, which is said", async () => {
    const folder = temporaryFolder();
    writeEarlierReports(folder, []);

    const ended = await pedigree(["run", "--last-failed", "--reports", folder]);

    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("no requirement failed") });
  });
});

describe("reports of an earlier run", () => {
  it.each<readonly [string, readonly string[], string]>([
    ["flag", ["--tagret", "x"], ""],
    ["value", ["--timeout", "soon"], ""],
    ["configuration", [], "profiel: gate\n"],
    ["configuration that names the folder", [], "profiel: gate\nreports: { folder: out }\n"],
    ["command to start", ["--start", "false", "--wait-for", "http://127.0.0.1:9/"], ""],
  ])("are put aside where a run ends without any: wrong %s", async (_what, args, configuration) => {
    const directory = temporaryFolder();
    const reports = join(directory, configuration.includes("out") ? "out" : "reports");
    writeEarlierReports(reports, ["LIST-1"]);
    writeFileSync(join(directory, "pedigree.config.yaml"), configuration);

    const ended = await pedigree(["run", ...args], { directory });

    expect(ended.exitCode).toBe(args.includes("--start") ? 3 : 2);
    expect(readdirSync(reports)).toEqual(asides);
  });

  it("stay where only help is asked for, and are gone as soon as there are new ones", async () => {
    const directory = temporaryFolder();
    const reports = join(directory, "reports");
    writeEarlierReports(reports, []);

    await pedigree(["run", "--help"], { directory });
    const after = readdirSync(reports);
    await pedigree(["run", "-q", "--only", "LIST-1", "--read-only"], { directory });

    expect(after).toEqual(names);
    expect(readdirSync(reports)).toEqual(names);
    expect(readFileSync(join(reports, "report.json"), "utf8")).toContain("LIST-1");
  });
});
