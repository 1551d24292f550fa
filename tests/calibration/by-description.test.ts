import { expect, it } from "vitest";
import {
  compareRows,
  isBroken,
  loadAnyMatrix,
  loadMutants,
  loadVariants,
  renderAnyMatrix,
  sources,
} from "../../src/calibration/index.js";

const rows = loadAnyMatrix();
const mutants = rows.filter(({ kind }) => kind === "mutant");
const found = mutants.filter(({ description }) => description.length > 0);

it("has a row for every mutant and every variant", () => {
  const names = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  expect(names("mutant")).toEqual(loadMutants().map(({ name }) => name));
  expect(names("variant")).toEqual(loadVariants().map(({ name }) => name));
});

it("says of every mutant what forbids it, and with which words", () => {
  const silent = mutants.filter(({ by, sentence }) => by === "" || !sources.includes(by) || sentence === "");
  expect(silent.map(({ name }) => name)).toEqual([]);
  // A mutant does not move from one source to another: the share that is found would lose its meaning.
  const counts = sources.map((source) => mutants.filter(({ by }) => by === source).length);
  expect(Object.fromEntries(sources.map((source, index) => [source, counts[index]]))).toEqual({
    description: 359,
    fact: 100,
    document: 2,
  });
});

it("finds no fewer mutants than before, and alarms on no variant", () => {
  expect(found.length).toBeGreaterThanOrEqual(122);
  expect(mutants.filter(isBroken).length).toBeGreaterThanOrEqual(224);
  expect(rows.filter((row) => row.kind === "variant" && isBroken(row))).toEqual([]);
});

it("names a mutant that is lost, and a variant that is alarmed at", () => {
  const [mutant] = found;
  const variant = rows.find(({ kind }) => kind === "variant");
  const now = rows.map((row) => {
    if (row === mutant) return { ...row, description: [], facts: [] };
    return row === variant ? { ...row, description: ["listPets: responses"] } : row;
  });
  expect(compareRows(rows, now)).toEqual({ lost: [mutant?.name], alarmed: [variant?.name] });
  expect(compareRows(rows, rows)).toEqual({ lost: [], alarmed: [] });
});

it("is written as it is read", async () => {
  const { readFile } = await import("node:fs/promises");
  expect(renderAnyMatrix(rows)).toBe(await readFile("spec/kill-matrix-any.csv", "utf8"));
});
