import type { Schema } from "../../../description/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../../json/index.js";
import { isChosenByServer } from "../comparison/comparison.js";

/**
 * A body with other numbers and words than the usual ones, where its schema allows them: a change of these shows only so.
 * Undefined where there is none to vary.
 * @param isFixed whether a member of this name is an id, or given by the user
 */
export function withOtherValues(
  schema: Schema | AnySchema,
  body: Json | undefined,
  isFixed: (name: string) => boolean,
): JsonObject | undefined {
  if (!isJsonObject(body)) return undefined;
  const { properties = {} } = plainSchema(schema);
  const others = Object.entries(body).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    if (isChosenByServer(name) || isFixed(name)) return [];
    const plain = plainSchema(properties[name] ?? {});
    const other = isJsonObject(value) ? withOtherValues(plain, value, isFixed) : otherValue(plain, value);
    return other === undefined ? [] : [[name, other]];
  });
  return others.length === 0 ? undefined : { ...body, ...Object.fromEntries(others) };
}

function otherValue(schema: AnySchema, value: Json): Json | undefined {
  const { enum: words = [], const: only, maximum, exclusiveMaximum, multipleOf } = schema;
  if (only !== undefined) return undefined;
  const word = words.find((each) => typeof each === "string" && each !== value);
  if (words.length > 0) return typeof value === "string" && typeof word === "string" ? word : undefined;
  if (typeOf(schema) !== "integer" || typeof value !== "bigint" || multipleOf !== undefined) return undefined;
  const most = Math.min(
    maximum ?? Number.POSITIVE_INFINITY,
    (exclusiveMaximum ?? Number.POSITIVE_INFINITY) - 1,
  );
  return Number(value) + 1 <= most ? value + 1n : undefined;
}
