import { memoize, type Operation, type Parameter } from "../description/index.js";
import { leavesChoice, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { showsHalf } from "./item-links.js";
import { matches } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { collectionAbove } from "./paths.js";
import { readsByPost } from "./policy.js";
import type { Api } from "./resource.js";

/**
 * An operation as a list that is asked for: a GET as it is, and a POST that searches with the members of its body as parameters, of the
 * items in the collection above it (`POST /boats/search`). Undefined for any other operation.
 */
export function asList(operation: Operation, api: Api): Operation | undefined {
  return operation.method === "GET" ? operation : searchesOf(api)(operation);
}

/** The parameters of one search are the same each time: values are chosen by them. */
const searchesOf = memoize((api: Api) => memoize((operation: Operation) => searchAsList(operation, api)));

function searchAsList(operation: Operation, api: Api): Operation | undefined {
  const { id, path, body, parameters } = operation;
  const { properties = {}, required = [], minProperties = 0, ...plain } = plainSchema(body?.schema ?? {});
  const members = itemMembersOf(operation);
  const above = collectionAbove(path);
  const [resource] = above === undefined ? [] : api.resourcesIn(above);
  const isOfItems =
    resource?.read !== undefined &&
    resource.list !== undefined &&
    Object.keys(members).length > 0 &&
    showsHalf(resource.read, Object.keys(members));
  const isSearch =
    readsByPost(operation) && wordsIn(`${id} ${path}`).some((word) => matches(word, "searches"));
  const isFree = required.length === 0 && minProperties === 0 && !leavesChoice(body?.schema ?? {});
  const isAsked = typeOf(plain) === "object" && /\bjson\b/i.test(body?.mediaType ?? "");
  if (!isOfItems || !isSearch || !isFree || !isAsked || above === undefined) return undefined;
  const conditions = Object.entries(properties).map(([name, schema]): Parameter => {
    const { description = "" } = plainSchema(schema);
    return { name, in: "body", required: false, schema: schema as Parameter["schema"], description };
  });
  return { ...operation, itemsAt: above, parameters: [...parameters, ...conditions] };
}

/** May a list be asked for by the parameters of an operation: of a GET, or of a search? */
export function isAskable({ method, parameters }: Pick<Operation, "method" | "parameters">): boolean {
  return method === "GET" || parameters.some(({ in: where }) => where === "body");
}

/** Is it a parameter by which a list is asked for, in a query or in the body of a search? */
export function isOfList({ in: where }: Parameter): boolean {
  return where === "query" || where === "body";
}
