import type { Operation, Schema } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { type DescribedPlace, type Place, pointerTo } from "../../model/index.js";
import { type AnySchema, isUndecided, patternIn, plainSchema, typeOf } from "../../schema/index.js";
import { isFileType, isJsonType } from "../bodies.js";
import { invalidLists, invalidObjects } from "./invalid-containers.js";
import { type InvalidValue, invalidChoices, invalidTexts } from "./invalid-words.js";
import { optional, type Violation } from "./violation.js";
import { violationOf } from "./violations-at.js";

const wholeBody: Place = { in: "body", path: [] };

/** A body that is left out: where none is required, or one of no bytes is valid, the server must not fail. */
export function withoutBody({ body }: Operation): readonly Violation[] {
  if (body === undefined) return [];
  const keyword = body.required && !mayBeEmpty(body) ? "required" : optional;
  // No body at all may stand for an object that may be empty.
  const isObject = isUndecided(body.schema) || typeOf(plainSchema(body.schema)) === "object";
  const group = isObject && !requiresMembers(body.schema) ? "null" : "body";
  const violation = violationOf({ place: wholeBody, isRequired: true }, [keyword, "there is no body"]);
  return [{ ...violation, about: { ...violation.about, group } }];
}

/** Is it no bytes that stand for a form without fields, a text without characters, or an empty file? */
function mayBeEmpty({ mediaType, schema }: NonNullable<Operation["body"]>): boolean {
  const { required = [], minProperties = 0, minLength = 0 } = plainSchema(schema);
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType))
    return isUndecided(schema) || (required.length === 0 && minProperties === 0);
  const isText = /^text\//i.test(mediaType) && typeOf(plainSchema(schema)) === "string";
  return minLength === 0 && (isText || isFileType(mediaType));
}

/** A body of a wrong size, of none of several alternatives, or without the members that it has to have. */
export function ofWhole({ body }: Operation, valid: Json | undefined): readonly Violation[] {
  if (body === undefined) return [];
  const { schema, mediaType } = body;
  const at = { place: wholeBody, schema: schema as AnySchema, isRequired: true };
  const of = ([keyword, label, value, others]: InvalidValue): Violation =>
    violationOf(at, [keyword, `the body ${label}`, value, others]);
  if (isUndecided(schema)) return invalidChoices(schema).map(of);
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  // A text of no characters is no body.
  const texts = isJsonType(mediaType) ? [] : invalidTexts(plain, type).filter(([, , value]) => value !== "");
  return [
    ...[...texts, ...invalidObjects(plain, type, valid), ...invalidLists(plain, type, valid)].map(of),
    ...(requiresMembers(schema) ? [of(["empty", "is an empty object", {}])] : []),
  ];
}

function requiresMembers(schema: Schema): boolean {
  return !isUndecided(schema) && (plainSchema(schema).required ?? []).length > 0;
}

/** The name of a member that no schema describes. */
export const unknownMember = "pedigreeUnknown";

/** An object of which it is known what is in it, the valid one included. */
export interface ObjectPlace {
  readonly place: Place;
  readonly plain: AnySchema;
  readonly valid: JsonObject;
}

/** The body and the objects in it. */
export function objectsIn(
  body: Operation["body"],
  valid: Json | undefined,
  inBody: readonly DescribedPlace[],
): readonly ObjectPlace[] {
  if (body === undefined) return [];
  return [{ place: wholeBody, schema: body.schema, valid }, ...inBody].flatMap((each) =>
    isUndecided(each.schema) || !isJsonObject(each.valid)
      ? []
      : [{ place: each.place, plain: plainSchema(each.schema), valid: each.valid }],
  );
}

/** One member too many in an object. */
export function withMemberTooMany({ place: { path }, plain }: ObjectPlace): readonly Violation[] {
  const { additionalProperties, unevaluatedProperties, patternProperties = {} } = plain;
  const keyword = additionalProperties === false ? "additionalProperties" : "unevaluatedProperties";
  const isOfPattern = Object.keys(patternProperties).some(
    (pattern) => patternIn(pattern)?.test(unknownMember) !== false,
  );
  if ((additionalProperties !== false && unevaluatedProperties !== false) || isOfPattern) return [];
  const where = path.length === 0 ? "" : ` in ${pointerTo({ in: "body", path })}`;
  const place: Place = { in: "body", path: [...path, unknownMember] };
  return [violationOf({ place }, [keyword, `there is a member${where} that the schema forbids`, "unknown"])];
}
