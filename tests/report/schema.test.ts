import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import { formats } from "../../src/report/index.js";
import { validateReport } from "../../src/report/validate-report.js";
import type { Report, RunOptions } from "../../src/run/index.js";
import { judge, judgeDeviant, startServer } from "../servers/judging.js";
import { hostile } from "./hostile.js";

const schema = JSON.parse(
  readFileSync(new URL("../../spec/report.schema.json", import.meta.url), "utf8"),
) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What the schema finds wrong in the file that would be written; what reads reports must say the same. */
function violationsOf(report: Report): readonly string[] {
  const written = JSON.parse(formats.json.render(report)) as unknown;
  const isReadable = typeof validateReport(written) !== "string";
  expect(validate(written)).toBe(isReadable);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

describe("report.json follows spec/report.schema.json", () => {
  it.each<readonly [string, number, Operator, Partial<RunOptions>]>([
    ["passes", 0, () => ({}), {}],
    ["passes a nightly run", 0, () => ({}), { profile: "nightly" }],
    ["only may read", 0, () => ({}), { readOnly: true }],
    ["is judged by one requirement", 0, () => ({}), { only: ["LIST-3"] }],
    ["fails", 1, () => ({ pageSize: (limit) => limit + 1 }), {}],
    [
      "fails for what came back to a fetched animal",
      1,
      (handlers) => ({ lookUp: () => handlers.seed()[Symbol.iterator]().next().value }),
      {},
    ],
    ["fails intermittently", 1, () => failingEvery(40), {}],
    [
      "fails in what it says to bodies that are no text",
      1,
      () => ({ statusCode: ({ kind }) => (kind === "listed" ? 200 : 418) }),
      {},
    ],
    [
      "fails with hostile texts",
      1,
      () => ({ describeRefusal: () => ({ code: hostile, message: hostile }), statusCode: () => 400 }),
      {},
    ],
    ["is doubtful", 3, () => failingOnce(100), {}],
    ["refuses the key", 3, () => ({ authenticate: () => false }), {}],
  ])("of a server that %s (exit code %i)", async (_what, exitCode, deviate, options) => {
    const report = await judgeDeviant(deviate, options);

    expect(violationsOf(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(exitCode);
  });

  it("of a run that was interrupted", async () => {
    const stop = new AbortController();
    const server = await startServer();

    const report = await judge(server.url, {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.kind === "phase-started" && event.phase === "create") stop.abort();
      },
    });

    expect(violationsOf(report)).toEqual([]);
    expect(report.run.interrupted).toBe(true);
  });

  it("of a target that is not there", async () => {
    const report = await judge("http://127.0.0.1:9/v1");

    expect(violationsOf(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(3);
  });

  it("and the schema refuses a report with a member too many, too few, or of another kind", async () => {
    const report = await judgeDeviant(() => ({}), { readOnly: true });
    const { findings: _, ...without } = report;

    expect(violationsOf({ ...report, extra: 1 } as Report)).toHaveLength(1);
    expect(violationsOf(without as Report)).toHaveLength(1);
    expect(violationsOf({ ...report, findings: {} } as unknown as Report)).toHaveLength(1);
  });
});

function failingEvery(nth: number) {
  let received = 0;
  return { answerEarly: () => (++received % nth === 0 ? ({ kind: "broken" } as const) : undefined) };
}

function failingOnce(at: number) {
  let received = 0;
  return { answerEarly: () => (++received === at ? ({ kind: "broken" } as const) : undefined) };
}
