import { memoize, type Operation, operationText, type ResponseSpec } from "../description/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { type AnySchema, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { showsHalf } from "./item-links.js";
import { matches, sentencesOf } from "./lexicon.js";
import { pageObjectsOf } from "./list-envelopes.js";
import { membersOf } from "./members.js";
import { quotedNames } from "./names.js";
import { collectionAbove } from "./paths.js";
import type { Api, Resource } from "./resource.js";
import { uniqueMemberOf } from "./unique-members.js";

/** An operation whose body has the new items of a collection in a list. */
export interface BulkCreation {
  /** What the items are; they can be read. */
  readonly resource: Resource;
  /** Where the list stands in the body: the name of a member, or none where the body is the list. */
  readonly at: readonly string[];
  /** How many items it may have. */
  readonly maxItems: number;
  /** The plain schema of one item, as it is sent. */
  readonly schema: AnySchema;
}

/**
 * The items that an operation creates together, in its own collection or in the one above it (`POST /boats/bulk`); undefined for any other
 * operation. What it is sent has to be like what the items show, without an id: with one, it may change what is there.
 */
export function bulkCreationOf(operation: Operation, api: Api): BulkCreation | undefined {
  return bulksOf(api)(operation);
}

const bulksOf = memoize((api: Api) => memoize((operation: Operation) => deriveBulk(operation, api)));

function deriveBulk(operation: Operation, api: Api): BulkCreation | undefined {
  const { method, path, body, responses } = operation;
  if (method !== "POST" || body === undefined || !responses.has("201")) return undefined;
  const whole = plainSchema(body.schema);
  const [only, ...others] = Object.entries(whole.properties ?? {});
  const at =
    typeOf(whole) === "array" ? [] : only !== undefined && others.length === 0 ? [only[0]] : undefined;
  const list = at?.length === 0 ? whole : plainSchema(only?.[1] ?? {});
  const item = plainSchema(list.items ?? {});
  const names = membersOf(item).map(({ name }) => name);
  const resource = api.resourceIn(operation) ?? api.resourcesIn(collectionAbove(path) ?? "")[0];
  const isOfItems = typeOf(list) === "array" && list.prefixItems === undefined && typeOf(item) === "object";
  if (at === undefined || !isOfItems || names.length === 0 || resource?.read === undefined) return undefined;
  if (names.some((name) => name === "id" || name === resource.parameter)) return undefined;
  // An order with its lines is one item.
  const isPart = at.some((name) => resource.read !== undefined && showsHalf(resource.read, [name]));
  if (isPart || !showsHalf(resource.read, names)) return undefined;
  return { resource, at, maxItems: list.maxItems ?? Number.POSITIVE_INFINITY, schema: item };
}

/** The items in the body of a bulk creation. */
export function bulkItemsIn({ at }: Pick<BulkCreation, "at">, body: Json | undefined): readonly Json[] {
  const [name] = at;
  const list = name === undefined ? body : isJsonObject(body) ? body[name] : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** The facts that the text of a bulk creation states. */
export interface BulkFacts {
  /** Does the response show the items in the order of the request? */
  readonly isInOrder: boolean;
  /** Is each of them created or left out alone? */
  readonly isInParts: boolean;
  /** Is none created where one of them is refused? */
  readonly isAllOrNone: boolean;
  /** Where the response says how many items were created; undefined where it says so nowhere. */
  readonly countAt: readonly string[] | undefined;
  /** The member of which no two items of one request may have the same value; undefined where the text names none. */
  readonly uniqueName: string | undefined;
}

/** Reads what is said of a bulk creation. */
export function bulkFactsOf(operation: Operation, { resource, schema }: BulkCreation): BulkFacts {
  const { parameters, responses } = operation;
  const saidOf = (each: ResponseSpec | undefined): string => each?.description ?? "";
  const sentences = sentencesOf(`${operationText(operation)} ${saidOf(responses.get("201"))}`);
  const isInOrder = sentences.some(
    (each) =>
      matches(each, "as-requested") && !matches(each, "denies-order") && !matches(each, "as-processed"),
  );
  const isInParts = sentences.some((each) => matches(each, "in-parts"));
  const isAsked = parameters.some(({ name }) => matches(wordsIn(name).join(" "), "all-or-none"));
  const mayBePart = isInParts || isAsked || responses.has("207");
  const conflict = saidOf(responses.get("409"));
  const within = matches(conflict, "within-request");
  const [quoted, ...others] = quotedNames(conflict, schema.properties ?? {});
  const create = resource.creations.find((each) => each !== operation);
  const unique = quoted ?? (create && uniqueMemberOf(create)?.path.at(-1));
  return {
    isInOrder,
    isInParts,
    isAllOrNone: !mayBePart && sentences.some((each) => matches(each, "all-or-none")),
    countAt: countIn(operation),
    uniqueName: within && others.length === 0 ? unique : undefined,
  };
}

/** Where a response says how many items were created, by its text. */
function countIn(operation: Operation): readonly string[] | undefined {
  const found = pageObjectsOf(operation).flatMap(({ at, schema: { properties = {} } }) =>
    Object.entries(properties).flatMap(([name, each]): readonly (readonly string[])[] => {
      const { description = "", ...plain } = plainSchema(each);
      return typeOf(plain) === "integer" && matches(description, "counts-created") ? [[...at, name]] : [];
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}
