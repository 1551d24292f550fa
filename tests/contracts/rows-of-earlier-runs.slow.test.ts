import { describe, expect, it } from "vitest";
import { type Json, renderJson } from "../../src/json/index.js";
import type { Operator, Pet } from "../../src/server/index.js";
import { findingOf, idsWith, judgeDeviant } from "../servers/judging.js";

/** A store in which rows stand that a broken server accepted. */
function holding(...rows: readonly Readonly<Record<string, Json>>[]): Operator {
  return () => ({
    seed: () => rows.map((row, index) => ({ ...row, id: BigInt(index + 1) }) as unknown as Pet),
  });
}

const valid = { name: "Pedigree abcdefgh", categoryId: 1n, status: "available" };
const edgeCase = { name: 81, categoryId: 7n, status: "sold" } as const;

describe("an invalid row that an earlier run left behind", () => {
  it.each<readonly [string, string, Readonly<Record<string, Json>>]>([
    ["a name that is a number", "PET-1", { ...valid, name: 7n }],
    ["a name that is null", "PET-1", { ...valid, name: null }],
    ["a category that is text", "PET-2", { ...valid, categoryId: "cat" }],
    ["an unknown status", "PET-3", { ...valid, status: "lost" }],
  ])("is named by its id, and nothing else is left untested: %s", async (_what, id, row) => {
    const report = await judgeDeviant(holding(row));

    expect(idsWith(report, "failed")).toEqual([id]);
    expect(findingOf(report, id).actual).toMatch(/an earlier run sent this.* the ids 1$/);
    expect(idsWith(report, "untested")).toEqual([]);
  });

  it("is known by the journal where its form does not tell", async () => {
    const row = { ...edgeCase, name: 81n };
    const earlierBodies = [renderJson(row)];

    const report = await judgeDeviant(holding(row), { earlierBodies });

    expect(findingOf(report, "PET-1").actual).toContain("an earlier run sent this");
  });

  it("is not assumed of a row that no run sends", async () => {
    const report = await judgeDeviant(holding({ ...edgeCase, name: 81n }));

    expect(findingOf(report, "PET-1").actual).not.toContain("an earlier run");
  });
});
