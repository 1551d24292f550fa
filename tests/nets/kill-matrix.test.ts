import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mutants } from "../../src/reference/index.js";

const recorded = readFileSync(new URL("kill-matrix.csv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1);

it("the recorded kill matrix has every fault, and each is caught by the requirement that it breaks", () => {
  const rows = recorded.map((line) => line.split(","));

  expect(rows.map(([name, breaks]) => `${name} ${breaks}`).toSorted()).toEqual(
    mutants.map(({ name, breaks }) => `${name} ${breaks}`).toSorted(),
  );
  expect(rows.filter(([, breaks = "", told = ""]) => !told.split(" ").includes(breaks))).toEqual([]);
});
