import type { Contract } from "../contract/index.js";
import type { Listener } from "./events.js";
import type { ProfileName } from "./profile.js";

/** What to judge, and how. Durations in ms. */
export interface RunOptions {
  readonly contract: Contract;
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly embedded?: boolean;
  readonly profile?: ProfileName;
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
  /** Ids of the requirements to test; all if absent. */
  readonly only?: readonly string[];
  readonly requireTested?: boolean;
  /** The clock by which the removal date is judged. */
  readonly now?: Date;
  readonly onEvent?: Listener;
  /** Ends the run early; what was learnt until then is reported. */
  readonly signal?: AbortSignal;
}
