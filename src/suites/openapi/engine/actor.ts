import type { Operation, Parameter } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import type { Json, JsonObject } from "../../../json/index.js";
import type { Filter, Sorting, TimeFilter } from "../../../model/index.js";
import type { Response } from "../../../transport/index.js";
import type { Pair } from "../comparison/representations.js";
import type { MarkedItem } from "../items/isolation.js";
import type { FilterProbe } from "../lists/filter-probes.js";
import type { ListQuery } from "../lists/list-polling.js";
import type { Nested } from "../lists/parents.js";
import type { ChosenValues } from "../requests/requests.js";
import type { KnownItem, ValidRequest } from "../session/state.js";
import type { BoundaryValue } from "../violations/boundary-rows.js";
import type { BrokenPromise, Subject, Trial } from "./confirmation.js";
import type { assume } from "./reasons.js";
import type { Refusal } from "./try-values.js";

/** An item of the run, as its creation sent it, and as it was read then. */
export interface Item extends KnownItem {
  readonly sent: Json;
  readonly found: Json;
}

/** A change that the server accepted. */
export interface Change {
  readonly sent: Json;
  readonly response: Response;
  /** The number of its exchange. */
  readonly exchange: number;
}

/** An item that a creation created, as its response says. */
export interface Created extends Pick<KnownItem, "path" | "id"> {
  /** The number of the exchange. */
  readonly exchange: number;
}

/** A response, and the JSON that it has. */
export interface Answer {
  readonly response: Response;
  readonly json: Json | undefined;
  /** The number of its exchange. */
  readonly exchange: number;
}

/** An item that was created below another one, as the response to its creation shows it. */
export interface NestedItem extends Answer {
  readonly sent: Json;
}

/** A list, as it was shown once. */
export interface Page extends Answer {
  readonly items: readonly JsonObject[];
  /** The items of the run, with their addresses. */
  readonly own: readonly { readonly item: JsonObject; readonly address: string }[];
  /** The ids of the items that have one. */
  readonly ids: readonly string[];
  /** How many items it shows: of those that have an id, where items have one. */
  readonly count: number;
  /** May there be more items than it shows? */
  readonly hasMore: boolean;
  /** Returns the text of an item in the list; undefined where the list does not show it. */
  readonly row: (item: Pick<KnownItem, "path">) => string | undefined;
}

/** Makes another request of a valid one and the body that is to be sent. */
export type Encode = (request: Case, sent: Json) => Case;

/**
 * Sends what a property needs, about the operation and the items of its roles. A verb ends the property without a verdict where the
 * server does not let it happen, unless its own line says otherwise.
 */
