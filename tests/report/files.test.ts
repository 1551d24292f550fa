import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formats, prepareFolder, writeReports } from "../../src/report/index.js";
import { writeFileAtomically } from "../../src/report/write-file.js";
import { temporaryFolder } from "../cli/pedigree.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { awayReport, brokenReport } from "./kept-reports.js";

describe("a file written atomically", () => {
  it("is there with its content, in folders that are made for it, and nothing beside it", () => {
    const folder = join(temporaryFolder(), "a", "b");

    writeFileAtomically(join(folder, "report.json"), "content");

    expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("content");
    expect(readdirSync(folder)).toEqual(["report.json"]);
  });

  it("replaces the one before as a whole: who has that open still reads all of it", () => {
    const path = join(temporaryFolder(), "report.json");
    writeFileAtomically(path, "the first, which is longer");
    const opened = openSync(path, "r");

    writeFileAtomically(path, "the second");

    expect(readFileSync(opened, "utf8")).toBe("the first, which is longer");
    expect(readFileSync(path, "utf8")).toBe("the second");
    closeSync(opened);
  });

  it("leaves no draft behind where it cannot be put in its place", () => {
    const folder = temporaryFolder();
    writeFileAtomically(join(folder, "taken", "inside"), "a folder is in the way");

    const trouble = writeFileAtomically(join(folder, "taken"), "content");

    expect(trouble).toMatch(/taken cannot be written \([A-Z]+\)$/);
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

describe("reports", () => {
  it("are written in the formats that were asked for, and their paths returned", async () => {
    const folder = temporaryFolder();
    const report = await awayReport();

    const paths = await writeReports(report, folder, ["junit", "json"]);

    expect(paths).toEqual([join(folder, "report.json"), join(folder, "junit.xml")]);
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toEqual(report);
    expect(readdirSync(folder).toSorted()).toEqual(["junit.xml", "report.json"]);
  });

  it("go into a folder that is made for them, unless a file is in its place", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");

    prepareFolder(join(folder, "new", "deep"));

    expect(readdirSync(join(folder, "new"))).toEqual(["deep"]);
    expect(() => prepareFolder(join(folder, "file"))).toThrow(
      /the reports folder .*file cannot be written to .*--reports/,
    );
    expect(() => prepareFolder(join(folder, "file", "below"))).toThrow(/cannot be written to/);
  });

  const { json: _, html: __, ...shown } = formats;
  it.each(
    Object.values(shown).flatMap(({ file, render }) =>
      [hostile, hostileMarkup].map((text) => ({ file, render, text })),
    ),
  )("hold nothing that a terminal or a CI server obeys, whatever came: $file", async ({ render, text }) => {
    const report = retell(await brokenReport(), (each) => `${text}${each}${text}`);

    const written = await render(report, "report.json");

    const obeyed = /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]|^\s*::/mu.exec(written);
    expect(obeyed && JSON.stringify(written.slice(obeyed.index - 40, obeyed.index + 10))).toBeNull();
  });
});
