import type { Operation, Parameter } from "../description/index.js";
import type { CredentialPlace } from "../generate/index.js";
import type { Callable, Links } from "../model/index.js";

/** The operation that a promise is about, and those on the items that it works on. */
export interface Roles {
  readonly op: Operation;
  /** Creates the items. */
  readonly create?: Operation;
  /** Reads them. */
  readonly read?: Operation;
  readonly list?: Operation;
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
  /** Changes what `op` reads. */
  readonly change?: Operation;
  /** Deletes the items. */
  readonly remove?: Operation;
  /** The changes that are refused to an item which `op` has deleted, in roles of their own. */
  readonly changes?: readonly Roles[];
  /** The operations that must have accepted a valid request before the promise can be tested. */
  readonly needs: readonly Operation[];
  /** The operations that the run has to be allowed to call; the list alone, if absent. */
  readonly calls?: readonly Operation[];
}

/** Finds the roles for an operation; undefined where a promise is not about it. */
export type Selector = (op: Operation, callable: Callable) => Roles | undefined;
