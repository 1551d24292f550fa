import type { Schema } from "../description/index.js";
import { type Json, numberAsWritten, parseJson } from "../json/index.js";

/** One value that a schema allows, as plain as can be; `null` for a schema without a type. */
export function validValue(schema: Schema): Json {
  const { type, enum: words, minLength = 0, maxLength, properties = {}, required = [] } = schema;
  if (words !== undefined) {
    const parsed = parseJson(JSON.stringify(words[0] ?? null));
    return parsed.status === "valid" ? parsed.value : null;
  }
  switch (type) {
    case "string":
      if (schema.format === "date") return "2026-01-01";
      if (schema.format === "date-time") return "2026-01-01T00:00:00Z";
      return "brown".padEnd(minLength, "n").slice(0, maxLength);
    case "integer":
      return BigInt(inRange(schema, Math.ceil, Math.floor));
    case "number":
      return numberAsWritten(`${inRange(schema)}`);
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(required.map((name) => [name, validValue(properties[name] ?? {})]));
    default:
      return null;
  }
}

type Round = (value: number) => number;
const asItIs: Round = (value) => value;

/** The number 1, or what lies nearest to it inside the constraints. */
function inRange({ minimum, maximum }: Schema, up: Round = asItIs, down: Round = asItIs): number {
  const least = minimum === undefined ? 1 : Math.max(1, up(minimum));
  return maximum === undefined ? least : Math.min(least, down(maximum));
}
