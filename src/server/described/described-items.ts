import { jsonOf, type Operation, responseTo, type UnderivedContract } from "../../description/index.js";
import type { Json, JsonObject } from "../../json/index.js";
import { apiOf, idNames, type Resource } from "../../model/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../schema/index.js";
import type { DescribedRefusal } from "./call.js";
import { isOfObject } from "./made-values.js";
import { isOpen } from "./objections.js";

/** The action of an operation, as far as its method and path show it. */
export type Action =
  | { readonly kind: "list" | "create"; readonly items: Items }
  | { readonly kind: "read" | "replace" | "change" | "remove"; readonly items: Items }
  /** Something else, of which there is one at its address. */
  | { readonly kind: "other" };

/** Items of one kind: what there is to know of them. */
export interface Items {
  readonly collectionPath: string;
  /** Undefined where items have no address of their own. */
  readonly resource: Resource | undefined;
  /** The member that is the id; undefined if none is shown. */
  readonly idMember: string | undefined;
  readonly idSchema: AnySchema;
  /** The members that are shown in any response. */
  readonly shown: Readonly<Record<string, AnySchema>>;
  /** The members that a client writes, with whether it has to. */
  readonly written: Readonly<Record<string, { readonly schema: AnySchema; readonly isRequired: boolean }>>;
  /** Members without which a response is not complete. */
  readonly needed: ReadonlySet<string>;
  /** Can a client create one? */
  readonly isCreated: boolean;
  /** Can a client see which there are? */
  readonly isListed: boolean;
}

/** The items of every collection, by its path. */
export function deriveItems({ operations }: UnderivedContract): ReadonlyMap<string, Items> {
  const all = [...operations.values()];
  const { resources, resourceIn } = apiOf({ operations });
  const lists = all.filter((each) => each.method === "GET" && listIn(schemaOf(each)) !== undefined);
  const paths = new Set([
    ...[...resources.values()].map(({ collectionPath }) => collectionPath),
    ...lists.filter(({ path }) => !resources.has(path)).map(collectionPathOf),
  ]);
  return new Map([...paths].map((path) => [path, itemsFor(path, all, resourceIn({ path }))]));
}

/** The path of an operation, or that of the items which it lists or adds to. */
function collectionPathOf({ path, itemsAt }: Operation): string {
  return itemsAt ?? path;
}

function itemsFor(path: string, all: readonly Operation[], resource: Resource | undefined): Items {
  const at = (where: string | undefined, ...methods: readonly string[]): readonly Operation[] =>
    all.filter((each) => collectionPathOf(each) === where && methods.includes(each.method));
  const list = at(path, "GET").map((each) => listIn(schemaOf(each))?.items);
  const creations = at(path, "POST").filter((each) => !isSearch(each));
  const single = [...at(resource?.itemPath, "GET", "PUT", "PATCH"), ...creations].map(schemaOf);
  const clients = [...creations, ...at(resource?.itemPath, "PUT", "PATCH")];
  const written = Object.assign({}, ...clients.toReversed().map(writtenBy)) as Items["written"];
  const schemas = [...single, ...list].flatMap((each) =>
    each === undefined ? [] : [plainSchema(unwrapped(each, Object.keys(written)).schema)],
  );
  const shown = Object.assign(
    {},
    ...schemas.toReversed().map((each) => each.properties ?? {}),
  ) as Items["shown"];
  const idMember = resource && idNames(resource).find((name) => shown[name] !== undefined);
  const parameter = all
    .filter((each) => each.path === resource?.itemPath)
    .flatMap(({ parameters }) => parameters)
    .find((each) => each.in === "path" && each.name === resource?.parameter);
  const ofPath = plainSchema(parameter?.schema ?? {});
  return {
    collectionPath: path,
    resource,
    idMember,
    idSchema: { ...plainSchema(shown[idMember ?? ""] ?? {}), ...ofPath },
    shown,
    written,
    needed: new Set(schemas.flatMap(({ required = [] }) => required)),
    isCreated: creations.length > 0,
    isListed: list.length > 0,
  };
}

/** Does a POST answer with a list, as one does that sends what is looked for? */
function isSearch(operation: Operation): boolean {
  return listIn(schemaOf(operation)) !== undefined;
}

function writtenBy({ body }: Operation): Items["written"] {
  const { properties = {}, required = [] } = plainSchema(body?.schema ?? {});
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => plainSchema(schema).readOnly !== true)
      .map(([name, schema]) => [name, { schema, isRequired: required.includes(name) }]),
  );
}

/** Returns the action of an operation. */
export function actionOf(operation: Operation, items: ReadonlyMap<string, Items>): Action {
  const { method, path } = operation;
  const collection = items.get(collectionPathOf(operation));
  if (collection !== undefined && method === "POST" && !isSearch(operation))
    return { kind: "create", items: collection };
  if (collection !== undefined && method === "GET" && listIn(schemaOf(operation)) !== undefined)
    return { kind: "list", items: collection };
  const owner = [...items.values()].find(({ resource }) => resource?.itemPath === path);
  const actions = { GET: "read", PUT: "replace", PATCH: "change", DELETE: "remove" } as const;
  const kind = method in actions ? actions[method as keyof typeof actions] : undefined;
  return owner === undefined || kind === undefined ? { kind: "other" } : { kind, items: owner };
}

