import { type AnySchema, othersThanNull, plainSchema, typeOf } from "../../generate/index.js";
import type { InvalidValue } from "./invalid-texts.js";

/** Values that are none of those that a schema lists. */
export function invalidEnums({ enum: listed, const: only }: AnySchema): readonly InvalidValue[] {
  const all = (listed ?? (only === undefined ? [] : [only])).filter((each) => each !== null);
  const [first] = all;
  const [keyword, label] =
    listed === undefined ? ["const", "is not the one value"] : ["enum", "is none of the listed words"];
  if (typeof first === "string" && all.every((each) => typeof each === "string")) {
    const other = `${first}x`;
    return [[keyword, label, all.includes(other) ? `${other}-pedigree` : other]];
  }
  const numbers = all.filter((each) => Number.isSafeInteger(each)).map(Number);
  if (first === undefined || numbers.length < all.length) return [];
  return [
    [
      keyword,
      listed === undefined ? label : "is none of the listed numbers",
      BigInt(Math.max(...numbers)) + 1n,
    ],
  ];
}

/** An object without members, where each of several alternatives requires some. */
export function invalidChoices({ oneOf, anyOf }: AnySchema): readonly InvalidValue[] {
  const alternatives = othersThanNull(oneOf ?? anyOf ?? []).map(plainSchema);
  const isOfObjects = alternatives.every(
    (each) => typeOf(each) === "object" && (each.required ?? []).length > 0,
  );
  if (alternatives.length < 2 || !isOfObjects) return [];
  return [[oneOf === undefined ? "anyOf" : "oneOf", "is an empty object, which no alternative allows", {}]];
}
