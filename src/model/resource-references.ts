import { groupBy, memoize, type Operation } from "../description/index.js";
import { type AnySchema, plainSchema, typeOf } from "../schema/index.js";
import { nounPattern } from "./item-ids.js";
import { matches, patternOf } from "./lexicon.js";
import { oneOrMany } from "./names.js";
import { bodyPlaces } from "./places.js";
import { isItemWord } from "./policy.js";
import type { Resource } from "./resource.js";

type Resources = ReadonlyMap<string, Resource>;

/** The kinds of item whose ids have this name in paths. */
export function withParameter(resources: Resources, parameter: string): readonly Resource[] {
  return indexOf(resources).byParameter.get(parameter) ?? [];
}

/** The words of a name that are looked for, from its end. */
const mostWords = 10;

/**
 * The item that a member of a body may refer to: `authorId`, `author_id` and `firstAuthorId` to one of `/authors`.
 * @param isWanted which of those with the name
 */
export function referredTo(
  member: string,
  resources: Resources,
  isWanted: (resource: Resource) => boolean = () => true,
): Resource | undefined {
  const [, name = ""] = /^(.+?)_?(?:id|Id|ID)$/.exec(member) ?? [];
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/_+/)
    .slice(-mostWords);
  const { byWord, positions } = indexOf(resources);
  const positionOf = (each: Resource): number => positions.get(each) ?? 0;
  for (const [index] of words.entries()) {
    const singular = words.slice(index).join("");
    const [found] = (singular === "" ? [] : oneOrMany(singular))
      .flatMap((word) => byWord.get(word)?.find(isWanted) ?? [])
      .toSorted((left, right) => positionOf(left) - positionOf(right));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The item whose id a member is by its text: "The id of the account that pays". */
export function referredInText({ description = "" }: AnySchema, resources: Resources): Resource | undefined {
  const said = patternOf("says-id-of").exec(description);
  if (said === null) return undefined;
  const rest = description.slice(said.index + said[0].length);
  return [...resources.values()].find(({ collectionPath }) => {
    const noun = nounPattern(collectionPath, "^").exec(rest);
    return noun !== null && matches(`${rest.slice(noun[0].length)}.`, "after-its-noun");
  });
}

/** Large descriptions have thousands of kinds, and to look through all for each takes minutes. */
const indexOf = memoize((resources: Resources) => {
  const all = [...resources.values()];
  return {
    positions: new Map(all.map((each, index) => [each, index])),
    byParameter: groupBy(all, ({ parameter }) => parameter),
    byWord: groupBy(all, lastWordOf),
  };
});

/** The last word of the path of a collection, however it is written. */
function lastWordOf({ collectionPath }: Resource): string {
  return collectionPath
    .slice(collectionPath.lastIndexOf("/") + 1)
    .toLowerCase()
    .replaceAll(/[-_]/g, "");
}

/** The end of the name of an id, or of several. */
const idEnd = /^(uu|gu)?ids?$|[_-]((uu|gu)?ids?)$|(?<=[a-z\d])(Id|ID|Uuid|UUID)s?$/;

/** The kind of item that a name has as a noun: `note`, `noteIds` and `otherNotes` of `/notes`. */
export function kindNamed(name: string, resources: Resources): Resource | undefined {
  return referredTo(`${name.replace(idEnd, "")}Id`, resources);
}

/** May a member or a parameter of this name hold the id of an item? */
export function mayNameItem(name: string, resources: Resources): boolean {
  return idEnd.test(name) || isItemWord(name) || kindNamed(name, resources) !== undefined;
}

/** Is a schema that of a number or a text that may be an id? An enumeration, a date, or a switch is none. */
function mayHoldId(schema: AnySchema): boolean {
  const plain = plainSchema(schema);
  if (typeOf(plain) === "array") return mayHoldId(plain.items ?? {});
  const isChosen = plain.enum !== undefined || plain.const !== undefined;
  return typeOf(plain) !== "boolean" && !isChosen && !/^(date|time|email|uri)/.test(plain.format ?? "");
}

/** Is a valid value of a schema a number, so that it may be the id of any item? */
function holdsNumber(schema: AnySchema): boolean {
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  return type === "array" ? holdsNumber(plain.items ?? {}) : type === "integer" || type === "number";
}

/** May a value that is described so name an item, and by a number? */
export function isNumbered(
  { name, schema }: { readonly name: string; readonly schema: AnySchema },
  resources: Resources,
): boolean {
  return mayNameItem(name, resources) && mayHoldId(schema) && holdsNumber(schema);
}

/** A place of a request that may name an item by a number. */
export interface NumberedPlace {
  readonly name: string;
  readonly path: readonly string[];
  /** The member that a valid request may leave out, and the place with it; undefined where there is none. */
  readonly optional?: readonly string[];
}

/** The members of a body that may name items by numbers, which no request may guess. */
export function numberedPlaces(operation: Operation, resources: Resources): readonly NumberedPlace[] {
  const all = bodyPlaces(operation);
  const isRequiredAt = (path: string): boolean =>
    all.some((each) => each.isRequired && each.place.path.join("/") === path);
  return all.flatMap(({ place: { path }, schema }) => {
    const name = path.at(-1) ?? "";
    if (name === "*" || !isNumbered({ name, schema }, resources)) return [];
    const above = path.map((_, index) => path.slice(0, index + 1));
    const optional = above.find((each) => each.at(-1) !== "*" && !isRequiredAt(each.join("/")));
    return [{ name, path, ...(optional && { optional }) }];
  });
}

/** The names of members and parameters whose described values are no ids, whatever the names say. */
export function namesOfOthers(operation: Operation): ReadonlySet<string> {
  const members = bodyPlaces(operation).map(
    ({ place, schema }) => [place.path.at(-1) ?? "", schema] as const,
  );
  const parameters = operation.parameters.map(({ name, schema }) => [name, schema] as const);
  return new Set([...members, ...parameters].flatMap(([name, schema]) => (mayHoldId(schema) ? [] : [name])));
}
