import type { Operation, UnderivedContract } from "../../description/index.js";
import type { JsonObject } from "../../json/index.js";
import type { Call, DescribedRefusal, Reply, Values } from "./call.js";
import type { Item } from "./described-items.js";
import { isRight, type Objection, type Presented } from "./objections.js";

/** An item that is written. */
export interface WrittenItem {
  readonly kind: "create" | "replace" | "change";
  readonly call: Call;
  /** The members that the client sent, including those that only the server writes. */
  readonly sent: JsonObject;
  /** Of a change, the item until then. */
  readonly before?: JsonObject;
}

/** An outcome, before there is a response. */
export type DescribedOutcome = { readonly kind: "done" } | DescribedRefusal;

/** The places where a described server may differ from its description. Each is given what a conforming one would do. */
export interface Handlers {
  /** Is any of the credentials good? One entry for each that the operation takes. */
  authenticate(presented: readonly Presented[], call: Call): boolean;
  /** The values of a request, before they are judged. */
  prepare(values: Values, call: Call): Values;
  /** The objections to the values. */
  object(objections: readonly Objection[], call: Call, values: Values): readonly Objection[];
  /** Why an item is not written, though nothing that is described is wrong with it. */
  refuse(change: WrittenItem, others: readonly Item[]): DescribedRefusal | undefined;
  /** The members that are kept. */
  keep(members: JsonObject, change: WrittenItem): JsonObject;
  /** The item at an address, if it is to be found. */
  find(item: Item | undefined, call: Call): Item | undefined;
  /** The rest of an item that is deleted. */
  remove(item: Item, call: Call): Item | undefined;
  /** The items of a list. */
  arrange(items: readonly Item[], call: Call): readonly Item[];
  /** The status of a refusal. */
  effectiveStatus(status: number, refusal: DescribedRefusal, call: Call): number;
  /** The response. */
  finish(reply: Reply, call: Call, outcome: DescribedOutcome): Reply;
}

/** Makes the handlers that keep the description to the letter. */
export function conformingHandlers(): Handlers {
  return {
    authenticate: (presented) => presented.some(isRight),
    prepare: (values) => values,
    object: (objections) => objections,
    refuse: () => undefined,
    keep: (members) => members,
    find: (item) => item,
    remove: () => undefined,
    arrange: (items) => items,
    effectiveStatus: (status) => status,
    finish: (reply) => reply,
  };
}

/** Makes handlers that differ in some places. Made anew for each server, since it may remember what happened. */
export type Deviation = () => Partial<Handlers>;

/** The described server with one seeded fault. */
export interface DescribedMutant {
  /** The mutation operator: `drop member`. */
  readonly operator: string;
  /** The operation whose requests it answers wrongly, by its id. */
  readonly operation: string;
  /** The operator with its place: `drop member /title of getBook 200`. */
  readonly name: string;
  readonly deviation: Deviation;
}

/** Applies a mutation operator, or some of one kind, at every place of an operation that they fit. */
export type MutationOperators = (
  operation: Operation,
  described: UnderivedContract,
) => readonly DescribedMutant[];
