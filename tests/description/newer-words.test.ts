import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";

/** The operations of a description of OpenAPI 3.2, and the lines about what is left out. */
function read(paths: object, others: object = {}) {
  const document = { openapi: "3.2.0", info: { title: "Flights", version: "1" }, ...others, paths };
  const { description, limitations } = readDescription("flights.json", JSON.stringify(document));
  return { operations: description.operations, limitations };
}

const ok = (content: object) => ({ responses: { 200: { summary: "Shown", description: "Shown", content } } });
const flight = { type: "object", required: ["price"] };

describe("a description of OpenAPI 3.2", () => {
  it("has operations of the method QUERY, which read", () => {
    const search = { operationId: "search", requestBody: { content: { "application/json": {} } }, ...ok({}) };
    const { operations, limitations } = read({ "/flights": { query: search } });
    expect(operations.get("search")).toMatchObject({ method: "QUERY", path: "/flights" });
    expect(limitations).toEqual([]);
  });

  it("has schemas of items, and media types of its own", () => {
    const named = { $ref: "#/components/mediaTypes/Log" };
    const { operations, limitations } = read(
      {
        "/log": { get: { operationId: "log", ...ok({ "application/jsonl": { itemSchema: flight } }) } },
        "/old": { get: { operationId: "old", ...ok({ "application/jsonl": named }) } },
      },
      { components: { mediaTypes: { Log: { itemSchema: flight } } } },
    );
    for (const id of ["log", "old"])
      expect(operations.get(id)?.responses.get("200")?.contents).toMatchObject([
        { mediaType: "application/jsonl", schema: { type: "array", items: flight } },
      ]);
    expect(limitations).toEqual([]);
  });

  it("says which operations it has that are not called", () => {
    const copy = { operationId: "copy", ...ok({}) };
    const { limitations } = read({ "/flights": { additionalOperations: { COPY: copy } } });
    expect(limitations).toEqual([expect.stringContaining("the method COPY is not called")]);
  });

  it("may have facts for readers that older versions do not know", () => {
    const { limitations } = read(
      { "/flights": { get: { operationId: "list", ...ok({}) } } },
      {
        $self: "https://example.invalid/flights",
        tags: [{ name: "a", kind: "nav", parent: "b", summary: "A" }],
      },
    );
    expect(limitations).toEqual([]);
  });
});
