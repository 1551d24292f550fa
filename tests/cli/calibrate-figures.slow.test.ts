import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pedigree, temporaryFolder } from "./pedigree.js";

const spec = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;

describe("calibrate --spec", () => {
  it("says how much the suite finds with a description, and writes down every mutant", async () => {
    const reports = temporaryFolder();
    const ended = await pedigree(["calibrate", "--spec", spec, "--max-mutants", "6", "--reports", reports]);
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toMatch(/This description lets the suite find \d+ of 6 faults \(\d+ %\): /);
    const calibration = JSON.parse(readFileSync(join(reports, "calibration.json"), "utf8"));
    expect(calibration).toMatchObject({ figures: { mutants: 6 }, holds: true });
    const rows = readFileSync(join(reports, "calibration.csv"), "utf8").trimEnd().split("\n");
    expect(rows[0]).toBe("mutant,operator,operation,found by");
    expect(rows).toHaveLength(7);
  });
});
