import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { renderCtrf } from "../../src/report/ctrf.js";
import type { Report } from "../../src/run/index.js";
import { judgeDeviant } from "../servers/judging.js";
import { hostile, retell } from "./hostile.js";
import { hostileMarkup } from "./hostile-markup.js";
import { brokenReport, doubtfulReport, waive } from "./kept-reports.js";

const schema = JSON.parse(readFileSync(new URL("../schemas/ctrf.json", import.meta.url), "utf8")) as object;
const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

interface Ctrf {
  readonly runId: string;
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly {
      readonly testId: string;
      readonly name: string;
      readonly status: string;
      readonly rawStatus: string;
      readonly message?: string;
      readonly trace?: string;
      readonly snippet?: string;
      readonly flaky?: boolean;
      readonly suite: readonly string[];
      readonly tags: readonly string[];
    }[];
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
    const report = await brokenReport();

    const { runId, results } = read(report);

    expect(runId).toBe(report.run.id);
    expect(results.tests.map(({ testId }) => testId)).toEqual(report.requirements.map(({ id }) => id));
    const { tests, passed, failed, skipped, pending, other, start, stop, suites } = results.summary;
    expect(tests).toBe(report.requirements.length);
    expect((passed ?? 0) + (failed ?? 0) + (skipped ?? 0) + (pending ?? 0) + (other ?? 0)).toBe(tests);
    expect(failed).toBe(report.counts.failed);
    expect(passed).toBe(report.counts.passed + report.counts.observed);
    expect(skipped).toBe(report.counts.untested + report.counts["not applicable"]);
    expect(other).toBe(report.counts.warned + report.counts.inconclusive);
    expect((stop ?? 0) - (start ?? 0)).toBe(report.run.duration);
    expect(suites).toBe(new Set(report.requirements.map(({ section }) => section)).size);
    expect(results.environment).toMatchObject({ healthy: false, extra: { baseUrl: report.target.baseUrl } });
  });

  it("tells of a failed test what was expected, what came, and how to see it again", async () => {
    const test = read(await brokenReport()).results.tests.find(({ testId }) => testId === "LIST-3");

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
    expect(test?.flaky).toBeUndefined();
  });

  it("skips what is waived, with the reason", async () => {
    const report = waive(await brokenReport(), "applied");
    const waived = report.requirements.find(({ waiver }) => waiver !== undefined);

    const { results } = read(report);

    expect(results.tests.find(({ testId }) => testId === waived?.id)).toMatchObject({
      status: "skipped",
      rawStatus: "failed",
      message: expect.stringContaining("waived until 2026-12-31 (store team): it comes with release 12"),
    });
    expect(results.summary["failed"]).toBe(report.counts.failed - 1);
  });

  it("calls flaky what fails now and then", async () => {
    const report = await doubtfulReport();
    const intermittent = report.findings.filter(({ confirmation }) => confirmation.status === "intermittent");

    const { results } = read(report);

    const flaky = results.tests.filter((each) => each.flaky === true);
    expect(flaky.map(({ testId }) => testId).toSorted()).toEqual(
      [...new Set(intermittent.map(({ requirement }) => requirement))].toSorted(),
    );
    expect(flaky.length).toBeGreaterThan(0);
    expect(results.summary["flaky"]).toBe(flaky.length);
  });

  it("follows the schema where nothing could be tested", async () => {
    const { results } = read(await judgeDeviant(() => ({ authenticate: () => false })));

    expect(results.summary["failed"]).toBe(0);
  });

  it("names the build of GitHub and of GitLab", async () => {
    const report = await brokenReport();
    const github = {
      GITHUB_ACTIONS: "true",
      GITHUB_WORKFLOW: "deploy",
      GITHUB_RUN_NUMBER: "17",
      GITHUB_RUN_ID: "4711",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "store/animals",
      GITHUB_SHA: "abc",
      GITHUB_REF_NAME: "main",
    };
    const gitlab = {
      GITLAB_CI: "true",
      CI_JOB_NAME: "conformance",
      CI_PIPELINE_IID: "8",
      CI_PIPELINE_ID: "x",
    };

    expect(read(report, github).results.environment).toMatchObject({
      buildName: "deploy",
      buildNumber: 17,
      buildUrl: "https://github.com/store/animals/actions/runs/4711",
      branchName: "main",
    });
    expect(read(report, gitlab).results.environment).toMatchObject({
      buildName: "conformance",
      buildNumber: 8,
      buildId: "x",
    });
    expect(
      read(report, { GITHUB_ACTIONS: "true", GITHUB_RUN_NUMBER: "many" }).results.environment,
    ).not.toHaveProperty("buildNumber");
    expect(read(report).results.environment).not.toHaveProperty("buildName");
  });

  it.each([hostile, hostileMarkup])("is inert where every text is hostile (%#)", async (text) => {
    const report = retell(waive(await brokenReport(), "applied"), (each) => `${text}${each}${text}`);
    const sentences = report.requirements.map((each) => ({ ...each, sentence: `${text} a sentence` }));

    const { results } = read({ ...report, requirements: sentences });
    const written = renderCtrf(report);

    expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    const texts = results.tests.flatMap(({ name, message = "" }) => [name, message]);
    expect(texts.length).toBeGreaterThan(60);
    for (const each of texts)
      expect(each).not.toMatch(/<\w|<!|\]\(|@\w|#\d|https?:\/\/|www\.|``|::error::|\n/);
  });
});
