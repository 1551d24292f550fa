import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Report, RunOptions } from "../../src/engine/index.js";
import { formats } from "../../src/report/index.js";
import { jsonSchemas } from "../../src/report/json-schemas.js";
import { validateReport } from "../../src/report/trend/gather.js";
import type { Operator } from "../../src/server/index.js";
import { hostile } from "./hostile.js";
import { awayReport, brokenReport, judgeServer, readOnlyReport } from "./kept-reports.js";
import { type NightTale, reportOf, taking, trendOf, twoMonths } from "./trend/nights.js";

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);

const published = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../spec/${name}`, import.meta.url), "utf8"));

/** What a published schema finds wrong in what would be written. */
function violationsOf(name: keyof typeof jsonSchemas, written: string): readonly string[] {
  const validate = ajv.getSchema(name) ?? ajv.addSchema(published(name), name).getSchema(name)!;
  validate(JSON.parse(written));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("the published schemas", () => {
  it.each(Object.entries(jsonSchemas))("spec/%s is what npm run schemas writes", (name, schema) => {
    expect(published(name)).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

describe("report.json follows its schema", () => {
  /** What reads reports must say the same as the schema. */
  const mistakesOf = (report: unknown): readonly string[] => {
    const written = formats.json.render(report as Report);
    const violations = violationsOf("report.schema.json", written);
    expect(typeof validateReport(JSON.parse(written)) === "string").toBe(violations.length > 0);
    return violations;
  };

  it.each([
    ["many faults", brokenReport, 1],
    ["nothing but reading", readOnlyReport, 0],
    ["an address at which nothing listens", awayReport, 3],
  ])("of a run with %s", async (_what, make, exitCode) => {
    const report = await make();

    expect(mistakesOf(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(exitCode);
  });

  const failing =
    (fails: (received: number) => boolean): Operator =>
    () => {
      let received = 0;
      return { answerEarly: () => (fails(++received) ? { kind: "broken" } : undefined) };
    };
  const inBytes: Operator = () => ({
    encode: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]),
    describeRefusal: () => ({ code: hostile, message: hostile }),
  });
  it.each<readonly [string, number, Operator, Partial<RunOptions>]>([
    ["by night", 0, () => ({}), { profile: "nightly", cases: 30, only: ["LIST-3"] }],
    ["that is interrupted", 3, () => ({}), { signal: AbortSignal.abort() }],
    [
      "with failures now and then",
      1,
      failing((received) => received % 10 === 0),
      { only: ["GEN-3"], readOnly: true },
    ],
    [
      "with a failure that never comes back",
      3,
      failing((received) => received === 20),
      { only: ["GEN-3"], readOnly: true },
    ],
    ["with answers that are no text", 1, inBytes, { only: ["GEN-1", "ERR"], readOnly: true }],
    ["whose key is refused", 3, () => ({ authenticate: () => false }), {}],
  ])("of a run %s (exit code %i)", async (_what, exitCode, deviate, options) => {
    const report = await judgeServer(deviate, options);

    expect(mistakesOf(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(exitCode);
    expect(report.run.interrupted).toBe(options.signal !== undefined);
  });

  it("unless a member is too many, missing, or of another kind", () => {
    const { findings: _, ...without } = reportOf(0);

    expect(mistakesOf({ ...reportOf(0), extra: 1 })).toHaveLength(1);
    expect(mistakesOf(without)).toHaveLength(1);
    expect(mistakesOf({ ...reportOf(0), findings: {} })).toHaveLength(1);
  });

  it("of each night that tests of trends make up", () => {
    expect(twoMonths.flatMap((tale, night) => mistakesOf(reportOf(night, tale)))).toEqual([]);
  });
});

describe("trend.json follows its schema", () => {
  const mistakesOf = (trend: object): readonly string[] =>
    violationsOf("trend.schema.json", JSON.stringify(trend));

  it.each<readonly [string, readonly NightTale[]]>([
    ["two months", twoMonths],
    ["a single run", [{}]],
    ["two targets", [{}, { target: { baseUrl: "http://x/v1", embedded: false } }]],
    ["a slow night", [taking(4), taking(900)]],
  ])("for %s", (_what, tales) => {
    const unused = { leftOut: [{ path: "x", reason: "y" }], duplicates: 2 };

    expect(mistakesOf({ ...trendOf(tales), ...unused })).toEqual([]);
  });

  it("unless a member is too many, missing, or of another kind", () => {
    const { duplicates: _, ...without } = trendOf([{}]);

    expect(mistakesOf({ ...trendOf([{}]), extra: 1 })).toHaveLength(1);
    expect(mistakesOf(without)).toHaveLength(1);
    expect(mistakesOf({ ...trendOf([{}]), series: [] })).toHaveLength(1);
  });
});
