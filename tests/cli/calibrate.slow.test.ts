import { describe, expect, it } from "vitest";
import { specDirectory } from "../../src/description/index.js";
import { pedigree } from "./pedigree.js";

const spec = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;

describe("calibrate --spec", () => {
  it("shows the run on one mutant, with that run's exit code", async () => {
    const mutant = "drop member /title of getBook 200";
    const ended = await pedigree(["calibrate", "--spec", spec, "--mutant", mutant]);
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain("getBook: responses");
  });

  it("shows the run on one variant", async () => {
    const ended = await pedigree(["calibrate", "--spec", spec, "--variant", "403 for 401"]);
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/conforms, (\d+) of \1 /) });
  });

  it("suggests the nearest name for a mutant that is not there", async () => {
    const ended = await pedigree(["calibrate", "--spec", spec, "--mutant", "deleted stays: removeBok"]);
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("did you mean deleted stays: removeBook?");
  });

  it("combines no variants", async () => {
    const ended = await pedigree(["calibrate", "--spec", spec, "--combinations", "3"]);
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("--combinations");
  });

  it("takes the folder of a contract as before", async () => {
    const ended = await pedigree([
      "calibrate",
      "--spec",
      specDirectory,
      "--variant",
      "charset-in-content-type",
    ]);
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain("conforms");
  });
});
