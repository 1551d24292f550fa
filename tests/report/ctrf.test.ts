import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { renderCtrf } from "../../src/report/ctrf.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { awayReport, brokenReport, doubtfulReport, waive } from "./kept-reports.js";

const schema = JSON.parse(readFileSync(new URL("../schemas/ctrf.json", import.meta.url), "utf8")) as object;
const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

type Test = Readonly<Record<"testId" | "name", string>> & { readonly message?: string };

interface Ctrf {
  readonly runId: string;
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly Test[];
    readonly environment: Readonly<Record<string, unknown>>;
  };
}

function read(report: Report, environment: Record<string, string> = {}): Ctrf {
  const value: unknown = JSON.parse(renderCtrf(report, "out/report.json", environment));
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value as Ctrf;
}

describe("ctrf.json", () => {
  it("follows the schema, with a test a requirement and counts that agree", async () => {
    const report = await doubtfulReport();

    const { runId, results } = read(report);

    const { passed, observed, failed, untested, warned } = report.counts;
    expect(runId).toBe(report.run.id);
    expect(results.tests.map(({ testId }) => testId)).toEqual(report.requirements.map(({ id }) => id));
    expect(results.summary).toEqual({
      tests: report.requirements.length,
      passed: passed + observed,
      failed: failed - 1,
      skipped: untested + report.counts["not applicable"],
      pending: 0,
      other: warned + 1,
      flaky: 1,
      suites: new Set(report.requirements.map(({ section }) => section)).size,
      start: Date.parse(report.run.startedAt),
      stop: Date.parse(report.run.startedAt) + report.run.duration,
      duration: report.run.duration,
    });
    expect(results.environment).toMatchObject({ healthy: false, extra: { baseUrl: report.target.baseUrl } });
  });

  it("tells of a failed test what was expected, what came, and how to see it again", async () => {
    const { tests } = read(await brokenReport()).results;

    const test = tests.find(({ testId }) => testId === "LIST-3");

    expect(test).toMatchObject({
      name: "LIST-3 An answer never holds more animals than the limit asks for.",
      status: "failed",
      rawStatus: "failed",
      message: expect.stringMatching(/^expected at most \d+ animals?, got \d+ animals$/),
      trace: expect.stringMatching(/pedigree replay out\/report\.json --finding \d+/),
      snippet: expect.stringMatching(/^curl /),
      suite: ["Endpoints: List all animals"],
      tags: ["must", "listPets"],
    });
    expect(test).not.toHaveProperty("flaky");
  });

  it("skips what is waived, with the reason, and calls flaky what fails now and then", async () => {
    const { tests } = read(waive(await doubtfulReport(), { "CREATE-2": "applied" })).results;

    const testOf = (id: string) => tests.find(({ testId }) => testId === id);
    expect(testOf("PET-2")).toMatchObject({ status: "failed", flaky: true });
    expect(testOf("CREATE-2")).toMatchObject({
      status: "skipped",
      rawStatus: "failed",
      message: expect.stringContaining("waived until 2026-12-31 (store team): it comes with release 12"),
    });
  });

  it("follows the schema where nothing could be tested", async () => {
    expect(read(await awayReport()).results.summary).toMatchObject({ failed: 0, passed: 0 });
  });

  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_WORKFLOW: "deploy",
    GITHUB_RUN_NUMBER: "17",
    GITHUB_RUN_ID: "4711",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "store/animals",
    GITHUB_REF_NAME: "main",
  };
  const buildUrl = "https://github.com/store/animals/actions/runs/4711";
  const gitlab = { GITLAB_CI: "true", CI_JOB_NAME: "test", CI_PIPELINE_IID: "8", CI_PIPELINE_ID: "x" };
  it.each<readonly [string, Record<string, string>, object]>([
    [
      "GitHub",
      github,
      { buildName: "deploy", buildNumber: 17, buildId: "4711", buildUrl, branchName: "main" },
    ],
    ["a pull request on GitHub", { ...github, GITHUB_HEAD_REF: "fix" }, { branchName: "fix" }],
    ["GitLab", gitlab, { buildName: "test", buildNumber: 8, buildId: "x" }],
  ])("names the build of %s", async (_what, variables, build) => {
    expect(read(await awayReport(), variables).results.environment).toMatchObject(build);
  });

  it("names no build elsewhere, and no number that is none", async () => {
    const report = await awayReport();

    expect(read(report).results.environment).not.toHaveProperty("buildName");
    expect(read(report, { ...github, GITHUB_RUN_NUMBER: "many" }).results.environment).not.toHaveProperty(
      "buildNumber",
    );
  });

  it.each([hostile, hostileMarkup])("is inert where every text is hostile (%#)", async (text) => {
    const report = waive(await brokenReport(), { "LIST-3": "applied" });

    const { tests } = read(retell(report, (each) => `${text}${each}${text}`)).results;

    const texts = tests.flatMap(({ name, message = "" }) => [name, message]);
    expect(texts).toHaveLength(2 * report.requirements.length);
    expect(
      texts.filter((each) => /<\w|<!|\]\(|@\w|#\d|https?:\/\/|www\.|``|::error::|\n/.test(each)),
    ).toEqual([]);
  });
});
