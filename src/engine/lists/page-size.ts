import type { Operation, Parameter } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { idOf, itemsIn } from "../../model/index.js";
import type { ApiState } from "../../session/index.js";

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
