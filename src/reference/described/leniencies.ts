import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import type { Call, Values } from "./call.js";
import type { Deviation } from "./handlers.js";
import { isPaging } from "./paging.js";

/** The corrections that servers make before they judge, everywhere and without loss. */
export const leniencies: Readonly<Record<string, Deviation>> = {
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

type Change = (schema: AnySchema, value: Json) => Json;

/** Changes the value of every place of a body, the outermost first. */
function changeBody(change: Change): Deviation {
  return () => ({
    prepare: (values, { operation }) => {
      if (operation.body === undefined || values.body === undefined) return values;
      return { ...values, body: changeAll(operation.body.schema as AnySchema, values.body, change) };
    },
  });
}

function changeAll(schema: AnySchema, was: Json, change: Change): Json {
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
