import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after } from "../../src/reference/operators/index.js";
import type { Report } from "../../src/run/index.js";
import { deviationOf, startServer } from "../servers/judging.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

const flags = ["--only", "LIST-3", "--formats", "json"];

/** A folder with the report of one night. */
async function oneNight(url: string): Promise<string> {
  const folder = temporaryFolder();
  const reports = ["--reports", join(folder, "nights", "1")];
  await pedigree(["run", "--target", url, ...flags, "--quiet", ...reports]);
  return folder;
}

/** Another run, beside those of the folder. */
function runIn(folder: string, url: string, more: readonly string[], what = flags) {
  const baseline = ["--baseline", join(folder, "nights"), ...more];
  return pedigree(["run", "--target", url, ...what, ...baseline, "--reports", join(folder, "nights", "2")]);
}

describe("pedigree run --baseline", () => {
  it("says first that nothing changed, and conforms", async () => {
    const { baseUrl } = await startServer();
    const folder = await oneNight(baseUrl);

    const { exitCode, stderr } = await runIn(folder, baseUrl, ["--fail-on", "new,coverage,latency"]);

    expect(exitCode).toBe(0);
    expect(stderr).toContain("Newest run");
    expect(stderr).toContain("Nothing changed, and nothing fails.");
  });

  it("names what fails since then, and why the run fails, as it is asked", async () => {
    const healthy = await startServer();
    const folder = await oneNight(healthy.baseUrl);
    const { port } = new URL(healthy.baseUrl);
    await healthy.close();
    const broken = await startServer(deviationOf("limit-off-by-one"), { port: Number(port) });

    const { exitCode, stderr } = await runIn(folder, broken.baseUrl, ["--fail-on", "new"]);

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/New failures: LIST-3[\s\S]*Failed, as --fail-on asks: new/);
  });

  it("fails a run that conforms for what was tested before, where it is asked to", async () => {
    const { baseUrl } = await startServer();
    const folder = await oneNight(baseUrl);

    const only = ["--only", "LIST-1", "--formats", "json"];
    const { exitCode, stderr } = await runIn(folder, baseUrl, ["--fail-on", "coverage"], only);

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/Not tested any more: .*LIST-3/);
    const report = JSON.parse(readFileSync(join(folder, "nights", "2", "report.json"), "utf8")) as Report;
    expect(report.conclusion.status).toBe("conforms");
  });

  it("begins where there is nothing to compare with", async () => {
    const { baseUrl } = await startServer();
    const folder = temporaryFolder();
    mkdirSync(join(folder, "nights"));

    const { exitCode, stderr } = await runIn(folder, baseUrl, ["--fail-on", "new,coverage"]);

    expect(exitCode).toBe(0);
    expect(stderr).toContain("No earlier run of this target to compare with.");
  });

  it.each([
    [["--fail-on", "new"], "--fail-on needs --baseline with the reports of earlier runs"],
    [["--baseline", "nosuch", "--fail-on", "new"], "--baseline nosuch: there is no such file or folder"],
    [["--baseline", ".", "--fail-on", "old"], "there is no reason to fail old; did you mean"],
  ])("refuses %j in a sentence", async (more, sentence) => {
    const { exitCode, stderr } = await pedigree(["run", ...more, "--reports", temporaryFolder()]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

it("a run tries first what the night before found, whatever its own seed would draw", async () => {
  const rare = after("revisePage", (page, _was, { limit, status }, store) =>
    limit === 67 && status === "sold" ? [...store.all()].slice(0, limit) : page,
  );
  const { baseUrl } = await startServer(rare);
  const folder = temporaryFolder();
  const go = (name: string, ...more: readonly string[]) =>
    pedigree(["run", "--target", baseUrl, "--formats", "json", "--reports", join(folder, name), ...more]);
  await go("first", "--cases", "6000", "--seed", "4");
  const found = readReport(join(folder, "first")).findings.map(({ requirement }) => requirement);

  const second = await go("second", "--cases", "3", "--seed", "5", "--baseline", join(folder, "first"));
  const without = await go("third", "--cases", "3", "--seed", "5");

  expect(found).toEqual(["LIST-9"]);
  expect([second.exitCode, without.exitCode]).toEqual([1, 0]);
});
