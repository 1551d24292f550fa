import { describe, expect, it } from "vitest";
import { describedFormat, describesFormats } from "../../../src/actor/responses/described-formats.js";
import { deriveContract } from "../../../src/contracts/index.js";
import type { ApiState } from "../../../src/session/index.js";
import { describePaths, reads } from "../../contracts/described.js";
import { exchangeWith } from "../../engine/written-exchange.js";

/** Judges a response that shows such a value in a member with this format. */
function judge(format: string, value: unknown, more: object = {}) {
  const made = { type: ["string", "null"], format, ...more };
  const contract = deriveContract(
    describePaths({ "/thing": { get: reads("getThing", { type: "object", properties: { made } }) } }),
  );
  const exchange = exchangeWith(contract, "getThing", { body: { made: value } });
  const judged = describedFormat.judge(exchange, { contract } as ApiState);
  return {
    isDue: describesFormats(contract),
    problems: typeof judged === "string" ? judged : judged.map(({ problem }) => problem),
  };
}

describe("a text in a response", () => {
  it.each([
    ["date-time", "2026-11-23T21:06:10Z"],
    ["date-time", "2026-11-23t21:06:10.123456+01:00"],
    ["date", "2026-11-23"],
    ["uuid", "6F2C1B1E-6c3b-4a8e-9f39-0d5a3c1e7b42"],
    ["ipv4", "192.0.2.255"],
    ["ipv6", "2001:db8::1"],
  ])("may be of the format %s as %s", (format, value) => {
    expect(judge(format, value)).toEqual({ isDue: true, problems: [] });
  });

  it("is not there to be judged where null stands in its place", () => {
    expect(judge("date-time", null)).toEqual({ isDue: true, problems: "not applicable" });
  });

  it.each([
    ["date-time", "2026-11-23T21:06:10"],
    ["date-time", "2026-11-23T21:06:10+0100"],
    ["date-time", "2026-11-23T21:06:10+01"],
    ["date-time", "2026-11-23"],
    ["date", "2026-02-30"],
    ["date", "23.11.2026"],
    ["uuid", "6f2c1b1e"],
    ["ipv4", "192.0.2.256"],
    ["ipv6", "2001:db8"],
  ])("is objected to that should be of the format %s, and is %s", (format, value) => {
    expect(judge(format, value)).toEqual({ isDue: true, problems: [`format ${format}`] });
  });

  it.each([
    ["a format that is told in many ways", "email", {}],
    ["a format of which nothing is known", "postcode", {}],
    ["one of several schemas", "date", { anyOf: [{ format: "date" }, { pattern: "^[a-z]+$" }] }],
  ])("may be anything where it has %s", (_, format, more) => {
    expect(judge(format, "yesterday", more)).toEqual({ isDue: false, problems: "not applicable" });
  });
});
