import type { Operation, Parameter } from "../../description/index.js";
import { type AnySchema, isUndecided, plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import {
  alternativePlaces,
  bodyPlaces,
  changesMeaning,
  conditionalPlaces,
  type DescribedPlace,
  draftOf,
  isIgnored,
  type Place,
  pathPlaces,
  pointerTo,
  withValueAt,
} from "../../model/index.js";
import { isJsonType } from "../bodies.js";
import { isWritableIn, madeFor, renderQuery } from "../parameters.js";
import { invalidLists } from "./invalid-containers.js";
import type { Violation } from "./violation.js";
import { aboutPlace, isSeenInText, violationsAt } from "./violations-at.js";
import { ofWhole, unknownMember, withMemberTooMany, withoutBody } from "./whole-bodies.js";

/** Every violation at the places that a valid body fills, and of the parameters. */
export function deriveViolations(operation: Operation): readonly Violation[] {
  const { body } = operation;
  const valid = draftOf(operation);
  const inBody = bodyPlaces(operation, valid);
  const isForm = body !== undefined && !isJsonType(body.mediaType);
  return [
    ...[...inBody, ...alternativePlaces(operation, inBody)]
      .flatMap(violationsAt)
      .filter((each) => !isForm || isSeenInText(each)),
    ...withoutBody(operation),
    ...ofWhole(operation, valid),
    ...withMemberTooMany(operation, valid, inBody),
    ...dependentViolations(operation, valid, inBody),
    ...parametersOf(operation)
      .filter((each) => !isOfReads(operation, each))
      .flatMap(violationsAt)
      .filter(isSeenInText),
    ...listViolations(operation),
    ...pathPlaces(operation).flatMap(violationsAt).filter(isSeenInPath),
  ];
}

/** The parameters that a request can have in any form. */
export function parametersOf({ parameters }: Operation): readonly DescribedPlace[] {
  return parameters
    .filter(isPlain)
    .flatMap(({ name, in: where, schema, required: isRequired }) =>
      where === "query" || (where === "header" && !changesMeaning(name) && !isIgnored(name))
        ? [{ place: { in: where, path: [name] }, schema: schema as AnySchema, isRequired }]
        : [],
    );
}

/** Is a parameter written as its name and a text, and may that be any? */
function isPlain({ schema, isJson = false, style, isFixed = false }: Parameter): boolean {
  return !isJson && !isFixed && style !== "deepObject" && typeOf(plainSchema(schema)) !== "object";
}

/** A switch that stands beside a path says what is shown: what changes the item need not look at it. */
function isOfReads({ method }: Operation, { schema, isRequired }: DescribedPlace): boolean {
  return method !== "GET" && !isRequired && typeOf(plainSchema(schema)) === "boolean";
}

/** Texts that are longer make addresses that are too long, in characters. */
const longestInPath = 300;

/** A path has every parameter, and a slash would end it. */
function isSeenInPath(violation: Violation): boolean {
  const { keyword, value } = violation;
  const isFit = typeof value !== "string" || (value.length <= longestInPath && !/[/\\]|^\.+$/.test(value));
  return keyword !== "required" && isSeenInText(violation) && isFit;
}

/** Members that are left out, although others are there that ask for them, or that are there although they may not be. */
function dependentViolations(
  operation: Operation,
  valid: Json | undefined,
  inBody: readonly DescribedPlace[],
): readonly Violation[] {
  const { body } = operation;
  if (body === undefined) return [];
  const whole: DescribedPlace = {
    place: { in: "body", path: [] },
    schema: body.schema as DescribedPlace["schema"],
    isRequired: true,
    valid,
  };
  return [
    ...[whole, ...inBody].flatMap((each) => [...withoutDependent(each), ...withForbidden(each)]),
    ...conditionalPlaces(operation, inBody).map(({ place, beside }): Violation => {
      const label = `${pointerTo(place)} is left out, although ${beside} asks for it`;
      return { place, keyword: "if", about: aboutPlace({ place, keyword: "if" }), label, beside };
    }),
  ];
}

function withoutDependent({ place, schema, valid }: DescribedPlace): readonly Violation[] {
  if (isUndecided(schema) || !isJsonObject(valid)) return [];
  const { dependentRequired = {}, required = [] } = plainSchema(schema);
  return Object.entries(dependentRequired).flatMap(([beside, names]) =>
    names
      .filter(
        (name) => !required.includes(name) && [name, beside].every((each) => Object.hasOwn(valid, each)),
      )
      .slice(0, 1)
      .map((name): Violation => {
        const own = { ...place, path: [...place.path, name] };
        const about = aboutPlace({ place: own, keyword: "dependentRequired" });
        const label = `${pointerTo(own)} is left out, although there is ${beside}`;
        return { place: own, keyword: "dependentRequired", about, label, beside };
      }),
  );
}

/** A member that is forbidden by its name. */
function withForbidden({ place, schema, valid }: DescribedPlace): readonly Violation[] {
  if (isUndecided(schema) || !isJsonObject(valid)) return [];
  const { not = {}, properties = {} } = plainSchema(schema);
  const [name, ...others] = not.required ?? [];
  const isAlone = Object.keys(not).every((keyword) => keyword === "required" || keyword === "type");
  if (name === undefined || others.length > 0 || !isAlone || Object.hasOwn(properties, name)) return [];
  const own = { ...place, path: [...place.path, name] };
  const label = `there is ${pointerTo(own)}, which the schema forbids`;
  return [
    {
      place: own,
      keyword: "not",
      about: aboutPlace({ place: own, keyword: "not" }),
      label,
      value: "unknown",
    },
  ];
}

/** Returns the violations of the schemas of parameters that are lists, or objects whose members have keys of their own. */
function listViolations({ parameters }: Operation): readonly Violation[] {
  return parameters
    .filter(
      ({ name, in: where, isJson = false, isFixed = false }) =>
        !isJson &&
        !isFixed &&
        (where === "query" || (where === "header" && !changesMeaning(name) && !isIgnored(name))),
    )
    .flatMap((parameter) => [...invalidListParameters(parameter), ...invalidMembers(parameter)])
    .filter(isWritable);
}

/** Longer ones make addresses that are too long, in characters. */
const longest = 1500;

function isWritable({ place: { parameter }, value }: Violation): boolean {
  if (parameter === undefined || value === undefined || !isWritableIn(parameter, value)) return false;
  return JSON.stringify(renderQuery(parameter, value)).length <= longest;
}

/** Lists of a wrong size, and lists of which the first item is wrong. */
function invalidListParameters(parameter: Parameter): readonly Violation[] {
  const { name, in: where, schema } = parameter;
  const plain = plainSchema(schema);
  const valid = madeFor(parameter);
  const { items = {} } = plain;
  const isPlain =
    !isUndecided(schema) && !isUndecided(items) && !/^(array|object)$/.test(typeOf(items) ?? "");
  if ((where !== "query" && where !== "header") || !isPlain || !Array.isArray(valid)) return [];
  const list = { in: where, path: [name], parameter } as const;
  const item: Place = { ...list, path: [name, "*"] };
  const [first] = valid as readonly Json[];
  return [
    ...invalidLists(plain, typeOf(plain), valid)
      .filter(([, , value]) => Array.isArray(value) && value.length > 0)
      .map(
        ([keyword, label, value]): Violation => ({
          place: list,
          keyword,
          about: aboutPlace({ place: list, keyword, schema: plain, isRequired: parameter.required }),
          label: `/${name} ${label}`,
          value,
        }),
      ),
    ...violationsAt({ place: item, schema: items, isRequired: true, valid: first })
      .filter((each) => isSeenInText(each) && isOneItem(each))
      .map((each) => within(each, valid as Json)),
  ];
}

/** Is it no text that a server may take for two items? */
function isOneItem({ keyword, value }: Violation): boolean {
  return keyword !== "required" && !(typeof value === "string" && /[,|\s]/.test(value));
}

/** Objects of which one member is wrong, or that have one too many. */
function invalidMembers(parameter: Parameter): readonly Violation[] {
  const { name, in: where, schema, style } = parameter;
  const plain = plainSchema(schema);
  const valid = madeFor(parameter);
  if (where !== "query" || style !== "deepObject" || isUndecided(schema) || !isJsonObject(valid)) return [];
  const { properties = {}, required = [], additionalProperties } = plain;
  const least = Object.fromEntries(Object.entries(valid).filter(([member]) => required.includes(member)));
  const at = (member: string): Place => ({ in: where, path: [name, member], parameter });
  const tooMany: Violation = {
    place: at(unknownMember),
    keyword: "additionalProperties",
    about: aboutPlace({ place: at(unknownMember), keyword: "additionalProperties" }),
    label: `there is a member in /${name} that the schema forbids`,
    value: { ...least, [unknownMember]: "unknown" },
  };
  return [
    ...Object.entries(properties as Readonly<Record<string, AnySchema>>).flatMap(([member, each]) =>
      violationsAt({ place: at(member), schema: each, isRequired: required.includes(member) })
        .filter(isSeenInText)
        .filter(({ keyword }) => keyword !== "required")
        .map((violation) => within(violation, least)),
    ),
    ...(additionalProperties === false ? [tooMany] : []),
  ];
}

/** The violation in the whole value of its parameter. */
function within({ others: _, ...violation }: Violation, whole: Json): Violation {
  const { place, value } = violation;
  return { ...violation, value: withValueAt(whole, place.path.slice(1), value) };
}
