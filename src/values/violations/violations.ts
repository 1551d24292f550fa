import type { Operation, Parameter } from "../../description/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../generate/index.js";
import {
  alternativePlaces,
  bodyPlaces,
  changesMeaning,
  type DescribedPlace,
  draftOf,
  isIgnored,
  pathPlaces,
} from "../../model/index.js";
import { isJsonType } from "../bodies.js";
import { dependentViolations } from "./dependent-members.js";
import { listViolations } from "./list-parameters.js";
import type { Violation } from "./violation.js";
import { isSeenInText, violationsAt } from "./violations-at.js";
import { ofWhole, withMemberTooMany, withoutBody } from "./whole-bodies.js";

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
