import {
  type Contract,
  groupBy,
  jsonOf,
  noKnowledge,
  type Operation,
  type Parameter,
  type ResponseSpec,
  valuesFor,
} from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, draftValue, plainSchema, statedJson, typeOf } from "../schema/index.js";
import { bulkCreationOf } from "./bulk-creations.js";
import { callableOperations } from "./decisions.js";
import { changesMeaning, isIgnored } from "./headers.js";
import { idNames, wrappersOf } from "./item-ids.js";
import { matches } from "./lexicon.js";
import { collectionPathOf, plainPath } from "./paths.js";
import { bodyPlaces } from "./places.js";
import { isRead } from "./policy.js";
import { type Api, apiOf, type KnownOperations, type Resource } from "./resource.js";
import { referredTo } from "./resource-references.js";

/** A parameter, or a member of a body, whose value a user may know and no run finds out. */
export interface ValueCandidate {
  readonly name: string;
  readonly in: Parameter["in"] | "body";
  /** Ids of the operations that take it. */
  readonly operations: readonly string[];
  /** A value that the description shows, or one of its kind. */
  readonly example: Json;
}

type Use = Omit<ValueCandidate, "operations" | "example"> & { operation: string; schema: AnySchema };

/**
 * The values that a description leaves to guess: ids in paths and bodies of items that no operation creates, and required parameters that
 * may be any text.
 */
export function deriveValueCandidates(described: KnownOperations): readonly ValueCandidate[] {
  const called = callableOperations(described);
  const api = apiOf({ operations: new Map(called.map((each) => [each.id, each])) });
  const created = new Set(collectionsOf(called, ["POST"]));
  const found = new Set(collectionsOf(called, ["GET", "POST"]));
  const uses = called.flatMap((operation) => [
    ...unknownPathParameters(operation, operation.method === "GET" ? found : created),
    ...operation.parameters
      .filter(isGuesswork)
      .map(({ name, in: where, schema }) => ({ name, in: where, operation: operation.id, schema })),
    ...foreignKeys(operation, api, found),
  ]);
  return [...groupBy(uses, ({ name }) => name)].map(([name, all]) => {
    const [{ in: where, schema }] = all;
    const operations = [...new Set(all.map(({ operation }) => operation))];
    return { name, in: where, operations, example: exampleOf(schema) };
  });
}

/** Returns, by the id of an operation, the names of the values that its requests lack: nothing tells them, and the user gives none. */
export function lackingValues(described: KnownOperations): ReadonlyMap<string, readonly string[]> {
  const { known = noKnowledge } = described;
  const uses = deriveValueCandidates(described).flatMap(({ name, operations }) =>
    operations.filter((id) => !Object.hasOwn(valuesFor(known, { id }), name)).map((id) => ({ id, name })),
  );
  const byOperation = groupBy(uses, ({ id }) => id);
  return new Map([...byOperation].map(([id, all]) => [id, all.map(({ name }) => name)]));
}

/**
 * Returns the parameters in the paths of writing operations that no called operation creates an item for, and that the user gives no
 * value for: without one, a run sends no such request. An item that is itself changed is never given.
 */
export function uncreatedParameters(described: KnownOperations): (operation: Operation) => readonly string[] {
  const { known = noKnowledge } = described;
  const api = apiOf(described);
  const created = new Set(callableOperations(described).flatMap((each) => collectionsCreatedBy(each, api)));
  return (operation) => {
    const { method, path, parameters } = operation;
    if (isRead({ method })) return [];
    const plain = plainPath(path);
    const given = valuesFor(known, operation);
    return [...plain.matchAll(/\/(\{([^{}/]+)\})(?=\/|$)/g)].flatMap(
      ({ 0: segment, 2: name = "", index }) => {
        const isGiven = Object.hasOwn(given, name) && !plain.endsWith(segment);
        const isFixed = parameters.some((each) => each.in === "path" && each.name === name && each.isFixed);
        return isGiven || isFixed || created.has(plain.slice(0, index)) ? [] : [name];
      },
    );
  };
}

/** The collections in which an operation may create an item, or put a link: its own, that of a link or of many items. */
function collectionsCreatedBy(operation: Operation, api: Api): readonly string[] {
  const { method, path } = operation;
  if (method === "PUT") return present(api.resourceAt(path)?.collectionPath);
  if (method !== "POST") return [];
  const linked = api.linkOf(operation)?.read.path;
  return [
    collectionPathOf(operation),
    ...present(bulkCreationOf(operation, api)?.resource.collectionPath),
    ...present(linked && api.resourceAt(linked)?.collectionPath),
  ];
}

