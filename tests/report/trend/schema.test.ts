import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { validateReport } from "../../../src/report/validate-report.js";
import { type NightTale, reportOf, trendOf } from "./nights.js";
import { twoMonths } from "./two-months.js";

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(new URL("../../../spec/trend.schema.json", import.meta.url), "utf8")) as object,
);

function violationsOf(value: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(value)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("trend.json follows spec/trend.schema.json", () => {
  it.each<readonly [string, readonly NightTale[]]>([
    ["two months", twoMonths],
    ["a single run", [{}]],
    ["two targets", [{}, { target: { baseUrl: "http://x/v1", embedded: false } }]],
    [
      "a slow night",
      [{}, { latency: { list: { p50: 900, p95: 900, p99: 900, max: 900, distribution: [] } } }],
    ],
  ])("for %s", (_what, tales) => {
    expect(violationsOf(trendOf(tales))).toEqual([]);
  });

  it("with what could not be used", () => {
    const trend = { ...trendOf([{}]), leftOut: [{ path: "x", reason: "y" }], duplicates: 2 };

    expect(violationsOf(trend)).toEqual([]);
  });

  it("and the schema refuses a member too many, too few, or of another kind", () => {
    const trend = trendOf([{}]);
    const { duplicates: _, ...without } = trend;

    expect(violationsOf({ ...trend, extra: 1 })).toHaveLength(1);
    expect(violationsOf(without)).toHaveLength(1);
    expect(violationsOf({ ...trend, series: [] })).toHaveLength(1);
  });
});

describe("the nights of these tests", () => {
  it("are reports as the schema has them", () => {
    const mistakes = twoMonths
      .map((tale, night) => validateReport(JSON.parse(JSON.stringify(reportOf(night, tale)))))
      .filter((each) => typeof each === "string");

    expect(mistakes).toEqual([]);
  });
});
