import type { Contract } from "../description/index.js";
import type { ConnectionOptions } from "../transport/index.js";
import type { CreationEntry } from "./creations.js";
import type { Listener } from "./events.js";
import type { ProfileName } from "./profile.js";
import type { Waiver } from "./waiver.js";

/** What to judge, and how. Durations in ms. */
export interface RunOptions {
  readonly contract: Contract;
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly embedded?: boolean;
  /** What the configuration calls the target. */
  readonly targetName?: string;
  /** Header lines that every request carries besides its own. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** TLS and proxy. */
  readonly connection?: ConnectionOptions;
  readonly profile?: ProfileName;
  /** Random cases for each check that has some, instead of the profile's. */
  readonly randomCases?: number;
  /** How long the run may take, instead of the profile's. */
  readonly longest?: number;
  readonly seed?: number;
  /** Category ids that exist; empty if they are to be learned. */
  readonly categories?: readonly bigint[];
  readonly readOnly?: boolean;
  readonly maxCreated?: number;
  /** Requests a second. */
  readonly rate?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly settle?: number;
  /** The longest that a server's wish to wait is followed, over one request's retries. */
  readonly patience?: number;
  /** Known failures that are accepted for a time. The certification profile accepts none. */
  readonly waivers?: readonly Waiver[];
  /** Open point (requirement id) → the choices that the team has decided on; any other is then a failure. */
  readonly expectations?: ReadonlyMap<string, readonly string[]>;
  /** Are waivers that match nothing a reason not to conform? */
  readonly strict?: boolean;
  /** What earlier runs sent to this target to add items, as JSON texts: rows that they left behind are known by it. */
  readonly earlierBodies?: readonly string[];
  /** Called for every item that may be added, before the request goes out, and for those that were. */
  readonly onCreation?: (entry: CreationEntry) => void;
  /** Ids of the requirements to test; all if absent. */
  readonly only?: readonly string[];
  readonly requireTested?: boolean;
  /** Does the report hold what was exchanged, besides the evidence of findings? It does if absent. */
  readonly keepExchanges?: boolean;
  /** The clock by which the removal date is judged. */
  readonly now?: Date;
  readonly onEvent?: Listener;
  /** Ends the run early; what was learnt until then is reported. */
  readonly signal?: AbortSignal;
}
