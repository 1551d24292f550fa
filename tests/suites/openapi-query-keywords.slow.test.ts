import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
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

/** Judges a list whose server holds its queries against other schemas than those that are described. */
async function judge(
  said: Schemas,
  held: Schemas,
  styles: Readonly<Record<string, object>> = {},
): Promise<readonly string[]> {
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
  return failedIn(await judgeDescribed(describePaths(paths), baseUrl));
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

describe("it may be a habit to leave aside", () => {
  it.each<[string, Schemas, Schemas, Readonly<Record<string, object>>]>([
    ["all lists", { ...numbers, kind: word, q: word, tags, other }, { tags: {}, other: {} }, {}],
    ["the items of all lists", { tags, kinds }, { tags: { ...free, maxItems: 5 }, kinds: free }, {}],
    [
      "members too many of an object",
      { ...numbers, filter: { type: "object", properties: { kind: word }, additionalProperties: false } },
      { filter: { type: "object", properties: { kind: word } } },
      { filter: { style: "deepObject" } },
    ],
    ["words of a boolean", { open: { type: "boolean" }, ...numbers }, { open: {} }, {}],
    [
      "the words of what is no filter",
      { ...numbers, q: { type: "string", maxLength: 9 }, view: kinds.items },
      { view: {} },
      {},
    ],
    [
      "a length to which a text is cut",
      { ...numbers, kind: kinds.items, q: { type: "string", maxLength: 9 } },
      { q: {} },
      {},
    ],
  ])("%s", async (_, said, held, styles) => {
    expect(await judge(said, held, styles)).toEqual([]);
  });
});
