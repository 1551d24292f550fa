import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadMutants, loadVariants } from "../../src/calibration/index.js";
import { concerns, createAttribution, loadContract } from "../../src/description/index.js";
import { mutants, variants } from "../../src/reference/index.js";
import { animalStore } from "../../src/suites/index.js";

const contract = loadContract();
const { requirements } = contract;
const { responseChecks } = animalStore;
const scenarios = animalStore.scenarios(contract);
const ids = new Set(requirements.map(({ id }) => id));
const testable = requirements.filter(({ level }) => level !== "informative");
const provable = testable.filter(({ level }) => level !== "open");
const open = testable.filter(({ level }) => level === "open");
const attribute = createAttribution(requirements);
const checks = [
  ...responseChecks.map(({ id }) => id),
  ...scenarios.flatMap(({ id, expects = [], observes = [] }) => [id, ...expects, ...observes]),
];
const count = (names: readonly string[], id: string): number => names.filter((each) => each === id).length;
const broken = loadMutants().map(({ breaks }) => breaks);
const concerned = loadVariants().map(({ concerns }) => concerns);

describe("the chain from the document to its proof", () => {
  it.each(testable.map((each) => [each.id, each.sentence, each] as const))(
    "%s has a check: %s",
    (...[, , each]) => {
      expect(checks.some((check) => concerns(each, check))).toBe(true);
    },
  );

  it("every check verifies a requirement", () => {
    expect(checks.map((check) => attribute(check))).not.toContain("");
  });

  it.each(provable.map(({ id, sentence }) => [id, sentence]))("%s is proven by two mutants: %s", (id) => {
    expect(count(broken, id)).toBeGreaterThanOrEqual(2);
  });

  it.each(open.map(({ id, sentence }) => [id, sentence]))("%s is left alone in two variants: %s", (id) => {
    expect(count(concerned, id)).toBeGreaterThanOrEqual(2);
  });

  it("no mutant or variant names a requirement that the catalogue does not have", () => {
    const named = [...broken, ...concerned, ...loadMutants().flatMap(({ consequences }) => consequences)];
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("no mutant breaks an open point", () => {
    expect(open.filter(({ id }) => broken.includes(id))).toEqual([]);
  });

  it("every check has an id of its own", () => {
    const names = [...scenarios, ...responseChecks].map(({ id }) => id);
    expect(names).toEqual([...new Set(names)]);
  });

  it("every mutant and every variant has exactly one row, says why, and has a name of its own", () => {
    const rows = [loadMutants(), loadVariants()];
    expect(rows.map((each) => each.map(({ name }) => name).toSorted())).toEqual(
      [mutants, variants].map((table) => [...table.keys()].toSorted()),
    );
    expect(rows.flat().filter(({ why }) => why === "" || why.includes('"'))).toEqual([]);
    expect([...mutants.keys()].filter((name) => variants.has(name))).toEqual([]);
  });

  it("the README counts the binding requirements as the catalogue does", () => {
    const binding = requirements.filter(({ level }) => level === "must" || level === "implied").length;
    expect(readFileSync(new URL("../../README.md", import.meta.url), "utf8")).toContain(
      `${binding} binding requirements`,
    );
  });
});
