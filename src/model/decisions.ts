import {
  type Contract,
  jsonOf,
  memoize,
  noKnowledge,
  type Operation,
  responseTo,
  valuesFor,
} from "../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { createsByPut, isOwnPart, updatesItem } from "./item-operations.js";
import { isOf, matches } from "./lexicon.js";
import { type Member, membersOf } from "./members.js";
import { collectionPathOf, collectionsIn, endsInParameter, parentPathOf, plainPath } from "./paths.js";
import { bodyPlaces } from "./places.js";
import {
  type Caution,
  cautionFor,
  cautionForSingleton,
  type Effect,
  effectOf,
  isAllowable,
  isOneThing,
  type Relations,
} from "./policy.js";
import { type Api, apiOf, type KnownOperations } from "./resource.js";
import { isNumbered, numberedPlaces, referredTo } from "./resource-references.js";
import { needsKey } from "./security.js";
import { deriveSingletons, type Singleton } from "./singleton.js";

type Known = Required<KnownOperations>["known"];

/** The decision of the policy on an operation, and the effect of the operation where it is called. */
export interface Decision {
  readonly caution: Caution | undefined;
  readonly effect: Effect;
}

/** The operations, each with the decision of the policy, on a server on this machine that may be written to. */
export function decideAll({
  operations,
  known = noKnowledge,
}: KnownOperations): ReadonlyMap<Operation, Decision> {
  return decisionsOn(operations)(known);
}

/** A large description has thousands of operations, and each part of the suite asks. */
const decisionsOn = memoize((operations: KnownOperations["operations"]) =>
  memoize((known: Known) => decide({ operations, known })),
);

function decide({ operations, known }: Required<KnownOperations>): ReadonlyMap<Operation, Decision> {
  const decisions = new Map<Operation, Decision>();
  const api = apiOf({ operations, known });
  const singletons = singletonsIn(api);
  const relate = relationsIn(api, known, (each) => decideOn(each).caution === undefined);
  const decideOn = (operation: Operation): Decision => {
    const before = decisions.get(operation);
    if (before !== undefined) return before;
    const relations = relate(operation);
    const isAllowed = known.allow.includes(operation.id);
    const isLeftOut = known.leaveOut.includes(operation.id);
    const singleton = singletons.get(operation);
    const found =
      singleton === undefined
        ? cautionFor(operation, relations, known)
        : cautionForSingleton(singleton, operation);
    const caution = isAllowed && found !== undefined && isAllowable(found) ? undefined : found;
    const decision: Decision = {
      caution: isLeftOut ? { kind: "left out" } : caution,
      effect: effectOf(operation, relations),
    };
    decisions.set(operation, decision);
    return decision;
  };
  return new Map([...operations.values()].map((each) => [each, decideOn(each)]));
}

/** The singletons at fixed paths, by the operations that change them. An operation creates the item to which it links. */
function singletonsIn(api: Api): ReadonlyMap<Operation, Singleton> {
  return new Map(
    deriveSingletons(api.operations)
      .filter(({ isBelowItem }) => !isBelowItem)
      .flatMap((each) => each.changes.map((change) => [change, each] as const))
      .filter(([change]) => api.linkOf(change) === undefined),
  );
}

/** The operations, each with the reason why it is not called; none for those that the suite may call. */
export function findCautions(described: KnownOperations): ReadonlyMap<Operation, Caution | undefined> {
  return new Map([...decideAll(described)].map(([operation, { caution }]) => [operation, caution]));
}

/** The operations that the suite may call at all, on a server that may be written to. */
export function callableOperations(described: KnownOperations): readonly Operation[] {
  return [...decideAll(described)].flatMap(([each, { caution }]) => (caution === undefined ? [each] : []));
}

/** An API, and which of its operations the run may send. */
export interface Callable {
  readonly described: Omit<Contract, "requirements">;
  readonly api: Api;
  /** In the order of the description. */
  readonly called: readonly Operation[];
  /** Of these, those that serve nobody without the key. */
  readonly secured: readonly Operation[];
  /** The operations, each with the reason why it is not called. */
  readonly cautions: ReadonlyMap<Operation, Caution | undefined>;
  readonly mayCall: (operation: Operation) => boolean;
}

