import { describe, expect, it } from "vitest";
import { findOffence } from "../../../src/report/html/offence.js";
import type { FindingReport } from "../../../src/run/index.js";

const nothing = { isStatus: false, paths: [], missing: [] };

/** What is found to offend in an answer of which this is said. */
function offenceOf(said: Partial<FindingReport>, status: number, text: string): unknown {
  const response = {
    status,
    headers: [["content-type", "text/html"]] as const,
    body: { text, bytes: Buffer.byteLength(text) },
  };
  return findOffence({
    problem: "broken",
    expected: "",
    actual: "",
    exchanges: [{ response }],
    shownBy: 0,
    ...said,
  } as unknown as FindingReport);
}

describe("the offending part of an answer", () => {
  it("is its status where that is wrong", () => {
    const said = { problem: "status 200", actual: "200 application/json" };

    expect(offenceOf(said, 200, "{}")).toEqual({ ...nothing, isStatus: true });
    expect(offenceOf(said, 201, "{}")).toEqual(nothing);
  });

  it("is the member whose value is told", () => {
    const said = { problem: "name", actual: "1.name must be string, but is null" };

    expect(offenceOf(said, 200, '[{"name":"a"},{"name":null}]')).toEqual({
      ...nothing,
      paths: [["1", "name"]],
    });
    expect(offenceOf(said, 200, '[{"name":"a"}]')).toEqual(nothing);
  });

  it("is a member that is missing, if it is", () => {
    const said = { problem: "id", actual: "0 has no id" };

    expect(offenceOf(said, 200, '[{"_id":1}]')).toEqual({ ...nothing, missing: [["0", "id"]] });
    expect(offenceOf(said, 200, '[{"id":1}]')).toEqual(nothing);
  });

  it("is what is beyond the number that was allowed", () => {
    const said = { problem: "too many", expected: "at most 1 animals", actual: "3 animals" };

    expect(offenceOf(said, 200, "[{},{},{}]")).toEqual({ ...nothing, paths: [["1"], ["2"]] });
    expect(offenceOf(said, 200, "[{},{}]")).toEqual(nothing);
  });

  it("is the item at the position that is told", () => {
    const said = { problem: "stray", actual: '17 ("Rex", pending) at position 2 of 2' };

    expect(offenceOf(said, 200, '[{"id":1},{"id":17}]')).toEqual({ ...nothing, paths: [["1"]] });
  });

  it("is each item with the id that is told", () => {
    const said = { problem: "twice", actual: "the id 12345678901234567890 twice" };
    const text = '[{"id":12345678901234567890},{"id":12345678901234567891},{"id":12345678901234567890}]';

    expect(offenceOf(said, 200, text)).toEqual({ ...nothing, paths: [["0"], ["2"]] });
  });

  it("is the one member of that name with the value that is told", () => {
    const said = { problem: "another status", actual: "status pending" };

    expect(offenceOf(said, 201, '{"name":"pending","status":"pending"}')).toEqual({
      ...nothing,
      paths: [["status"]],
    });
    expect(offenceOf(said, 201, '{"status":"sold"}')).toEqual(nothing);
  });

  it("is a member that has changed, in the answer that shows it and in no other", () => {
    const said = {
      problem: "name",
      expected: '17 ("Rex", category 1, sold), as it was added',
      actual: '17 ("rex", category 1, sold)',
    };

    expect(offenceOf(said, 200, '[{"id":17,"name":"rex"}]')).toEqual({ ...nothing, paths: [["0", "name"]] });
    expect(offenceOf(said, 200, '{"id":17,"name":"Rex"}')).toEqual(nothing);
  });

  it("is a header, there or missing", () => {
    const labelled = {
      problem: "media type",
      expected: "Content-Type: application/json",
      actual: "text/html",
    };
    const lacking = { problem: "none", expected: "WWW-Authenticate: Bearer", actual: "no such header" };

    expect(offenceOf(labelled, 200, "[]")).toEqual({
      ...nothing,
      header: { name: "content-type", isThere: true },
    });
    expect(offenceOf(lacking, 401, "{}")).toEqual({
      ...nothing,
      header: { name: "www-authenticate", isThere: false },
    });
  });

  it("is the body where it is empty, and its end where it was cut short", () => {
    const empty = { problem: "empty", actual: "400 with an empty body" };
    const short = { problem: "cut short", actual: "the connection ended after 2 bytes of the body" };

    expect(offenceOf(empty, 400, "")).toEqual({ ...nothing, body: "empty" });
    expect(offenceOf(short, 200, "[{")).toEqual({ ...nothing, body: "end" });
  });

  it("is nothing where the answer does not show it", () => {
    expect(offenceOf({ problem: "hidden", actual: "it exists, but is not on the page" }, 200, "[]")).toEqual(
      nothing,
    );
    expect(offenceOf({ exchanges: [] }, 200, "")).toEqual(nothing);
  });
});
