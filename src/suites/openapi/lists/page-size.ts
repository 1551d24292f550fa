import { jsonOf, type Operation, type Parameter, responseTo } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import { idOf, isPageSize, itemsIn } from "../../../model/index.js";
import type { ApiState } from "../session/state.js";

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

/** The number of items in a list, of those that have an id where items have one: there may be other lists in it. */
export function countItems({ api }: Pick<ApiState, "api">, list: Operation, json: Json | undefined): number {
  const resource = api.resourceIn(list);
  return itemsIn(json).filter((each) => resource === undefined || idOf(resource, each) !== undefined).length;
}

/** A list that shows more items than it is asked for. */
export function tooManyItems({ name }: Parameter, most: bigint, count: number) {
  return {
    problem: `${name} is not obeyed`,
    expected: most === 1n ? "one item at most" : `${most} items at most`,
    actual: `${count} items`,
    at: { in: "body", pointer: "" } as const,
  };
}
