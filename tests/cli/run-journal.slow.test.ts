import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after } from "../../src/server/operators/index.js";
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

  it("is put aside by the next run, which says so", async () => {
    const { baseUrl } = await startServer();
    const reports = temporaryFolder();
    writeFileSync(join(reports, "journal.json"), "{}");

    const { stderr } = await pedigree(["run", "--target", baseUrl, "--only", "LIST-1", "--reports", reports]);

    expect(stderr).toContain("the last run here was cut off");
    expect(readFileSync(join(reports, "journal.json.previous"), "utf8")).toBe("{}");
  });
});

it("--resume is refused with what to do instead", async () => {
  const { exitCode, stderr } = await pedigree(["run", "--resume", "--target", "http://localhost:8080/v1"]);

  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("--resume is no longer there: run again without it"),
  });
});
