import type { Roles, Schema } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import { type IncomingRequest, isInt64 } from "../incoming-request.js";
import type { NewPet, Pet, Store } from "../store.js";

/** The result of reading something. */
export type Reading<T> =
  | { readonly status: "read"; readonly value: T }
  | { readonly status: "refused"; readonly reason: string };

/** The inputs of a creation. */
export interface Creation {
  readonly request: IncomingRequest;
  readonly store: Store;
  readonly roles: Roles;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The checks that look at members, in the order in which they are made. Each objects to one thing only, so that leaving
 * out one of them accepts that thing.
 */
export const memberChecks = checking({
  checkNameIsPresent: (body) => unless(Object.hasOwn(body, "name"), "name is missing"),
  checkNameIsString: (body) => unless(isAbsentOr(body, "name", "string"), "name must be a string"),
  checkCategoryIsPresent: (body) => unless(Object.hasOwn(body, "categoryId"), "categoryId is missing"),
  checkCategoryIsInteger: (body) =>
    unless(isAbsentOr(body, "categoryId", "bigint"), "categoryId must be an integer"),
  checkCategoryIsInt64: ({ categoryId }) =>
    unless(typeof categoryId !== "bigint" || isInt64(categoryId), "categoryId must fit into 64 bits"),
  checkStatusIsAllowed(body, { roles: { filter } }) {
    const isAllowed = filter.values.some((status) => status === body["status"]);
    const reason = `status must be one of ${filter.values.join(", ")}`;
    return unless(isAllowed || !Object.hasOwn(body, "status"), reason);
  },
  /** The members that the description has besides those. */
  checkFurtherMembers(body, { roles: { furtherMembers } }) {
    for (const [name, { isRequired, ...schema }] of Object.entries(furtherMembers)) {
      const value = body[name];
      if (value === undefined && isRequired) return `${name} is missing`;
      if (value !== undefined && !isAllowed(value, schema))
        return `${name} is not what the description allows`;
    }
    return undefined;
  },
  /** Room for rules that the document does not have: known categories, unique names, longest name. */
  checkFurther: () => undefined,
});

function checking<Name extends string>(
  checks: Record<Name, (body: JsonObject, creation: Creation) => Objection>,
) {
  return checks;
}

/** Endpoints, 2, and Errors: what makes a body a valid NewPet. The steps that can find it wrong. */
export const creating = {
  checkContentTypeIsPresent: (contentType: string | undefined): Objection =>
    unless(!!contentType?.trim(), "the Content-Type header is missing"),
  checkContentTypeIsJson: (contentType: string): Objection =>
    unless(/^\s*application\/json\s*(?:;|$)/i.test(contentType), "the Content-Type is not application/json"),
  decodeBody(bytes: Uint8Array, _creation: Creation): Reading<string> {
    try {
      return { status: "read", value: strictUtf8.decode(bytes) };
    } catch {
      return { status: "refused", reason: "the body is not valid UTF-8" };
    }
  },
  parseBody(text: string): Reading<Json> {
    const result = parseJson(text);
    if (result.status === "valid") return { status: "read", value: result.value };
    return { status: "refused", reason: `the body is no JSON: ${result.reason}` };
  },
  /** Undefined: it is no object, and refused. */
  asObject: (body: Json): JsonObject | undefined => (isJsonObject(body) ? body : undefined),
  ...memberChecks,
};

/** Makes the handlers that keep an animal for `createPet`. Each server has its own: they number the animals. */
export function storing() {
  const nextIdentifier = createIdentifiers();
  return {
    /**
     * Returns the part of a valid body that is kept. An omitted status is the service's own choice: it becomes the first
     * one that the description has. Unknown fields are not kept.
     */
    normalize(body: JsonObject, { roles }: Creation): NewPet {
      const status = body["status"] ?? roles.filter.values[0];
      const further = Object.entries(body).filter(([name]) => Object.hasOwn(roles.furtherMembers, name));
      const pet = { name: body["name"] ?? null, categoryId: body["categoryId"] ?? null, status };
      return further.length === 0 ? pet : { ...pet, further: Object.fromEntries(further) };
    },
    assignId: (_pet: NewPet, _store: Store): Eventual<bigint> => nextIdentifier(),
    storePet: (pet: Pet, store: Store): Eventual<void> => store.put(pet),
  };
}

function isAllowed(value: Json, schema: Schema): boolean {
  const { type, enum: values, minimum, maximum, minLength, maxLength } = schema;
  const own = typeOf(value);
  if (type !== undefined && own !== type && !(type === "number" && own === "integer")) return false;
  if (values?.every((each) => JSON.stringify(each) !== renderJson(value))) return false;
  const isNumber = own === "integer" || own === "number";
  const size = isNumber ? Number(renderJson(value)) : typeof value === "string" ? [...value].length : 0;
  const [least, most] = isNumber ? [minimum, maximum] : [minLength, maxLength];
  return size >= (least ?? size) && size <= (most ?? size);
}

/** The type of a JSON value; integers are no other numbers. */
function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "object") return isJsonObject(value) ? "object" : "number";
  return typeof value;
}

function isAbsentOr(body: JsonObject, member: string, type: "string" | "bigint"): boolean {
  return !Object.hasOwn(body, member) || typeof body[member] === type;
}

function unless(isRight: boolean, reason: string): Objection {
  return isRight ? undefined : reason;
}

const factor = 0x5851f42d4c957f2dn;

/**
 * A source of identifiers that are positive, never the same twice, spread over all of int64, and
 * therefore mostly beyond 2^53: a counter scrambled by a bijection, so that no look-up is needed.
 */
function createIdentifiers(): () => bigint {
  let counter = 0x1d3c_5b79_8a64_2f01n;
  return () => {
    counter += 1n;
    return scramble(counter);
  };
}

/** One to one on 0 … 2^63-1, with 0 staying 0: odd factors and xor-shifts can each be undone. */
function scramble(value: bigint): bigint {
  const multiplied = BigInt.asUintN(63, value * factor);
  const folded = multiplied ^ (multiplied >> 32n);
  return BigInt.asUintN(63, folded * factor);
}

/** A value, now or later. */
export type Eventual<T> = T | Promise<T>;

/** Why something is refused, in words for people; undefined where it is not. */
export type Objection = string | undefined;
