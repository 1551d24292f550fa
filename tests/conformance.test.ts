import { beforeAll, describe, expect, it } from "vitest";
import { readBaseUrl } from "../src/cli/address.js";
import { readKey } from "../src/cli/credentials.js";
import { loadContract } from "../src/description/index.js";
import { type Report, type RequirementReport, runConformance } from "../src/index.js";
import { startReferenceServer } from "../src/reference/index.js";
import { describeFinding } from "../src/report/index.js";

/*
 * The vitest face of the suite: a test a requirement, all from one run of the same engine as the command line.
 * Target and key come from PEDIGREE_TARGET and PEDIGREE_API_KEY; without a target, the reference server is judged.
 */
const contract = loadContract();
const target = process.env["PEDIGREE_TARGET"];
const testable = contract.requirements.filter(({ level }) => level !== "informative");

let report: Report;

beforeAll(async () => {
  report = target === undefined ? await judgeReferenceServer() : await judgeTarget(target);
}, 600_000);

describe(`conformance of ${target ?? "the reference server"}`, () => {
  it.for(testable.map((requirement) => [requirement.id, requirement.level, requirement.sentence] as const))(
    "%s %s: %s",
    ([id], { skip }) => {
      const requirement = report.requirements.find((each) => each.id === id);

      if (requirement === undefined) throw new Error(`the report says nothing of ${id}`);
      if (target !== undefined && isLeftOpen(requirement))
        skip(`${requirement.verdict}: ${requirement.reason}`);
      expect(isGreen(requirement), explain(requirement)).toBe(true);
    },
  );

  it("the run as a whole came to the conclusion that the target conforms", () => {
    expect(report.conclusion.status, report.conclusion.sentence).toBe("conforms");
  });
});

async function judgeReferenceServer(): Promise<Report> {
  const key = "embedded-Key.42";
  const server = await startReferenceServer({ contract, key });
  try {
    return await runConformance({ contract, baseUrl: server.baseUrl, key, embedded: true });
  } finally {
    await server.close();
  }
}

function judgeTarget(address: string): Promise<Report> {
  const { key } = readKey({ flags: {}, environment: process.env });
  return runConformance({ contract, baseUrl: readBaseUrl(address), key });
}

/** It could not be tested, which is the target's or the caller's choice, and no fault of the target. */
function isLeftOpen({ verdict }: RequirementReport): boolean {
  return verdict === "untested" || verdict === "not applicable";
}

function isGreen({ verdict }: RequirementReport): boolean {
  return verdict === "passed" || verdict === "warned" || verdict === "observed";
}

/** The story of each finding; else why the requirement could not be judged. */
function explain(requirement: RequirementReport): string {
  const findings = report.findings.filter(({ number }) => requirement.findings.includes(number));
  const stories = findings.map((finding) => describeFinding(finding, requirement));
  return [
    `${requirement.verdict}${requirement.reason === undefined ? "" : `: ${requirement.reason}`}`,
    ...stories,
  ].join("\n\n");
}
