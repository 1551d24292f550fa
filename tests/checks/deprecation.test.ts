import { describe, expect, it } from "vitest";
import { dayOnEarth, linkTargets, readDeprecation, readSunset } from "../../src/checks/index.js";

const isoOf = (read: { readonly date: Date | undefined }): string | undefined => read.date?.toISOString();

describe("a Sunset header", () => {
  it.each([
    ["Thu, 05 Dec 2030 00:00:00 GMT", "2030-12-05T00:00:00.000Z"],
    [" Thu, 05 Dec 2030 23:59:59 GMT ", "2030-12-05T23:59:59.000Z"],
  ])("that is an HTTP date is well-formed: %j", (value, iso) => {
    expect(readSunset(value).status).toBe("well-formed");
    expect(isoOf(readSunset(value))).toBe(iso);
  });

  it.each([
    ["2030-12-05", "2030-12-05T00:00:00.000Z"],
    ["2030-12-05T10:00:00Z", "2030-12-05T10:00:00.000Z"],
    ["Thu, 5 Dec 2030 00:00:00 GMT", "2030-12-05T00:00:00.000Z"],
    ["Thu, 05 Dec 2030 00:00:00 +0000", "2030-12-05T00:00:00.000Z"],
  ])("that is a date of another kind is malformed, but still says when: %s", (value, iso) => {
    expect(readSunset(value).status).toBe("malformed");
    expect(isoOf(readSunset(value))).toBe(iso);
  });

  it.each(["", "soon", "true", "@1922659200", "0", "1", "12"])(
    "that is no date says nothing: %j",
    (value) => {
      expect(readSunset(value)).toEqual({ status: "malformed", date: undefined });
    },
  );
});

describe("a Deprecation header", () => {
  it.each([
    ["@1688169599", "2023-06-30T23:59:59.000Z"],
    [" @0 ", "1970-01-01T00:00:00.000Z"],
    ["@-1", "1969-12-31T23:59:59.000Z"],
  ])("that is a structured date is well-formed: %j", (value, iso) => {
    expect(readDeprecation(value).status).toBe("well-formed");
    expect(isoOf(readDeprecation(value))).toBe(iso);
  });

  it("may carry parameters, as any structured item may (RFC 9651, section 3.3)", () => {
    expect(readDeprecation("@1688169599;source=policy").status).toBe("well-formed");
    expect(isoOf(readDeprecation("@1688169599;source=policy"))).toBe("2023-06-30T23:59:59.000Z");
  });

  it("that is an HTTP date, as in older drafts, is malformed, but still says when", () => {
    expect(readDeprecation("Fri, 30 Jun 2023 23:59:59 GMT").status).toBe("malformed");
    expect(isoOf(readDeprecation("Fri, 30 Jun 2023 23:59:59 GMT"))).toBe("2023-06-30T23:59:59.000Z");
  });

  it.each(["true", "", "1688169599", "@", "@1.5", "@1e9", "@abc", "@ 1", '"@1"'])(
    "that is no date says nothing: %j",
    (value) => {
      expect(readDeprecation(value)).toEqual({ status: "malformed", date: undefined });
    },
  );

  it("with seconds beyond every calendar has no date that cannot be told", () => {
    const { date } = readDeprecation("@999999999999999");
    expect(date === undefined || !Number.isNaN(date.getTime())).toBe(true);
  });
});

describe("a day somewhere on Earth", () => {
  const day = dayOnEarth("2030-12-05");

  it("begins at UTC+14 and ends at UTC-12, the end of the day included", () => {
    expect(day.first.toISOString()).toBe("2030-12-04T10:00:00.000Z");
    expect(day.last.toISOString()).toBe("2030-12-06T12:00:00.000Z");
  });

  it("holds its first and last moment in every time zone that there is", () => {
    const starts = ["+14:00", "+00:00", "-12:00"].map((zone) => Date.parse(`2030-12-05T00:00:00${zone}`));
    const ends = ["+14:00", "+00:00", "-12:00"].map((zone) => Date.parse(`2030-12-05T23:59:59.999${zone}`));
    expect(
      [...starts, ...ends].map((time) => time >= day.first.getTime() && time <= day.last.getTime()),
    ).toEqual([true, true, true, true, true, true]);
  });

  it("holds no moment of the days around it alone", () => {
    expect(Date.parse("2030-12-04T23:59:59+14:00")).toBeLessThan(day.first.getTime());
    expect(Date.parse("2030-12-06T00:00:01-12:00")).toBeGreaterThan(day.last.getTime());
  });
});

describe("links of one relation", () => {
  const successor = (...values: string[]) => linkTargets(values, "successor-version");

  it.each<[string, readonly string[]]>([
    ['</pets>; rel="successor-version"', ["/pets"]],
    ["</pets>; rel=successor-version", ["/pets"]],
    ['</pets>;rel="SUCCESSOR-VERSION"', ["/pets"]],
    ['</pets>; title="List"; rel="help successor-version"; type="text/html"', ["/pets"]],
    [
      '<https://a.example/v1/pets?status=sold>; rel="successor-version"',
      ["https://a.example/v1/pets?status=sold"],
    ],
    ['</a>; rel="sunset", </b>; rel="successor-version"', ["/b"]],
    ["</a>; rel=successor-version, </b>; rel=deprecation", ["/a"]],
    ['</a,b;c>; rel="successor-version"', ["/a,b;c"]],
    ['<>; rel="successor-version"', [""]],
    ['</a>; rel="predecessor-version"', []],
    ['</a>; rel="successor-version-2"', []],
    ["</a>", []],
    ["", []],
    ["nonsense", []],
    ['</a>; title="a < b"; rel="successor-version"', ["/a"]],
    ['</a>; title="; rel=successor-version"; rel="help"', []],
  ])("of %s", (value, expected) => {
    expect(successor(value)).toEqual(expected);
  });

  it("are collected from several headers, in order", () => {
    expect(
      successor('</a>; rel="successor-version"', '</x>; rel="help"', "</b>; rel=successor-version"),
    ).toEqual(["/a", "/b"]);
  });
});
