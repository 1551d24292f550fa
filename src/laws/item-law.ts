import type { Operation } from "../description/index.js";
import type { Json, JsonObject } from "../json/index.js";
import type { Law } from "./law.js";

/** An item as a response showed it, without what wraps it. */
export interface View {
  /** Undefined where it shows none. */
  readonly id: string | undefined;
  readonly members: JsonObject;
}

/** A request between two reads of an item. */
export interface Request {
  readonly method: Operation["method"];
  readonly status: number;
  /** Its method and address, for people. */
  readonly text: string;
  /** Is it sent to the item itself, or to a part of it? */
  readonly isOfItem: boolean;
  /** Is it sent to another item in the same collection? */
  readonly isOfSibling: boolean;
  /** The members that its body has; undefined where it is no object. */
  readonly sent: JsonObject | undefined;
  /** The members that its response shows; absent where that is not known. */
  readonly shown?: JsonObject;
  /** Is it the same as the change before it, which was accepted? */
  readonly isRepeated: boolean;
}

/** A request, and an item before and after it. */
export interface Step {
  /** The id in the address of the item. */
  readonly id: string;
  readonly before: View;
  readonly request: Request;
  /** Undefined where the item is not found any more. */
  readonly after: View | undefined;
  /** Members that were shown as the creation had sent them. */
  readonly clients: readonly string[];
  /** Members that other requests in between may have changed. */
  readonly explained: readonly string[];
  /** Is it a text of the run's own making, which no server chooses, counts or sorts? */
  readonly isOwnText: (value: Json) => boolean;
  /** The members that accepted changes in between have sent. */
  readonly others: readonly JsonObject[];
}

/** A law about an item and one request. */
export interface ItemLaw extends Law<Step> {
  /** Does a request count, too, that overlapped with a read? */
  readonly mayOverlap?: true;
  /** Do the accepted changes of the item before it belong to what breaks it? */
  readonly followsChanges?: true;
  /** Does a property show the same that compares an item with what was sent? */
  readonly isCompared?: true;
}
