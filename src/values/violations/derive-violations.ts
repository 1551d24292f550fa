import type { Operation, Parameter } from "../../description/index.js";
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
import { type AnySchema, isUndecided, plainSchema, typeOf } from "../../schema/index.js";
import { isJsonType } from "../bodies.js";
import { isPlainParameter, isWritableIn, madeFor, renderQuery } from "../parameter-values.js";
import { invalidLists } from "./invalid-containers.js";
import type { Violation } from "./violation.js";
import { isSeenInText, violationOf, violationsAt } from "./violations-at.js";
import {
  type ObjectPlace,
  objectsIn,
  ofWhole,
  unknownMember,
  withMemberTooMany,
  withoutBody,
} from "./whole-bodies.js";

/** Every violation at the places that a valid body fills, and of the parameters. */
export function deriveViolations(operation: Operation): readonly Violation[] {
  const { body } = operation;
  const valid = draftOf(operation);
  const inBody = bodyPlaces(operation, valid);
  const objects = objectsIn(body, valid, inBody);
  const isForm = body !== undefined && !isJsonType(body.mediaType);
  return [
    ...[...inBody, ...alternativePlaces(operation, inBody)]
      .flatMap(violationsAt)
      .filter((each) => !isForm || isSeenInText(each)),
    ...withoutBody(operation),
    ...ofWhole(operation, valid),
    ...objects.flatMap(withMemberTooMany),
    ...objects.flatMap((each) => [...withoutDependent(each), ...withForbidden(each)]),
    ...withoutConditional(operation, inBody),
    ...parametersOf(operation)
      .filter((each) => !isOfReads(operation, each))
      .flatMap(violationsAt)
      .filter(isSeenInText),
    ...freeParameters(operation)
      .flatMap((each) => [...invalidListParameters(each), ...invalidMembers(each)])
      .filter(isWritable),
    ...pathPlaces(operation).flatMap(violationsAt).filter(isSeenInPath),
  ];
}

/** The parameters that a request can have in any form. */
export function parametersOf(operation: Operation): readonly DescribedPlace[] {
  return freeParameters(operation)
    .filter(isPlainParameter)
    .map(({ name, in: where, schema, required: isRequired }) => ({
      place: { in: where, path: [name] },
      schema: schema as AnySchema,
      isRequired,
    }));
}

interface FreeParameter extends Parameter {
  readonly in: "query" | "header";
}

/** The parameters outside of a path whose values are written as texts, and may be any. */
function freeParameters({ parameters }: Operation): readonly FreeParameter[] {
  return parameters.filter((each): each is FreeParameter => {
    const { name, in: where, isJson = false, isFixed = false } = each;
    const isFree = where === "query" || (where === "header" && !changesMeaning(name) && !isIgnored(name));
    return isFree && !isJson && !isFixed;
  });
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

/** A member that is left out, although another one is there that asks for it. */
function withoutDependent({ place, plain, valid }: ObjectPlace): readonly Violation[] {
  const { dependentRequired = {}, required = [] } = plain;
  return Object.entries(dependentRequired).flatMap(([beside, names]) =>
    names
      .filter(
        (name) => !required.includes(name) && [name, beside].every((each) => Object.hasOwn(valid, each)),
      )
      .slice(0, 1)
      .map((name): Violation => {
        const own = { ...place, path: [...place.path, name] };
        const label = `${pointerTo(own)} is left out, although there is ${beside}`;
        return { ...violationOf({ place: own }, ["dependentRequired", label]), beside };
      }),
  );
}

/** A member that is there, although it is forbidden by its name. */
function withForbidden({ place, plain }: ObjectPlace): readonly Violation[] {
  const { not = {}, properties = {} } = plain;
  const [name, ...others] = not.required ?? [];
  const isAlone = Object.keys(not).every((keyword) => keyword === "required" || keyword === "type");
  if (name === undefined || others.length > 0 || !isAlone || Object.hasOwn(properties, name)) return [];
  const own = { ...place, path: [...place.path, name] };
  return [
    violationOf({ place: own }, ["not", `there is ${pointerTo(own)}, which the schema forbids`, "unknown"]),
  ];
}

/** A member that is left out, although the value of another one asks for it. */
function withoutConditional(operation: Operation, inBody: readonly DescribedPlace[]): readonly Violation[] {
  return conditionalPlaces(operation, inBody).map(({ place, beside }) => {
    const label = `${pointerTo(place)} is left out, although ${beside} asks for it`;
    return { ...violationOf({ place }, ["if", label]), beside };
  });
}

/** Longer ones make addresses that are too long, in characters. */
const longest = 1500;

function isWritable({ place: { parameter }, value }: Violation): boolean {
  if (parameter === undefined || value === undefined || !isWritableIn(parameter, value)) return false;
  return JSON.stringify(renderQuery(parameter, value)).length <= longest;
}

/** Lists of a wrong size, and lists of which the first item is wrong. */
function invalidListParameters(parameter: FreeParameter): readonly Violation[] {
  const { name, in: where, schema, required: isRequired } = parameter;
  const plain = plainSchema(schema);
  const valid = madeFor(parameter);
  const { items = {} } = plain;
  const isPlain =
    !isUndecided(schema) && !isUndecided(items) && !/^(array|object)$/.test(typeOf(items) ?? "");
  if (!isPlain || !Array.isArray(valid)) return [];
  const place: Place = { in: where, path: [name], parameter };
  const [first] = valid as readonly Json[];
  return [
    ...invalidLists(plain, typeOf(plain), valid)
      .filter(([, , value]) => Array.isArray(value) && value.length > 0)
      .map(([keyword, label, value]) =>
        violationOf({ place, schema: plain, isRequired }, [keyword, `/${name} ${label}`, value]),
      ),
    ...violationsAt({ place: { ...place, path: [name, "*"] }, schema: items, isRequired: true, valid: first })
      .filter((each) => isSeenInText(each) && isOneItem(each))
      .map((each) => within(each, valid as Json)),
  ];
}

/** Is it no text that a server may take for two items? */
function isOneItem({ keyword, value }: Violation): boolean {
  return keyword !== "required" && !(typeof value === "string" && /[,|\s]/.test(value));
}

/** Objects of which one member is wrong, or that have one too many. */
function invalidMembers(parameter: FreeParameter): readonly Violation[] {
  const { name, in: where, schema, style } = parameter;
  const valid = madeFor(parameter);
  if (where !== "query" || style !== "deepObject" || isUndecided(schema) || !isJsonObject(valid)) return [];
  const { properties = {}, required = [], additionalProperties } = plainSchema(schema);
  const least = Object.fromEntries(Object.entries(valid).filter(([member]) => required.includes(member)));
  const at = (member: string): Place => ({ in: where, path: [name, member], parameter });
  const tooMany = violationOf({ place: at(unknownMember) }, [
    "additionalProperties",
    `there is a member in /${name} that the schema forbids`,
    "unknown",
  ]);
  return [
    ...Object.entries(properties)
      .flatMap(([member, each]) =>
        violationsAt({ place: at(member), schema: each, isRequired: required.includes(member) }),
      )
      .filter((each) => isSeenInText(each) && each.keyword !== "required")
      .map((each) => within(each, least)),
    ...(additionalProperties === false ? [within(tooMany, least)] : []),
  ];
}

/** The violation in the whole value of its parameter. */
function within({ others: _, ...violation }: Violation, whole: Json): Violation {
  const { place, value } = violation;
  return { ...violation, value: withValueAt(whole, place.path.slice(1), value) };
}
