import type { GivenValues, Operation } from "../description/index.js";
import { wordsIn } from "../schema/index.js";
import { isOf, matches, type WordGroup } from "./lexicon.js";
import { restrictionOf } from "./parameters.js";
import type { Singleton } from "./singleton.js";
import { changeOf, commandOf, isOfName, lastPart, type NamedVerb, verbsOf, writesToo } from "./verbs.js";

/**
 * Why an operation is not called. `word`: a name or a text of it says that it does harm. `parameter`: it cannot be called without
 * a parameter that may. `collection`: it changes all items of a list at once. `singleton`: it changes what there is one of.
 * `no collection`: it is posted to nothing that is read, and to no item of the run. `no item`: it changes or deletes what is no
 * single item. `reference`: it needs a number that may name an item of others. `method`: the suite sends no request of its
 * method. `left out`: by the user.
 */
export type Caution =
  | { readonly kind: "word"; readonly word: string; readonly in: "path" | "id" | "summary" | "description" }
  | { readonly kind: "parameter"; readonly name: string; readonly word: string }
  | { readonly kind: "singleton"; readonly singleton?: Singleton; readonly exclusion?: string }
  | { readonly kind: "reference"; readonly name: string }
  | {
      readonly kind: "left out" | "collection" | "no collection" | "no item" | "method";
    };

/** The target of an operation: nothing, a listed item, a new item, or an item of the run. */
export type Effect = "reads" | "creates" | "changes own" | "acts on own";

/** How an operation relates to the items of its interface, as far as paths, schemas and links tell. */
export interface Relations {
  /** The path does not end in a parameter, and what it leads to is one thing, a list, or unknown. */
  readonly shows: "one" | "list" | "unknown";
  /** Is it posted to a collection, or does it link to what it creates? */
  readonly createsItems: boolean;
  /** Is what it creates deleted by another operation? */
  readonly isDeletable: boolean;
  /** Is what it creates below an item of the run, of which nothing leads to others? */
  readonly isBelowOwn: () => boolean;
  /** Does every item that its path names come from an operation that the run calls? */
  readonly namesOwn: () => boolean;
  /** Does its path end in the id of an item? */
  readonly endsInItem: boolean;
  /** Is it about a part of an item of the run? */
  readonly isOwnPart: boolean;
  /** Is it a POST that says that it changes an item of the run? */
  readonly updatesItem: boolean;
  /** The member or parameter that every request needs, and with a number that may name an item of others. */
  readonly guessedReference: () => string | undefined;
}

/**
 * Decides whether an operation is called, from its words, its parameters and its relations. This is the only place that does.
 * @returns why it is not; undefined where it may be called
 */
export function cautionFor(
  operation: Operation,
  relations: Relations,
  known: GivenValues,
): Caution | undefined {
  const byMethod = cautionOfMethod(operation, relations);
  return byMethod ?? cautionOfParameters(operation, known);
}

/** Why a singleton is not changed: it is only where the store may be thrown away, and nothing in names or members forbids it. */
export function cautionForSingleton(singleton: Singleton, operation: Operation): Caution {
  const caution =
    find(operation, ["costs-or-tells", "lasting", "telling", "ends", "names-harm"]) ??
    costOf(operation) ??
    actOf(operation);
  const exclusion = caution?.kind === "word" ? caution.word : singleton.exclusion;
  return { kind: "singleton", singleton, ...(exclusion === undefined ? {} : { exclusion }) };
}

/** The singleton that an operation changes, where a run may, on a store that may be thrown away. */
export function changeableSingleton(caution: Caution | undefined): Singleton | undefined {
  return caution?.kind === "singleton" && caution.exclusion === undefined ? caution.singleton : undefined;
}

