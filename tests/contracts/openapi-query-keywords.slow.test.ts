import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Report, RunOptions } from "../../src/engine/index.js";
import { type Asked, startJsonServer } from "../servers/json-server.js";
import { describePaths, judgeDescribed, lists } from "./described.js";
import { failedIn } from "./deviations.js";

type Schemas = Readonly<Record<string, object>>;

const note = {
  type: "object",
  properties: { id: { type: "integer" }, tags: { type: "array", items: { type: "string" } }, kind: {} },
};
const word = { type: "string", pattern: "^[a-z]+$" };
const tags = { type: "array", maxItems: 5, items: { ...word, maxLength: 12 } };
const other = { type: "array", maxItems: 9, items: { ...word, maxLength: 12 } };
const kinds = { type: "array", items: { type: "string", enum: ["short", "long"] } };

async function judge(...ways: Parameters<typeof reportOn>): Promise<readonly string[]> {
  return failedIn(await reportOn(...ways));
}

/** Judges a list whose server holds its queries against other schemas than those that are described. */
async function reportOn(
  said: Schemas,
  held: Schemas,
  styles: Readonly<Record<string, object>> = {},
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const ajv = new Ajv2020({ strict: false, logger: false, coerceTypes: "array" });
  const checks = Object.entries({ ...said, ...held }).map(
    ([name, schema]) => [name, ajv.compile({ properties: { value: schema } })] as const,
  );
  const replyTo = ({ query, headers }: Asked): readonly [number, unknown] => {
    const isRefused = checks.some(([name, isValid]) => {
      const value = valueIn(query, name) ?? headers[name];
      const isMissing = value === undefined && (styles[name] as { required?: boolean })?.required === true;
      const isHeld = Object.keys(held[name] ?? { held: true }).length > 0;
      return isHeld && (isMissing || (value !== undefined && !isValid({ value })));
    });
    return isRefused ? [400, {}] : [200, [{ id: 1, tags: ["red"], kind: "short" }]];
  };
  const baseUrl = await startJsonServer(replyTo);
  const parameters = Object.entries(said).map(([name, schema]) => ({
    name,
    in: "query",
    schema,
    ...styles[name],
  }));
  const paths = { "/notes": { get: { ...lists("listNotes", note), parameters } } };
  return judgeDescribed(describePaths(paths), baseUrl, options);
}

