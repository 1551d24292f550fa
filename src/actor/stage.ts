import type { Operation, Parameter } from "../description/index.js";
import type { ParsedExchange } from "../engine/index.js";
import type { Json } from "../json/index.js";
import type {
  BulkCreation,
  Callable,
  DerivedMember,
  KnownReference,
  Links,
  StatedTimes,
} from "../model/index.js";
import type { AnySchema } from "../schema/index.js";
import type { Context, KnownItem } from "../session/index.js";
import { assume } from "../session/index.js";
import type { Case, CredentialPlace, Response } from "../transport/index.js";
import { encodeFor } from "../values/index.js";

/** An address of an item. */
export type Address = Pick<KnownItem, "path">;

/** A response, and the JSON that it has. */
export interface Answer {
  readonly response: Response;
  readonly json: Json | undefined;
  /** The number of its exchange. */
  readonly exchange: number;
}

/** Makes another request of a valid one and the body that is to be sent. */
export type Encode = (request: Case, sent: Json) => Case;

/** Where an actor acts: the run, the operations of its roles, and the check that a broken promise counts for. */
export interface Stage {
  readonly t: Context;
  readonly roles: Roles;
  readonly check: string;
  /** The operation that reads the items. @throws Skip where there is none */
  readonly reading: () => Operation;
  /** The operation that lists them. @throws Skip where there is none */
  readonly listing: () => Operation;
  /** The operations that create and read them. @throws Skip where there are none */
  readonly creating: () => { readonly create: Operation; readonly read: Operation };
  /** The number of the last exchange. */
  readonly lastExchange: () => number;
  /** The answer that was the last to be given. */
  readonly answerOf: (parsed: Pick<ParsedExchange, "response" | "json">) => Answer;
  readonly withBody: Encode;
}

/** The stage of a property in one of its roles. */
export function createStage(t: Context, roles: Roles, check: string): Stage {
  const reading = (): Operation => {
    assume(roles.read !== undefined, "not read");
    return roles.read;
  };
  const lastExchange = (): number => t.exchanges.length - 1;
  return {
    t,
    roles,
    check,
    reading,
    listing: () => {
      assume(roles.list !== undefined, "not listed");
      return roles.list;
    },
    creating: () => {
      assume(roles.create !== undefined, "no item");
      return { create: roles.create, read: reading() };
    },
    lastExchange,
    answerOf: ({ response, json }) => ({ response, json, exchange: lastExchange() }),
    withBody: (request, sent) => ({ ...request, body: encodeFor(roles.op, sent) }),
  };
}

/** The operation that a promise is about, and those on the items that it works on. */
export interface Roles {
  readonly op: Operation;
  /** Creates the items. */
  readonly create?: Operation;
  /** Reads them. */
  readonly read?: Operation;
  readonly list?: Operation;
  /** Where the body has the items that it creates together. */
  readonly bulk?: BulkCreation;
  /** Asks the list for pages of two items, where these have paths of their own. */
  readonly size?: Parameter;
  /** Reads what is below the items. */
  readonly nested?: Operation;
  /** The operations that put, list and remove links between the items and others. */
  readonly links?: Links;
  /** The parameters of the operation of which any value may be sent. */
  readonly parameters?: readonly Parameter[];
  /** All operations that serve nobody without the key, this one among them; no deletions. */
  readonly secured?: readonly Operation[];
  /** Other places where the operation may have its credential. */
  readonly places?: readonly CredentialPlace[];
  /** The plain schema of the items, as they are shown, without what wraps them. */
  readonly shown?: AnySchema;
  /** Other actions on the same items. */
  readonly others?: readonly Operation[];
  /** Changes what `op` reads. */
  readonly change?: Operation;
  /** Deletes the items. */
  readonly remove?: Operation;
  /** The changes that are refused to an item which `op` has deleted, in roles of their own. */
  readonly changes?: readonly Roles[];
  /** Creates and reads the items below which the others are. */
  readonly parents?: Roles;
  /** The members of the body that have to name items which are there. */
  readonly references?: readonly KnownReference[];
  /** Creates and reads items that are below the others, or that refer to them. */
  readonly dependents?: Dependents;
  /** The members with the times of an item that a change sets, and those that it keeps. */
  readonly times?: StatedTimes;
  /** The members of the items that follow from others. */
  readonly derived?: readonly Derived[];
  /** The operations that must have accepted a valid request before the promise can be tested. */
  readonly needs: readonly Operation[];
  /** The operations that the run has to be allowed to call; the list alone, if absent. */
  readonly calls?: readonly Operation[];
}

/** How items are created that depend on others. */
export interface Dependents {
  readonly roles: Roles;
  /** The member that refers to the others; undefined where the path does. */
  readonly reference?: KnownReference;
}

/** A member that follows from other items, and how these are created, changed and deleted. */
export interface Derived {
  readonly member: DerivedMember;
  readonly dependents: Dependents;
  /** Creates what the others refer to, where the member is of no item. */
  readonly above?: Roles;
  /** May a server leave it as it is, since the others have states, of which some may not count? */
  readonly mayStay: boolean;
  /** Is it said that it follows at once? */
  readonly isAtOnce: boolean;
  /** Values for the member of the others that it follows from. */
  readonly values: readonly Json[];
  /** Changes one of the others. */
  readonly change: Roles | undefined;
  /** A value of their state that a change can send, and with which they do not count. */
  readonly uncounted?: Json;
  /** The day up to which the others count days: a later one gives them more. */
  readonly end: string | undefined;
  /** Act on the others, and may change the state that decides whether they count. */
  readonly actions: readonly Operation[];
  /** Deletes one of the others. */
  readonly remove: Roles | undefined;
}

/** Finds the roles for an operation; undefined where a promise is not about it. */
export type Selector = (op: Operation, callable: Callable) => Roles | undefined;