/** Does a request of the operation only read by its method? Source: RFC 9110, section 9.2.1. */
export function isRead({ method }: Pick<Operation, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Returns the effect of a callable operation. */
export function effectOf(operation: Operation, relations: Relations): Effect {
  if (isRead(operation) || readsByPost(operation)) return "reads";
  if (operation.method !== "POST" || relations.updatesItem) return "changes own";
  return relations.createsItems ? "creates" : "acts on own";
}

/** May a parameter of this name make a read do more than read, or say who is asking? Then it stays as it is. */
export function soundsHarmful(name: string): boolean {
  return wordsIn(name).some((word) =>
    isOf(word, "costs-or-tells", "lasting", "telling", "ends", "names-harm", "secret", "names-command"),
  );
}

/** Does a name end in a word for one of several items, as `into` and `duplicateOf` do? */
export function isItemWord(name: string): boolean {
  const words = wordsIn(name).filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  return isOf((/^(of|by)$/.test(last) ? words.at(-2) : last) ?? "", "names-item");
}

/** Is it a POST that only reads, as one to search or to validate does? */
export function readsByPost(operation: Operation): boolean {
  if (operation.method === "QUERY") return true;
  if (operation.method !== "POST") return false;
  const verbs = verbsOf(operation).filter(isOfName);
  return verbs.some(({ word }) => isOf(word, "reads-by-post")) && !writesToo(operation);
}

function cautionOfMethod(operation: Operation, relations: Relations): Caution | undefined {
  const { shows, endsInItem, isOwnPart } = relations;
  switch (operation.method) {
    case "GET":
    case "HEAD":
    case "QUERY":
      return cautionOfRead(operation);
    case "DELETE":
      return onItem(relations);
    case "PUT":
    case "PATCH": {
      const cost = costOf(operation) ?? actOf(operation);
      if (endsInItem) return shows === "list" ? { kind: "collection" } : cost;
      return isOwnPart ? (cost ?? bindingOf(operation)) : onItem(relations);
    }
    case "POST":
      return cautionOfPost(operation, relations);
    default:
      return { kind: "method" };
  }
}

/** A path that leads to no single item leads to a list, or to one thing. */
function onItem({ shows, endsInItem }: Relations): Caution | undefined {
  if (shows === "list") return { kind: "collection" };
  if (endsInItem) return undefined;
  return shows === "one" ? { kind: "singleton" } : { kind: "no item" };
}

function cautionOfPost(operation: Operation, relations: Relations): Caution | undefined {
  const { createsItems, isDeletable, isBelowOwn, namesOwn, endsInItem, updatesItem } = relations;
  const all = wordsIn(`${operation.id} ${operation.path}`);
  const ends = find(operation, ["ends"]);
  const tells = find(operation, ["telling"]);
  const lasts = isDeletable ? undefined : find(operation, ["lasting"]);
  const costs = costOf(operation) ?? actOf(operation) ?? startOf(operation);
  const caution = costs ?? lasts ?? (tells !== undefined && isDeletable && isBelowOwn() ? undefined : tells);
  if (caution !== undefined) return caution;
  if (createsItems && !endsInItem) return undefined;
  if (updatesItem && ends === undefined) return undefined;
  if (readsByPost(operation)) return ends;
  const isOnOwn = !endsInItem && namesOwn();
  if (relations.shows === "one" && !endsInItem && !isOnOwn)
    return { kind: isOneThing(operation.path) ? "singleton" : "no collection" };
  // An operation without a list of its own acts on an item of the run only.
  const isTelling = all.some((word) => isOf(word, "lasting"));
  if (!isOnOwn || isTelling) return { kind: "no collection" };
  const guessed = relations.guessedReference();
  const reference = guessed === undefined ? undefined : ({ kind: "reference", name: guessed } as const);
  return ends ?? bindingOf(operation) ?? reference;
}

function cautionOfRead(operation: Operation): Caution | undefined {
  const words = wordsIn(`${operation.id} ${operation.path}`);
  const [together] = /sign out|log out/.exec(words.join(" ")) ?? [];
  const said = together === undefined ? undefined : ({ kind: "word", word: together, in: "id" } as const);
  const ends = find(operation, ["ends"]) ?? said ?? saidOf(changeOf(operation) ?? commandOf(operation));
  if (ends !== undefined) return ends;
  const found = verbsOf(operation).find(({ word, hasObject }) =>
    isOf(word, "verbs-or-nouns") ? hasObject : isOf(word, "refreshes", "starts-or-ends"),
  );
  return saidOf(found);
}

/** The caution about a verb. */
function saidOf(verb: NamedVerb | undefined): Caution | undefined {
  return verb && { kind: "word", word: verb.word, in: verb.in };
}

/** A parameter that has to be sent, and of which no value is sure to only read. */
function cautionOfParameters(operation: Operation, known: GivenValues): Caution | undefined {
  for (const parameter of operation.parameters) {
    const restriction = restrictionOf(operation, parameter, known);
    if (restriction?.kind === "excludes")
      return { kind: "parameter", name: parameter.name, word: restriction.word };
  }
  return undefined;
}

/** A word of these groups in the path or the id. */
function find({ id, path }: Operation, groups: readonly WordGroup[]): Caution | undefined {
  const has = (text: string): string | undefined => wordsIn(text).find((each) => isOf(each, ...groups));
  const inId = has(id);
  if (inId !== undefined) return { kind: "word", word: inId, in: "id" };
  const inPath = has(path);
  return inPath === undefined ? undefined : { kind: "word", word: inPath, in: "path" };
}

/** A word for what costs something or tells people: in the path or the id, and verbs in the summary. */
function costOf(operation: Operation): Caution | undefined {
  const word = wordsIn(operation.summary ?? "").find((each) => isOf(each, "costly-verbs"));
  return (
    find(operation, ["costs-or-tells"]) ??
    (word === undefined ? undefined : { kind: "word", word, in: "summary" })
  );
}

/** The verb of a request that starts or ends something, or that cannot be taken back. */
function actOf(operation: Operation): Caution | undefined {
  const found = verbsOf(operation).find(
    (verb) => isOf(verb.word, "starts-or-ends") || (isOfName(verb) && isOf(verb.word, "acts")),
  );
  return saidOf(found);
}

/** A word for items whose creation starts something: the last one of the path. */
function startOf({ path }: Operation): Caution | undefined {
  const last = wordsIn(lastPart(path)).at(-1) ?? "";
  return isOf(last, "started-things") ? { kind: "word", word: last, in: "path" } : undefined;
}

/** A word of a part of an item that may take away the right to delete it, unless its text gives it, or do more than change it. */
function bindingOf({ id, path, description = "" }: Operation): Caution | undefined {
  const own = { id, path: path.split("/").at(-1) ?? "" } as Operation;
  const harm = find(own, ["ends"]) ?? find(own, ["names-harm"]) ?? find(own, ["secret"]);
  return harm ?? (matches(description, "stays-deletable") ? undefined : find(own, ["binds"]));
}

/** Does the last word of a path say that it leads to one thing, as /settings does? */
export function isOneThing(path: string): boolean {
  return isOf(wordsIn(lastPart(path)).at(-1) ?? "", "one-thing");
}

/** Says why an operation is not called. */
export function describeCaution(caution: Caution): string {
  switch (caution.kind) {
    case "word":
      return `its ${caution.in} says "${caution.word.slice(0, 40)}"`;
    case "parameter":
      return `it needs the parameter ${caution.name.slice(0, 40)} ("${caution.word.slice(0, 40)}"), which may do more than read`;
    case "collection":
      return "it changes or deletes all items of a list at once";
    case "singleton":
      return caution.exclusion === undefined
        ? "it changes what is there once, as settings are"
        : `it changes what is there once, and has the word or member "${caution.exclusion.slice(0, 40)}"`;
    case "no collection":
      return "it is posted to no collection that is read as a list or item by item";
    case "no item":
      return "it changes or deletes what is no single item";
    case "reference":
      return `it needs ${caution.name.slice(0, 40)}, which may name an item that the run did not create`;
    case "method":
      return "no request of the suite has its method";
    case "left out":
      return "it is left out";
  }
}

/** Can the user have the operation called by its id? What is there once is changed only where the store may be thrown away. */
export function isAllowable({ kind }: Caution): boolean {
  return !["singleton", "method", "left out"].includes(kind);
}
