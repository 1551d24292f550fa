import { jsonOf, memoize, type Operation, responseTo } from "../description/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../schema/index.js";
import { isOf, matches } from "./lexicon.js";

/** An object of a list's response, at some depth: it holds the rows, leads to them, or says something of the page. */
export interface PageObject {
  /** The names of the members that lead to it; none for the whole response. */
  readonly at: readonly string[];
  readonly schema: AnySchema;
}

/** Objects within each other that lead to the rows, at most: more of them are no page, but a tree. */
const mostEnvelopes = 3;

/** The items of a list: the array itself, or the only one in an object, or in an envelope inside it. */
export function itemsIn(json: Json | undefined): readonly JsonObject[] {
  return rowsIn(json, isJsonObject);
}

/** The texts of a list of texts, which stand where items would. */
export function textsIn(json: Json | undefined): readonly string[] {
  return rowsIn(json, (each) => typeof each === "string");
}

/** The only array that has rows of a kind. Where an object has an id, it is an item, and its envelopes are none. */
function rowsIn<Row extends Json>(
  json: Json | undefined,
  isRow: (each: Json) => each is Row,
  deeper = mostEnvelopes,
): readonly Row[] {
  if (Array.isArray(json)) return (json as readonly Json[]).filter(isRow);
  if (!isJsonObject(json)) return [];
  const [rows, ...others] = Object.values(json)
    .filter((each): each is readonly Json[] => Array.isArray(each))
    .map((each) => each.filter(isRow))
    .filter(({ length }) => length > 0);
  if (others.length > 0) return [];
  if (rows !== undefined || deeper === 0 || Object.hasOwn(json, "id")) return rows ?? [];
  const inner = Object.entries(json).find(([name, each]) => isOf(name, "envelopes") && isJsonObject(each));
  return rowsIn(inner?.[1], isRow, deeper - 1);
}

/** Is what an operation lists texts, and nothing else? */
export function listsTexts(operation: Operation): boolean {
  const rows = rowSchemasOf(operation);
  return rows.length === 1 && rows.every((each) => typeOf(plainSchema(each)) === "string");
}

/** Tells the rows of a list apart whose items have no address: by their ids, or else by all that they show. */
export function identitiesOf(rows: readonly JsonObject[]): readonly string[] {
  return rows.map((row) => {
    const id = row["id"] ?? row["_id"] ?? row["uuid"];
    return typeof id === "string" || typeof id === "bigint" ? `${id}` : renderJson(row);
  });
}

/** The schemas of the items of all lists that an operation shows: of its body, and of the members of that. */
export const rowSchemasOf = memoize((operation: Operation): readonly AnySchema[] => {
  for (const { schema } of envelopesOf(operation)) {
    const rows = [schema, ...Object.values(schema.properties ?? {}).map(plainSchema)].flatMap(
      ({ items }) => items ?? [],
    );
    if (rows.length > 0) return rows;
  }
  return [];
});

/** The schemas of the members of a list's items; none where it is not clear which list is meant. */
export function itemMembersOf(operation: Operation): Readonly<Record<string, AnySchema>> {
  const [list, ...others] = rowSchemasOf(operation)
    .map((row) => plainSchema(row).properties)
    .filter((members) => members !== undefined);
  return others.length > 0 ? {} : (list ?? {});
}

/** The objects in which a list may say something of its page: beside the rows, around them, or in one that is named so. */
export function pageObjectsOf(operation: Operation): readonly PageObject[] {
  return envelopesOf(operation).flatMap((envelope) => [
    envelope,
    ...innerOf(envelope, (name) => matches(name, "page-objects")),
  ]);
}

/** The names that lead to what is null on the last page alone, as its text says; undefined where no text says that. */
export function nullOnLastPage(operation: Operation): readonly string[] | undefined {
  const found = pageObjectsOf(operation).flatMap(({ at, schema: { properties = {} } }) =>
    Object.entries(properties).flatMap(([name, each]): readonly (readonly string[])[] =>
      matches(plainSchema(each).description ?? "", "null-on-last") && matches(name, "leads-further")
        ? [[...at, name]]
        : [],
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The whole response, and the envelopes within it, each inside the one before. */
function envelopesOf(operation: Operation): readonly PageObject[] {
  const found: PageObject[] = [];
  // A creation of several items is answered with a list, too.
  const status = operation.responses.has("200") || !operation.responses.has("201") ? 200 : 201;
  const described = jsonOf(responseTo(operation, status)?.contents ?? [])?.schema;
  let next: PageObject | undefined = { at: [], schema: plainSchema(described ?? {}) };
  while (next !== undefined && found.length <= mostEnvelopes) {
    found.push(next);
    [next] = innerOf(next, (name) => isOf(name, "envelopes"));
  }
  return found;
}

function innerOf({ at, schema }: PageObject, isNamed: (name: string) => boolean): readonly PageObject[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, each]) => isNamed(name) && !leavesChoice(each))
    .map(([name, each]) => ({ at: [...at, name], schema: plainSchema(each) }));
}
