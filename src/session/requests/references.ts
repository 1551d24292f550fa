import type { Operation } from "../../description/index.js";
import { type AnySchema, plainSchema } from "../../generate/index.js";
import {
  type Api,
  bodyPlaces,
  listedIn,
  matches,
  plainPath,
  type Resource,
  referredTo,
} from "../../model/index.js";
import { createdKind } from "../created-items.js";
import type { ApiState } from "../state.js";

/** A member of a body. */
interface Member {
  readonly name: string;
  readonly schema: AnySchema;
}

/** The kind of item that a member refers to, by its name or else by its pattern, unless that is of the ids of the item itself. */
function referredBy(
  state: ApiState,
  operation: Operation,
  { name, schema }: Member,
): { readonly resource: Resource; readonly isByName: boolean } | undefined {
  const { api } = state;
  const named = referredTo(name, api.resources);
  if (named !== undefined) return { resource: named, isByName: true };
  const alike = ofPattern(api, schema);
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
  const own = known.filter((item) => item.own);
  const foreign = found.isByName && mayNameOthers(state, operation, found.resource) ? known[0] : undefined;
  return ((isOther(member.name) ? own[1] : undefined) ?? own[0] ?? foreign)?.id;
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