/** What a query says of a parameter: a list, where several values are there or one of several parts. */
function valueIn(query: URLSearchParams, name: string): unknown {
  const members = [...query].filter(([key]) => key.startsWith(`${name}[`));
  if (members.length > 0)
    return Object.fromEntries(members.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
  const values = query.getAll(name).flatMap((each) => each.split(/[,| ]/));
  return values.length > 1 ? values : values[0];
}

const numbers = { least: { type: "integer", minimum: 1 }, step: { type: "integer", multipleOf: 5 } };
const free = { type: "array", items: { type: "string" } };

describe("a keyword of the query that is left aside is found:", () => {
  it.each<[string, Schemas, Schemas, Readonly<Record<string, object>>]>([
    ["tags/* pattern", { tags, other }, { tags: { ...tags, items: { maxLength: 12 } } }, {}],
    ["tags/* maxLength", { tags, other }, { tags: { ...tags, items: word } }, {}],
    ["tags maxItems", { tags, other }, { tags: { ...tags, maxItems: 99 } }, {}],
    [
      "kinds/* enum",
      { kinds, sorts: kinds },
      { kinds: free },
      { kinds: { style: "pipeDelimited", explode: false }, sorts: { explode: false } },
    ],
    [
      "tags/* pattern",
      { ...numbers, tags: { ...tags, items: word } },
      { tags: { ...free, maxItems: 5 } },
      {},
    ],
    [
      "days uniqueItems",
      { days: { ...free, uniqueItems: true }, hours: { ...free, uniqueItems: true } },
      { days: free },
      { days: { style: "spaceDelimited", explode: false } },
    ],
    [
      "filter/kind enum",
      { filter: { type: "object", properties: { kind: kinds.items, form: kinds.items } } },
      { filter: { type: "object", properties: { form: kinds.items } } },
      { filter: { style: "deepObject" } },
    ],
    [
      "filter/pedigreeUnknown additionalProperties",
      {
        filter: { type: "object", properties: { kind: word }, additionalProperties: false },
        more: { type: "object", properties: { kind: word }, additionalProperties: false },
      },
      { filter: { type: "object", properties: { kind: word } } },
      { filter: { style: "deepObject" }, more: { style: "deepObject" } },
    ],
    ["kind enum", { ...numbers, q: { type: "string", maxLength: 9 }, kind: kinds.items }, { kind: {} }, {}],
    ["open type", { open: { type: "boolean" }, done: { type: "boolean" } }, { open: {} }, {}],
  ])("%s", async (found, said, held, styles) => {
    expect(await judge(said, {}, styles)).toEqual([]);
    expect(await judge(said, held, styles)).toEqual([`listNotes: query /${found}`]);
  });

  it("a header", async () => {
    const styles = { place: { in: "header", required: true }, kind: { required: true } };
    const said = { place: kinds.items, kind: kinds.items };
    expect(await judge(said, {}, styles)).toEqual([]);
    expect(await judge(said, { place: {} }, styles)).toEqual([
      "listNotes: header /place required",
      "listNotes: header /place enum",
    ]);
  });
});

describe("all that is left aside of one group of keywords is found where others of it are refused:", () => {
  const ofTags = ["tags maxItems", "tags/* pattern", "tags/* maxLength"];
  it.each<[string, readonly string[], Schemas, Schemas]>([
    [
      "all lists",
      [...ofTags, ...ofTags.map((each) => each.replace("tags", "other"))],
      { ...numbers, kind: word, q: word, tags, other },
      { tags: {}, other: {} },
    ],
    [
      "the items of all lists",
      ["tags/* pattern", "tags/* maxLength", "kinds/* enum"],
      { tags, kinds },
      { tags: { ...free, maxItems: 5 }, kinds: free },
    ],
    [
      "the words of what is no filter",
      ["view enum"],
      { ...numbers, q: { type: "string", maxLength: 9 }, view: kinds.items },
      { view: {} },
    ],
    [
      "the only length",
      ["q maxLength"],
      { ...numbers, kind: kinds.items, q: { type: "string", maxLength: 9 } },
      { q: {} },
    ],
  ])("%s", async (_, found, said, held) => {
    expect(await judge(said, {})).toEqual([]);
    expect((await judge(said, held)).toSorted()).toEqual(
      found.map((each) => `listNotes: query /${each}`).toSorted(),
    );
  });
});

describe("it is no failure to leave aside", () => {
  it.each<[string, Schemas, Schemas, Readonly<Record<string, object>>]>([
    [
      "members too many of an object",
      { ...numbers, filter: { type: "object", properties: { kind: word }, additionalProperties: false } },
      { filter: { type: "object", properties: { kind: word } } },
      { filter: { style: "deepObject" } },
    ],
    ["words of a boolean", { open: { type: "boolean" }, ...numbers }, { open: {} }, {}],
    [
      "bounds of a page and words of an order",
      { ...numbers, limit: numbers.least, sort: { enum: ["id", "kind"] }, kind: kinds.items },
      { limit: {}, sort: {} },
      {},
    ],
  ])("%s", async (_, said, held, styles) => {
    expect(await judge(said, held, styles)).toEqual([]);
  });
});

it("nine enums in queries that are all ignored are one finding with nine places", async () => {
  const names = [..."abcdefghi"].map((letter) => `kind-${letter}`);
  const nine = Object.fromEntries(names.map((name) => [name, kinds.items]));
  const ignored = Object.fromEntries(names.map((name) => [name, {}]));
  const report = await reportOn({ ...numbers, ...nine }, ignored);
  expect(report.conclusion.exitCode).toBe(0);
  const warned = report.requirements.filter(({ verdict }) => verdict === "warned");
  expect(warned.map(({ id }) => id)).toEqual(["every request: enum and const in queries and headers"]);
  const [cause, ...others] = report.findings;
  expect(others).toEqual([]);
  for (const name of names) expect(cause?.actual).toContain(`listNotes query /${name} enum`);
});

it("a strict run fails for all that no query enforces", async () => {
  const said = { ...numbers, kind: kinds.items, form: kinds.items, view: kinds.items };
  const report = await reportOn(said, { kind: {}, form: {}, view: {} }, {}, { strict: true });
  expect(failedIn(report)).toEqual(["kind", "form", "view"].map((name) => `listNotes: query /${name} enum`));
});
