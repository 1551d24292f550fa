import type { Operation, Parameter, Schema } from "../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../json/index.js";
import { type AnySchema, draftValue, entrySchema, isUndecided, plainSchema } from "../schema/index.js";
import { matches } from "./lexicon.js";
import { plainPath } from "./paths.js";

/** A place in a request that has a schema of its own. */
export interface Place {
  readonly in: "body" | "query" | "header" | "path";
  /** Names of members, and `*` for the first item of a list or entry of a map; empty for the body as a whole. */
  readonly path: readonly string[];
  /** Is it in an entry of a map? A server may have a list of the names that it knows, and leave out others. */
  readonly isInMap?: boolean;
  /** The alternative that a body has to have, so that it has this place; that of every valid body if absent. */
  readonly within?: Alternative;
  /** The parameter that has this place, where it is a list or an object. */
  readonly parameter?: Parameter;
}

/** One of several schemas of a place. */
export interface Alternative {
  readonly path: readonly string[];
  readonly schema: AnySchema;
  /** Which of them it is, counted from 0. */
  readonly index: number;
  /** Is it what holds where the `if` of a schema does? */
  readonly isCondition?: boolean;
}

/** A place with its description. */
export interface DescribedPlace {
  readonly place: Place;
  readonly schema: AnySchema;
  readonly isRequired: boolean;
  /** The value of a valid body there. */
  readonly valid?: Json | undefined;
}

/** The places of a body that a valid one fills. Where a schema leaves a choice, nothing below it counts. */
export function placesIn(
  schema: Schema | AnySchema,
  valid: Json,
  { path, isInMap = false }: Pick<Place, "path" | "isInMap"> = { path: [] },
): readonly DescribedPlace[] {
  if (isUndecided(schema)) return [];
  const plain = plainSchema(schema);
  const { properties = {}, required = [], prefixItems = [], contains } = plain;
  // The first item may be the one that a list has to contain.
  const items = contains === undefined ? (prefixItems[0] ?? plain.items) : undefined;
  const entries = entrySchema(plain);
  const below = (
    name: string,
    each: AnySchema,
    value: Json,
    isRequired: boolean,
  ): readonly DescribedPlace[] => {
    const place = {
      in: "body",
      path: [...path, name],
      ...(isInMap || entries !== undefined ? { isInMap: true } : {}),
    } as const;
    return [{ place, schema: each, isRequired, valid: value }, ...placesIn(each, value, place)];
  };
  if (Array.isArray(valid)) {
    const [first] = valid as readonly Json[];
    return first === undefined || items === undefined ? [] : below("*", items, first, false);
  }
  if (!isJsonObject(valid)) return [];
  const [entry] = Object.values(valid);
  if (entries !== undefined) return entry === undefined ? [] : below("*", entries, entry, false);
  return Object.entries(valid).flatMap(([name, value]) => {
    const each = properties[name];
    return each === undefined ? [] : below(name, each, value, required.includes(name));
  });
}

/** A place as a pointer: `/author/email`. */
export function pointerTo({ path }: Place): string {
  return path.map((name) => `/${name}`).join("");
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined || value === undefined) return value;
  if (Array.isArray(value)) return name === "*" ? valueAt((value as readonly Json[])[0], rest) : undefined;
  if (!isJsonObject(value)) return undefined;
  const own = name === "*" ? firstNameOf(value) : name;
  return Object.hasOwn(value, own) ? valueAt(value[own], rest) : undefined;
}

/** Objects around an item in a response, at most. */
const mostAround = 3;

/** The values that a response shows at a path of an item, also where the item is in an object around it. */
export function shownValues(json: Json | undefined, path: readonly string[], level = 0): readonly Json[] {
  const own = valueAt(json, path);
  if (own !== undefined && path.length > 0) return [own];
  if (level >= mostAround || !isJsonObject(json)) return [];
  return Object.values(json).flatMap((each) => shownValues(each, path, level + 1));
}

/** The same value with another one at a path; without it, if that is undefined. Where nothing leads there, it stays as it is. */
export function withValueAt(value: Json, [name, ...rest]: readonly string[], other: Json | undefined): Json {
  if (name === undefined) return other ?? null;
  if (Array.isArray(value)) {
    const [first = null, ...others] = value as readonly Json[];
    return [withValueAt(first, rest, other), ...others];
  }
  if (!isJsonObject(value)) return value;
  const own = name === "*" ? firstNameOf(value) : name;
  const { [own]: member = null, ...others } = value;
  if (rest.length === 0) return other === undefined ? others : { ...value, [own]: other };
  return { ...value, [own]: withValueAt(member, rest, other) };
}

/** The same body with these members in the object at a path, which may be the body itself. */
export function withMembersAt(body: Json, path: readonly string[], members: JsonObject): Json {
  return path.length === 0 && isJsonObject(body) ? members : withValueAt(body, path, members);
}

/** The name of the first entry of a map. */
function firstNameOf(map: JsonObject): string {
  return Object.keys(map)[0] ?? "*";
}

/** Any valid body, only to see which members it has. */
export function draftOf({ body }: Operation, word?: string): Json | undefined {
  return body && draftValue(body.schema, word);
}

/** The places that a valid body fills. */
export function bodyPlaces(operation: Operation, draft = draftOf(operation)): readonly DescribedPlace[] {
  return operation.body === undefined || draft === undefined ? [] : placesIn(operation.body.schema, draft);
}

/** The members of a body that may be left out, also further inside, but not what is in them or in lists. */
export function optionalInside(
  operation: Operation,
  valid: Json | undefined,
): readonly (readonly string[])[] {
  const optional = bodyPlaces(operation, valid).filter(
    ({ isRequired, place: { path } }) => !isRequired && !path.includes("*"),
  );
  const paths = optional.map(({ place }) => place.path);
  return paths.filter(
    (path) =>
      !paths.some((other) => other.length < path.length && other.every((name, at) => path[at] === name)),
  );
}

/** The id at the end of the path of a read. The part before it names another item, which has a read of its own. */
export function pathPlaces({ method, path, parameters }: Operation): readonly DescribedPlace[] {
  const [, name] = /\/\{([^{}/]+)\}$/.exec(plainPath(path)) ?? [];
  if (method !== "GET" || name === undefined) return [];
  return parameters
    .filter(
      (each) =>
        each.isFixed !== true &&
        each.in === "path" &&
        each.name === name &&
        (each.style ?? "simple") === "simple",
    )
    .map(({ schema }) => ({
      place: { in: "path", path: [name] },
      schema: schema as AnySchema,
      isRequired: true,
    }));
}

/** Does a parameter of a path name an item that is looked for? Then what is not found is refused. */
export function namesItem(name: string): boolean {
  return matches(name, "item-ids");
}
