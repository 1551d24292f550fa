import type { Operation } from "../description/index.js";
import type { AnySchema } from "../schema/index.js";
import { idSchema, isNumbered } from "./new-ids.js";

/** A text in the place of an id in a path, which is nearly the id of an item. */
export interface NearId {
  /** Goes on after "an id that". */
  readonly label: string;
  readonly text: string;
  /** Is it an id itself, of no item? */
  readonly isId: boolean;
}

/**
 * Returns what is near to the number of an item: other numbers, which are the same to a server that reads 32 bits, a double, no sign or no
 * overflow, and texts that are no numbers. Other spellings of the same number may lead to the item: `+7`, `07`, `7.0`.
 * @param others the numbers of other items: none of them is asked for
 */
export function nearIdsOf(operation: Operation, id: string, others: readonly string[]): readonly NearId[] {
  if (!isNumbered(operation) || !/^-?[1-9]\d*$/.test(id)) return [];
  const own = BigInt(id);
  const numbers = [
    ["differs only beyond 32 bits", own + 2n ** 32n],
    ["is the same as a double", ...[own - 1n, own + 1n].filter((each) => Number(each) === Number(own))],
    ["has the other sign", -own],
    ["differs only beyond 64 bits", own + 2n ** 64n],
    ["is the beginning of one", ...(own > largestCounted ? [own / 10n] : [])],
  ] as const;
  const { format = "", ...bounds } = idSchema(operation);
  const isNeighbour = (other: bigint): boolean =>
    others.some((each) => /^-?\d+$/.test(each) && isClose(BigInt(each), other));
  const isPossible = (number: bigint | undefined): number is bigint =>
    number !== undefined && isWithin(bounds, Number(number)) && format !== "int32" && !isNeighbour(number);
  return [
    ...numbers.flatMap(([label, number]) =>
      isPossible(number) ? [{ label, text: `${number}`, isId: true }] : [],
    ),
    { label: "has a fraction", text: `${id}.5`, isId: false },
    { label: "has a letter behind it", text: `${id}x`, isId: false },
  ];
}

/** Numbers beyond it are drawn at random, or made of a time: one with fewer digits is nobody's. */
const largestCounted = 10n ** 16n;

/** Numbers between which a server may have given others, at most. */
const closest = 10_000n;

/** Ids that are given one after the other are close to each other. */
function isClose(left: bigint, right: bigint): boolean {
  const gap = left - right;
  return gap < closest && gap > -closest;
}

function isWithin({ minimum = -Infinity, maximum = Infinity }: AnySchema, value: number): boolean {
  return value >= minimum && value <= maximum;
}
