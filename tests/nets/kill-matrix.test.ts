import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadMutants } from "../../src/calibration/index.js";

const recorded = readFileSync(new URL("kill-matrix.csv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1);

it("no mutant of the recorded kill matrix is lost, and each was caught by the requirement that it breaks", () => {
  const rows = recorded.map((line) => line.split(","));
  const there = new Set(loadMutants().map(({ name, breaks }) => `${name} ${breaks}`));

  expect(rows.length).toBeGreaterThan(100);
  expect(rows.map(([name, breaks]) => `${name} ${breaks}`).filter((each) => !there.has(each))).toEqual([]);
  expect(rows.filter(([, breaks = "", told = ""]) => !told.split(" ").includes(breaks))).toEqual([]);
});
