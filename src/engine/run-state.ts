import type { Attribute, Contract } from "../description/index.js";
import type { Json } from "../json/index.js";
import type { ValidateSchema } from "../schema/index.js";
import type { Case, CaseKind, Exchange, MayResend, NearMiss } from "../transport/index.js";

/** Sends a case; `mayResend` is asked before a creation goes out once more. */
export type Send = (request: Case, mayResend?: MayResend) => Promise<Exchange>;

/** A change of what is there once, such as settings. */
export interface SingletonChange {
  readonly event: "changing" | "restored";
  readonly method: string;
  /** Below the base address. */
  readonly path: string;
  /** The body that restores it, as it is sent. */
  readonly body: string;
}

/** A change in the knowledge of the items that a run may have created. Addresses are relative to the base address. */
export type ItemChange =
  /** The response to a creation; without a status where the connection broke. `items`: the addresses that it led to. */
  | {
      readonly event: "answered";
      readonly trace: string;
      readonly status: number | undefined;
      readonly items: readonly string[];
    }
  /** A creation has not reached the server. */
  | { readonly event: "unsent"; readonly trace: string }
  /** The item is the run's own, is so no longer, or is gone. */
  | { readonly event: "owned" | "disowned" | "gone"; readonly path: string }
  /** A change gave the item another address. */
  | { readonly event: "moved"; readonly path: string; readonly to: string };

/** The server, and the ways to reach it. */
export interface Target {
  readonly send: Send;
  /** Sends what a server need not understand: what becomes of it says nothing of the server. */
  readonly sendProbe: Send;
  /**
   * Sends a request once, without waiting for a server that is busy.
   * @param isLast does it go out although the run was stopped, since it restores something?
   */
  readonly sendOnce: (request: Case, isLast?: boolean) => Promise<Exchange>;
  /** Is something served that was served before? Waits a little for a target that is away. */
  readonly isServing: () => Promise<boolean>;
  readonly baseUrl: string;
  /** Host of the forward proxy in between, if there is one. */
  readonly proxy: string | undefined;
}

/** The facts about the key that a check may know: never the key itself. */
export interface KeyFacts {
  /** Is there the key of another user? */
  readonly hasSecond: boolean;
  /** Is it a token that a login gave? */
  readonly isToken: boolean;
  /** The near misses that can be made of it. */
  readonly misses: readonly NearMiss[];
}

/** The time of a run, in ms. */
export interface RunClock {
  /** How long the run has taken. */
  readonly elapsed: () => number;
  /** Waits so long, or until the run is stopped. */
  readonly pause: (duration: number) => Promise<void>;
  /** The clock that decides whether the removal date has come. */
  readonly now: Date;
  /** How long an item may take to be seen after it was added. */
  readonly settle: number;
  /** How long the run waits at its end for what the server adds only after a while. */
  readonly finalWait: number;
}

/** The user's wishes. */
export interface Settings {
  /** Category ids that are said to exist; empty if they must be learned. */
  readonly categories: readonly bigint[];
  /** Then nothing but GET is sent. */
  readonly readOnly: boolean;
  /** Is what a server lets pass everywhere a failure, too? */
  readonly strict: boolean;
  /** Is only created what can be deleted again? */
  readonly deletableOnly: boolean;
  /** May what is there once be changed, as settings are, since the store may be thrown away? */
  readonly disposable: boolean;
  /** Is everything to be tried that takes no luck, however long it takes? */
  readonly thorough: boolean;
  /** Open point → what the team has decided on; any other choice is then a finding. */
  readonly expectations: ReadonlyMap<string, readonly string[]>;
}

/** How much a run may add. */
export interface Limits {
  /** How many items of one state it takes to see its list kept short as well. */
  readonly pageFillCount: number;
  /** How many items the run may add. */
  readonly maxCreated: number;
  /** May it add, besides, what lists lack to have something to leave out? */
  readonly mayFillLists: boolean;
  /** How many requests that have to be refused may be open beyond that number, until a list shows what became of them. */
  readonly maxUnsettledInvalid: number;
  /** How much of that room is kept for checks still to come. */
  readonly keptRoom: () => number;
}

