import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { type AnySchema, leavesChoice, plainSchema } from "../../schema/index.js";
import type { RequestPart, Values } from "./call.js";

/** A place in a request or in a body that has a schema of its own. */
export interface DescribedPart {
  /** Names of members, and `*` for the items of a list. */
  readonly path: readonly string[];
  /** With its `allOf` folded in. */
  readonly schema: AnySchema;
  readonly isRequired: boolean;
}

/** A place in a request. */
export interface RequestPlace extends DescribedPart {
  readonly in: RequestPart;
}

/** Members in members, at most: a schema may refer to itself. */
const deepest = 4;

/** Every place below a value of a schema. Where a schema leaves a choice, nothing below it counts. */
export function placesBelow(schema: AnySchema, path: readonly string[] = []): readonly DescribedPart[] {
  if (path.length >= deepest || leavesChoice(schema)) return [];
  const { properties = {}, required = [], items } = plainSchema(schema);
  const below = (name: string, each: AnySchema, isRequired: boolean): readonly DescribedPart[] => [
    { path: [...path, name], schema: leavesChoice(each) ? {} : plainSchema(each), isRequired },
    ...placesBelow(each, [...path, name]),
  ];
  return [
    ...Object.entries(properties).flatMap(([name, each]) => below(name, each, required.includes(name))),
    ...(items === undefined ? [] : below("*", items, false)),
  ];
}

/** The places of an operation's requests that a client fills. */
export function placesOfRequest({ parameters, body }: Operation): readonly RequestPlace[] {
  return [
    ...parameters.map(({ in: where, name, schema, required: isRequired }) => ({
      in: where,
      path: [name],
      schema: plainSchema(schema),
      isRequired,
    })),
    ...(body === undefined ? [] : placesBelow(body.schema as AnySchema))
      .filter(({ schema }) => schema.readOnly !== true)
      .map((place) => ({ in: "body" as const, ...place })),
  ];
}

/** A place as a text: `/author/email`. */
export function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join("");
}

/** All that stands at a path: of a list, what is in any of its items. */
function valuesAt(value: Json | undefined, [name, ...rest]: readonly string[]): readonly Json[] {
  if (value === undefined) return [];
  if (name === undefined) return [value];
  if (Array.isArray(value))
    return name === "*" ? (value as readonly Json[]).flatMap((each) => valuesAt(each, rest)) : [];
  return isJsonObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

/** The same of the values of a request. */
export function valuesIn(values: Values, place: Pick<RequestPlace, "in" | "path">): readonly Json[] {
  return valuesAt(values[place.in], place.path);
}

/** The value with something else at a path, in every item of a list; where that is undefined, without it. */
export function replaceAt(
  value: Json,
  [name, ...rest]: readonly string[],
  change: (was: Json) => Json | undefined,
): Json | undefined {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    if (name !== "*") return value;
    return (value as readonly Json[]).map((each) => replaceAt(each, rest, change) ?? null);
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: member = null, ...others } = value;
  const changed = replaceAt(member, rest, change);
  return changed === undefined ? others : { ...value, [name]: changed };
}
