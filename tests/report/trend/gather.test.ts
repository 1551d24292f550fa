import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { gatherReports } from "../../../src/report/trend/index.js";
import { reportOf } from "./nights.js";

/** A folder that goes with the test, with these files in it. */
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-trend-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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

  it("once a run", () => {
    const folder = folderWith({ "a/report.json": reportOf(0), "b/report.json": reportOf(0) });

    const { reports, duplicates } = gatherReports([folder, folder]);

    expect([reports.length, duplicates]).toEqual([1, 3]);
  });

  it("without going in circles", () => {
    const folder = folderWith({ "a/report.json": reportOf(0) });
    symlinkSync(folder, join(folder, "a", "again"));

    expect(gatherReports([folder]).reports).toHaveLength(1);
  });
});

describe("what is no report is left out, with the reason:", () => {
  const change = (members: object): object => ({ ...reportOf(0), ...members });
  const { run, target } = reportOf(0);

  it.each<readonly [string, unknown, RegExp]>([
    ["no JSON", "{", /no JSON/],
    ["another JSON", [1], /no report of this version of pedigree: it must be object/],
    ["JSON of someone else", { format: "har" }, /pedigree: format must be pedigree-report\/1$/],
    [
      "a report of another format",
      change({ format: "pedigree-report/2" }),
      /format must be pedigree-report\/1/,
    ],
    ["a report without a run", change({ run: undefined }), /pedigree: run is missing$/],
    ["an id that leads elsewhere", change({ run: { ...run, id: "../../x" } }), /run › id/],
    ["a start that is no moment", change({ run: { ...run, startedAt: "soon" } }), /run › startedAt/],
    [
      "a start beyond all calendars",
      change({ run: { ...run, startedAt: "+200000-01-01T00:00:00Z" } }),
      /run › startedAt/,
    ],
    ["a duration that is no number", change({ run: { ...run, duration: "1" } }), /run › duration/],
    ["requests below 0", change({ run: { ...run, requests: -1 } }), /run › requests/],
    ["an address that is no text", change({ target: { ...target, baseUrl: {} } }), /target › baseUrl/],
    ["requirements that are no list", change({ requirements: {} }), /requirements must be array/],
    [
      "a verdict that there is not",
      change({ requirements: [{ ...reportOf(0).requirements[0], verdict: "fine" }] }),
      /verdict/,
    ],
    [
      "an id of a requirement with markup",
      change({ requirements: [{ ...reportOf(0).requirements[0], id: '"><b>' }] }),
      /requirements › 0 › id/,
    ],
  ])("%s", (_what, content, reason) => {
    const path = join(folderWith({ "report.json": content }), "report.json");

    const { reports, leftOut } = gatherReports([path]);

    expect(reports).toEqual([]);
    expect(leftOut).toEqual([{ path, reason: expect.stringMatching(reason) }]);
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