/** The source of everything that is made up: the same seed, the same words in the same order. */
export interface Words {
  readonly marker: () => string;
  /** Eight small letters that no run before has drawn, whatever the seed: for servers that want names to differ. */
  readonly nonce: () => string;
  /** A positive 63-bit integer: an id that no item has, as good as certainly. */
  readonly randomInt64: () => bigint;
  /** The bodies that earlier runs sent to this target to add items, as JSON texts: a broken server may have stored anything. */
  readonly earlierBodies: readonly string[];
}

/** Writes down what a run adds and changes, so that it can be deleted and restored even after a crash. */
export interface Journal {
  /** Called for every item that the server says it added, with the trace of the request. */
  readonly created: (id: bigint, trace: string) => void;
  /**
   * Called before what is there once is changed, with what restores it, and after it was restored.
   * @returns whether that is written down: what cannot be is not changed
   */
  readonly change: (change: SingletonChange) => boolean;
  /** Called when something becomes known of the items of a creation. */
  readonly item: (change: ItemChange) => void;
}

/** The facts that are known before a run begins. */
export interface StateOptions {
  readonly contract: Contract;
  /** Check → the requirement that it verifies. */
  readonly attribute: Attribute;
  readonly validate: ValidateSchema;
  readonly target: Target;
  readonly key: KeyFacts;
  readonly clock: RunClock;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly words: Words;
  readonly journal: Journal;
}

/** The counts that a report shows. */
export interface RunStatistics {
  /** Operations and kinds of case that were answered as usual at least once, with the latest such case. */
  readonly answered: Map<string, Case>;
  /** Response check → how many responses it has judged. */
  readonly judged: Map<string, number>;
  /** Requirement → what the server was seen to choose → how often. */
  readonly observations: Map<string, Map<string, number>>;
}

/** No response was judged yet. */
export function noStatistics(): RunStatistics {
  return { answered: new Map(), judged: new Map(), observations: new Map() };
}

/** The knowledge of a run about its target. A suite adds what else it has to know. */
export interface RunState extends StateOptions {
  readonly statistics: RunStatistics;
  /** Category ids that the server is known to accept. */
  readonly accepted: Set<bigint>;
  /** Names a row of a list that an earlier run left behind; undefined if it is none. */
  readonly identifyLeftover: (row: Json | undefined) => string | undefined;
  /** Were other clients seen to change or delete what this run created? */
  othersAct: boolean;
  /** The items that the run has created. */
  readonly budget: {
    /** Finds out what became of everything that was sent. */
    readonly settle: () => Promise<void>;
    /** How many items the run has created, or may have. */
    readonly spent: () => number;
    /** For how many of the wanted items there is room, but for what is kept. */
    readonly roomFor: (wanted: number) => Promise<number>;
  };
}

/** Different choices that are counted for each open point: a server may make up a new one each time. */
const mostChoices = 60;

/** May a forward proxy answer in the server's place? It cannot where TLS goes through it. */
export function mayProxyRespond({ target: { proxy, baseUrl } }: RunState): boolean {
  return proxy !== undefined && baseUrl.startsWith("http:");
}

/** Writes down what the server chose at an open point, named by a check's id. */
export function observe(state: RunState, point: string, choice: string): void {
  const requirement = state.attribute(point);
  const choices = state.statistics.observations.get(requirement) ?? new Map<string, number>();
  const known = choices.has(choice) || choices.size < mostChoices ? choice : "others";
  choices.set(known, (choices.get(known) ?? 0) + 1);
  state.statistics.observations.set(requirement, choices);
}

/** Under which a request counts as answered in time: a refusal may be quick where an addition is slow. */
export function answeredKey(operation: string, kind: CaseKind): string {
  return `${operation} ${kind}`;
}