/** The API of a description, and the operations that the suite may call on a server that may be written to. */
export function callableOf(described: Callable["described"]): Callable {
  const called = callableOperations(described);
  const set = new Set(called);
  return {
    described,
    api: apiOf(described),
    called,
    secured: called.filter((each) => needsKey(described, each)),
    cautions: findCautions(described),
    mayCall: (operation) => set.has(operation),
  };
}

/**
 * Finds what creates and what reads the items of an operation of which the user says that it serves an item to nobody but the user
 * who created it; undefined for another one.
 */
export function privateItemsOf(operation: Operation, { described, api, mayCall }: Callable) {
  const { privateItems } = described.known ?? noKnowledge;
  if (privateItems !== true && !privateItems.includes(operation.id)) return undefined;
  const listed =
    operation.method === "GET" ? api.creationsAt(collectionPathOf(operation)).find(mayCall) : undefined;
  const create = listed ?? api.resourceAt(operation.path)?.creations.find(mayCall);
  const read = create && api.readOf(create);
  if (create === undefined || read === undefined || !needsKey(described, operation)) return undefined;
  const isOnItem = plainPath(read.path) === plainPath(operation.path);
  return listed !== undefined || isOnItem ? { create, read } : undefined;
}

/** The user's settings for private items that have no effect: a sentence each. */
export function unusedPrivateItems(described: Omit<Contract, "requirements">): readonly string[] {
  const { privateItems } = described.known ?? noKnowledge;
  const callable = callableOf(described);
  const found = callable.called.filter((each) => privateItemsOf(each, callable) !== undefined);
  if (privateItems === true)
    return found.length > 0
      ? []
      : ["no operation that asks for a credential serves an item that a run creates"];
  return privateItems
    .filter((id) => found.every((each) => each.id !== id))
    .map((id) => `${id} serves no item that a run creates, or asks for no credential`);
}

/** How each operation relates to the items of its interface. @param isCalled asks of operations with shorter paths */
function relationsIn(
  api: Api,
  known: Known,
  isCalled: (operation: Operation) => boolean,
): (operation: Operation) => Relations {
  const operations = [...api.operations.values()];
  const read = operations.filter(({ id, method }) => method === "GET" && !known.leaveOut.includes(id));
  const shownAt = shownIn(api);
  const readLists = new Set(read.filter((each) => shownAt(each.path) !== "one").map(collectionPathOf));
  const itemsOf = new Set(read.map((each) => parentPathOf(each.path) ?? ""));
  const deletedIn = new Set(
    operations.filter(({ method }) => method === "DELETE").map((each) => parentPathOf(each.path)),
  );
  const isCreated = (collection: string, itemPath: string): boolean =>
    [
      ...api.creationsAt(collection),
      ...api.operationsAt(itemPath).filter((each) => createsByPut(each, api)),
    ].some(isCalled);
  // Of a large description, few are asked for.
  let collections: ReadonlySet<string> | undefined;
  const leadingToOthers = (): ReadonlySet<string> =>
    (collections ??= new Set(
      operations.filter((each) => each.method === "POST" && namesOthers(each)).map(collectionPathOf),
    ));
  return (operation) => {
    const { path } = operation;
    const gathered = collectionPathOf(operation);
    return {
      shows: shownAt(path),
      createsItems: readLists.has(gathered) || itemsOf.has(gathered) || api.linkOf(operation) !== undefined,
      isDeletable: deletedIn.has(gathered),
      isBelowOwn: () => isBelowOwn(operation, known, leadingToOthers),
      namesOwn: () => namesOwn(operation, known, isCreated),
      endsInItem: endsInParameter(path),
      isOwnPart: isOwnPart(operation, api),
      updatesItem: updatesItem(operation, api),
      guessedReference: () => guessedReference(operation, known, api.resources),
    };
  };
}

