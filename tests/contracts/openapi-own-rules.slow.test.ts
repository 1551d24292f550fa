import { describe, expect, it } from "vitest";
import { noKnowledge } from "../../src/description/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, json, judgeDescribed, takes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** What one server does in its own way. */
interface Shop {
  /** Of the body that creates or replaces an item, and of responses besides the id. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** More keywords of the body's schema. */
  readonly more?: object;
  /** What responses have in place of these members. */
  readonly shownAs?: Readonly<Record<string, object>>;
  readonly refuses?: (sent: Item) => boolean;
  readonly show?: (item: Item, all: readonly Item[]) => Item;
  readonly replace?: (sent: Item, before: Item) => Item | undefined;
  /** Is whoever deletes asked for the right key? */
  readonly checksDeletion?: boolean;
  /** What the user says that the server adapts. */
  readonly computed?: readonly string[];
  /** Of the operations that create and change an item. */
  readonly ignored?: readonly string[];
}

const key = "key-of-the-shop-41";
/** Members of a document in which all operations need that key. */
const secured = {
  security: [{ user: [] }],
  components: { securitySchemes: { user: { type: "http", scheme: "bearer" } } },
};
const name = { type: "string", minLength: 1, maxLength: 40 };

async function judge({
  properties,
  required = ["name"],
  more,
  shownAs,
  refuses = () => false,
  show = (item) => item,
  replace = (sent) => sent,
  checksDeletion = true,
  computed = [],
  ignored = [],
}: Shop): Promise<readonly string[]> {
  const items = new Map<string, Item>();
  let created = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], headers, sent }) => {
    const isAsked = method !== "DELETE" || checksDeletion || headers.authorization === undefined;
    if (isAsked && headers.authorization !== `Bearer ${key}`) return [401, {}];
    const before = items.get(id);
    if (id !== "" && before === undefined) return [404, {}];
    const shown = (item: Item): Item => show(item, [...items.values()]);
    if (method === "GET") return [200, before === undefined ? [...items.values()].map(shown) : shown(before)];
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    if (!isValid(sent, properties, required) || refuses(sent)) return [422, {}];
    if (method === "POST") created += 1;
    const own = method === "POST" ? `${created}` : id;
    const kept = method === "POST" ? sent : replace(sent, before ?? {});
    if (kept === undefined) items.delete(own);
    else items.set(own, { ...kept, id: Number(own) });
    return [method === "POST" ? 201 : 200, shown({ ...sent, ...kept, id: Number(own) })];
  });
  const body = { type: "object", required, properties, ...more };
  const item = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, ...properties, ...shownAs },
  };
  const responses = (status: number, schema: object) => ({
    [status]: { description: "Fine", ...json(schema) },
    "401": { description: "No" },
    "404": { description: "None" },
    "422": { description: "Not so" },
  });
  const paths = {
    "/items": {
      get: { operationId: "listItems", responses: responses(200, { type: "array", items: item }) },
      post: { operationId: "addItem", ...takes(body), responses: responses(201, item) },
    },
    "/items/{id}": {
      parameters: [idInPath()],
      get: { operationId: "getItem", responses: responses(200, item) },
      put: { operationId: "putItem", ...takes(body), responses: responses(200, item) },
      delete: {
        operationId: "removeItem",
        responses: { "204": { description: "Gone" }, ...responses(200, {}) },
      },
    },
  };
  const known = {
    ...noKnowledge,
    computed: computed.map((each) => ({ name: each })),
    ignored: ignored.flatMap((each) =>
      ["addItem", "putItem"].map((operation) => ({ operation, name: each })),
    ),
  };
  const description = { ...describePaths(paths, secured), known };
  const failed = failedIn(await judgeDescribed(description, baseUrl, { key }));
  const left = [...items.values()].filter((item) => /\b[a-z]{8}\b/i.test(`${item["name"]}`));
  return left.length > 0 && checksDeletion ? [...failed, "items are left"] : failed;
}

