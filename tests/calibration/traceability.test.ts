import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadMutants, loadVariants } from "../../src/calibration/index.js";
import { animalStore } from "../../src/contracts/index.js";
import { concerns, createAttribution, loadContract } from "../../src/description/index.js";
import { mutants, variants } from "../../src/server/index.js";

const contract = loadContract();
const { requirements } = contract;
const testable = requirements.filter(({ level }) => level !== "informative");
const provable = testable.filter(({ level }) => level !== "open");
const open = testable.filter(({ level }) => level === "open");
const scenarios = animalStore.scenarios(contract);
const checks = [...scenarios, ...animalStore.responseChecks(contract)].map(({ id }) => id);
const claims = scenarios.flatMap(({ expects = [], observes = [] }) => [...expects, ...observes]);
const rows = { mutants: loadMutants(), variants: loadVariants() };
const broken = rows.mutants.map(({ breaks }) => breaks);
const concerned = rows.variants.map(({ concerns }) => concerns);

/** The requirements that stand fewer than twice among ids. */
const fewerThanTwo = (some: typeof requirements, ids: readonly string[]): readonly string[] =>
  some.map(({ id }) => id).filter((id) => ids.filter((each) => each === id).length < 2);

describe("the chain from the document to its proof", () => {
  it("every requirement has a check, and every check verifies a requirement", () => {
    const all = [...checks, ...claims];
    const attribute = createAttribution(requirements);
    expect(testable.filter((each) => !all.some((check) => concerns(each, check)))).toEqual([]);
    expect(() => all.map(attribute)).not.toThrow();
    expect(checks).toEqual([...new Set(checks)]);
  });

  it("every binding requirement is proven by two mutants, and no open point is broken by any", () => {
    expect(fewerThanTwo(provable, broken)).toEqual([]);
    expect(open.filter(({ id }) => broken.includes(id))).toEqual([]);
  });

  it("every open point is played with in two variants", () => {
    expect(fewerThanTwo(open, concerned)).toEqual([]);
  });

  it("no mutant or variant names a requirement that the catalogue does not have", () => {
    const ids = requirements.map(({ id }) => id);
    const named = [...broken, ...concerned, ...rows.mutants.flatMap(({ consequences }) => consequences)];
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each([
    ["mutants", mutants],
    ["variants", variants],
  ] as const)("all %s have one row each, which says why, and names of their own", (kind, table) => {
    expect(rows[kind].map(({ name }) => name).toSorted()).toEqual([...table.keys()].toSorted());
    expect(rows[kind].filter(({ why }) => why === "" || why.includes('"'))).toEqual([]);
    expect([...mutants.keys()].filter((name) => variants.has(name))).toEqual([]);
  });

  // Raise the numbers with what is added: what proved the instrument once must not go unnoticed.
  it("no mutant and no variant is lost", () => {
    expect(mutants.size).toBeGreaterThanOrEqual(407);
    expect(variants.size).toBeGreaterThanOrEqual(137);
  });

  it("the README counts the binding requirements as the catalogue does", () => {
    const binding = requirements.filter(({ level }) => level === "must" || level === "implied").length;
    expect(readFileSync(new URL("../../README.md", import.meta.url), "utf8")).toContain(
      `${binding} binding requirements`,
    );
  });
});
