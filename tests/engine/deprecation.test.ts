import { describe, expect, it } from "vitest";
import { dayOnEarth, linkTargets, readDeprecation, readSunset } from "../../src/engine/index.js";

const headers = { Sunset: readSunset, Deprecation: readDeprecation };

describe("a date in a header", () => {
  it.each<[keyof typeof headers, string, string]>([
    ["Sunset", "Thu, 05 Dec 2030 00:00:00 GMT", "2030-12-05T00:00:00.000Z"],
    ["Sunset", " Thu, 05 Dec 2030 23:59:59 GMT ", "2030-12-05T23:59:59.000Z"],
    ["Deprecation", "@1688169599", "2023-06-30T23:59:59.000Z"],
    ["Deprecation", " @0 ", "1970-01-01T00:00:00.000Z"],
    ["Deprecation", "@-1", "1969-12-31T23:59:59.000Z"],
    // As any structured item may (RFC 9651, section 3.3), it may carry parameters.
    ["Deprecation", "@1688169599;source=policy", "2023-06-30T23:59:59.000Z"],
  ])("is well-formed: %s: %s", (header, value, iso) => {
    expect(headers[header](value)).toEqual({ status: "well-formed", date: new Date(iso) });
  });

  it.each<[keyof typeof headers, string, string]>([
    ["Sunset", "2030-12-05", "2030-12-05T00:00:00.000Z"],
    ["Sunset", "2030-12-05T10:00:00Z", "2030-12-05T10:00:00.000Z"],
    ["Sunset", "Thu, 5 Dec 2030 00:00:00 GMT", "2030-12-05T00:00:00.000Z"],
    ["Sunset", "Thu, 05 Dec 2030 00:00:00 +0000", "2030-12-05T00:00:00.000Z"],
    ["Deprecation", "Fri, 30 Jun 2023 23:59:59 GMT", "2023-06-30T23:59:59.000Z"],
  ])("is malformed, but still says when: %s: %s", (header, value, iso) => {
    expect(headers[header](value)).toEqual({ status: "malformed", date: new Date(iso) });
  });

  it.each<[keyof typeof headers, string[]]>([
    ["Sunset", ["", "soon", "true", "@1922659200", "0", "12"]],
    ["Deprecation", ["", "true", "1688169599", "@", "@1.5", "@1e9", "@ 1", '"@1"', "@999999999999999"]],
  ])("says nothing where it is none: %s: %j", (header, values) => {
    expect(values.map(headers[header])).toEqual(values.map(() => ({ status: "malformed", date: undefined })));
  });
});

it("a day on Earth begins at UTC+14 and ends at UTC-12, the end of the day included", () => {
  expect(dayOnEarth("2030-12-05")).toEqual({
    first: new Date("2030-12-05T00:00:00+14:00"),
    last: new Date("2030-12-06T00:00:00-12:00"),
  });
});

describe("links of one relation", () => {
  it.each<[string, readonly string[]]>([
    ['</pets>; rel="successor-version"', ["/pets"]],
    ["</a>; rel=successor-version, </b>; rel=deprecation", ["/a"]],
    ['</pets>;rel="SUCCESSOR-VERSION"', ["/pets"]],
    ['</pets>; title="List"; rel="help successor-version"; type="text/html"', ["/pets"]],
    ['<https://a.example/v1?a=b>; rel="successor-version"', ["https://a.example/v1?a=b"]],
    ['</a>; rel="sunset", </b>; rel="successor-version"', ["/b"]],
    ['</a,b;c>; rel="successor-version"', ["/a,b;c"]],
    ['<>; rel="successor-version"', [""]],
    ['</a>; title="a < b"; rel="successor-version"', ["/a"]],
    ['</a>; title="; rel=successor-version"; rel="help"', []],
    ['</a>; rel="predecessor-version", </b>; rel="successor-version-2"', []],
    ["</a>", []],
    ["nonsense", []],
  ])("of %s", (value, expected) => {
    expect(linkTargets([value], "successor-version")).toEqual(expected);
  });

  it("are collected from several headers, in order", () => {
    expect(linkTargets(["</a>; rel=next", "</x>; rel=help", "</b>; rel=next"], "next")).toEqual(["/a", "/b"]);
  });
});
