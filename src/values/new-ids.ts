import type { Operation } from "../description/index.js";
import { type Api, parentPathOf, plainPath } from "../model/index.js";
import { type AnySchema, bareShape, plainSchema, typeOf, valueIfAny, wordMatching } from "../schema/index.js";

/** The parameter of the id at the end of a path. */
export function idSchema({ path, parameters }: Operation): AnySchema {
  const [, name] = /\{([^{}/]+)\}$/.exec(plainPath(path)) ?? [];
  return plainSchema(parameters.find((each) => each.in === "path" && each.name === name)?.schema ?? {});
}

/** Do the ids at the end of a path have a pattern? */
export function isPatterned(operation: Operation): boolean {
  return idSchema(operation).pattern !== undefined;
}

/** Are ids numbers? A database that counts goes on from the highest one that it has met, and may come to its end. */
export function isNumbered(operation: Operation): boolean {
  return ["integer", "number"].includes(typeOf(idSchema(operation)) ?? "");
}

/** Are there many possible ids? Then no item has one that is made by chance. */
export function hasManyIds(operation: Operation): boolean {
  const { enum: words, const: only, format = "", minimum = 0, maximum = 2 ** 31 - 1 } = idSchema(operation);
  const isFew = words !== undefined || only !== undefined || /^(date|time)/.test(format);
  return !isFew && maximum - minimum > 1_000_000;
}

/** An id of the described form, made from eight letters. An example of the description may be an item. */
export function newId(operation: Operation, marker: string): string {
  const { examples: _, default: __, ...schema } = idSchema(operation);
  const { maximum = 2 ** 31 - 1 } = schema;
  const { minimum = 1 } = schema;
  const few = Math.max(Math.min(500_000, Math.floor(maximum - minimum)), 1);
  if (typeOf(schema) === "integer") return `${Math.floor(maximum) - (Number.parseInt(marker, 36) % few)}`;
  const { pattern, format, minLength = 0, maxLength = marker.length } = schema;
  const isFree = pattern === undefined && format === undefined;
  if (isFree && minLength <= marker.length && maxLength >= marker.length) return marker;
  const options = { marker: () => marker, reference: () => undefined, shape: bareShape };
  const made = valueIfAny(schema, options);
  return typeof made === "string" ? made : marker;
}

/** Lengths of an id of a pattern that surely no item has, the safest first, in characters. */
const rareLengths = [16, 12, 9, 8, 7, 6] as const;

/** An id of the described pattern, as long as may be: few texts of it are so long. Undefined where only short ones are made. */
export function rareIdOf(operation: Operation, marker: string): string | undefined {
  const { examples: _, default: __, ...schema } = idSchema(operation);
  const { minLength = 0 } = schema;
  return rareLengths
    .map((length) => wordMatching({ ...schema, minLength: Math.max(minLength, length) }, marker))
    .find((each) => each !== undefined);
}

/** In characters. */
const shortest = 6;

/** Is an id so short that somebody may have it? */
export function isShort(id: string): boolean {
  return id.length < shortest;
}

/** Numbers of which one that is made by chance and is not found is nobody's. */
const enoughNumbers = 100_000;

/** Are ids numbers, of which there are enough, and which nobody but the client gives, since no POST creates such an item? */
export function choosesNumbers(operation: Operation, api: Api): boolean {
  const { enum: words, minimum = 0, maximum = 2 ** 31 - 1 } = idSchema(operation);
  const isGiven = api.resourceAt(operation.path)?.creations.some(({ method }) => method === "POST") === true;
  return isNumbered(operation) && !isGiven && words === undefined && maximum - minimum >= enoughNumbers;
}

/** May the client choose ids that surely no item has: among many, or below an item of its own? */
export function choosesIds(operation: Operation, api: Api): boolean {
  const { enum: words, const: only } = idSchema(operation);
  const isBelow = parentPathOf(operation.path)?.includes("{") === true;
  return isBelow
    ? words === undefined && only === undefined
    : choosesNumbers(operation, api) || (hasManyIds(operation) && !isNumbered(operation));
}

/** Numbers of an id below an item of the run's own, at most, where there are no bounds. */
const mostNumbers = 1000;

/** An id of the described form, below an item of the run's own, where few are taken: it may be short. */
export function newIdBelow(operation: Operation, marker: string): string {
  const { examples: _, default: __, ...schema } = idSchema(operation);
  const chance = Number.parseInt(marker, 36);
  const { pattern, format = "", minimum = 1, maximum = minimum + mostNumbers } = schema;
  if (typeOf(schema) === "integer") {
    const [least, most] = [Math.ceil(Math.max(minimum, 1)), Math.floor(maximum)];
    return `${least + (chance % Math.max(Math.min(most - least, mostNumbers), 1))}`;
  }
  if (format === "date") return new Date(chance % 1e12).toISOString().slice(0, 10);
  return (pattern === undefined ? undefined : wordMatching(schema, marker)) ?? newId(operation, marker);
}
