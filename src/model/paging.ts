import { jsonOf, type Operation, type Parameter, responseTo } from "../description/index.js";
import { plainSchema, typeOf } from "../generate/index.js";
import type { Api } from "./api.js";
import { listsItems } from "./item-operations.js";
import { matches } from "./lexicon.js";
import { isPageSize, pagingName } from "./names.js";

/** How a list is asked for pages of two items: the values of the parameter that says where a page begins. */
export interface Paging {
  readonly size: Parameter;
  readonly start: Parameter;
  readonly first: bigint;
  readonly second: bigint;
}

/** The parameter that asks for pages of two items, of a list whose items have paths of their own. */
export function sizeOfTwo(operation: Operation, api: Api): Parameter | undefined {
  const size = pageSizeOf(operation);
  return size !== undefined && listsItems(operation, api) && allows(size, 2) ? size : undefined;
}

/** The parameters by which a list shows one page after the other; undefined where it has none, or pages of two are not allowed. */
export function pagingOf(operation: Operation, api: Api): Paging | undefined {
  const size = sizeOfTwo(operation, api);
  return size && pagesOfTwo(operation, size);
}

/** The same, of a list whose items have paths of their own. @param size asks for pages of two items */
export function pagesOfTwo(operation: Operation, size: Parameter): Paging | undefined {
  const find = (group: "offsets" | "page-numbers"): Parameter | undefined =>
    operation.parameters.find(
      (each) => each.in === "query" && matches(pagingName(each.name), group) && each !== size,
    );
  const [offset, page] = [find("offsets"), find("page-numbers")];
  if (offset !== undefined && page === undefined && allows(offset, 0, 2))
    return { size, start: offset, first: 0n, second: 2n };
  // Where pages are counted from zero, these are the second and the third.
  if (page !== undefined && offset === undefined && allows(page, 1, 2))
    return { size, start: page, first: 1n, second: 2n };
  return undefined;
}

/** May an integer parameter have all of these values? */
function allows({ schema }: Parameter, ...values: readonly number[]): boolean {
  const plain = plainSchema(schema);
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf, enum: words } = plain;
  const isFree = typeOf(plain) === "integer" && multipleOf === undefined && words === undefined;
  return isFree && values.every((value) => value >= minimum && value <= maximum);
}

/** The parameter of a list that bounds it, where one item is allowed. */
export function pageSizeOf(operation: Operation): Parameter | undefined {
  const { method, parameters } = operation;
  if (method !== "GET") return undefined;
  return parameters.find(({ name, in: where, schema }) => {
    const plain = plainSchema(schema);
    const isOneAllowed =
      (plain.minimum ?? 1) <= 1 && plain.multipleOf === undefined && plain.enum === undefined;
    return (
      where === "query" &&
      isPageSize(name) &&
      typeOf(plain) === "integer" &&
      isOneAllowed &&
      !isOfItems(operation, name)
    );
  });
}

/** Have the items of a list a member of that name? Then the parameter may be about that. */
function isOfItems(operation: Operation, name: string): boolean {
  const list = plainSchema(jsonOf(responseTo(operation, 200)?.contents ?? [])?.schema ?? {});
  return [list, ...Object.values(list.properties ?? {}).map(plainSchema)].some(
    ({ items }) => items !== undefined && Object.hasOwn(plainSchema(items).properties ?? {}, name),
  );
}
