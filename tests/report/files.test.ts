import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { prepareFolder, writeReports } from "../../src/report/index.js";
import { writeFileAtomically } from "../../src/report/write-file.js";
import { judgeDeviant } from "../servers/judging.js";

let folder: string;

beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), "pedigree-"));
  folder = made;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

describe("a file written atomically", () => {
  it("is there with its content, in folders that are made for it, and nothing beside it", () => {
    const path = join(folder, "a", "b", "report.json");

    writeFileAtomically(path, "content");

    expect(readFileSync(path, "utf8")).toBe("content");
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["report.json"]);
  });

  it("replaces the one before as a whole: who has that open still reads all of it", async () => {
    const path = join(folder, "report.json");
    writeFileAtomically(path, "the first, which is longer");
    const { open } = await import("node:fs/promises");
    const reader = await open(path);

    writeFileAtomically(path, "the second");

    expect((await reader.readFile()).toString()).toBe("the first, which is longer");
    expect(readFileSync(path, "utf8")).toBe("the second");
    await reader.close();
  });

  it("leaves no draft behind where it cannot be put in its place", () => {
    const path = join(folder, "taken");
    writeFileAtomically(join(path, "inside"), "a folder is in the way");

    expect(writeFileAtomically(path, "content")).toMatch(/taken cannot be written \([A-Z]+\)$/);
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

describe("reports", () => {
  it("are written in the formats that were asked for, and their paths returned", async () => {
    const report = await judgeDeviant(() => ({}), { readOnly: true });

    const paths = await writeReports(report, folder, ["json", "junit"]);

    expect(paths).toEqual([join(folder, "report.json"), join(folder, "junit.xml")]);
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toEqual(report);
    expect(readdirSync(folder).toSorted()).toEqual(["junit.xml", "report.json"]);
  });

  it("are not begun where a file stands in place of their folder", () => {
    const path = join(folder, "file");
    writeFileSync(path, "");

    expect(() => prepareFolder(path)).toThrow(/the reports folder .*file cannot be written to .*--reports/);
    expect(() => prepareFolder(join(path, "below"))).toThrow(/cannot be written to/);
  });

  it("may go into a folder that is not there yet", () => {
    prepareFolder(join(folder, "new", "deep"));

    expect(readdirSync(join(folder, "new"))).toEqual(["deep"]);
  });
});
