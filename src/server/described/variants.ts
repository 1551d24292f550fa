import { type Operation, responseTo, type UnderivedContract } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../schema/index.js";
import type { Call, Reply, Values } from "./call.js";
import { actionOf, deriveItems, schemaOf, successOf } from "./described-items.js";
import type { Deviation, Handlers } from "./handlers.js";
import { placesBelow, replaceAt } from "./place.js";
import { isPaging } from "./read-call.js";

/** The described server with one deviation that is permitted, everywhere. */
export interface DescribedVariant {
  readonly name: string;
  readonly deviation: Deviation;
  /** How long an item may take to be seen after it was created, in ms. */
  readonly settle?: number;
}

/** Every variant that a description gives occasion to. */
export function deriveVariants(described: UnderivedContract): readonly DescribedVariant[] {
  const operations = [...described.operations.values()];
  const accepts = operations.filter(({ method, responses }) => method === "POST" && responses.has("202"));
  return [
    ...Object.entries({ ...leniencies, ...ofState, ...ofRefusals, ...ofResponses }).map(
      ([name, deviation]) => ({ name, deviation }),
    ),
    { name: "created is seen after a while", deviation: seenLater, settle: 2000 },
    ...(isOpenToMarks(described)
      ? [{ name: "what was deleted is shown with a mark", deviation: deletedWithMark(described) }]
      : []),
    ...(accepts.length === 0 ? [] : [{ name: "202 where it is described", deviation: accepted }]),
  ];
}

/** The time until a created item is there, in ms. */
const finalWait = 120;

function seenLater(): Partial<Handlers> {
  return {
    find: (item) => (item !== undefined && performance.now() - item.since < finalWait ? undefined : item),
  };
}

function accepted(): Partial<Handlers> {
  return {
    finish: (reply, { operation }) =>
      operation.method === "POST" && operation.responses.has("202") && reply.status < 300
        ? { ...reply, status: 202 }
        : reply,
  };
}

/** The first text of a creation's body that may be anything. */
function freeText(operation: Operation): string | undefined {
  const { properties = {} } = plainSchema(operation.body?.schema ?? {});
  return Object.keys(properties).find((name) => {
    const { readOnly, writeOnly, enum: words, format, ...schema } = plainSchema(properties[name] ?? {});
    const isServers = readOnly === true || writeOnly === true;
    return typeOf(schema) === "string" && words === undefined && format === undefined && !isServers;
  });
}

const ofState: Readonly<Record<string, Deviation>> = {
  "what was deleted is 410": () => ({ remove: (item) => ({ ...item, isDeleted: true }) }),
  "an equal text is 409": () => ({
    effectiveStatus: (status, { kind }) => (kind === "conflict" ? 409 : status),
    refuse: ({ call, sent, kind }, others) => {
      const name = freeText(call.operation) ?? "";
      const isTaken = others.some(({ members }) => sent[name] !== undefined && members[name] === sent[name]);
      return kind === "create" && isTaken ? { kind: "conflict", reason: "There is one like it." } : undefined;
    },
  }),
  "a rule of its own": () => ({
    refuse: ({ call, sent }) => {
      const text = sent[freeText(call.operation) ?? ""];
      const isRare = typeof text === "string" && /qz|jx/.test(text);
      return isRare ? { kind: "invalid", reason: "No text may have these letters." } : undefined;
    },
  }),
  "lists begin with the newest": () => ({ arrange: (items) => items.toReversed() }),
};

/** May every single item that is read have one member more? */
function isOpenToMarks(described: UnderivedContract): boolean {
  const items = deriveItems(described);
  return [...described.operations.values()]
    .filter((operation) => actionOf(operation, items).kind === "read")
    .every((operation) => plainSchema(schemaOf(operation) ?? {}).additionalProperties !== false);
}

function deletedWithMark(described: UnderivedContract): Deviation {
  const items = deriveItems(described);
  return () => {
    const deleted = new Set<string>();
    return {
      remove: (item) => item,
      finish: (reply, { operation, path }) => {
        const { kind } = actionOf(operation, items);
        if (kind === "remove" && reply.status < 300) deleted.add(path);
        if (kind !== "read" || !deleted.has(path) || !isJsonObject(reply.body)) return reply;
        return { ...reply, body: { ...reply.body, deletedAt: "2026-01-15T10:00:00Z" } };
      },
    };
  };
}

const ofRefusals: Readonly<Record<string, Deviation>> = {
  "403 for 401": () => ({ effectiveStatus: (status) => (status === 401 ? 403 : status) }),
  "422 for 400 where it is described": () => ({
    effectiveStatus: (status, { kind }, { operation }) =>
      kind === "invalid" && responseTo(operation, 422) !== undefined ? 422 : status,
  }),
  "404 for 401": () => ({ effectiveStatus: (status) => (status === 401 ? 404 : status) }),
};

