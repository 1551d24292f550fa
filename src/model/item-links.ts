import {
  type Contract,
  jsonOf,
  type Operation,
  type ResponseSpec,
  responseTo,
} from "../description/index.js";
import { membersOf } from "./members.js";
import { decodeOnce, endsInParameter, plainPath } from "./paths.js";
import { type Expression, readExpression, tokensOf } from "./runtime-expressions.js";

/** The operations among which a link is looked for. */
interface Among {
  readonly operations: Contract["operations"];
  readonly operationsAt: (path: string) => readonly Operation[];
  /** The operation that reads the items of the collection that another one adds to. */
  readonly readInCollection: (operation: Operation) => Operation | undefined;
}

/** A link of a description from a creation to the item that it creates. Source: OpenAPI 3.1, section 4.8.20. */
export interface ItemLink {
  readonly read: Operation;
  /** By the parameters of the path: what they are then. */
  readonly parameters: Readonly<Record<string, Expression>>;
  /** Is the item in another collection than the one that is posted to, so that the link alone says where? */
  readonly isElsewhere: boolean;
  /** Does the description link to an operation that deletes it, too? */
  readonly isDeletable: boolean;
  /** Is it the name alone that leads there? Then an item that is not found there may be elsewhere. */
  readonly isGuess: boolean;
}

/**
 * The link to what an operation creates; undefined where there is none, or where links to other items look the same.
 * An item of another collection has to be of the kind that is sent, and the one that 201 links to.
 */
export function itemLinkOf(operation: Operation, api: Among): ItemLink | undefined {
  if (operation.method !== "POST") return undefined;
  const inCollection = api.readInCollection(operation);
  const isElsewhere = inCollection === undefined;
  const targets = [...operation.responses.values()]
    .filter(({ status }) => (isElsewhere ? status === "201" : ["200", "201", "2XX"].includes(status)))
    .flatMap(({ links }) => Object.values(links))
    .map((link) => ({ target: targetOf(link, api), parameters: link.parameters ?? {} }));
  const found = targets.flatMap(({ target: read, parameters: stated }): readonly ItemLink[] => {
    if (read?.method !== "GET" || !endsInParameter(read.path)) return [];
    if (isElsewhere ? !isOfKind(operation, read) : read !== inCollection) return [];
    const parameters = parametersOf(read, operation, stated);
    const isDeletable = targets.some(
      ({ target }) => target?.method === "DELETE" && plainPath(target.path) === plainPath(read.path),
    );
    return parameters === undefined ? [] : [{ read, parameters, isElsewhere, isDeletable, isGuess: false }];
  });
  if (found.length === 0 && isElsewhere) return itemAtTopOf(operation, api);
  return new Set(found.map(({ read }) => read)).size === 1 ? found[0] : undefined;
}

/**
 * The item of another collection that has the same word, and that 201 shows with its id: `/bookings/{bookingId}` of
 * `POST /rooms/{roomId}/bookings`.
 */
function itemAtTopOf(operation: Operation, api: Among): ItemLink | undefined {
  const [, word] = /\}\/([^{}/]+)$/.exec(plainPath(operation.path)) ?? [];
  const shown = membersOf(jsonOf(responseTo(operation, 201)?.contents ?? [])?.schema);
  if (word === undefined) return undefined;
  const reads = [...api.operations.values()].filter(({ method, path }) => {
    const [, collection] = /^\/([^{}/]+)\/\{[^{}/]+\}$/.exec(plainPath(path)) ?? [];
    return method === "GET" && collection === word;
  });
  const [read, ...others] = reads;
  if (read === undefined || others.length > 0 || !isOfKind(operation, read)) return undefined;
  const [, parameter = ""] = /\{([^{}/]+)\}$/.exec(plainPath(read.path)) ?? [];
  const id = [parameter, "id"].find((name) => shown.some((each) => each.name === name));
  if (id === undefined || operation.path.includes(`{${parameter}}`)) return undefined;
  return {
    read,
    parameters: { [parameter]: { in: "response body", path: [id] } },
    isElsewhere: true,
    isDeletable: false,
    isGuess: true,
  };
}

function targetOf(
  { operationId, operationRef = "" }: ResponseSpec["links"][string],
  { operations, operationsAt }: Among,
): Operation | undefined {
  if (operationId !== undefined) return operations.get(operationId);
  const [, pointer = ""] = /^#\/paths\/(.+)$/.exec(decodeOnce(operationRef) ?? "") ?? [];
  const [path, method = ""] = tokensOf(pointer);
  return operationsAt(path ?? "").find((each) => each.path === path && each.method === method.toUpperCase());
}

/** The value of each parameter of the path; undefined if one is unknown, or the item's id is not of the creation itself. */
function parametersOf(
  { path }: Operation,
  creation: Operation,
  stated: Readonly<Record<string, unknown>>,
): ItemLink["parameters"] | undefined {
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = ""]) => name);
  const entries = names.map((name) => {
    const isShared = creation.path.includes(`{${name}}`);
    const usual: Expression | undefined = isShared ? { in: "request path", path: [name] } : undefined;
    return [name, readExpression(stated[name] ?? stated[`path.${name}`]) ?? usual] as const;
  });
  if (entries.some(([, each]) => each === undefined) || entries.at(-1)?.[1]?.in === "request path")
    return undefined;
  return Object.fromEntries(entries) as ItemLink["parameters"];
}

/** Shows an operation at least half of the members that a creation sends? */
function isOfKind({ body }: Operation, read: Operation): boolean {
  const sent = membersOf(body?.schema).filter(({ schema }) => schema.writeOnly !== true);
  const names = sent.map(({ name }) => name);
  return names.length > 0 && showsHalf(read, names);
}

/** Shows an operation at least half of the members with these names, at the top or in an object? */
export function showsHalf(read: Operation, names: readonly string[]): boolean {
  const shown = membersOf(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema);
  const wrapped = shown.map(({ schema }) => membersOf(schema));
  return [shown, ...wrapped].some(
    (members) => members.filter(({ name }) => names.includes(name)).length * 2 >= names.length,
  );
}
