import type { Operation } from "../../description/index.js";
import { Skip } from "../../engine/index.js";
import { isJsonObject, type Json, parseJson } from "../../json/index.js";
import {
  type Api,
  bodyPlaces,
  collectionPathOf,
  kindNamed,
  listedIn,
  matches,
  mayNameItem,
  type NumberedPlace,
  namesOfOthers,
  numberedPlaces,
  plainPath,
  type Resource,
  referredInText,
  referredTo,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";
import type { Case } from "../../transport/index.js";
import { bodyTextOf, isFormType } from "../../values/index.js";
import type { ApiState, KnownItem } from "../api-state.js";
import { createdKind } from "../created-items.js";
import { isGiven } from "../request-values.js";
import { useAllowance } from "../user-knowledge.js";
import { memberKey } from "./unique-values.js";

/** A member of a body. */
interface Member {
  readonly name: string;
  readonly schema: AnySchema;
}

/** The kind of item that a member refers to, by its name, or else by its text or its pattern, unless that is of the ids of the item itself. */
function referredBy(
  state: ApiState,
  operation: Operation,
  { name, schema }: Member,
): { readonly resource: Resource; readonly isByName: boolean } | undefined {
  const { api } = state;
  const named = referredTo(name, api.resources);
  if (named !== undefined) return { resource: named, isByName: true };
  const alike = referredInText(schema, api.resources) ?? ofPattern(api, schema);
  const itself = createdKind(state, operation) ?? api.resourceAt(operation.path);
  return alike === undefined || alike === itself ? undefined : { resource: alike, isByName: false };
}

/** The kinds of item to which a body refers more than once: from one to another one. */
export function referredTwice(state: ApiState, operation: Operation): readonly Resource[] {
  const all = bodyPlaces(operation).map(
    ({ place, schema }) =>
      referredBy(state, operation, { name: place.path.at(-1) ?? "", schema: plainSchema(schema) })?.resource,
  );
  return [...state.api.resources.values()].filter((each) => all.filter((other) => other === each).length > 1);
}

/** Is a member one of several in a body that lead to items of a kind by their texts, and not the first one? */
function isLaterOne(state: ApiState, operation: Operation, name: string, kind: Resource): boolean {
  const { resources } = state.api;
  const alike = bodyPlaces(operation).filter(
    ({ schema }) => referredInText(plainSchema(schema), resources) === kind,
  );
  return alike.findIndex(({ place }) => place.path.at(-1) === name) > 0;
}

/** Does a name say that a member leads to the second of two items? A transfer from one to the other does not go to the same one. */
function isOther(name: string): boolean {
  return matches(name, "second-references");
}

/** The id of an item that a member refers to by its name, where a list shows it, and no path leads to it. */
function listedId(
  { inventory: { listedIds }, settings: { deletableOnly } }: ApiState,
  name: string,
): string | undefined {
  if (deletableOnly || matches(name, "somebody")) return undefined;
  const found = referredTo(name, new Map([...listedIds.keys()].map((path) => [path, listedIn(path)])));
  const [first, second] =
    [...listedIds].find(([path]) => plainPath(path) === found?.collectionPath)?.[1] ?? [];
  return (isOther(name) ? second : undefined) ?? first;
}

/** The id of a known item that a member refers to: of the run's own, or else, if its name says so, of somebody else's. */
export function referenceOf(state: ApiState, operation: Operation, member: Member): string | undefined {
  const found = referredBy(state, operation, member);
  if (found === undefined)
    return state.effects.get(operation.id) === "acts on own" ? undefined : listedId(state, member.name);
  const known = state.inventory.items.filter((item) => item.resource === found.resource);
  const free = freeItems(state, operation, member.name, found.resource);
  const own = free.length > 0 ? free : known.filter((item) => item.own);
  const foreign = found.isByName && mayNameOthers(state, operation, found.resource) ? known[0] : undefined;
  const isSecond =
    isOther(member.name) || (!found.isByName && isLaterOne(state, operation, member.name, found.resource));
  return ((isSecond ? own[1] : undefined) ?? own[0] ?? foreign)?.id;
}

/** The run's own items of a kind to which a member may refer: no request has used up the reference to them. */
export function freeItems(
  { requests, inventory }: ApiState,
  operation: Operation,
  name: string,
  resource: Resource,
): readonly KnownItem[] {
  const taken = requests.references.get(memberKey(operation, name));
  return inventory.items.filter(
    (item) => item.own && item.resource === resource && taken?.has(item.id) !== true,
  );
}

/** May a body refer to an item that the run did not create? Only where the request creates or keeps an item that has to. */
function mayNameOthers({ effects }: ApiState, { id }: Operation, { creations }: Resource): boolean {
  const effect = effects.get(id);
  const canBeMade = creations.some((each) => effects.has(each.id));
  return effect === "creates" || effect === "reads" || (effect === "changes own" && !canBeMade);
}

/** The one kind of item whose ids have the very pattern of a member: `^acc_[0-9a-f]{12}$`. */
function ofPattern(api: Api, { pattern }: AnySchema): Resource | undefined {
  if (pattern === undefined) return undefined;
  const found = [...api.resources.values()].filter(({ operations, parameter }) =>
    operations.some(({ parameters }) =>
      parameters.some((each) => {
        const { pattern: own }: AnySchema = plainSchema(each.schema);
        return each.in === "path" && each.name === parameter && own === pattern;
      }),
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}

/**
 * A request that does something to an item names no item but those of the run, whatever is tried. A creation below one names none of
 * a kind of which the run has its own.
 * @throws Skip where a value may be the id of an item of others
 */
export function needOwnReferences(state: ApiState, operation: Operation, request: Case): void {
  const mayName = namesToGuard(state, operation);
  if (mayName === undefined) return;
  const query = [...new URLSearchParams(request.path.split("?")[1] ?? "")];
  const named = [...query, ...valuesOf(state, operation, request)].find(
    ([name, value]) => mayName(name) && !isOwn(state, operation, name, value),
  );
  if (named !== undefined && !useAllowance(state, operation))
    throw new Skip("untested", `${named[0].slice(0, 40)} may name an item that the run did not create`);
}

/** Which names of an operation may be those of items; undefined where every value may be sent. */
function namesToGuard(state: ApiState, operation: Operation): ((name: string) => boolean) | undefined {
  if (state.effects.get(operation.id) === "acts on own") {
    const exempt = namesOfOthers(operation);
    return (name) => !exempt.has(name) && mayNameItem(name, state.api.resources);
  }
  const names = new Set(ownPlaces(state, operation).map(({ name }) => name));
  return names.size === 0 ? undefined : (name) => names.has(name);
}

/** The places of a creation below an item that refer by numbers to items of which the run has its own. */
function ownPlaces(state: ApiState, operation: Operation): readonly NumberedPlace[] {
  const {
    api: { resources },
    effects,
    inventory: { items },
  } = state;
  if (effects.get(operation.id) !== "creates" || !operation.path.includes("{")) return [];
  return numberedPlaces(operation, resources).filter(({ name }) => {
    const kind = kindNamed(name, resources);
    const isItself = kind?.collectionPath === collectionPathOf(operation);
    return !isItself && items.some(({ own, resource }) => own && resource === kind);
  });
}

/** A value of a body that is no list and no object, with the name of the member that it stands in. */
type NamedValue = readonly [name: string, value: Json];

function valuesOf(
  { api: { resources }, effects }: ApiState,
  operation: Operation,
  request: Case,
): readonly NamedValue[] {
  if (request.body === undefined) return [];
  const text = bodyTextOf(request);
  if (isFormType(operation.body?.mediaType ?? "")) return [...new URLSearchParams(text)];
  const parsed = parseJson(text);
  if (parsed.status === "valid") return leavesOf("", parsed.value);
  // A server may read what is no JSON, and in which nobody sees an id.
  return effects.get(operation.id) !== "acts on own"
    ? []
    : numberedPlaces(operation, resources).map(({ name }) => [name, null]);
}

function leavesOf(name: string, value: Json): readonly NamedValue[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => leavesOf(name, each));
  if (!isJsonObject(value)) return [[name, value]];
  return Object.entries(value).flatMap(([member, each]) => leavesOf(member, each));
}

/** Is a value the id of an item of the run, or a text that is the id of nothing? */
function isOwn(state: ApiState, operation: Operation, name: string, value: Json): boolean {
  if (isGiven(state, operation, name)) return true;
  const text = typeof value === "bigint" ? `${value}` : value;
  // A lenient server may read null as 0.
  if (typeof text !== "string") return false;
  const kind = kindNamed(name, state.api.resources);
  const known = state.inventory.items.filter(({ id }) => id === text);
  const isOfKind = known.some(
    ({ own, resource }) =>
      own &&
      (kind === undefined
        ? plainPath(operation.path).startsWith(`${resource.itemPath}/`)
        : resource === kind),
  );
  if (isOfKind) return true;
  // No list has a text that is as long as one of the run, and holds no number.
  return typeof value === "string" && known.length === 0 && /^\s*[^\d\s+-].{4,}/.test(value);
}

/**
 * The same body without the numbers that may be left out, and that may name an item of others; that of a creation with the ids of
 * own items instead.
 */
export function withoutGuesses(state: ApiState, operation: Operation, body: Json): Json {
  if (state.effects.get(operation.id) !== "acts on own")
    return ownPlaces(state, operation).reduce(
      (rest, { name, path }) => withOwnIds(state, name, rest, path),
      body,
    );
  return numberedPlaces(operation, state.api.resources).reduce((rest, { name, path, optional }) => {
    const values = leavesOf(name, valueAt(rest, path) ?? []);
    const isGuessed = values.some(([, value]) => !isOwn(state, operation, name, value));
    return isGuessed && optional !== undefined ? withValueAt(rest, optional, undefined) : rest;
  }, body);
}

/** The same body with as many ids of own items as there are numbers at a place; as it is where the run has too few. */
function withOwnIds(
  { inventory: { items }, api: { resources } }: ApiState,
  name: string,
  body: Json,
  path: readonly string[],
): Json {
  const kind = kindNamed(name, resources);
  const ids = items.flatMap(({ own, resource, id }) =>
    own && resource === kind && /^\d+$/.test(id) ? [BigInt(id)] : [],
  );
  const value = valueAt(body, path);
  const count = Array.isArray(value) ? value.length : 1;
  if (
    value === undefined ||
    ids.length < count ||
    leavesOf(name, value).every(([, each]) => ids.includes(each as bigint))
  )
    return body;
  const [first = null] = ids;
  return withValueAt(body, path, Array.isArray(value) ? ids.slice(0, count) : first);
}
