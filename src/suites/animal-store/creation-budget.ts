import type { Case } from "../../generate/index.js";
import type { Exchange, Response, TransportError } from "../../transport/index.js";
import { type AccountOptions, createCreationAccount } from "./creation-account.js";
import type { View } from "./listed-animals.js";
import { readSentAnimal, type SentAnimal } from "./sent-animal.js";
import type { Transmission } from "./transmission.js";

/** How many animals a run may add. What was sent counts as added until it is known that it was not. */
export interface CreationBudget {
  /** Takes the room for one creation; undefined if there is none. Looks at lists, if that can make room. */
  readonly begin: (request: Case) => Promise<Sending | undefined>;
  /** Learns from an answer which animals there are; `askedAt` is when its request was handed over, in ms. */
  readonly learn: (exchange: Exchange, askedAt: number) => void;
  /** For how many of the wanted creations there is room. */
  readonly roomFor: (wanted: number) => Promise<number>;
  /** This server stores what it refuses with this status: no refusal is believed any more. */
  readonly distrustRefusals: (status: number) => void;
  /** Looks at lists for what became of everything that was sent. */
  readonly settle: () => Promise<void>;
  /** How many animals the run has added, or may have. */
  readonly spent: () => number;
}

/** One creation on its way, with every time that it is sent. */
export interface Sending {
  /** What became of it so far, and may it be sent once more? */
  readonly again: (outcome: Response | TransportError) => Promise<boolean>;
  /** What became of it in the end. Returns the id of the animal, if the answer has one. */
  readonly end: (outcome: Response | TransportError) => bigint | undefined;
}

/** What a budget goes by. */
export interface BudgetOptions extends AccountOptions {
  /** How many animals may be added. */
  readonly bound: number;
  readonly pause: (duration: number) => Promise<void>;
  /** Asks for a list with the highest limit, from which the budget then learns. */
  readonly ask: (view: View) => Promise<unknown>;
}

/** A budget of which nothing is spent yet. */
export function createCreationBudget(options: BudgetOptions): CreationBudget {
  const { bound, settle: grace, roles } = options;
  const statuses = roles.filter.values;
  const account = createCreationAccount(options);
  const { spent, inState, sightings } = account;
  let waiting: (() => void)[] = [];
  let settling: Promise<void> | undefined;
  let lookedBefore: Promise<void> | undefined;

  /** A list that cannot be had is closed; one that comes may open it again. */
  const ask = async (view: View): Promise<void> => {
    sightings.close(view);
    await options.ask(view);
  };

  /** What was there before the first creation is not taken for the run's own. */
  const lookBefore = async (): Promise<void> => {
    if (!sightings.isKnown(null)) await ask(null);
    if (!sightings.isClosed(null)) return;
    for (const status of statuses) if (!sightings.isKnown(status)) await ask(status);
  };

  /** Where the whole list cannot tell. */
  const settleByStatus = async (open: readonly Transmission[]): Promise<void> => {
    account.believe("proven");
    for (const status of statuses) {
      const isAsked = open.some(({ state, sent }) => state === "open" && sent.status === status);
      if (isAsked && !sightings.isClosed(status)) await ask(status);
    }
    account.believe("all");
  };

  const settleOpen = async (): Promise<void> => {
    const open = inState("open");
    if (open.length === 0) return;
    const latest = Math.max(...open.map(({ endedAt }) => endedAt));
    const wait = latest + grace - performance.now();
    if (wait > 0) await options.pause(wait);
    if (!sightings.isClosed(null)) await ask(null);
    if (sightings.isClosed(null)) await settleByStatus(open);
    for (const each of open) if (each.state === "open") each.state = "presumed";
  };

  /** What ends while lists are read is settled the next time. */
  const settle = (): Promise<void> => {
    settling ??= settleOpen().finally(() => {
      settling = undefined;
    });
    return settling;
  };

  /** Waits until there is room for one more; false if there will be none. */
  const awaitRoom = async (): Promise<boolean> => {
    while (spent() >= bound) {
      if (inState("stored", "lost", "presumed").length >= bound) return false;
      if (inState("open").length > 0) await settle();
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return true;
  };

  const begin = async (sent: SentAnimal): Promise<Transmission | undefined> => {
    lookedBefore ??= bound > 0 ? lookBefore() : undefined;
    await lookedBefore;
    // Another one that waited may have taken the room in the meantime.
    while (spent() >= bound) if (!(await awaitRoom())) return undefined;
    return account.open(sent);
  };

  const end = (transmission: Transmission, outcome: Response | TransportError): bigint | undefined => {
    const id = account.close(transmission, outcome);
    for (const resolve of waiting) resolve();
    waiting = [];
    return id;
  };

  return {
    begin: async (request) => {
      const sent = readSentAnimal(request);
      let current = await begin(sent);
      if (current === undefined) return undefined;
      return {
        again: async (outcome) => {
          if (current !== undefined) end(current, outcome);
          current = await begin(sent);
          return current !== undefined;
        },
        end: (outcome) => (current === undefined ? undefined : end(current, outcome)),
      };
    },
    learn: account.learn,
    roomFor: async (wanted) => {
      if (spent() + wanted > bound) await settle();
      return Math.max(0, bound - spent());
    },
    distrustRefusals: account.distrustRefusals,
    settle,
    spent,
  };
}