export interface Actor {
  /** Creates an item from a valid body, after an edit, and reads it. */
  readonly create: (edit?: (body: Json) => Json) => Promise<Item>;
  /** Creates an item that need not be readable. */
  readonly add: () => Promise<KnownItem>;
  /** A valid request of the operation, with values that no request had before. */
  readonly request: (options?: {
    /** The values of some parameters. */
    readonly chosen?: ChosenValues;
    readonly edit?: (body: Json) => Json;
    /** Its path, instead of the usual one. */
    readonly path?: string;
    /** Has the body what is required alone? */
    readonly isMinimal?: boolean;
  }) => ValidRequest;
  /** A new value for a parameter, unused in any run. */
  readonly uniqueValue: (parameter: Parameter) => Json;
  /** Sends a request, and judges its response by the description. */
  readonly send: (request: Case) => Promise<Response>;
  /** An ETag that nothing has. */
  readonly unknownETag: () => string;
  /** Changes an item. @returns the ETag that the item had before; undefined where nothing may change it */
  readonly formerETag: (item: Pick<KnownItem, "path">) => Promise<string | undefined>;
  /** Creates an item by a request; undefined where the server refuses it, or its response does not show what it created. */
  readonly post: (request: ValidRequest) => Promise<Created | undefined>;
  /** The same with a request like one before: any answer to it is allowed. */
  readonly repost: (request: ValidRequest, label: string) => Promise<Created | undefined>;
  /** An item of the run that is there already: a property may change it, and does not delete it. */
  readonly borrow: () => KnownItem;
  /** Another item of the run, as it is read, which does not refer to this one; undefined where none is known. */
  readonly neighbourOf: (
    item: KnownItem,
  ) => Promise<(Pick<KnownItem, "path"> & { readonly found: Json }) | undefined>;
  /** A valid body of the operation, with values that no request had before. */
  readonly freshBody: () => Json;
  /**
   * Changes an item by a valid body, after an edit.
   * @returns undefined where the server refuses it
   */
  readonly change: (
    item: Pick<KnownItem, "path">,
    label: string,
    edit?: (body: Json) => Json,
    encode?: Encode,
  ) => Promise<Change | undefined>;
  /**
   * Sends values that the description allows: all at once, and one by one where the server refuses that.
   * @param judge is called with each value, and with its refusal if the server refuses it for itself
   */
  readonly tryValues: (
    values: readonly BoundaryValue[],
    judge: (value: BoundaryValue, refusal: Refusal | undefined) => void,
  ) => Promise<void>;
  /** Changes one text of an item, and nothing else. */
  readonly changeOneText: (
    item: Pick<KnownItem, "path">,
  ) => Promise<{ readonly name: string; readonly change: Change }>;
  /** Changes an item to numbers, booleans and words that an item which shows `unlike` does not have. */
  readonly changeValues: (item: Pick<KnownItem, "path">, unlike: Json) => Promise<Change>;
  /** Expects that a change was accepted for good, and not for later (202): otherwise, the property ends without a verdict. */
  readonly applied: (change: Change | undefined) => Change;
  /** Reads an item; undefined where it is not there. */
  readonly read: (item: Pick<KnownItem, "path">) => Promise<Json | undefined>;
  /** Reads an item until it shows a change, or the time to settle is over. */
  readonly readChanged: (item: Pick<KnownItem, "path">, change: Pick<Change, "sent">) => Promise<Json>;
  readonly isThere: (item: Pick<KnownItem, "path">) => Promise<boolean>;
  /** The list of the items: on its largest page, or as a query asks for it. */
  readonly list: (query?: ListQuery) => Promise<Page>;
  /**
   * The list without a filter, and what the filter is asked for. Items that it has to tell apart are added where there are none:
   * without any, the property ends without a verdict.
   */
  readonly distinguish: (
    filter: Filter | TimeFilter,
    read: ListQuery,
  ) => Promise<{ readonly all: Page; readonly probes: readonly FilterProbe[] }>;
  /**
   * Items of the run that the list does not show in these orders, so that they show whether it is sorted. They are added where there
   * are none: without any, the property ends without a verdict.
   * @param wanted the orders by one member
   * @param members all by which the list may be sorted
   * @returns the values of the member that a page shows of these items
   */
  readonly unsorted: (
    wanted: readonly Sorting[],
    members: readonly string[],
  ) => Promise<(page: Page) => readonly Json[]>;
  /** Deletes an item. */
  readonly remove: (item: KnownItem) => Promise<void>;
  /** Notes that an item moved to another address, or vanished. */
  readonly forget: (item: KnownItem) => void;
  /** Looks until a condition holds, or the time to settle is over. @returns the last value */
  readonly until: <Value>(poll: () => Promise<Value>, holds: (value: Value) => boolean) => Promise<Value>;
  /** Waits until a change may be shown everywhere; at least so many ms. */
  readonly settle: (least?: number) => Promise<void>;
  /** The values that were sent and those that show them, side by side; undefined where they have no member in common. */
  readonly pair: (
    sent: Json,
    found: Json,
    operation?: Operation,
  ) => (Pair & { readonly path: readonly string[] }) | undefined;
  /** The names of members that another item did not have as they were sent, and has after a change. */
  readonly copiedMembers: (change: Pick<Change, "sent">, before: Json, after: Json) => readonly string[];
  /** The member of the operation's body with the id of an item; undefined where none surely has it. */
  readonly idInBody: (item: Item) => { readonly name: string; readonly value: Json } | undefined;
  /** Does an item show a word that only this change sent, in the very member in which it was sent? */
  readonly shows: (found: Json | undefined, change: Pick<Change, "sent">) => boolean;
  /** Has the server values of its own for members with this name, as the user says, or the description of the operation? */
  readonly isComputed: (name: string) => boolean;
  /** Is it a text with a word that stands in no other request? */
  readonly isUniqueText: (value: Json | undefined) => value is string;
  /** Has a text a word of the run that `sent` has, too? */
  readonly hasWordOf: (text: string, sent: Json) => boolean;
  /** Ends the property without a verdict, unless the condition holds. */
  readonly assume: typeof assume;
  /** The promise was tried, and kept: its own, or that of another check. */
  readonly pass: (check?: string) => void;
  readonly expect: (holds: boolean, broken: BrokenPromise) => void;
  /** Expects that an item shows what a change sent. */
  readonly expectStored: (change: Pick<Change, "sent">, found: Json) => void;
  /** Takes down all that a comparison has found; nothing is a pass. */
  readonly expectNone: (broken: readonly BrokenPromise[]) => void;
  /**
   * Tries a promise with each value, in turn: an optional one does not count where the server does not let it happen.
   * @returns for each value, how it was broken
   */
  readonly tryEach: <Value extends { readonly isOptional?: boolean }>(
    values: readonly Value[],
    trial: (value: Value) => ReturnType<Trial>,
  ) => Promise<readonly (BrokenPromise | undefined)[]>;
  /**
   * Repeats a trial as often as its subject takes (engine/confirmation.ts). Only what breaks the promise each time is a finding; a
   * promise that is kept at first is a pass, and one that was broken before leaves the property untested.
   * @param control looks for another cause at the end, and assumes that there is none
   */
  readonly failIfAlways: (subject: Subject, trial: Trial, control?: () => Promise<void>) => Promise<void>;
  /** A request for an item, whether or not one like it was accepted before. */
  readonly requestAt: (item: Pick<KnownItem, "path">) => Case;
  /** The number of the last exchange. */
  readonly lastExchange: () => number;
  /** Sends a change without the ETag that it has to have. What is deleted by it is forgotten. */
  readonly sendWithoutETag: (request: Case) => Promise<Response>;
  /** Does the operation have to have the ETag of its item, as the server or the description says? */
  readonly asksForETag: () => boolean;
  /** Did the server ask for an ETag anywhere? In a strict run, it has to. */
  readonly asksForETags: () => boolean;
  /** The ETag of the item that a request is for; undefined where none is shown. */
  readonly etagOf: (request: Case) => Promise<string | undefined>;
  /** A request that was accepted, for an id that surely no item has. */
  readonly requestUnknown: () => Case;
  /** The items of the run that are there already. */
  readonly items: () => readonly KnownItem[];
  /** The first of some items that shows words which its creation sent, if one does. */
  readonly showingSent: (items: readonly KnownItem[]) => Promise<readonly MarkedItem[]>;
  /** Other items of the run that show words of their own, and do not refer to this one: the first, the last, and a chosen one. */
  readonly othersBeside: (item: KnownItem, chosen: KnownItem) => Promise<readonly MarkedItem[]>;
  /** Expects that items still show their words; of those that may be gone, only as long as they are there. */
  readonly expectUntouched: (
    items: readonly MarkedItem[],
    options?: { readonly check?: string | undefined; readonly mayBeGone?: boolean },
  ) => Promise<void>;
  /** Sends what is to be refused. @returns its status, unless that is a success whose body says that the request failed */
  readonly sendRefusable: (request: Case) => Promise<number>;
  /** Ends the property without a verdict where the server has accepted no valid request of its operation, and of the list. */
  readonly assumeAccepted: () => void;
  /** Creates an item below another one, from a whole body, or from what is required alone. */
  readonly addBelow: (parent: Pick<KnownItem, "path">, isMinimal?: boolean) => Promise<NestedItem>;
  /** The list of what is below an item, on its largest page. */
  readonly listBelow: (parent: Pick<KnownItem, "path">) => Promise<Page>;
  /** May a list leave out an item for what it shows of itself? */
  readonly mayBeHidden: (shown: Json) => boolean;
  /** The address of an item that surely is not there. */
  readonly unknownItem: () => Pick<KnownItem, "path">;
  /** Sends a request about an item that is not there: nothing but 404 or 410 is expected. */
  readonly sendUnknown: (request: Case) => Promise<Answer>;
  /** An item of the run that was created below another one, as it is shown: a property leaves it as it is. */
  readonly borrowNested: () => Promise<Nested>;
  /** Adds items to a list that has less than two pages of two, as far as the run may. */
  readonly fillPages: () => Promise<void>;
  /**
   * Looks again until two looks in a row agree, with enough time between them that nothing lags.
   * @returns the last two
   */
  readonly untilSteady: <Value>(
    first: Value,
    poll: () => Promise<Value>,
    isSteady: (before: Value, last: Value) => boolean,
  ) => Promise<readonly [Value, Value]>;
}
