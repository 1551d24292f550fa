import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Item = Record<string, unknown>;

/** Judges a server that holds two members of a body against a rule, or the first of them alone. */
async function judge(rule: object, looksAt: "both" | "first", ways: Ways = {}) {
  const title = { type: "string", minLength: 1, maxLength: 60 };
  const bodyWith = (second: object) => ({
    type: "object",
    required: ["title", "first", "second"],
    properties: { title, first: rule, second },
  });
  const held = bodyWith(looksAt === "both" ? rule : loosened(rule));
  return judgeBodies(bodyWith(rule), held, ways);
}

/** What a server does in its own way. */
interface Ways {
  readonly keep?: (sent: Item) => Item;
  readonly answersWith?: "the item" | "the id alone";
  /** Does it read values of other types as those that are described, as Fastify does? */
  readonly coerceTypes?: boolean;
}

/** Judges a server whose bodies are said to be of one schema, and are held against another. */
async function judgeBodies(
  said: object,
  held: object,
  { keep = (sent) => sent, answersWith = "the item", coerceTypes = false }: Ways = {},
) {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    coerceTypes,
    formats: { uri: (text) => URL.canParse(text) },
  });
  const isValid = ajv.compile(held);
  const items = new Map<string, object>();
  const replyTo = ({ method, parts: [, id = ""], body, sent }: Asked): Reply => {
    const known = items.get(id);
    if (method === "POST" && (body === "" || !isValid(sent))) return [400, {}];
    if (method === "POST") {
      const own = `${freeId(items)}`;
      items.set(own, { ...keep(sent as Item), id: freeId(items) });
      return [201, answersWith === "the item" ? items.get(own) : { id: items.size }];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") items.set(id, {});
    return method === "DELETE" ? [204] : [200, known];
  };
  const baseUrl = await startJsonServer(replyTo);
  const shown = { type: "object" };
  const paths = {
    "/notes": { post: adds("addNote", said, shown) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      delete: removes("removeNote"),
    },
  };
  return failedIn(await judgeDescribed(describePaths(paths), baseUrl));
}

/** The same type, without anything else that is said of it. */
function loosened(rule: object): object {
  const { type } = rule as { readonly type?: string };
  return type === undefined ? {} : { type: type === "integer" ? "number" : type };
}

const closed = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
const alternatives = [
  { type: "object", required: ["card"], properties: { card: { type: "string" } } },
  { type: "object", required: ["bank"], properties: { bank: { type: "string" } } },
];

const rules: readonly (readonly [keyword: string, rule: object])[] = [
  ["const", { type: "string", const: "v1" }],
  ["enum", { type: "integer", enum: [10, 20] }],
  ["integer", { type: "integer", minimum: 0 }],
  ["pattern", { type: "string", pattern: "^[a-z]+$" }],
  ["maxLength", { type: "string", pattern: "^[a-z]+$", maxLength: 20 }],
  ["maxLength", { type: "string", pattern: "\\S", maxLength: 20 }],
  ["maxLength", { type: "string", pattern: "^https://", format: "uri", maxLength: 80 }],
  ["format", { type: "string", format: "uri" }],
  ["maxItems", { type: "array", items: { type: "string" }, maxItems: 4, uniqueItems: true }],
  ["minProperties", { type: "object", minProperties: 1, properties: { a: { type: "string" } } }],
  ["oneOf", { oneOf: alternatives }],
  ["anyOf", { anyOf: alternatives }],
];

