import { type Contract, memoize } from "../description/index.js";
import type { Judged } from "../engine/index.js";
import { type Failure, isSuccess, type ParsedExchange } from "../engine/index.js";
import { isJsonObject, type JsonObject } from "../json/index.js";
import { slugOf } from "../model/index.js";
import type { ApiState, Creation } from "../session/index.js";
import type { Promised } from "./property.js";

/** A promise about all that a run has seen: it is judged after each response to its operation, and sends nothing. */
export interface Invariant extends Promised {
  /** Finds out how the latest response breaks the promise; undefined where nothing that was seen could. */
  readonly judge: (seen: Seen) => readonly Failure[] | undefined;
}

/** The creations by an operation that had a success, and showed one item. */
export interface Seen {
  readonly created: Iterable<CreatedItem>;
  /** The item that the latest of them has replaced, and the one that is there now: each was said to be new (201). */
  readonly replaced: readonly [CreatedItem, CreatedItem] | undefined;
}

/** An item as a creation was sent it. */
export interface CreatedItem {
  readonly address: string;
  /** The address that the creation was sent to. */
  readonly collection: string;
  readonly sent: JsonObject;
}

/** Judges the invariants of an operation by all that the run has seen, after a response to it. */
export function judgeInvariants(
  invariants: readonly Invariant[],
  { contract, inventory }: ApiState,
  { exchange }: Pick<ParsedExchange, "exchange">,
): readonly Judged[] {
  const operation = contract.operations.get(exchange.case.operation);
  if (operation?.method !== "POST") return [];
  const { creations, replacements } = inventory;
  const latest = replacements.findLast(({ last }) => last.trace === exchange.trace);
  const shownBy = latest && [latest.first, latest.last];
  const both = (shownBy ?? []).flatMap(({ trace }) => creations.get(trace) ?? []);
  const areNew = both.every(({ status }) => status === 201);
  const [first, last] = areNew ? both.flatMap((each) => itemOf(each) ?? []) : [];
  const seen: Seen = {
    created: { [Symbol.iterator]: () => createdBy(operation.id, creations.values()) },
    replaced: first && last && [first, last],
  };
  return invariants.flatMap(({ id, judge }) => {
    const check = `${slugOf(operation)}/${id}`;
    const broken = checksIn(contract).has(check) ? judge(seen) : undefined;
    return broken === undefined
      ? []
      : [{ check, failures: broken.map((each) => ({ ...each, ...(shownBy && { shownBy }) })) }];
  });
}

/** The ids of the checks that verify the requirements of a contract. */
export const checksIn = memoize(
  ({ requirements }: Contract) => new Set(requirements.flatMap(({ verifiedBy }) => verifiedBy)),
);

/** There may be as many as a night has: they are made one by one. */
function* createdBy(id: string, creations: Iterable<Creation>): Iterator<CreatedItem> {
  for (const creation of creations) {
    const item = creation.operation.id === id ? itemOf(creation) : undefined;
    if (item !== undefined) yield item;
  }
}

function itemOf({ status = 0, addresses, collection, sent }: Creation): CreatedItem | undefined {
  const [address, ...others] = addresses;
  const isOne = isSuccess(status) && address !== undefined && others.length === 0;
  return isOne && isJsonObject(sent) ? { address, collection, sent } : undefined;
}