function capitals(words: unknown): string {
  return `${words}`.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** By the keywords that these descriptions have. */
function isValid(sent: Item, properties: Shop["properties"], required: readonly string[]): boolean {
  return (
    required.every((each) => each in sent) &&
    Object.entries(sent).every(([member, value]) => {
      const {
        type,
        enum: words,
        minimum = -1e9,
        maximum = 1e9,
        minLength = 0,
        maxLength = 1e9,
      } = (properties[member] ?? {}) as Readonly<Record<string, never>>;
      if (type === "integer")
        return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      if (type === "boolean" || type === "number") return typeof value === type;
      if (type === "array") return Array.isArray(value) && value.every((each) => typeof each === "string");
      if (type !== "string") return true;
      if (typeof value !== "string" || value.length < minLength || value.length > maxLength) return false;
      return words === undefined || (words as readonly string[]).includes(value);
    })
  );
}

const quantity = { type: "integer", minimum: 1, maximum: 1000 };
const country = { type: "string", enum: ["FR", "DE"] };

describe("a server with rules of its own conforms:", () => {
  it.each<[string, Shop]>([
    [
      "there is not as much in stock",
      { properties: { name, quantity }, refuses: (sent) => Number(sent["quantity"]) > 50 },
    ],
    [
      "a word asks for another text beside it",
      {
        properties: { name, country, postcode: { type: "string", maxLength: 20 } },
        required: ["name", "country", "postcode"],
        refuses: ({ country: of, postcode }) => of === "DE" && !/^\d{5}$/.test(`${postcode}`),
      },
    ],
    [
      "a word asks for a member, as the schema says",
      {
        properties: { name, kind: { type: "string", enum: ["private", "company"] }, vat: { type: "string" } },
        required: ["name", "kind"],
        more: { if: { properties: { kind: { const: "company" } } }, then: { required: ["vat"] } },
        refuses: ({ kind, vat }) => kind === "company" && vat === undefined,
      },
    ],
    [
      "what is shown is masked, as its schema says",
      {
        properties: { name, code: { type: "string", minLength: 8, maxLength: 40 } },
        shownAs: { code: { type: "string", pattern: "^[*]{4}.{2}$" } },
        show: (item) => ({
          ...item,
          ...("code" in item ? { code: `****${`${item["code"]}`.slice(-2)}` } : {}),
        }),
      },
    ],
    [
      "a boolean is what the server says, whatever is sent",
      {
        properties: { name, done: { type: "boolean" } },
        required: ["name", "done"],
        show: (item) => ({ ...item, done: false }),
      },
    ],
    [
      "an item shows the names of its neighbours",
      {
        properties: { name },
        show: (item, all) => ({
          ...item,
          _links: { prev: all.find(({ id }) => id === Number(item["id"]) - 1)?.["name"] },
        }),
      },
    ],
    [
      "a text that is no secret comes back in another place",
      {
        properties: { name, note: { type: "string", writeOnly: true, maxLength: 80 } },
        show: ({ note, ...item }) => ({ ...item, history: [{ words: note ?? "" }] }),
      },
    ],
    [
      "a member has another type where it is shown, as its schema says",
      {
        properties: {
          name,
          maker: { type: "string", maxLength: 40 },
          tags: { type: "array", items: { type: "string" } },
          due: { type: "string", format: "date-time" },
          weight: { type: "number" },
        },
        shownAs: {
          maker: { type: ["object", "null"], properties: { login: { type: "string" } } },
          tags: { type: "array", items: { type: "object", properties: { label: { type: "string" } } } },
          due: { type: "string", format: "date" },
          weight: { type: "integer" },
        },
        show: (item) => ({
          ...item,
          maker: null,
          tags: [],
          ...("due" in item ? { due: `${item["due"]}`.slice(0, 10) } : {}),
          ...("weight" in item ? { weight: Math.round(Number(item["weight"])) } : {}),
        }),
      },
    ],
    [
      "decimals are written with two places",
      {
        properties: {
          name,
          price: { type: "string", format: "decimal", pattern: "^-?\\d{0,4}(?:\\.\\d{0,2})?$" },
        },
        refuses: ({ price = "1" }) =>
          !Number.isFinite(Number.parseFloat(`${price}`)) || /[a-z]/i.test(`${price}`),
        show: (item) => ({
          ...item,
          ...("price" in item ? { price: Number(item["price"]).toFixed(2) } : {}),
        }),
      },
    ],
    [
      "names are written with capitals, and a total is computed, of which the user knows",
      {
        properties: { name, total: { type: "integer", minimum: 0, maximum: 1000 } },
        show: (item) => ({ ...item, name: capitals(item["name"]), ...("total" in item ? { total: 7 } : {}) }),
        computed: ["name"],
        ignored: ["total"],
      },
    ],
  ])("%s", async (_, shop) => {
    expect(await judge(shop)).toEqual([]);
  });
});

it("what is refused with 200 and says so is neither served nor accepted", async () => {
  const said = { ok: false, error: "not_possible" };
  const baseUrl = await startJsonServer(({ headers, sent }) => {
    const isSeen = headers.authorization === `Bearer ${key}`;
    const isRight = typeof sent["name"] === "string" && (sent["size"] ?? 1) !== 100;
    const isBad = sent["size"] !== undefined && typeof sent["size"] !== "number";
    return [isBad ? 400 : 200, isSeen && isRight ? { ok: true, name: sent["name"] } : said];
  });
  const body = {
    type: "object",
    required: ["name"],
    properties: { name, size: { type: "integer", maximum: 99 } },
  };
  const operation = (operationId: string) => ({
    operationId,
    ...takes(body),
    responses: {
      "200": {
        description: "Done, or not",
        ...json({ type: "object", properties: { ok: { type: "boolean" } } }),
      },
      "400": { description: "No such call" },
    },
  });
  const paths = { "/add": { post: operation("add") }, "/check": { post: operation("check") } };
  const known = { ...noKnowledge, allow: ["add", "check"] };
  const report = await judgeDescribed({ ...describePaths(paths, secured), known }, baseUrl, { key });
  expect(failedIn(report)).toEqual([]);
  expect(report.requirements.find(({ id }) => id === "add: body /size type")?.verdict).toBe("passed");
});

describe("a server that breaks a promise is found:", () => {
  it.each<[string, Shop, string]>([
    [
      "a bound is one too small",
      { properties: { name, quantity }, refuses: (sent) => sent["quantity"] === 1000 },
      "addItem: stated values",
    ],
    [
      "a word is refused whatever stands beside it",
      { properties: { name, country }, refuses: (sent) => sent["country"] === "DE" },
      "addItem: stated values",
    ],
    ["a replaced item is gone", { properties: { name }, replace: () => undefined }, "putItem: replaced"],
    [
      "a number is not replaced",
      {
        properties: { name, quantity },
        required: ["name", "quantity"],
        replace: (sent, before) => ({ ...before, name: sent["name"] }),
      },
      "putItem: replaced",
    ],
    [
      "a boolean is inverted",
      {
        properties: { name, done: { type: "boolean" } },
        required: ["name", "done"],
        show: (item) => ({ ...item, done: item["done"] !== true }),
      },
      "addItem: read back",
    ],
    [
      "names are written with capitals",
      { properties: { name }, show: (item) => ({ ...item, name: capitals(item["name"]) }) },
      "addItem: read back",
    ],
    ["any key deletes", { properties: { name }, checksDeletion: false }, "removeItem: credential"],
    [
      "a short secret comes back",
      {
        properties: { name, pin: { type: "string", writeOnly: true, minLength: 4, maxLength: 4 } },
        required: ["name", "pin"],
      },
      "addItem: writeOnly members",
    ],
  ])("%s", async (_, shop, requirement) => {
    expect(await judge(shop)).toContain(requirement);
  });
});
