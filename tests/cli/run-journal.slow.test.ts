import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after } from "../../src/reference/operators/index.js";
import { startServer } from "../servers/judging.js";
import { pedigree, readReport, start, temporaryFolder } from "./pedigree.js";

/** Has fewer animals on a page of 50 than there are: found in the walk. */
const broken = after("revisePage", (page) => (page.length > 3 ? [...page, ...page.slice(-1)] : page));

const night = ["--profile", "nightly", "--seed", "7", "--cases", "6000"];

/** A run that is killed as soon as it has said this; the folder of its reports. */
async function killedAfter(pattern: RegExp, baseUrl: string): Promise<string> {
  const reports = temporaryFolder();
  const running = start(["run", "--target", baseUrl, ...night, "--verbose", "--reports", reports]);
  await running.said(pattern);
  running.process.kill("SIGKILL");
  await running.ended;
  return reports;
}

describe("the journal of a run that is killed", () => {
  it("makes a report that holds each finding that was shown", async () => {
    const { baseUrl } = await startServer(broken);
    const reports = await killedAfter(/found: [A-Z]+-\d+/, baseUrl);

    const { exitCode } = await pedigree(["report", join(reports, "journal.json")]);

    const report = readReport(reports);
    expect({ exitCode, failed: report.conclusion.exitCode, trouble: report.conclusion.trouble }).toEqual({
      exitCode: 0,
      failed: 1,
      trouble: "the run was cut off",
    });
    expect(report.findings.length).toBeGreaterThan(0);
    expect(existsSync(join(reports, "report.html"))).toBe(true);
  });

  it("is gone on with by --resume, which tries what was not tried yet", async () => {
    const { baseUrl } = await startServer();
    const reports = await killedAfter(/list\/complete|create\/body/, baseUrl);
    const whole = ["--target", baseUrl, "--cases", "300", "--reports", reports];

    const { exitCode, stdout } = await pedigree(["run", "--resume", ...whole]);

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining("seed 7") });
    const report = readReport(reports);
    expect(report.statistics.random?.cases).toBe(300);
    expect(report.run.merged).toHaveLength(2);
    expect(existsSync(join(reports, "journal.json"))).toBe(false);
  });

  it("is put aside by a run that does not go on with it, which says so", async () => {
    const { baseUrl } = await startServer();
    const reports = temporaryFolder();
    writeFileSync(join(reports, "journal.json"), "{}");

    const { stderr } = await pedigree(["run", "--target", baseUrl, "--only", "LIST-1", "--reports", reports]);

    expect(stderr).toContain("the last run here was cut off");
    expect(readFileSync(join(reports, "journal.json.previous"), "utf8")).toBe("{}");
  });
});

it("random cases that a run was cut off in are counted once, whoever tried them", async () => {
  const { baseUrl } = await startServer();
  const reports = temporaryFolder();
  const run = start(["run", "--target", baseUrl, ...night, "--cases", "100000", "--reports", reports]);
  const path = join(reports, "journal.json");
  const reached = (): number => {
    try {
      return JSON.parse(readFileSync(path, "utf8")).statistics.random?.reached ?? 0;
    } catch {
      return 0;
    }
  };
  await expect.poll(reached, { timeout: 20_000 }).toBeGreaterThan(0);
  run.process.kill("SIGKILL");
  await run.ended;
  const tried = reached();

  const more = ["--target", baseUrl, "--cases", `${tried + 200}`, "--reports", reports];
  const { exitCode } = await pedigree(["run", "--resume", ...more]);

  const { statistics, requirements } = readReport(reports);
  expect({ exitCode, random: statistics.random }).toMatchObject({ exitCode: 0 });
  expect(statistics.random?.reached).toBe(tried + 200);
  expect(Math.abs((statistics.random?.cases ?? 0) - tried - 200)).toBeLessThan(20);
  // The keys come after the random cases.
  expect(requirements.find(({ id }) => id === "AUTH-1")?.verdict).toBe("passed");
});

describe("pedigree run --resume", () => {
  it.each([
    ["no run was cut off", undefined, "no run was cut off there"],
    ["the journal is no report", "{}", "is no report of this version"],
  ])("is refused where %s", async (_what, journal, sentence) => {
    const { baseUrl } = await startServer();
    const reports = temporaryFolder();
    if (journal !== undefined) writeFileSync(join(reports, "journal.json"), journal);

    const { exitCode, stderr } = await pedigree([
      "run",
      "--resume",
      "--target",
      baseUrl,
      "--reports",
      reports,
    ]);

    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(sentence) });
  });

  it("is refused for another target or another seed", async () => {
    const { baseUrl } = await startServer();
    const other = await startServer();
    const reports = await killedAfter(/create\/body/, baseUrl);

    const go = (target: string, ...more: readonly string[]) =>
      pedigree(["run", "--resume", "--target", target, ...more, "--reports", reports]);

    expect((await go(other.baseUrl)).stderr).toContain("it is about another target");
    expect((await go(baseUrl, "--seed", "8")).stderr).toContain("it has seed 7 and the nightly profile");
    rmSync(join(reports, "journal.json"));
    expect((await go(baseUrl)).exitCode).toBe(2);
  });
});

it("a run that was interrupted is completed by --resume", async () => {
  const { baseUrl } = await startServer();
  const reports = temporaryFolder();
  const run = start(["run", "--target", baseUrl, ...night, "--verbose", "--reports", reports]);
  await run.said(/list\/complete/);
  run.process.kill("SIGINT");
  const first = await run.ended;

  const again = ["--target", baseUrl, "--cases", "300", "--reports", reports];
  const { exitCode, stdout } = await pedigree(["run", "--resume", ...again]);

  expect([first.exitCode, exitCode]).toEqual([130, 0]);
  expect(stdout).toContain("conforms, ");
  expect(readReport(reports).run.interrupted).toBe(false);
  expect(existsSync(join(reports, "journal.json"))).toBe(false);
});