describe("a keyword that holds for one member only is found:", () => {
  it.each(rules)("%s", async (keyword, rule) => {
    expect(await judge(rule, "both")).toEqual([]);
    expect(await judge(rule, "first")).toContain(`addNote: body /second ${keyword}`);
  });

  it("an alternative that a member tells apart from others", async () => {
    const of = (kind: string, name: string) => ({
      type: "object",
      required: ["kind", name],
      properties: { kind: { const: kind }, [name]: { type: "string", minLength: 2, maxLength: 20 } },
    });
    const rule = { oneOf: [of("post", "street"), of("pickup", "shop")] };
    expect(await judge(rule, "both")).toEqual([]);
    expect(await judge(rule, "first")).toEqual(
      expect.arrayContaining(
        ["kind const", "street required", "street maxLength", "shop required", "shop maxLength"].map(
          (each) => `addNote: body /second/${each}`,
        ),
      ),
    );
  });

  it("an alternative of the whole body", async () => {
    const of = (kind: string, more: object) => ({
      type: "object",
      required: ["kind", "title"],
      properties: { kind: { const: kind }, title: { type: "string", minLength: 1, maxLength: 60 }, ...more },
    });
    const day = { date: { type: "string", maxLength: 10 } };
    const hours = { hours: { type: "string", maxLength: 5 } };
    const whole = { oneOf: [of("day", day), of("hours", hours)] };
    const loose = { oneOf: [of("day", day), of("hours", { hours: {} })] };
    const never = { oneOf: [of("day", day), of("never", {})] };
    expect(await judgeBodies(whole, whole)).toEqual([]);
    expect(await judgeBodies(whole, never)).toEqual([]);
    expect(await judgeBodies(whole, loose)).toEqual([
      "addNote: body /hours type",
      "addNote: body /hours maxLength",
    ]);
  });

  it("one of the values of a map, as long as they are stored", async () => {
    const rule = { type: "object", additionalProperties: { type: "string", maxLength: 20 } };
    expect(await judge(rule, "both")).toEqual([]);
    const found = ["type", "number", "maxLength"].map((keyword) => `addNote: body /second/* ${keyword}`);
    expect(await judge(rule, "first")).toEqual(found);
    expect(await judge(rule, "first", { keep: ({ second: _, ...kept }) => kept })).toEqual([]);
    expect(await judge(rule, "first", { answersWith: "the id alone" })).toEqual(found);
  });

  it("a length, unless the server shows the member for no value", async () => {
    const rule = { type: "string", minLength: 3 };
    const shows = (wanted: (second: unknown) => boolean) => ({
      keep: ({ second, ...kept }: Item) => (wanted(second) ? { ...kept, second } : kept),
    });
    const found = ["addNote: body /second minLength"];
    expect(
      await judge(
        rule,
        "first",
        shows(() => true),
      ),
    ).toEqual(found);
    expect(
      await judge(
        rule,
        "first",
        shows((second) => `${second}`.length > 2),
      ),
    ).toEqual(found);
    expect(
      await judge(
        rule,
        "first",
        shows(() => false),
      ),
    ).toEqual([]);
  });

  it("a length of what is never shown, beside a list of objects", async () => {
    const text = { type: "string", minLength: 1, maxLength: 60 };
    const phones = { type: "array", minItems: 1, items: { type: "object", properties: { number: text } } };
    const bodyWith = (minLength: number) => ({
      type: "object",
      required: ["title", "phones", "password"],
      properties: { title: text, phones, password: { type: "string", minLength, writeOnly: true } },
    });
    const hidden = { keep: ({ password: _, ...kept }: Item) => kept };
    expect(await judgeBodies(bodyWith(8), bodyWith(8), hidden)).toEqual([]);
    expect(await judgeBodies(bodyWith(8), bodyWith(1), hidden)).toEqual([
      "addNote: body /password minLength",
    ]);
  });

  it("a type, unless the server has a value of its own there", async () => {
    const rule = { type: "integer" };
    expect(await judge(rule, "first")).toEqual(["addNote: body /second integer"]);
    const isIgnored = { keep: (sent: Item) => ({ ...sent, second: 99 }) };
    expect((await judge(rule, "first", isIgnored)).filter((each) => each.includes(" body "))).toEqual([]);
  });

  it("null, unless it is read as nothing, which is valid", async () => {
    const properties = {
      title: { type: "string", minLength: 1, maxLength: 60 },
      price: { type: "number", minimum: 0 },
      note: { type: "string" },
    };
    const body = { type: "object", required: ["title", "price", "note"], properties };
    expect(await judgeBodies(body, body, { coerceTypes: true })).toEqual([]);
    const loose = { ...body, properties: { ...properties, title: {} } };
    expect(await judgeBodies(body, loose)).toContain("addNote: body /title type");
  });

  it("additionalProperties", async () => {
    expect(await judge(closed, "both")).toEqual([]);
    expect(await judge(closed, "first")).toContain(
      "addNote: body /second/pedigreeUnknown additionalProperties",
    );
  });
});
