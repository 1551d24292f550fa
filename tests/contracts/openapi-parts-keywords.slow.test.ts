import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Item = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, object>>;

const usual = {
  title: { type: "string", minLength: 1, maxLength: 60 },
  kind: { enum: ["a", "b"] },
  stock: { type: "integer", maximum: 100 },
};

/** The body of a note: usual members, some more, and what is said of them together. */
function bodyWith(properties: Properties, more: object = {}): object {
  return { type: "object", required: ["title"], properties: { ...usual, ...properties }, ...more };
}

/** What a server does with what it takes. */
interface Ways {
  readonly keep?: (sent: Item) => Item;
}

/** Judges a server whose bodies are said to be of one schema, and are held against another. */
async function judge(said: object, held: object, { keep = (sent) => sent }: Ways = {}) {
  const isValid = new Ajv2020({ strict: false, logger: false }).compile(held);
  const items = new Map<string, Item>();
  let created = 0;
  const replyTo = ({ method, parts: [, id = ""], body, sent }: Asked): Reply => {
    const known = items.get(id);
    if (method === "POST") {
      if (body === "" || !isValid(sent)) return [400, {}];
      const own = `${freeId(items)}`;
      items.set(own, { ...keep(sent), id: freeId(items) });
      created += 1;
      return [201, items.get(own)];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") items.set(id, {});
    return method === "DELETE" ? [204] : [200, known];
  };
  const baseUrl = await startJsonServer(replyTo);
  const shown = { type: "object" };
  const paths = {
    "/notes": { post: adds("addNote", said, shown) },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", shown), delete: removes("removeNote") },
  };
  const report = await judgeDescribed(describePaths(paths), baseUrl, { whole: true });
  expect(created).toBeGreaterThan(5);
  return failedIn(report);
}

const number = { type: "integer", minimum: 0, maximum: 23 };
const window = { type: "array", prefixItems: [number, number], items: false, minItems: 2 };
const labels = (of: object) => ({
  type: "object",
  patternProperties: { "^x-": of },
  additionalProperties: false,
});
const tags = { type: "array", items: { type: "string" }, contains: { const: "main" } };
const moods = (names: object) => ({
  type: "object",
  ...names,
  additionalProperties: { type: "integer", maximum: 10 },
});
const titles = (names: object, type: string | readonly string[] = "string") => ({
  type: "object",
  required: ["en"],
  ...names,
  additionalProperties: { type, minLength: 3, maxLength: 120 },
});
const owner = { owner: { type: "string" }, ownerEmail: { type: "string" } };
const needsOwner = { dependentRequired: { ownerEmail: ["owner"] } };
const percent = { percent: { type: "number", minimum: 0 } };
const asksPercent = {
  if: { properties: { kind: { const: "b" } }, required: ["kind"] },
  then: { required: ["percent"] },
};

const ofOwner = { type: "object", required: ["title"], properties: { title: { type: "string" }, ...owner } };

const rows: readonly (readonly [string, object, object])[] = [
  [
    "/labels/* maxLength",
    bodyWith({ labels: labels({ type: "string", maxLength: 20 }) }),
    bodyWith({ labels: labels({ type: "string" }) }),
  ],
  [
    "/moods propertyNames",
    bodyWith({ moods: moods({ propertyNames: { pattern: "^[a-z]+$" } }) }),
    bodyWith({ moods: moods({}) }),
  ],
  [
    "/titles propertyNames",
    bodyWith({ titles: titles({ propertyNames: { enum: ["en", "de"] } }) }),
    bodyWith({ titles: titles({}) }),
  ],
  [
    "/moods maxProperties",
    bodyWith({ moods: moods({ propertyNames: { pattern: "^[a-z]{1,6}$" }, maxProperties: 4 }) }),
    bodyWith({ moods: moods({ propertyNames: { pattern: "^[a-z]{1,6}$" } }) }),
  ],
  [
    "/titles/* number",
    bodyWith({ titles: titles({}) }),
    bodyWith({ titles: titles({}, ["string", "number"]) }),
  ],
  [
    "/window/* maximum",
    bodyWith({ window }),
    bodyWith({ window: { ...window, prefixItems: [{ type: "integer", minimum: 0 }, number] } }),
  ],
  ["/window items", bodyWith({ window }), bodyWith({ window: { ...window, items: true } })],
  ["/tags contains", bodyWith({ tags }), bodyWith({ tags: { type: "array", items: { type: "string" } } })],
  ["/owner dependentRequired", bodyWith(owner, needsOwner), bodyWith(owner)],
  ["/owner dependentRequired", { ...ofOwner, ...needsOwner }, ofOwner],
  ["/percent if", bodyWith(percent, asksPercent), bodyWith(percent)],
  [
    "/percent if",
    bodyWith(percent, { allOf: [asksPercent, { required: ["kind"] }] }),
    bodyWith(percent, { required: ["title", "kind"] }),
  ],
  ["/legacy not", bodyWith({}, { not: { required: ["legacy"] } }), bodyWith({})],
  ["/pedigreeUnknown unevaluatedProperties", bodyWith({}, { unevaluatedProperties: false }), bodyWith({})],
  [
    "/words/* minLength",
    bodyWith({ words: { type: "array", items: { type: "string", minLength: 1 } } }),
    bodyWith({ words: { type: "array", items: { type: "string" } } }),
  ],
];

describe("a keyword of parts that belong together is found where it is left aside:", () => {
  it.each(rows)("%s", async (found, said, held) => {
    expect(await judge(said, said)).toEqual([]);
    expect(await judge(said, held)).toEqual([`addNote: body ${found}`]);
  });

  it.each([15, 30, 60])("an integer of an enumeration is refused, and it is not %i", async (least) => {
    const minutes = (words: readonly number[]) => bodyWith({ minutes: { type: "integer", enum: words } });
    const said = minutes([15, 30, 45, 60]);
    expect(await judge(said, said)).toEqual([]);
    expect(await judge(said, minutes([15, least]))).toEqual(["addNote: stated values"]);
  });

  it("a value of a second type is refused", async () => {
    const said = bodyWith({ value: { type: ["string", "boolean"] } });
    expect(await judge(said, said)).toEqual([]);
    expect(await judge(said, bodyWith({ value: { type: "string" } }))).toEqual(["addNote: stated values"]);
  });
});

describe("it is no failure, where", () => {
  const only = (names: readonly string[]) => (sent: Item) =>
    Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));
  it.each<[string, object, object, Ways]>([
    [
      "members too many are dropped",
      bodyWith({}, { unevaluatedProperties: false }),
      bodyWith({}),
      { keep: only(Object.keys(usual)) },
    ],
    [
      "a name may be any of a pattern",
      bodyWith({
        labels: { ...labels({ type: "string" }), patternProperties: { "^[a-zA-Z]+$": { type: "string" } } },
      }),
      bodyWith({ labels: { type: "object", additionalProperties: { type: "string" } } }),
      {},
    ],
    [
      "numbers become texts in a map",
      bodyWith({ titles: titles({}) }),
      bodyWith({ titles: titles({}, ["string", "number"]) }),
      {
        keep: ({ titles: given, ...sent }) => ({
          ...sent,
          titles: Object.fromEntries(Object.entries(given ?? {}).map(([lang, text]) => [lang, `${text}`])),
        }),
      },
    ],
    [
      "titles of unknown languages are dropped",
      bodyWith({ titles: titles({ propertyNames: { enum: ["en", "de"] } }) }),
      bodyWith({ titles: titles({}) }),
      {
        keep: ({ titles: given, ...sent }) => ({
          ...sent,
          titles: Object.fromEntries(Object.entries(given ?? {}).filter(([lang]) => /^(en|de)$/.test(lang))),
        }),
      },
    ],
    [
      "entries too many are dropped",
      bodyWith({ moods: moods({ propertyNames: { pattern: "^[a-z]{1,6}$" }, maxProperties: 4 }) }),
      bodyWith({ moods: moods({ propertyNames: { pattern: "^[a-z]{1,6}$" } }) }),
      {
        keep: ({ moods: given, ...sent }) => ({
          ...sent,
          moods: Object.fromEntries(Object.entries(given ?? {}).slice(0, 4)),
        }),
      },
    ],
    [
      "entries with other names are dropped",
      bodyWith({ moods: moods({ propertyNames: { pattern: "^[a-z]+$" } }) }),
      bodyWith({ moods: moods({}) }),
      { keep: ({ moods: _, ...sent }) => sent },
    ],
    [
      "a default stands for what is left out",
      bodyWith(percent, asksPercent),
      bodyWith(percent),
      { keep: (sent) => ({ percent: 0, ...sent }) },
    ],
    [
      "empty items are dropped",
      bodyWith({ words: { type: "array", items: { type: "string", minLength: 1 } } }),
      bodyWith({ words: { type: "array", items: { type: "string" } } }),
      { keep: (sent) => ({ ...sent, words: ((sent["words"] ?? []) as string[]).filter(Boolean) }) },
    ],
  ])("%s", async (_, said, held, ways) => {
    expect(await judge(said, held, ways)).toEqual([]);
  });
});
