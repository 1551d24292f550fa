import { text } from "node:stream/consumers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { deriveContract } from "../../src/contracts/index.js";
import { readDescription } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeForNet } from "../nets/verdicts.js";
import { freeId } from "../servers/free-id.js";
import { startOrigin } from "../servers/plain-server.js";
import type { Item } from "./deviations.js";

type Properties = Readonly<Record<string, object>>;

/** A server of things on a shelf, and what it does in its own way. */
export interface Shelf {
  /** Of the bodies that create and replace, and of responses besides the id. */
  readonly properties: Properties;
  readonly required?: readonly string[];
  /** Of the body that changes; those of the others if absent. */
  readonly changed?: Properties;
  /** What responses have in place of these members; undefined where they do not have one. */
  readonly shownAs?: Readonly<Record<string, object | undefined>>;
  /** What is said of the operation that changes, and the media type of its body. */
  readonly summary?: string;
  readonly mediaType?: string;
  /** The text of the operation that changes. */
  readonly about?: string;
  readonly methods?: readonly ("GET" | "PUT" | "PATCH" | "DELETE")[];
  readonly create?: (sent: Item, all: readonly Item[]) => Item;
  readonly replace?: (sent: Item, before: Item) => Item;
  readonly change?: (sent: Item, before: Item) => Item;
  readonly show?: (item: Item) => Item;
  /** What the response to a creation or a change shows instead of the item. */
  readonly answer?: (shown: Item, sent: Item) => Item;
  /** A status for what is sent; 0 where nothing is in its way. */
  readonly refuse?: (sent: Item, method: string) => number;
}

const name = { type: "string", minLength: 1, maxLength: 40 };

/** Judges a shelf. */
export async function judgeShelf(shelf: Shelf): Promise<Report> {
  const properties = { name, ...shelf.properties };
  const body = { type: "object", required: shelf.required ?? ["name"], properties };
  const changed = { type: "object", properties: { name, ...(shelf.changed ?? shelf.properties) } };
  const schemas = { body, changed, item: itemOf(properties, shelf.shownAs) };
  const baseUrl = await startShelf(shelf, schemas);
  const contract = deriveContract(
    readDescription("shelf.json", JSON.stringify(describeShelf(shelf, schemas))).description,
  );
  return judgeForNet({ contract, baseUrl, key: "", whole: true });
}

type Schemas = Readonly<Record<"body" | "changed" | "item", object>>;

function itemOf(properties: Properties, shownAs: Shelf["shownAs"] = {}): object {
  return {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, ...properties, ...shownAs },
  };
}

function startShelf(shelf: Shelf, schemas: Schemas): Promise<string> {
  const {
    create = (sent: Item) => sent,
    replace = (sent: Item) => sent,
    change = (sent: Item, before: Item) => ({ ...before, ...sent }),
    show = (item: Item) => item,
    answer: shownAfter = (shown: Item) => shown,
    refuse = () => 0,
  } = shelf;
  const items = new Map<number, Item>();
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  const [isBody, isChange] = [ajv.compile(schemas.body), ajv.compile(schemas.changed)];
  return startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const sent = parse(await text(request));
    const answer = (status: number, value: unknown = {}): void => {
      response.writeHead(status, status === 204 ? {} : { "content-type": "application/json" });
      response.end(status === 204 ? undefined : JSON.stringify(value));
    };
    const [, collection, part] = url.split(/[/?]/);
    const id = part === undefined ? undefined : Number(part);
    const before = items.get(id ?? 0);
    if (collection !== "things" || (id !== undefined && before === undefined)) return answer(404);
    if (method === "GET")
      return answer(200, before === undefined ? [...items.values()].map(show) : show(before));
    if (method === "DELETE") {
      items.delete(id ?? 0);
      return answer(204);
    }
    if (sent === undefined || !(method === "PATCH" ? isChange : isBody)(sent)) return answer(422);
    const status = refuse(sent, method);
    if (status > 0) return answer(status);
    const own = id ?? freeId(items);
    const kept =
      before === undefined
        ? create(sent, [...items.values()])
        : (method === "PUT" ? replace : change)(sent, before);
    items.set(own, { ...kept, id: kept["id"] ?? own });
    if (before !== undefined) items.set(own, { ...items.get(own), id: own });
    return answer(before === undefined ? 201 : 200, shownAfter(show(items.get(own) ?? {}), sent));
  });
}

function parse(body: string): Item | undefined {
  try {
    return JSON.parse(body) as Item;
  } catch {
    return undefined;
  }
}

function describeShelf(shelf: Shelf, schemas: Schemas): object {
  const { methods = ["GET", "PUT", "PATCH", "DELETE"], summary = "", mediaType = "application/json" } = shelf;
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const responses = (status: number, schema: object) => ({
    [status]: { description: "Fine", ...json(schema) },
    "404": { description: "None" },
    "409": { description: "In the way" },
    "422": { description: "Not so" },
  });
  const bodyOf = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
  const { body, changed, item } = schemas;
  const one = {
    GET: { operationId: "getThing", responses: responses(200, item) },
    PUT: { operationId: "putThing", ...bodyOf(body), responses: responses(200, item) },
    PATCH: {
      operationId: "changeThing",
      summary,
      ...(shelf.about !== undefined && { description: shelf.about }),
      requestBody: { required: true, content: { [mediaType]: { schema: changed } } },
      responses: responses(200, item),
    },
    DELETE: {
      operationId: "removeThing",
      responses: { "204": { description: "Gone" }, "404": { description: "None" } },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    paths: {
      "/things": {
        get: { operationId: "listThings", responses: responses(200, { type: "array", items: item }) },
        post: { operationId: "addThing", ...bodyOf(body), responses: responses(201, item) },
      },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        ...Object.fromEntries(methods.map((method) => [method.toLowerCase(), one[method]])),
      },
    },
  };
}
