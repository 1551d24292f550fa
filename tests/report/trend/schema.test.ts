import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/run/index.js";
import { type NightTale, reportOf, trendOf } from "./nights.js";
import { twoMonths } from "./two-months.js";

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../spec/${name}`, import.meta.url), "utf8")) as object;
const validateTrend = ajv.compile(schemaOf("trend.schema.json"));
const validateReport = ajv.compile(schemaOf("report.schema.json"));

function violationsOf(validate: typeof validateTrend, value: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(value)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("trend.json follows spec/trend.schema.json", () => {
  it.each<readonly [string, readonly NightTale[]]>([
    ["two months", twoMonths],
    ["a single run", [{}]],
    ["two targets", [{}, { target: { baseUrl: "http://x/v1", embedded: false } }]],
  ])("for %s", (_what, tales) => {
    expect(violationsOf(validateTrend, trendOf(tales))).toEqual([]);
  });

  it("with what could not be used", () => {
    const trend = { ...trendOf([{}]), leftOut: [{ path: "x", reason: "y" }], duplicates: 2 };

    expect(violationsOf(validateTrend, trend)).toEqual([]);
  });

  it("and the schema refuses a member too many, too few, or of another kind", () => {
    const trend = trendOf([{}]);
    const { duplicates: _, ...without } = trend;

    expect(violationsOf(validateTrend, { ...trend, extra: 1 })).toHaveLength(1);
    expect(violationsOf(validateTrend, without)).toHaveLength(1);
    expect(violationsOf(validateTrend, { ...trend, series: [] })).toHaveLength(1);
  });
});

describe("the nights of these tests", () => {
  it("are reports as the schema has them", () => {
    const reports: readonly Report[] = twoMonths.map((tale, night) => reportOf(night, tale));

    expect(reports.flatMap((report) => violationsOf(validateReport, report))).toEqual([]);
  });
});
