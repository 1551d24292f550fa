import type { Operation } from "../description/index.js";
import { type AnySchema, fullShape, plainSchema, typeOf, valueIfAny } from "../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { bodyPlaces } from "./draft.js";
import { matches } from "./lexicon.js";
import { isState, isVersion } from "./names.js";
import { valueAt } from "./places.js";
import { uniqueMemberOf } from "./unique-members.js";

/** A member of a body that has the same value in every request, unless no two items may have the same. */
export interface ConstantMember {
  readonly name: string;
  readonly isText: boolean;
  /** Does the description say that no two items have the same value? */
  readonly isStated: boolean;
}

/** Making them takes longer than looking them up. */
const constants = new WeakMap<Operation, readonly ConstantMember[]>();

/** The members of an operation's body that have the same value in every request. */
export function constantMembers(operation: Operation): readonly ConstantMember[] {
  const known = constants.get(operation) ?? findConstants(operation);
  constants.set(operation, known);
  return known;
}

function findConstants(operation: Operation): readonly ConstantMember[] {
  const [one, other] = [draftWith(operation, "abcdefgh"), draftWith(operation, "hgfedcba")];
  const stated = uniqueMemberOf(operation)?.path.at(-1);
  return bodyPlaces(operation, one).flatMap(({ place, schema }) => {
    const name = place.path.findLast((each) => each !== "*") ?? "";
    const plain = plainSchema(schema);
    const [value, second] = [valueAt(one, place.path), valueAt(other, place.path)];
    const isSame = value !== undefined && renderJson(value) === renderJson(second ?? null);
    const isText = isVariedText(plain) && typeof value === "string";
    const isInteger = typeOf(plain) === "integer" && typeof value === "bigint";
    const isFixed = plain.enum !== undefined || plain.const !== undefined || isState(name);
    if (!isSame || isFixed || isVersion(name) || !(isText || isInteger)) return [];
    const isStated = name === stated || saysUnique(plain);
    return isStated || isInteger || !matches(name, "meaningful-texts") ? [{ name, isText, isStated }] : [];
  });
}

function draftWith({ body }: Operation, marker: string): Json | undefined {
  const draft =
    body && valueIfAny(body.schema, { marker: () => marker, reference: () => undefined, shape: fullShape });
  return isJsonObject(draft) ? draft : undefined;
}

/** Can another text be made each time? */
function isVariedText({ pattern, format = "" }: AnySchema): boolean {
  return pattern === undefined ? /^ipv[46]$/.test(format) : !/^(decimal|date|time|duration)/.test(format);
}

/** Does a description say that no two items have the same value? */
function saysUnique({ description = "" }: AnySchema): boolean {
  return /\bunique\b/i.test(description) && !matches(description, "not-unique");
}