/** The schema of an operation's success, as JSON. */
export function schemaOf(operation: Operation, status = successOf(operation)): AnySchema | undefined {
  const spec = responseTo(operation, status);
  return spec && (jsonOf(spec.contents)?.schema as AnySchema | undefined);
}

/** Where a schema has its list: it is one, or has one in a member. */
export function listIn(
  schema: AnySchema | undefined,
): { readonly member?: string; readonly items: AnySchema } | undefined {
  if (schema === undefined) return undefined;
  const plain = plainSchema(schema);
  if (typeOf(plain) === "array") return { items: plain.items ?? {} };
  const lists = Object.entries(plain.properties ?? {}).flatMap(([member, each]) => {
    const { items } = plainSchema(each);
    return typeOf(plainSchema(each)) === "array" && items !== undefined && isOfObject(items)
      ? [{ member, items }]
      : [];
  });
  return lists[0];
}

/** A response may have what is meant in a member of its own: `{ "data": { … } }`. */
export function unwrapped(
  schema: AnySchema,
  known: readonly string[],
): { readonly member?: string; readonly schema: AnySchema } {
  const { properties = {} } = plainSchema(schema);
  const has = (each: AnySchema): boolean =>
    Object.keys(plainSchema(each).properties ?? {}).some((name) => known.includes(name) || name === "id");
  if (has(schema)) return { schema };
  const [inner] = Object.entries(properties).filter(([, each]) => isOfObject(each) && has(each));
  return inner === undefined ? { schema } : { member: inner[0], schema: inner[1] };
}

/** An item as the server keeps it. */
export interface Item {
  readonly id: string;
  readonly members: JsonObject;
  /** When it was created, or replaced last, in ms. */
  readonly since: number;
  /** It is not shown any more, but known to have been there. */
  readonly isDeleted?: boolean;
}

/** All that one server keeps, by the paths of requests: `/books/7/reviews`. */
export interface Store {
  /** The items of a collection, in the order in which they were added; `fill` makes those that are there from the start. */
  itemsOf(path: string, fill?: () => readonly Item[]): Map<string, Item>;
  /** The values that have an address of their own and are no items. */
  readonly documents: Map<string, Json>;
  /** Removes the collections below a path. */
  removeBelow(path: string): void;
  /** A number that was not given before. */
  nextNumber(): number;
}

/** A store that lives as long as the server. */
export function createStore(): Store {
  const collections = new Map<string, Map<string, Item>>();
  let last = 0;
  return {
    itemsOf: (path, fill = () => []) => {
      const known = collections.get(path) ?? new Map(fill().map((item) => [item.id, item]));
      collections.set(path, known);
      return known;
    },
    documents: new Map(),
    removeBelow: (path) => {
      for (const each of collections.keys()) if (each.startsWith(`${path}/`)) collections.delete(each);
    },
    nextNumber: () => {
      last += 1;
      return last;
    },
  };
}

/** The status of a success: of those that are described, the usual one for the method. Source: RFC 9110, section 15.3. */
export function successOf({ method, responses }: Operation): number {
  const usual = method === "POST" ? [201, 200] : method === "DELETE" ? [204, 200] : [200];
  const stated = [...responses.keys()].filter((each) => /^2\d\d$/.test(each)).map(Number);
  return (
    usual.find((each) => stated.includes(each)) ??
    stated.toSorted()[0] ??
    (responses.has("2XX") ? usual[0] : 200) ??
    200
  );
}

/** The statuses that fit a refusal, the likeliest first. */
const fitting: Readonly<Record<DescribedRefusal["kind"], readonly number[]>> = {
  "no credential": [401, 403],
  invalid: [400, 422],
  "media type": [415, 400, 422],
  "not found": [404, 410],
  gone: [410, 404],
  conflict: [409, 400, 422],
  method: [405],
  broken: [500],
};

/** The status of a refusal: one that is described, if any fits. */
export function refusalOf({ responses }: Operation, kind: DescribedRefusal["kind"]): number {
  const [first = 400, ...others] = fitting[kind];
  const stated = [first, ...others].find((each) => responses.has(`${each}`));
  return stated ?? first;
}

/** The statuses with which a conforming server answers what a client may try. */
export function statusesOf(described: UnderivedContract, operation: Operation): readonly number[] {
  const { parameters, body } = operation;
  const kinds: readonly DescribedRefusal["kind"][] = [
    ...(isOpen(described, { operation }) ? [] : (["no credential"] as const)),
    ...(body !== undefined || parameters.some((each) => each.in !== "path") ? (["invalid"] as const) : []),
    ...(operation.path.includes("{") ? (["not found"] as const) : []),
  ];
  return [...new Set([successOf(operation), ...kinds.map((kind) => refusalOf(operation, kind))])];
}

/** Is a response with this status described by the status itself? The default describes none in particular. */
export function isStated(operation: Operation, status: number): boolean {
  const spec = responseTo(operation, status);
  return spec !== undefined && spec.status !== "default";
}
