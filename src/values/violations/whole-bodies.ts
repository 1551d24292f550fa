import type { Operation, Schema } from "../../description/index.js";
import { type AnySchema, isUndecided, patternIn, plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { type DescribedPlace, type Place, pointerTo } from "../../model/index.js";
import { isJsonType } from "../bodies.js";
import { invalidLists, invalidObjects } from "./invalid-containers.js";
import { type InvalidValue, invalidChoices, invalidTexts } from "./invalid-words.js";
import { optional, type Violation } from "./violation.js";
import { aboutPlace } from "./violations-at.js";

/** A body that is left out: where none is required, or one of no bytes is valid, the server must not fail all the same. */
export function withoutBody({ body }: Operation): readonly Violation[] {
  if (body === undefined) return [];
  const place = { in: "body", path: [] } as const;
  const keyword = body.required && !mayBeEmpty(body) ? "required" : optional;
  // No body at all may stand for an object that may be empty.
  const isObject = isUndecided(body.schema) || typeOf(plainSchema(body.schema)) === "object";
  const group = isObject && !requiresMembers(body.schema) ? "null" : "body";
  const about = { ...aboutPlace({ place, keyword, isRequired: true }), group } as const;
  return [{ place, keyword, about, label: "there is no body" }];
}

/** Is it no bytes that stand for a form without fields, or for a text without characters? */
function mayBeEmpty({ mediaType, schema }: NonNullable<Operation["body"]>): boolean {
  const { required = [], minProperties = 0, minLength = 0 } = plainSchema(schema);
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType))
    return isUndecided(schema) || (required.length === 0 && minProperties === 0);
  return /^text\//i.test(mediaType) && typeOf(plainSchema(schema)) === "string" && minLength === 0;
}

/** A body of a wrong size, of none of several alternatives, or without the members that it has to have. */
export function ofWhole({ body }: Operation, valid: Json | undefined): readonly Violation[] {
  if (body === undefined) return [];
  const { schema, mediaType } = body;
  const place = { in: "body", path: [] } as const;
  const of = (...[keyword, label, value, others]: InvalidValue): Violation => ({
    place,
    keyword,
    about: aboutPlace({ place, keyword, schema: schema as AnySchema, isRequired: true }),
    label: `the body ${label}`,
    value,
    ...(others === undefined ? {} : { others }),
  });
  if (isUndecided(schema)) return invalidChoices(schema).map((each) => of(...each));
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  // A text of no characters is no body.
  const texts = isJsonType(mediaType) ? [] : invalidTexts(plain, type).filter(([, , value]) => value !== "");
  return [
    ...texts.map((each) => of(...each)),
    ...invalidObjects(plain, type, valid).map((each) => of(...each)),
    ...invalidLists(plain, type, valid).map((each) => of(...each)),
    ...(requiresMembers(schema) ? [of("empty", "is an empty object", {})] : []),
  ];
}

function requiresMembers(schema: Schema): boolean {
  return !isUndecided(schema) && (plainSchema(schema).required ?? []).length > 0;
}

/** The name of a member that no schema describes. */
export const unknownMember = "pedigreeUnknown";

/** One member too many, in the body itself and in the objects in it. */
export function withMemberTooMany(
  { body }: Operation,
  valid: Json | undefined,
  inBody: readonly DescribedPlace[],
): readonly Violation[] {
  if (body === undefined) return [];
  const root: Place = { in: "body", path: [] };
  const whole = { place: root, schema: body.schema, valid };
  return [whole, ...inBody].flatMap((each): readonly Violation[] => {
    if (isUndecided(each.schema) || !isJsonObject(each.valid)) return [];
    const { additionalProperties, unevaluatedProperties, patternProperties = {} } = plainSchema(each.schema);
    const keyword = additionalProperties === false ? "additionalProperties" : "unevaluatedProperties";
    const isOfPattern = Object.keys(patternProperties).some(
      (pattern) => patternIn(pattern)?.test(unknownMember) !== false,
    );
    if ((additionalProperties !== false && unevaluatedProperties !== false) || isOfPattern) return [];
    const where = each.place.path.length === 0 ? "" : ` in ${pointerTo(each.place)}`;
    const place: Place = { in: "body", path: [...each.place.path, unknownMember] };
    return [
      {
        place,
        keyword,
        about: aboutPlace({ place, keyword }),
        label: `there is a member${where} that the schema forbids`,
        value: "unknown",
      },
    ];
  });
}
