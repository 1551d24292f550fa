import { describe, expect, it } from "vitest";
import { describeUsageMistake } from "../../src/cli/usage.js";

describe("a mistake in the command line is told with what was likely meant:", () => {
  it.each([
    ["error: too many arguments for 'run'. Expected 0 arguments but got 1.\n", "--target"],
    ["error: too many arguments for 'doctor'. Expected 0 arguments but got 2.\n", "--target"],
    ["error: unknown option '--url'\n", "--target"],
    ["error: unknown option '--base-url'\n", "--target"],
    ["error: unknown option '--token'\n", "PEDIGREE_API_KEY"],
    ["error: unknown option '--api-key'\n", "--key-file"],
    ["error: unknown option '--output'\n", "--reports"],
  ])("%s", (text, meant) => {
    expect(describeUsageMistake(text)).toMatch(/^pedigree: [^\n]*: [^\n]*\n$/);
    expect(describeUsageMistake(text)).toContain(meant);
  });

  it.each([
    "unknown option '--reportz'\n(Did you mean --reports?)",
    "unknown option '--hosting'",
    "too many arguments for 'calibrate'. Expected 0 arguments but got 1.",
  ])("any other stays as it is: %s", (text) => {
    expect(describeUsageMistake(`error: ${text}\n`)).toBe(`pedigree: ${text}\n`);
  });
});
