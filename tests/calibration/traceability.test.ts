import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import { mutants, variants } from "../../src/reference/index.js";
import { animalStore } from "../../src/suites/index.js";

const { checks, responseChecks } = animalStore;

const { requirements } = loadContract();
const ids = new Set(requirements.map(({ id }) => id));
const testable = requirements.filter(({ level }) => level !== "informative");
const provable = testable.filter(({ level }) => level !== "open");
const open = testable.filter(({ level }) => level === "open");
const checked = new Set([
  ...responseChecks.map(({ requirement }) => requirement),
  ...checks.flatMap(({ requirement, alsoTests = [], observes = [] }) => [
    requirement,
    ...alsoTests,
    ...observes,
  ]),
]);
const count = (names: readonly string[], id: string): number => names.filter((each) => each === id).length;
const broken = mutants.map(({ breaks }) => breaks);
const concerned = variants.map(({ concerns }) => concerns);

describe("the chain from the document to its proof", () => {
  it.each(testable.map(({ id, sentence }) => [id, sentence]))("%s has a check: %s", (id) => {
    expect(checked).toContain(id);
  });

  it.each(provable.map(({ id, sentence }) => [id, sentence]))("%s is proven by two mutants: %s", (id) => {
    expect(count(broken, id)).toBeGreaterThanOrEqual(2);
  });

  it.each(open.map(({ id, sentence }) => [id, sentence]))("%s is left alone in two choices: %s", (id) => {
    expect(count(concerned, id)).toBeGreaterThanOrEqual(2);
  });

  it("no check, oracle, fault or choice names a requirement that the catalogue does not have", () => {
    const named = [
      ...checked,
      ...broken,
      ...concerned,
      ...mutants.flatMap(({ consequences }) => consequences),
    ];
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("every check has an id, a fault and a choice a name of its own", () => {
    const names = [
      checks.map(({ id }) => id),
      mutants.map(({ name }) => name),
      variants.map(({ name }) => name),
    ];
    expect(names.map((all) => all.length - new Set(all).size)).toEqual([0, 0, 0]);
  });

  it("the README counts the binding requirements as the catalogue does", () => {
    const binding = requirements.filter(({ level }) => level === "must" || level === "implied").length;
    expect(readFileSync(new URL("../../README.md", import.meta.url), "utf8")).toContain(
      `${binding} binding requirements`,
    );
  });
});