/** Returns what a path leads to: by the paths below it, by the schema of its GET, and else by its last word. */
function shownIn({ operations, readAt }: Api): (path: string) => Relations["shows"] {
  const collections = new Set([...operations.values()].map((each) => parentPathOf(each.path)));
  return (path) => {
    const plain = plainPath(path);
    const read = readAt(plain);
    const schema = jsonOf(read === undefined ? [] : (responseTo(read, 200)?.contents ?? []))?.schema;
    // An item may hold a list, or be one of several things, and is no list itself.
    if (endsInParameter(plain)) return isRows(schema) ? "list" : "one";
    if (collections.has(plain)) return "list";
    if (read === undefined) return "unknown";
    const listed = schema === undefined ? undefined : isList(schema, plain);
    if (listed === undefined) return isOneThing(plain) ? "one" : "unknown";
    return listed ? "list" : "one";
  };
}

/** Is a response an array, and never anything else? */
function isRows(schema: AnySchema = {}): boolean {
  return !leavesChoice(schema) && typeOf(plainSchema(schema)) === "array";
}

/** Does a response show the rows of a list, alone or in an object around them? */
function isList(schema: AnySchema, path: string): boolean | undefined {
  const plain = plainSchema(schema);
  if (typeOf(plain) === "array") return true;
  const members = membersOf(plain);
  if (members.length === 0) return undefined;
  const segment = wordsIn(path.split("/").at(-1) ?? "").join("");
  const isArray = ({ schema: each }: Member): boolean => typeOf(each) === "array";
  const lists = members.filter(isArray);
  const isNamed = lists.some(({ name }) => matches(name, "rows") || segment.includes(wordsIn(name).join("")));
  const isAround = members.every((each) => matches(each.name, "page-facts") || isArray(each));
  const inner = members.find(({ name }) => isOf(name, "envelopes"));
  const isInner =
    inner !== undefined && typeOf(inner.schema) === "object" && isList(inner.described, path) === true;
  return isNamed || (lists.length > 0 && isAround) || isInner;
}

/** Does the run create every item that a path names? @param isCreated is there a creation that is called? */
function namesOwn(
  operation: Operation,
  known: Known,
  isCreated: (collection: string, itemPath: string) => boolean,
): boolean {
  const { path } = operation;
  const given = valuesFor(known, operation);
  const items = [...plainPath(path).matchAll(/\/\{([^{}/]+)\}/g)];
  return (
    items.length > 0 &&
    items.every(({ 0: part, 1: name = "", index }) => {
      const collection = plainPath(path).slice(0, index);
      return Object.hasOwn(given, name) || isCreated(collection, `${collection}${part}`);
    })
  );
}

/** The first number that a request needs, and that may name an item, where no item of the run can stand for it. */
function guessedReference(
  operation: Operation,
  known: Known,
  resources: Api["resources"],
): string | undefined {
  const given = valuesFor(known, operation);
  const isMade = (name: string): boolean => (referredTo(name, resources)?.creations.length ?? 0) > 0;
  const members = numberedPlaces(operation, resources).filter(
    ({ name, optional }) => optional === undefined && !isMade(name),
  );
  const parameters = operation.parameters.filter(
    (each) => each.required && each.in === "query" && isNumbered(each, resources),
  );
  return [...members, ...parameters].map(({ name }) => name).find((name) => !Object.hasOwn(given, name));
}

/**
 * Is what an operation creates below an item of the run, of which nothing leads to others?
 * @param leadingToOthers the collections of items that refer to others
 */
function isBelowOwn(operation: Operation, known: Known, leadingToOthers: () => ReadonlySet<string>): boolean {
  const parents = operation.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  // An item that the user names is not the run's.
  const given = valuesFor(known, operation);
  const isGiven = parents.some((name) => Object.hasOwn(given, name));
  if (parents.length === 0 || isGiven) return false;
  return !collectionsIn(plainPath(operation.path)).some((each) => leadingToOthers().has(each));
}

/** Does a body refer to other items, or to people? */
function namesOthers(operation: Operation): boolean {
  return bodyPlaces(operation).some(({ place }) =>
    place.path.some((name) => matches(name, "leads-to-others")),
  );
}
