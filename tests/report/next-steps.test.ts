import { expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { describeNextSteps, type RunFacts } from "../../src/report/next-steps.js";
import { describePaths, judgeDescribed, lists } from "../contracts/described.js";
import { startJsonServer } from "../servers/json-server.js";

const cup = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const spec = "cups.yaml";
const named = "--target http://localhost:1 --spec cups.yaml";
const page = "reports/report.html";

/** The report on a server whose list shows this. */
async function judgeCups(shown: unknown): Promise<Report> {
  const baseUrl = await startJsonServer(() => [200, shown]);
  const report = await judgeDescribed(describePaths({ "/cups": { get: lists("listCups", cup) } }), baseUrl);
  return { ...report, target: { ...report.target, baseUrl: "http://localhost:1", spec } };
}

/** The same report, in which a requirement lacks a value. */
function withoutValue(report: Report): Report {
  const [first, ...others] = report.requirements;
  return first === undefined
    ? report
    : { ...report, requirements: [{ ...first, lacks: "value" }, ...others] };
}

it.each<[what: string, judgeIt: () => Promise<Report>, facts: RunFacts, steps: readonly string[]]>([
  [
    "a first contact",
    () => judgeCups([]),
    { paths: [page] },
    [
      `open ${page}`,
      `npx pedigree run --plan ${named}: which operations are called, and on which items`,
      `npx pedigree init ${named}: writes a configuration that keeps these options`,
    ],
  ],
  [
    "a run with findings that left out an operation and lacked a value",
    async () => withoutValue(await judgeCups([{ id: "one" }])),
    { paths: [page, "reports/report.json"], notCalled: { count: 1, of: 4 } },
    [
      `open ${page}: each finding has the request that shows it`,
      `npx pedigree run --plan ${named}: why 1 of 4 operations was not called`,
      `npx pedigree init ${named}: writes a configuration with a place for the values that 1 requirement lacked`,
    ],
  ],
  [
    "a configured run without a page",
    async () => withoutValue(await judgeCups([{ id: "one" }])),
    { paths: ["report.json"], isConfigured: true, lacking: ["getCup.shelf", "addCup.shelf"] },
    [
      `npx pedigree replay report.json --finding 1 ${named}`,
      `npx pedigree run --plan ${named}: which operations are called, and on which items`,
      'complete "api:" in the configuration: it lacks values for 1 requirement (getCup.shelf, addCup.shelf)',
    ],
  ],
])("after %s of another interface, the next steps are three", async (_, judgeIt, facts, steps) => {
  expect(describeNextSteps(await judgeIt(), facts).split("\n")).toEqual([
    "Next:",
    ...steps.map((each) => `  ${each}`),
  ]);
});
