import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { judgeInProcess } from "../servers/clock.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, lists, reads } from "./described.js";

const reason = "the handbook says so";
const sent = {
  type: "object",
  required: ["name", "shelf"],
  properties: { name: { type: "string" }, shelf: { type: "integer" }, isNew: { type: "boolean" } },
};
const shown = {
  ...sent,
  required: ["id", "name", "shelf"],
  properties: { ...sent.properties, id: { type: "integer" } },
};
const refusal = { description: "No key" };
const paths = {
  "/books": {
    get: lists("listBooks", shown, { 401: refusal }),
    post: adds("addBook", sent, shown, { 401: refusal }),
  },
  "/books/{id}": { get: { ...reads("readBook", shown, { 401: refusal }), parameters: [idInPath()] } },
};
const secured = {
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
};
const facts = { strict: true, credentials: "first", statuses: "exhaustive", reason };

/** What one server does in its own way. */
interface Library {
  /** An answer before the key is looked at, or after that before anything else. */
  readonly beforeKey?: (asked: Asked) => Reply | undefined;
  readonly afterKey?: (asked: Asked) => Reply | undefined;
  readonly noKey?: number;
  /** The object in a body; undefined where the body is refused. */
  readonly read?: (asked: Asked) => Record<string, unknown> | undefined;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
const isBook = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { name, shelf, isNew = true } = value as Record<string, unknown>;
  return typeof name === "string" && Number.isSafeInteger(shelf) && typeof isNew === "boolean";
};
const strictly = ({ body, headers }: Asked): Record<string, unknown> | undefined => {
  const value = headers["content-type"] === undefined ? undefined : parse(body);
  return isBook(value) ? value : undefined;
};

/** The requirements that a library breaks, by what is said of it. */
async function failed(library: Library, stated: object = {}, known: object = {}): Promise<readonly string[]> {
  const { beforeKey = () => undefined, afterKey = () => undefined, noKey = 401, read = strictly } = library;
  const books = new Map<string, object>();
  const baseUrl = await startJsonServer((asked) => {
    const { method, parts, headers } = asked;
    const early = beforeKey(asked);
    if (early !== undefined) return early;
    if (headers.authorization !== "Bearer good-key-42-x") return [noKey, { message: "no key" }];
    const other = afterKey(asked);
    if (other !== undefined) return other;
    const [, id] = parts;
    if (method === "GET" && id === undefined) return [200, [...books.values()]];
    if (method === "GET")
      return books.has(id ?? "") ? [200, books.get(id ?? "")] : [404, { message: "none" }];
    const book = read(asked);
    if (book === undefined) return [400, { message: "not so" }];
    const made = { name: book["name"], shelf: book["shelf"], id: books.size + 1 };
    books.set(`${made.id}`, made);
    return [201, made];
  });
  const description = describePaths(paths, { ...secured, ...stated });
  const contract = deriveContract({ ...description, known: { ...noKnowledge, ...known } });
  const report = await judgeInProcess(openApi, { contract, baseUrl, key: "good-key-42-x", seed: 1 });
  return report.requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
}

/** Reads a body leniently: as JSON or, if that fails, after an edit. */
const edited =
  (edit: (text: string) => string) =>
  ({ body }: Asked): Record<string, unknown> | undefined => {
    const value = parse(edit(body));
    return isBook(value) ? value : undefined;
  };

const withAll = { "x-pedigree": facts };
const isInvalid = (asked: Asked): boolean => asked.method === "POST" && strictly(asked) === undefined;

describe("with the facts", () => {
  it("a server that keeps them passes", async () => {
    expect(await failed({}, withAll)).toEqual([]);
  });

  it.each<[string, Library, string]>([
    [
      "reads a comma too many",
      { read: edited((text) => text.replace(/,\s*}/, "}")) },
      "addBook: invalid bodies",
    ],
    ["takes a body without a media type", { read: edited((text) => text) }, "addBook: invalid bodies"],
    [
      "turns digits into a number",
      { read: (asked) => strictly({ ...asked, body: asked.body.replace(/"shelf":"(\d+)"/, '"shelf":$1') }) },
      "addBook: invalid bodies",
    ],
    [
      "looks at the body before the key",
      { beforeKey: (asked) => (isInvalid(asked) ? [400, {}] : undefined) },
      "addBook: credential first",
    ],
    [
      "looks at the id before the key",
      { beforeKey: ({ parts }) => (parts[1] === "abc" ? [404, {}] : undefined) },
      "readBook: credential first",
    ],
    ["answers 403 without a key", { noKey: 403 }, "listBooks: credential"],
    [
      "answers 422 to an invalid body",
      { afterKey: (asked) => (isInvalid(asked) ? [422, {}] : undefined) },
      "addBook: invalid bodies",
    ],
    [
      "answers 400 to an id that is not positive",
      {
        afterKey: ({ parts, method }) =>
          method === "GET" && /^(0|-\d+)$/.test(parts[1] ?? "") ? [400, {}] : undefined,
      },
      "readBook: unused ids",
    ],
    [
      "answers 409 to a name that is taken",
      {
        afterKey: ({ method, sent: { name } }) =>
          method === "POST" && `${name as string}`.length > 60 ? [409, {}] : undefined,
      },
      "addBook: responses",
    ],
  ])("one fails that %s", async (_, library, requirement) => {
    expect(await failed(library, withAll)).toContain(requirement);
    expect(await failed(library)).toEqual([]);
  });

  it("the configuration states the same as the description", async () => {
    const library: Library = { beforeKey: (asked) => (isInvalid(asked) ? [400, {}] : undefined) };
    expect(await failed(library, {}, { facts: { credentials: ["addBook"] } })).toEqual([
      "addBook: credential first",
    ]);
    expect(await failed(library, {}, { facts: { credentials: ["listBooks"] } })).toEqual([]);
  });
});
