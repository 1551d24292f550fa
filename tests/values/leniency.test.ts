import { describe, expect, it } from "vitest";
import { decideLeniency, unvalidatedPlaces } from "../../src/values/violations/leniency.js";
import type { ViolationOutcome } from "../../src/values/violations/violation.js";

type Facts = Partial<Omit<ViolationOutcome, "check">>;

const usual: Omit<ViolationOutcome, "check"> = {
  operation: "addNote",
  location: "body",
  place: "/notes body /kind",
  keyword: "enum",
  group: "choice",
  sent: "string",
  described: "string",
  isRequired: false,
  otherAssertions: "",
  isOfView: false,
  onlyIfShown: false,
  status: 201,
  outcome: "accepted",
  isForbidden: false,
};

/** Evidence of several checks: the first one is judged. */
const evidenceOf = (rows: readonly Facts[]): readonly ViolationOutcome[] =>
  rows.map((row, index) => ({ ...usual, ...row, check: `${index}` }));
const decide = (rows: readonly Facts[]) => decideLeniency("0", evidenceOf(rows));

const refused = { outcome: "refused", status: 400 } as const;
const query = { location: "query" } as const;
const length = { keyword: "maxLength", group: "range", place: "/notes body /title" } as const;
const maximum = { keyword: "maximum", group: "range", place: "/notes body /stock", sent: "number" } as const;
const missing = { keyword: "required", group: "required", sent: "nothing", isRequired: true } as const;
const wrongType = { keyword: "type", group: "type", sent: "object" } as const;
const noDate = { keyword: "format", group: "format", described: "string date" } as const;
const unknown = { keyword: "additionalProperties", group: "members", described: "any" } as const;
const at = (name: string): Facts => ({ place: `/notes body /${name}` });

describe("an invalid value that is accepted is", () => {
  it.each<[string, readonly Facts[], string]>([
    ["undecided where it is refused", [refused], "undecided"],
    ["undecided where the response has another reason", [{ outcome: "unclear", status: 403 }], "undecided"],
    ["a failure where a response shows it although it may not", [{ isForbidden: true }], "failure"],
    ["a failure: the only enum, among lengths that are enforced", [{}, { ...length, ...refused }], "failure"],
    ["a failure: one enum of two", [{}, { ...refused, ...at("form") }], "failure"],
    [
      "a failure: a maximum that PUT does not enforce while POST does",
      [
        { ...maximum, operation: "putNote" },
        { ...maximum, ...refused },
      ],
      "failure",
    ],
    [
      "a failure: the only maximum, among lengths that are enforced",
      [maximum, { ...length, ...refused }],
      "failure",
    ],
    [
      "a failure: a missing member, where another missing one is refused",
      [missing, { ...missing, ...at("title"), ...refused }],
      "failure",
    ],
    [
      "a failure: two enums, both accepted, while lengths are enforced",
      [{}, at("form"), { ...length, ...refused }],
      "failure",
    ],
    [
      "general: three enums, all accepted, while lengths are enforced",
      [{}, at("form"), at("mood"), { ...length, ...refused }],
      "general",
    ],
    [
      "a failure: one enum in three operations of a resource is one place",
      [{}, { operation: "putNote" }, { operation: "patchNote" }, { ...length, ...refused }],
      "failure",
    ],
    ["general: the only enum, where no assertion is refused at all", [{}], "general"],
    [
      "a conversion: an item of a list, while a member of that type is refused",
      [
        { ...wrongType, ...at("tags/*") },
        { ...wrongType, ...at("title"), ...refused },
      ],
      "conversion",
    ],
    [
      "general: an item of a list that is shown as it was sent, while only a member of that type is refused",
      [
        { ...wrongType, ...at("tags/*"), outcome: "shown" },
        { ...wrongType, ...at("title"), ...refused },
      ],
      "general",
    ],
    [
      "a failure: an item of a list, while an item of another one is refused",
      [
        { ...wrongType, ...at("tags/*") },
        { ...wrongType, ...at("names/*"), ...refused },
      ],
      "failure",
    ],
    [
      "general: the only enum, where nothing is refused but a request without its body",
      [{}, { ...missing, group: "body", ...refused }],
      "general",
    ],
    [
      "a failure: a request without its body, where missing members are refused",
      [
        { ...missing, group: "body" },
        { ...missing, ...refused },
      ],
      "failure",
    ],
    [
      "general: three enums in queries, while bodies are validated",
      [query, { ...query, ...at("form") }, { ...query, ...at("mood") }, { ...refused, ...at("x") }].map(
        (each, index) => (index < 3 ? { ...each, place: `query ${index}` } : each),
      ),
      "general",
    ],
    [
      "general: the only enum in queries, while bodies alone are validated",
      [query, { ...refused, ...at("form") }],
      "general",
    ],
    [
      "a failure: the only enum in queries, while a number in them is validated",
      [query, { ...query, ...maximum, ...refused }],
      "failure",
    ],
    [
      "open: a number of a page",
      [
        { ...query, ...maximum, isOfView: true },
        { ...maximum, ...refused },
      ],
      "open",
    ],
    [
      "a failure: refused with the operation's own status for a missing member",
      [
        {},
        { ...at("form"), outcome: "unclear", status: 406 },
        { ...missing, outcome: "unclear", status: 406 },
      ],
      "failure",
    ],
    [
      "general: a missing member that is not found (404) is not refused",
      [
        {},
        { ...at("form"), outcome: "unclear", status: 406 },
        { ...missing, operation: "addBook", outcome: "unclear", status: 404 },
      ],
      "general",
    ],
  ])("%s", (_, rows, kind) => {
    expect(decide(rows).kind).toBe(kind);
  });
});

