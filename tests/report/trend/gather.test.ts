import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { gatherReports } from "../../../src/report/trend/index.js";
import { temporaryFolder } from "../../cli/pedigree.js";
import { reportOf } from "./nights.js";

/** A folder that goes with the test, with these files in it. */
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

describe("reports are gathered", () => {
  it("from folders of any depth and from files of any name, in the order in which the runs started", () => {
    const folder = folderWith({
      "a/report.json": reportOf(2),
      "b/c/d/e/report.json": reportOf(0),
      "b/c/other.json": "{}",
      "tonight.json": reportOf(1),
    });

    const { reports, leftOut } = gatherReports([folder, join(folder, "tonight.json")]);

    expect(reports.map(({ run }) => run.seed)).toEqual([1000, 1001, 1002]);
    expect(leftOut).toEqual([]);
  });

  it("once a run, without going in circles", () => {
    const folder = folderWith({ "a/report.json": reportOf(0), "b/report.json": reportOf(0) });
    symlinkSync(folder, join(folder, "a", "again"));

    const { reports, duplicates } = gatherReports([folder, folder]);

    expect([reports.length, duplicates]).toEqual([1, 3]);
  });
});

describe("what is no report is left out, with the reason:", () => {
  const { run, target, requirements, ...rest } = reportOf(0);
  const report = { ...rest, run, target, requirements };
  const changedRun = (members: object) => ({ ...report, run: { ...run, ...members } });
  const changedRequirement = (members: object) => ({
    ...report,
    requirements: [{ ...requirements[0], ...members }],
  });

  it.each<readonly [string, unknown, RegExp]>([
    ["no JSON", "{", /no JSON/],
    ["another JSON", [1], /no report of this version of pedigree: it must be object/],
    ["JSON of someone else", { format: "har" }, /pedigree: format must be pedigree-report\/1$/],
    ["another format", { ...report, format: "pedigree-report/2" }, /format must be pedigree-report\/1/],
    ["a report without a run", { ...report, run: undefined }, /pedigree: run is missing$/],
    ["an id that leads elsewhere", changedRun({ id: "../../x" }), /run › id/],
    ["a start that is no moment", changedRun({ startedAt: "soon" }), /run › startedAt/],
    ["a start beyond all calendars", changedRun({ startedAt: "+200000-01-01T00:00:00Z" }), /run › startedAt/],
    ["requests below 0", changedRun({ requests: -1 }), /run › requests/],
    ["an address that is no text", { ...report, target: { ...target, baseUrl: {} } }, /target › baseUrl/],
    ["requirements that are no list", { ...report, requirements: {} }, /requirements must be array/],
    ["a verdict that there is not", changedRequirement({ verdict: "fine" }), /verdict/],
    [
      "a requirement's id that controls a terminal",
      changedRequirement({ id: "\u001b[2J" }),
      /requirements › 0 › id/,
    ],
  ])("%s", (_what, content, reason) => {
    const path = join(folderWith({ "report.json": content }), "report.json");

    expect(gatherReports([path])).toEqual({
      reports: [],
      leftOut: [{ path, reason: expect.stringMatching(reason) }],
      duplicates: 0,
    });
  });

  it("what is not there, a device, and a folder without any", () => {
    const folder = folderWith({ "other.json": "{}" });

    const { leftOut } = gatherReports([join(folder, "nothing"), "/dev/zero", folder]);

    expect(leftOut.map(({ reason }) => reason).sort()).toEqual([
      "it cannot be read (ENOENT)",
      "it holds no report.json",
      "it is no file: give a report.json",
    ]);
  });
});
