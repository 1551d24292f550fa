import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { after } from "../../src/server/operators/index.js";
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

describe("pedigree run --baseline --fail-on new", () => {
  const judge = (url: string, what: readonly string[], more: readonly string[] = []) => {
    const folder = temporaryFolder();
    const reports = ["--formats", "json,junit", "--reports", folder];
    return pedigree(["run", "-q", "--target", url, "--only", ...what, ...more, ...reports]).then((ended) => ({
      ...ended,
      folder,
    }));
  };
  const beside = (folder: string, failOn = "new") => [
    "--baseline",
    join(folder, "report.json"),
    "--fail-on",
    failOn,
  ];

  it("ends with 0 where nothing fails that did not fail before", async () => {
    const { baseUrl } = await startServer(deviationOf("limit-off-by-one"));
    const before = await judge(baseUrl, ["LIST-3"]);

    const { exitCode, stdout, folder } = await judge(baseUrl, ["LIST-3"], beside(before.folder));

    expect([before.exitCode, exitCode]).toEqual([1, 0]);
    expect(stdout).toContain("does not conform, as before; nothing new: 1 requirement is broken (1 of 1");
    expect(readReport(folder).conclusion).toMatchObject({ status: "does not conform", exitCode: 0 });
    expect((await judge(baseUrl, ["LIST-3"], ["--baseline", before.folder])).exitCode).toBe(1);
  });

  it("ends with 1 for one failure more, and names it", async () => {
    const { baseUrl } = await startServer(deviationOf("limit-off-by-one", "not-found-empty"));
    const before = await judge(baseUrl, ["LIST-3"]);

    const { exitCode, stdout } = await judge(baseUrl, ["LIST-3,ERR-1"], beside(before.folder));

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /1 requirement is broken, which the baseline does not have: ERR-1, beside 1 as before/,
    );
  });

  it("names what is no longer broken", async () => {
    const broken = await startServer(deviationOf("limit-off-by-one"));
    const before = await judge(broken.baseUrl, ["LIST-3"]);
    const { port } = new URL(broken.baseUrl);
    await broken.close();
    const healthy = await startServer(undefined, { port: Number(port) });

    const { exitCode, stdout } = await judge(healthy.baseUrl, ["LIST-3"], beside(before.folder));

    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/conforms, .*; no longer broken: LIST-3/)]);
  });

  it("refuses a baseline of another target", async () => {
    const { baseUrl } = await startServer(deviationOf("limit-off-by-one"));
    const before = await judge(baseUrl, ["LIST-3"]);
    const other = await startServer();

    const { exitCode, stderr } = await judge(other.baseUrl, ["LIST-3"], beside(before.folder));

    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("it is of another target: make one of this target"),
    ]);
  });
});

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

    const { exitCode, stdout, stderr } = await runIn(folder, broken.baseUrl, ["--fail-on", "new"]);

    expect(exitCode).toBe(1);
    expect(stderr).toContain("New failures: LIST-3");
    expect(stdout).toContain(
      "does not conform: 1 requirement is broken, which the baseline does not have: LIST-3 (",
    );
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
    [["--baseline", "nosuch"], "--baseline nosuch: there is no such file or folder"],
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