function present(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function collectionsOf(
  operations: readonly Operation[],
  methods: readonly Operation["method"][],
): readonly string[] {
  return operations.filter(({ method }) => methods.includes(method)).map(collectionPathOf);
}

/** Parameters of a path for which a given value is taken, and that no collection has an item for. */
function unknownPathParameters(operation: Operation, collections: ReadonlySet<string>): readonly Use[] {
  const { id, method, path, parameters } = operation;
  return [...path.matchAll(/\{([^{}/]+)\}/g)].flatMap(({ 0: placeholder, 1: name = "", index }) => {
    const isParent = !plainPath(path).endsWith(placeholder);
    const isKnown = collections.has(path.slice(0, index).replace(/\/$/, ""));
    if (isKnown || !(isParent || method === "GET")) return [];
    const { schema = {} } = parameters.find((each) => each.in === "path" && each.name === name) ?? {};
    // A word of an enumeration is as good as any.
    const isStated = method === "GET" && plainSchema(schema).enum !== undefined;
    return isStated ? [] : [{ name, in: "path" as const, operation: id, schema }];
  });
}

/** Does a name say that it is an id? */
function isIdName(name: string): boolean {
  return /(^|[a-z\d])(Id|ID)s?$|(^|[-_])(id|ID)s?$/.test(name);
}

/** Is a required parameter one of which any text is a guess? Ids of a request or a client are free to choose. */
function isGuesswork({ name, in: where, required, schema }: Parameter): boolean {
  if (!required || where === "path" || isIgnored(name) || changesMeaning(name)) return false;
  if (matches(name, "one-request")) return false;
  const plain = plainSchema(schema);
  if (plain.enum !== undefined || plain.const !== undefined) return false;
  const isAnyText = [undefined, "string"].includes(typeOf(plain)) && plain.format === undefined;
  return isIdName(name) || isAnyText;
}

/** Members of a body that refer to what is in no collection of this interface. */
function foreignKeys(operation: Operation, api: Api, collections: ReadonlySet<string>): readonly Use[] {
  if (operation.method === "GET") return [];
  const itself = [api.resourceAt(operation.path)].filter((each) => each !== undefined);
  const own = new Set([...api.resourcesIn(collectionPathOf(operation)), ...itself].flatMap(idNames));
  return bodyPlaces(operation).flatMap(({ place, schema }) => {
    const name = place.path.at(-1) ?? "";
    const plain = plainSchema(schema);
    if (!isIdName(name) || own.has(name) || plain.enum !== undefined || plain.const !== undefined) return [];
    const referred = referredTo(name.replace(/s$/, ""), api.resources);
    const isKnown = referred !== undefined && collections.has(referred.collectionPath);
    return isKnown ? [] : [{ name, in: "body" as const, operation: operation.id, schema }];
  });
}

function exampleOf(schema: AnySchema): Json {
  const plain = plainSchema(schema);
  const { examples: [example] = [], default: usual, format, pattern } = plain;
  const stated = example ?? usual;
  if (stated !== undefined) return statedJson(stated);
  if (typeOf(plain) === "string" && format === undefined && pattern === undefined) return "...";
  return draftValue(schema) ?? null;
}

/** Names in names, at most, that lead to an id. */
const deepest = 4;

/**
 * Where ids may stand that no run finds without help, as names joined by dots: deep in what the responses to creations are
 * described to be.
 */
export function deriveIdCandidates(
  described: Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>,
): readonly string[] {
  const called = callableOperations(described);
  const api = apiOf({ operations: new Map(called.map((each) => [each.id, each])) });
  const paths = called.flatMap((operation) => {
    const { method, responses } = operation;
    const resource = method === "POST" ? api.resourceIn(operation) : undefined;
    const created = responses.get("201") ?? responses.get("200");
    return resource === undefined || created === undefined ? [] : idPathsOf(resource, created);
  });
  return [...new Set(paths)];
}

/** Nothing where the id is found anyway: in a header, in the body itself, or in an object that wraps it. */
function idPathsOf(resource: Resource, { contents, headers }: ResponseSpec): readonly string[] {
  const schema = jsonOf(contents)?.schema;
  if (schema === undefined || headers.some(({ name }) => name.toLowerCase() === "location")) return [];
  const path = idPathIn(schema, idNames(resource));
  if (path === undefined) return [];
  const [first = "", ...rest] = path;
  const isFound = rest.length === 0 || (rest.length === 1 && wrappersOf(resource).includes(first));
  return isFound ? [] : [path.join(".")];
}

/** The shortest way to a member with one of these names. */
function idPathIn(schema: AnySchema, names: readonly string[]): readonly string[] | undefined {
  let level: readonly { readonly at: readonly string[]; readonly schema: AnySchema }[] = [{ at: [], schema }];
  for (let depth = 0; depth < deepest; depth += 1) {
    const members = level.flatMap(({ at, schema: each }) =>
      Object.entries(plainSchema(each).properties ?? {}).map(([name, member]) => ({
        at: [...at, name],
        schema: member,
      })),
    );
    const found = members.find(({ at }) => names.includes(at.at(-1) ?? ""));
    if (found !== undefined) return found.at;
    // A name with a dot in it cannot be said.
    level = members.filter(({ at }) => !at.at(-1)?.includes("."));
  }
  return undefined;
}
