import { describe, expect, it } from "vitest";
import { documentedStatus } from "../../../src/actor/responses/documented-status.js";
import { deriveContract } from "../../../src/contracts/index.js";
import type { ApiState } from "../../../src/session/index.js";
import { describePaths, idInPath, reads } from "../../contracts/described.js";
import { exchangeWith } from "../../engine/written-exchange.js";

const contract = deriveContract(
  describePaths(
    { "/books/{id}": { parameters: [idInPath()], get: reads("getBook", { type: "object" }) } },
    { security: [{ key: [] }], components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } },
  ),
);

function problemsOf(status: number, location?: string) {
  const headers = location === undefined ? {} : { location };
  const exchange = exchangeWith(contract, "getBook", { status, headers, body: {} });
  const state = { contract, target: { baseUrl: "http://127.0.0.1:8080/v1" } } as ApiState;
  const judged = documentedStatus.judge(exchange, state);
  return typeof judged === "string" ? judged : judged.map(({ actual }) => actual);
}

describe("a status needs no description", () => {
  it.each([405, 406, 409, 410, 415, 422, 423, 431, 451])("that any server may answer with: %i", (status) => {
    expect(problemsOf(status)).toEqual([]);
  });

  it.each([
    ["to https", "https://127.0.0.1:8080/v1/books/1"],
    ["to another host", "//books.example/books"],
    ["to a login", "/login?next=/books"],
  ])("of a redirect %s", (_, location) => {
    expect(problemsOf(302, location)).toEqual([]);
  });
});

describe("a status is objected to", () => {
  it.each([418, 440, 499])("that is a server's own: %i", (status) => {
    expect(problemsOf(status)).toEqual([`${status} for getBook`]);
  });

  it.each([
    ["to another page", "/v2/books"],
    ["to nowhere", undefined],
  ])("of a redirect %s", (_, location) => {
    expect(problemsOf(302, location)).toEqual(["302 for getBook"]);
  });
});

it("a success and a failure of the server are judged elsewhere", () => {
  expect([problemsOf(206), problemsOf(503)]).toEqual(["not applicable", "not applicable"]);
});