describe("a conversion is", () => {
  it.each<[string, readonly Facts[], string]>([
    ["none of a failure by itself", [wrongType, { ...length, ...refused }], "conversion"],
    [
      "a failure where the same is refused at an optional member of the same body",
      [wrongType, { ...wrongType, ...at("form"), ...refused }],
      "failure",
    ],
    [
      "no failure where it is refused at required members, which may be dropped",
      [
        { ...wrongType, isRequired: true },
        { ...wrongType, isRequired: true, ...at("form"), ...refused },
      ],
      "conversion",
    ],
    [
      "no failure where it is refused at a required member, and accepted at an optional one",
      [wrongType, { ...wrongType, isRequired: true, ...refused }],
      "conversion",
    ],
    [
      "no failure where a value of another type is refused",
      [wrongType, { ...wrongType, sent: "string", ...refused }],
      "conversion",
    ],
    [
      "no failure where another type is described",
      [wrongType, { ...wrongType, described: "integer", ...refused }],
      "conversion",
    ],
    [
      "no failure where it is refused at a member with other assertions",
      [wrongType, { ...wrongType, otherAssertions: "minLength 1", ...refused }],
      "conversion",
    ],
    [
      "no failure where it has other assertions itself",
      [
        { ...wrongType, otherAssertions: "minLength 1" },
        { ...wrongType, ...refused },
      ],
      "conversion",
    ],
    [
      "no failure where another body refuses it",
      [wrongType, { ...wrongType, operation: "addBook", place: "/books body /kind", ...refused }],
      "conversion",
    ],
    [
      "no failure where another operation of the resource refuses it at the same member",
      [wrongType, { ...wrongType, operation: "putNote", ...refused }],
      "conversion",
    ],
    [
      "a failure for a format that another operation of the resource enforces",
      [
        { ...noDate, otherAssertions: "minLength 1", outcome: "shown" },
        { ...noDate, otherAssertions: "minLength 1", operation: "putNote", ...refused },
      ],
      "failure",
    ],
    [
      "no failure for a format that another operation enforces, where another value is shown",
      [
        { ...noDate, outcome: "changed" },
        { ...noDate, operation: "putNote", ...refused },
      ],
      "conversion",
    ],
    [
      "no failure for a format where the other operation asserts more of the member",
      [
        { ...noDate, outcome: "shown" },
        { ...noDate, operation: "putNote", otherAssertions: "minLength 1", ...refused },
      ],
      "conversion",
    ],
    [
      "no failure for a format where the other operation requires the member",
      [
        { ...noDate, outcome: "shown" },
        { ...noDate, operation: "putNote", isRequired: true, ...refused },
      ],
      "conversion",
    ],
    [
      "no failure where it is accepted at two places",
      [wrongType, wrongType, { ...wrongType, ...refused }],
      "conversion",
    ],
    [
      "a failure where the value was not converted, since it is shown as it was sent",
      [
        { ...wrongType, outcome: "shown" },
        { ...length, ...refused },
      ],
      "failure",
    ],
    [
      "no failure for a date that is none, also where it is shown",
      [
        { ...noDate, outcome: "shown" },
        { ...length, ...refused },
      ],
      "conversion",
    ],
    [
      "a failure for a date that is none where the same is refused",
      [
        { ...noDate, outcome: "shown" },
        { ...noDate, ...at("due"), ...refused },
      ],
      "failure",
    ],
    ["no failure for an unknown member that is dropped", [unknown, { ...length, ...refused }], "conversion"],
    [
      "a failure for an unknown member that is shown",
      [
        { ...unknown, outcome: "shown" },
        { ...length, ...refused },
      ],
      "failure",
    ],
    [
      "no failure for duplicates that are removed",
      [
        { keyword: "uniqueItems", group: "range", outcome: "changed" },
        { ...length, ...refused },
      ],
      "conversion",
    ],
    [
      "a failure for duplicates that are shown",
      [
        { keyword: "uniqueItems", group: "range", outcome: "shown" },
        { ...length, ...refused },
      ],
      "failure",
    ],
    [
      "no failure for a number that is clamped, while lengths are enforced",
      [
        { ...maximum, outcome: "changed" },
        { ...length, ...refused },
      ],
      "conversion",
    ],
    [
      "a failure for a number that is clamped where another maximum is refused",
      [
        { ...maximum, outcome: "changed" },
        { ...maximum, ...at("size"), ...refused },
      ],
      "failure",
    ],
    [
      "no failure for an id in a path that leads somewhere",
      [
        { ...maximum, location: "path" },
        { ...length, ...refused },
      ],
      "conversion",
    ],
    [
      "a failure for an id in a path where the same keyword is refused in another path",
      [
        { ...maximum, location: "path" },
        { ...maximum, location: "path", operation: "getBook", ...refused },
      ],
      "failure",
    ],
    [
      "no failure for a part that a server may drop, unless it is shown",
      [
        { ...length, onlyIfShown: true },
        { ...length, ...refused },
      ],
      "conversion",
    ],
  ])("%s", (_, rows, kind) => {
    expect(decide(rows).kind).toBe(kind);
  });
});

it("a failure names the refusals of its group first, those of its own operation before others", () => {
  const acceptanceByKind = decide([
    {},
    { ...length, ...refused },
    { ...at("form"), operation: "putNote", ...refused },
    { ...at("mood"), ...refused },
  ]);
  expect(acceptanceByKind).toEqual({ kind: "failure", because: ["3", "2", "1"] });
});

it("a general leniency has all of its places, without those of pages", () => {
  const all = evidenceOf([{}, at("form"), at("mood"), { ...at("sort"), isOfView: true }, missing]);
  expect(unvalidatedPlaces("choice", "body", all).map(({ check }) => check)).toEqual(["0", "1", "2"]);
  expect(unvalidatedPlaces("choice", "query", all)).toEqual([]);
});
