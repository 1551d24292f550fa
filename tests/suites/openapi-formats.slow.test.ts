import { describe, expect, it } from "vitest";
import { judgeShelf } from "./shelf.js";

/** Judges a server that shows such a value in a member with this format. */
async function verdictOn(format: string, value: unknown, more: object = {}) {
  const { requirements, conclusion } = await judgeShelf({
    properties: {},
    methods: ["GET", "DELETE"],
    shownAs: { made: { type: ["string", "null"], format, ...more } },
    show: (item) => ({ ...item, made: value }),
  });
  const { verdict } = requirements.find(({ id }) => id === "every response: formats") ?? {};
  return { verdict, status: conclusion.status };
}

describe("a text in a response", () => {
  it.each([
    ["date-time", "2026-11-23T21:06:10Z"],
    ["date-time", "2026-11-23t21:06:10.123456+01:00"],
    ["date-time", null],
    ["date", "2026-11-23"],
    ["uuid", "6F2C1B1E-6c3b-4a8e-9f39-0d5a3c1e7b42"],
    ["ipv4", "192.0.2.255"],
    ["ipv6", "2001:db8::1"],
  ])("may be of the format %s as %s", async (format, value) => {
    const { verdict } = await verdictOn(format, value);
    expect(verdict).toBe(value === null ? "untested" : "passed");
  });

  it.each([
    ["date-time", "2026-11-23T21:06:10"],
    ["date-time", "2026-11-23"],
    ["date", "2026-02-30"],
    ["date", "23.11.2026"],
    ["uuid", "6f2c1b1e"],
    ["ipv4", "192.0.2.256"],
    ["ipv6", "2001:db8"],
  ])("is warned of that should be of the format %s, and is %s", async (format, value) => {
    expect(await verdictOn(format, value)).toEqual({ verdict: "warned", status: "conforms" });
  });

  it.each([
    ["a format that is told in many ways", "email", {}],
    ["a format of which nothing is known", "postcode", {}],
    ["one of several schemas", "date", { anyOf: [{ format: "date" }, { pattern: "^[a-z]+$" }] }],
  ])("may be anything where it has %s", async (_, format, more) => {
    expect((await verdictOn(format, "yesterday", more)).verdict).toBeUndefined();
  });
});