const ofResponses: Readonly<Record<string, Deviation>> = {
  "a charset in the media type": changeReplies((reply) => ({
    ...reply,
    ...(reply.mediaType === undefined ? {} : { mediaType: `${reply.mediaType}; charset=utf-8` }),
  })),
  "media types in other letters": changeReplies((reply) => ({
    ...reply,
    ...(reply.mediaType === undefined
      ? {}
      : { mediaType: reply.mediaType.replace("application", "Application") }),
  })),
  "headers of its own": changeReplies((reply) => ({
    ...reply,
    headers: { ...reply.headers, "x-request-id": "7", etag: 'W/"7"', "cache-control": "no-store" },
  })),
  "more members in responses": () => ({
    finish: (reply, { operation }) => withMore(reply, operation),
  }),
};

function changeReplies(change: (reply: Reply) => Reply): Deviation {
  return () => ({ finish: (reply) => change(reply) });
}

/** Members that no schema names, where none forbids them. */
function withMore(reply: Reply, operation: Operation): Reply {
  const schema = schemaOf(operation, reply.status);
  if (reply.body === undefined || schema === undefined) return reply;
  const add = (value: Json): Json =>
    isJsonObject(value) ? { ...value, pedigreeExtra: { more: 1n } } : value;
  const places = placesBelow(schema).filter(
    ({ schema: each }) => typeOf(each) === "object" && each.additionalProperties === undefined,
  );
  const inner = places.reduce<Json>((body, { path }) => replaceAt(body, path, add) ?? body, reply.body);
  const isOpen = plainSchema(schema).additionalProperties === undefined;
  const isSuccess = reply.status === successOf(operation);
  return isSuccess ? { ...reply, body: isOpen ? add(inner) : inner } : reply;
}

/** The corrections that servers make before they judge, everywhere and without loss. */
const leniencies: Readonly<Record<string, Deviation>> = {
  "texts are read as numbers": changeBody(asNumber),
  "numbers are read as texts": changeBody((schema, value) =>
    typeOf(schema) === "string" && typeof value === "bigint" ? `${value}` : value,
  ),
  "a single value is a list": changeBody((schema, value) =>
    typeOf(schema) === "array" && !Array.isArray(value) && value !== null ? [value] : value,
  ),
  "items twice count once": changeBody((schema, value) =>
    schema.uniqueItems === true && Array.isArray(value) ? [...new Set(value as readonly Json[])] : value,
  ),
  "unknown members are dropped": changeBody((schema, value) => {
    if (!isJsonObject(value) || schema.properties === undefined) return value;
    return Object.fromEntries(
      Object.entries(value).filter(([name]) => schema.properties?.[name] !== undefined),
    );
  }),
  "null is the same as absent": changeBody((schema, value) => {
    if (!isJsonObject(value)) return value;
    const { properties = {}, required = [] } = schema;
    const isNone = (name: string, each: Json): boolean =>
      each === null && !required.includes(name) && ![properties[name]?.type].flat().includes("null");
    return Object.fromEntries(Object.entries(value).filter(([name, each]) => !isNone(name, each)));
  }),
  "texts are trimmed": changeBody((schema, value) =>
    typeOf(schema) === "string" && typeof value === "string" && value.trim() !== "" ? value.trim() : value,
  ),
  "paging numbers are put within their bounds": () => ({ prepare: clampPaging }),
};

type ValueChange = (schema: AnySchema, value: Json) => Json;

/** Changes the value of every place of a body, the outermost first. */
function changeBody(change: ValueChange): Deviation {
  return () => ({
    prepare: (values, { operation }) => {
      if (operation.body === undefined || values.body === undefined) return values;
      return { ...values, body: changeAll(operation.body.schema as AnySchema, values.body, change) };
    },
  });
}

function changeAll(schema: AnySchema, was: Json, change: ValueChange): Json {
  if (leavesChoice(schema)) return was;
  const plain = plainSchema(schema);
  const value = change(plain, was);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each) => changeAll(plain.items ?? {}, each, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      changeAll(plain.properties?.[name] ?? {}, each, change),
    ]),
  );
}

function asNumber(schema: AnySchema, value: Json): Json {
  const type = typeOf(schema);
  const isNumeric = type === "integer" || type === "number";
  return isNumeric && typeof value === "string" && /^-?\d{1,15}$/.test(value) ? BigInt(value) : value;
}

function clampPaging(values: Values, { operation }: Call): Values {
  const clamped = operation.parameters.flatMap(({ in: where, name, schema }) => {
    const value = values.query[name];
    if (where !== "query" || !isPaging(name) || typeof value !== "bigint") return [];
    const { minimum, maximum } = plainSchema(schema);
    const least = minimum !== undefined && value < minimum ? BigInt(minimum) : value;
    return [[name, maximum !== undefined && least > maximum ? BigInt(maximum) : least] as const];
  });
  const query: JsonObject = { ...values.query, ...Object.fromEntries(clamped) };
  return { ...values, query };
}
