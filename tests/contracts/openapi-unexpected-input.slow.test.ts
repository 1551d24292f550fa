import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { type Report, type RunOptions, replayFinding } from "../../src/engine/index.js";
import { judgeForNet } from "../nets/verdicts.js";
import { type Asked as AskedOfAny, startJsonServer } from "../servers/json-server.js";
import { parsed as json } from "../servers/sent-object.js";
import { json as content, describePaths, idInPath, takes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** A request as a server sees it, and what its body is said to be. */
interface Asked extends AskedOfAny {
  readonly type: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
}

/** What one server does in its own way. */
interface Shop {
  /** An answer to a request before anything else looks at it. */
  readonly first?: (asked: Asked) => Answer | undefined;
  /** What a body is for the server; undefined: none that it understands. */
  readonly read?: (asked: Asked) => unknown;
  readonly isValid?: (sent: Item) => boolean;
  /** May items be deleted? */
  readonly deletes?: boolean;
}

/** What came of a run, what it left there, and how to run again. */
interface Judged {
  readonly report: Report;
  readonly left: readonly Item[];
  readonly options: RunOptions;
}

const refusal: Answer = { status: 400, body: { message: "not like this" } };

const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNamed = ({ name, quantity = 1 }: Item): boolean =>
  typeof name === "string" && name !== "" && Number.isInteger(quantity) && Number(quantity) > 0;

async function judge(shop: Shop): Promise<Judged> {
  const {
    first = () => undefined,
    read = ({ body }) => json(body),
    isValid = isNamed,
    deletes = true,
  } = shop;
  const items = new Map<string, Item>();
  let last = 1000;
  const answerTo = (asked: Asked): Answer => {
    const early = first(asked);
    if (early !== undefined) return early;
    const { method, parts, query } = asked;
    const [, id] = parts;
    if (query.has("offset") && !/^\d{1,10}$/.test(query.getAll("offset").join())) return refusal;
    if (query.has("limit") && !/^[1-9]\d?$/.test(query.getAll("limit").join())) return refusal;
    if (id === undefined && method === "GET")
      return {
        status: 200,
        body: [...items.values()]
          .filter(({ name }) => `${name}`.includes(query.get("name") ?? ""))
          .slice(Number(query.get("offset") ?? 0))
          .slice(0, Number(query.get("limit") ?? 20)),
      };
    const before = id === undefined ? undefined : items.get(id);
    if (id !== undefined && before === undefined) return { status: 404, body: { message: "none" } };
    if (method === "GET") return { status: 200, body: before };
    if (id !== undefined && method === "DELETE") return { status: items.delete(id) ? 204 : 404 };
    const sent = read(asked);
    if (!isObject(sent) || !isValid(sent)) return refusal;
    if (id === undefined) last += 1;
    const own = id ?? `${last}`;
    const { name, quantity } = sent;
    items.set(own, { name, ...(quantity === undefined ? {} : { quantity }), id: Number(own) });
    return { status: id === undefined ? 201 : 200, body: items.get(own) };
  };
  const baseUrl = await startJsonServer((asked) => {
    const type = asked.headers["content-type"] ?? "";
    const { status, body, type: shownAs = "application/json" } = answerTo({ ...asked, type });
    return [status, body, { "content-type": shownAs }];
  });
  const contract = deriveContract(describeShop(deletes));
  const options = { contract, baseUrl, key: "" };
  const report = await judgeForNet({ ...options, whole: true });
  return { report, left: [...items.values()], options };
}

function describeShop(deletes: boolean) {
  const properties = { name: { type: "string" }, quantity: { type: "integer", minimum: 1 } };
  const item = {
    type: "object",
    required: ["id", "name"],
    properties: { ...properties, id: { type: "integer" } },
    additionalProperties: false,
  };
  const sent = takes({ type: "object", required: ["name"], properties });
  const error = {
    type: "object",
    required: ["message"],
    properties: { message: { type: "string" } },
  };
  const responses = (status: number, schema?: object) => ({
    [status]: { description: "Fine", ...(schema === undefined ? {} : content(schema)) },
    400: { description: "Not so", ...content(error) },
    404: { description: "None", ...content(error) },
  });
  const inQuery = (name: string, schema: object) => ({ name, in: "query", schema });
  return describePaths({
    "/items": {
      get: {
        operationId: "list",
        parameters: [
          inQuery("limit", { type: "integer", minimum: 1, maximum: 99 }),
          inQuery("name", { type: "string" }),
          inQuery("offset", { type: "integer", minimum: 0 }),
        ],
        responses: responses(200, { type: "array", items: item }),
      },
      post: { operationId: "add", ...sent, responses: responses(201, item) },
    },
    "/items/{id}": {
      parameters: [idInPath()],
      get: { operationId: "get", responses: responses(200, item) },
      put: { operationId: "put", ...sent, responses: responses(200, item) },
      ...(deletes ? { delete: { operationId: "remove", responses: responses(204) } } : {}),
    },
  });
}

/** Fails where this is so. */
const failsIf = (isMeant: (asked: Asked) => boolean): Shop => ({
  first: (asked) => (isMeant(asked) ? { status: 500, body: { message: "oh" } } : undefined),
});
const isPost = ({ method }: Asked): boolean => method === "POST";
const writes = ({ method }: Asked): boolean => method === "POST" || method === "PUT";
const depthOf = (body: string): number => (body.match(/\[/g) ?? []).length;

describe("a server that fails is found where the body", () => {
  it.each<[string, (asked: Asked) => boolean, readonly string[]]>([
    [
      "is no JSON",
      (asked) => writes(asked) && asked.type !== "" && json(asked.body) === undefined,
      ["add", "put"],
    ],
    ["is cut off", (asked) => isPost(asked) && /^\{[^}]+$/.test(asked.body), ["add"]],
    ["has a comma too many", (asked) => isPost(asked) && asked.body.endsWith(",}"), ["add"]],
    [
      "is a bare word",
      (asked) => isPost(asked) && /^\w*[a-z]\w*$/.test(asked.body) && asked.body !== "null",
      ["add"],
    ],
    ["is null", (asked) => writes(asked) && asked.body === "null", ["add", "put"]],
    ["is a list", (asked) => isPost(asked) && asked.body.startsWith("["), ["add"]],
    ["is a number", (asked) => isPost(asked) && /^\d+$/.test(asked.body), ["add"]],
    ["is an empty object", (asked) => isPost(asked) && asked.body === "{}", ["add"]],
    ["is empty", (asked) => isPost(asked) && asked.body === "" && asked.type !== "", ["add"]],
    ["is said to be plain text", (asked) => writes(asked) && asked.type === "text/plain", ["add", "put"]],
    ["is said to be XML", (asked) => isPost(asked) && asked.type === "application/xml", ["add"]],
    ["has no type", (asked) => isPost(asked) && asked.type === "" && asked.body !== "", ["add"]],
    ["is nested deeply", (asked) => isPost(asked) && depthOf(asked.body) > 90, ["add"]],
    ["is a text", (asked) => isPost(asked) && /^"/.test(asked.body), ["add"]],
    ["is a number beyond all doubles", (asked) => isPost(asked) && asked.body === "1e400", ["add"]],
    ["is 300 lists in each other", (asked) => isPost(asked) && /^\[{300}/.test(asked.body), ["add"]],
    [
      "is 300 objects in each other",
      (asked) => isPost(asked) && (asked.body.match(/\{/g) ?? []).length > 299,
      ["add"],
    ],
    ["has a null character", (asked) => isPost(asked) && asked.body.includes("\\u0000"), ["add"]],
    ["has a lone surrogate", (asked) => writes(asked) && asked.body.includes("\\ud800"), ["add", "put"]],
    ["is no UTF-8", (asked) => isPost(asked) && asked.body.includes("\ufffd"), ["add"]],
    [
      "has a member twice",
      (asked) => isPost(asked) && (asked.body.match(/"name"/g) ?? []).length > 1,
      ["add"],
    ],
  ])("%s", async (_, isMeant, operations) => {
    const strict: Shop = {
      first: (asked) =>
        failsIf(isMeant).first?.(asked) ??
        (writes(asked) && asked.type !== "application/json"
          ? { status: 415, body: { message: "JSON" } }
          : undefined),
    };
    const { report, left } = await judge(strict);
    expect(failedIn(report)).toEqual(operations.map((id) => `${id}: no server error`));
    expect(report.findings).toHaveLength(operations.length);
    expect(left).toEqual([]);
  });
});

describe("a server that fails is found where an id", () => {
  const idIs =
    (wanted: RegExp) =>
    ({ method, path }: Asked): boolean =>
      method === "GET" && wanted.test(decodeURIComponent(path.split("/")[2] ?? ""));
  it.each<[string, RegExp]>([
    ["is a word", /^[a-z]{8}$/],
    ["is no integer", /\./],
    ["is negative", /^-/],
    ["is zero", /^0$/],
    ["is beyond 32 bits", /^2147483648$/],
    ["is beyond 64 bits", /^\d{19}$/],
    ["is very long", /^.{256}/],
    ["has a quote in it", /'/],
    ["has a letter outside ASCII", /[\u0080-\u{10ffff}]/u],
  ])("%s", async (_, wanted) => {
    const { report, left } = await judge(failsIf(idIs(wanted)));
    expect(failedIn(report)).toEqual(["get: no server error"]);
    expect(report.findings).toHaveLength(1);
    expect(left).toEqual([]);
  });
});

describe("a server that fails is found where a parameter", () => {
  const lists = ({ method, path }: Asked): boolean => method === "GET" && path === "/items";
  it.each<[string, (query: URLSearchParams) => boolean]>([
    ["is given twice", (query) => query.getAll("name").length > 1],
    ["is a number that is given twice", (query) => query.getAll("limit").length > 1],
    ["is empty", (query) => query.get("name") === ""],
    ["is a number that is empty", (query) => query.get("limit") === ""],
    ["leads far beyond the end", (query) => Number(query.get("offset")) === 2 ** 31 - 1],
    ["is a very large number", (query) => Number(query.get("limit")) > 2 ** 62],
    ["has a quote in it", (query) => /'/.test(query.get("name") ?? "")],
    ["has a letter outside ASCII", (query) => /[^ -~]/.test(query.get("name") ?? "")],
  ])("%s", async (_, isMeant) => {
    const { report } = await judge(failsIf((asked) => lists(asked) && isMeant(asked.query)));
    expect(failedIn(report)).toEqual(["list: no server error"]);
    expect(report.findings).toHaveLength(1);
  });
});

it("a server that fails for all of it has one finding an operation", async () => {
  const { report } = await judge(
    failsIf((asked) => writes(asked) && (asked.type !== "application/json" || !isObject(json(asked.body)))),
  );
  expect(failedIn(report)).toEqual(["add: no server error", "put: no server error"]);
  expect(report.findings).toHaveLength(2);
});

describe("a failure shows again when it is replayed:", () => {
  it.each<[string, (asked: Asked) => boolean]>([
    ["of a body that is cut off", (asked) => isPost(asked) && /^\{[^}]+$/.test(asked.body)],
    ["of a body that is null", (asked) => asked.method === "PUT" && asked.body === "null"],
    ["of a body that is plain text", (asked) => isPost(asked) && asked.type === "text/plain"],
    ["of a member that is given twice", ({ body }) => (body.match(/"name"/g) ?? []).length > 1],
    ["of an id that is a word", ({ path }) => /^\/items\/[a-z]{8}$/.test(path)],
    ["of a parameter that is empty", ({ query }) => query.get("name") === ""],
  ])("%s", async (_, isMeant) => {
    const { report, options } = await judge(failsIf(isMeant));
    const [finding] = report.findings;
    if (finding === undefined) throw new Error("there is no finding");
    expect(await replayFinding(openApi, options, finding)).toMatchObject({ status: "shown" });
    // The request by itself shows it.
    expect(finding.exchanges).toHaveLength(1);
  });
});

const page = (status: number): Answer => ({ status, body: "<html>no</html>", type: "text/html" });
const isUnusual = ({ path }: Asked): boolean => /^\/items\/(?!\d+$)/.test(path);

describe("a server conforms, and nothing of the run is left there, where it", () => {
  it.each<[string, Shop]>([
    ["refuses what it does not understand", {}],
    [
      "refuses what is malformed with a page of its framework",
      { first: (asked) => (asked.body !== "" && json(asked.body) === undefined ? page(400) : undefined) },
    ],
    [
      "asks for JSON",
      {
        first: (asked) => (writes(asked) && asked.type !== "application/json" ? page(415) : undefined),
      },
    ],
    [
      "has no route for ids of another kind",
      { first: (asked) => (isUnusual(asked) ? page(404) : undefined) },
    ],
    [
      "leads elsewhere for ids of another kind",
      { first: (asked) => (isUnusual(asked) ? page(302) : undefined) },
    ],
    [
      "stands behind what holds a quote for an attack",
      { first: (asked) => (/'|%27/.test(`${asked.path}${asked.query}`) ? page(403) : undefined) },
    ],
    ["takes the first of several objects", { read: ({ body }) => json(body.replace(/^\[(.*)\]$/s, "$1")) }],
    ["refuses what is no UTF-8", { read: ({ body }) => (body.includes("\ufffd") ? undefined : json(body)) }],
    ["refuses null characters", { isValid: (sent) => isNamed(sent) && !/\0/.test(`${sent["name"]}`) }],
    ["drops lone surrogates", { read: ({ body }) => json(body.replaceAll("\\ud800", "")) }],
    ["reads a comma too many as none", { read: ({ body }) => json(body.replace(/,\}$/, "}")) }],
    [
      "shows the members that it does not know",
      {
        first: (asked) =>
          isPost(asked) && asked.body.includes("pedigreeUnknown")
            ? { status: 201, body: { id: 5, name: "Some", pedigreeUnknown: [] } }
            : undefined,
      },
    ],
  ])("%s", async (_, shop) => {
    const { report, left } = await judge(shop);
    expect(failedIn(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
    expect(left).toEqual([]);
  });
});

describe("a server that takes for a body what has no members is found where it", () => {
  it.each([
    ["is null", "null"],
    ["is an empty object", "{}"],
    ["is a number", "12"],
    ["is a number beyond all doubles", "1e400"],
    ["is lists in each other", "[".repeat(300) + "]".repeat(300)],
  ])("%s", async (_, taken) => {
    const { report } = await judge({
      read: ({ body }) => (body === taken ? { name: "none" } : json(body)),
    });
    expect(failedIn(report)).toContainEqual(expect.stringMatching(/^add: body (required|empty)$/));
  });
});

it("a server that makes an item of what it cannot read is not sent more of that", async () => {
  const none = { name: "none" };
  const read = ({ body }: Asked): Item => {
    const sent = json(body);
    return isObject(sent) ? sent : none;
  };
  const { report, left } = await judge({ read });
  expect(failedIn(report)).toEqual(["add: body required", "put: body required"]);
  // Those of the requests without a body.
  expect(left.every((item) => isObject(item) && item["name"] === none.name)).toBe(true);
  expect(left.length).toBeLessThan(6);
});

it("what could not be deleted is not created to see what becomes of further members", async () => {
  const bodies: string[] = [];
  await judge({ first: ({ method, body }) => void (method === "POST" && bodies.push(body)), deletes: false });
  expect(bodies.length).toBeGreaterThan(3);
  expect(bodies.filter((body) => body.includes("pedigreeUnknown"))).toEqual([]);
});
