import type { Case } from "../cases/index.js";
import { type Answer, type Exchange, isUnheard, type NoAnswer } from "../http/index.js";
import { isJsonObject, parseJsonBytes } from "../json/index.js";
import { readAnimalList, type View } from "./listed-animals.js";
import { statuses } from "./pet.js";
import { hasSentName, mayBeSent, readSentAnimal, type SentAnimal } from "./sent-animal.js";
import { createSightings, type NewAnimal } from "./sightings.js";

/** The account of the animals that a run has added, or may have. Its bound is never exceeded. */
export interface CreationBudget {
  /** Takes the room for one creation; undefined if there is none. Looks at lists, if that can make room. */
  readonly begin: (request: Case) => Promise<Sending | undefined>;
  /** Learns from an answer which animals there are; `askedAt` is when its request was handed over, in ms. */
  readonly learn: (exchange: Exchange, askedAt: number) => void;
  /** For how many creations there is room, if so many are wanted. */
  readonly roomFor: (wanted: number) => Promise<number>;
  /** This server stores what it refuses: no refusal is believed any more. */
  readonly distrustRefusals: () => void;
  /** Settles what can be settled, once nothing more is sent. */
  readonly settle: () => Promise<void>;
  /** How many animals the run has added, or may have. */
  readonly created: () => number;
}

/** One creation on its way, with every time that it is sent. */
export interface Sending {
  /** What became of it so far, and may it be sent once more? */
  readonly again: (outcome: Answer | NoAnswer) => Promise<boolean>;
  /** What became of it in the end. Returns the id of the animal, if the answer has one. */
  readonly end: (outcome: Answer | NoAnswer) => bigint | undefined;
}

/** What a budget goes by. */
export interface BudgetOptions {
  readonly bound: number;
  /** The highest limit of a list. */
  readonly maximum: number;
  /** How long an animal may take to be seen after it was added, in ms. */
  readonly settle: number;
  readonly pause: (duration: number) => Promise<void>;
  /** Asks for a list with the highest limit, from which the budget then learns. */
  readonly ask: (view: View) => Promise<unknown>;
}

/**
 * What became of one transmission. Until it is known, it counts as an animal.
 * - `open`: it was answered, and a list can tell whether it was stored
 * - `lost`: it was not answered, and may be stored at any time yet
 * - `presumed`: no list can tell, and it counts as stored
 * - `believed`: no list can tell, and the refusal is taken at its word
 */
type State = "under way" | "open" | "lost" | "presumed" | "stored" | "believed" | "absent";

interface Transmission {
  readonly sent: SentAnimal;
  readonly beganAt: number;
  endedAt: number;
  /** Of the answer. */
  status: number | undefined;
  state: State;
}

/** Refusals that a server which keeps its word gives without storing anything. */
const believable = [400, 401, 415];
/** Of these, something behind the one who answers may still be at work. */
const unfinished = [202, 502, 504];

/** A budget of which nothing is spent yet. */
export function createCreationBudget(options: BudgetOptions): CreationBudget {
  const { bound, maximum, settle: grace } = options;
  const transmissions: Transmission[] = [];
  const sightings = createSightings();
  /** Refusals of which a list has shown that nothing was stored. */
  const proven = new Set<number>();
  let isDistrusted = false;
  let waiting: (() => void)[] = [];
  let settling: Promise<void> | undefined;
  let lookedBefore: Promise<void> | undefined;

  const inState = (...states: readonly State[]): readonly Transmission[] =>
    transmissions.filter(({ state }) => states.includes(state));
  const spent = (): number => transmissions.length - inState("absent", "believed").length;

  const distrustRefusals = (): void => {
    isDistrusted = true;
    for (const each of inState("believed")) each.state = "presumed";
  };

  const store = (animal: NewAnimal, transmission: Transmission): void => {
    sightings.take(animal);
    if (hasSentName(transmission.sent, animal) && believable.includes(transmission.status ?? 0))
      distrustRefusals();
    transmission.state = "stored";
  };

  /** Finds the animals of transmissions that have ended: first by their names, then by whatever is left of them. */
  const recognise = (): void => {
    const find = (matches: typeof mayBeSent, ...states: readonly State[]): void => {
      for (const animal of sightings.untaken()) {
        const found = inState(...states).find(
          ({ beganAt, sent }) => animal.seenAt >= beganAt && matches(sent, animal),
        );
        if (found !== undefined) store(animal, found);
      }
    };
    find(hasSentName, "open", "lost", "presumed", "believed", "absent");
    find(mayBeSent, "open", "lost", "presumed");
  };

  const learn = (exchange: Exchange, askedAt: number): void => {
    const list = readAnimalList(exchange, maximum);
    if (list === undefined) return;
    const isConclusive = sightings.add(list);
    recognise();
    if (!isConclusive) return;
    for (const each of inState("open", "presumed", "believed")) {
      const isShown = list.view === "all" || each.sent.status === list.view;
      if (!isShown || askedAt < each.endedAt + grace) continue;
      each.state = "absent";
      if (each.status !== undefined) proven.add(each.status);
    }
  };

  /** What cannot be had tells nothing; if it can, `learn` opens it again. */
  const ask = async (view: View): Promise<void> => {
    sightings.close(view);
    await options.ask(view);
  };

  /** What was there before the first creation is not taken for the run's own. */
  const lookBefore = async (): Promise<void> => {
    if (!sightings.isKnown("all")) await ask("all");
    if (!sightings.isClosed("all")) return;
    for (const status of statuses) if (!sightings.isKnown(status)) await ask(status);
  };

  /** Takes refusals at their word that no list can prove, or that were proven before. */
  const believe = (isProvable: (view: View | undefined) => boolean): void => {
    if (isDistrusted || !sightings.isClosed("all")) return;
    for (const each of inState("open")) {
      const { status = 0 } = each;
      if (!believable.includes(status)) continue;
      if (proven.has(status) || !isProvable(each.sent.status)) each.state = "believed";
    }
  };

  const settleOpen = async (): Promise<void> => {
    const open = inState("open");
    if (open.length === 0) return;
    const latest = Math.max(...open.map(({ endedAt }) => endedAt));
    const wait = latest + grace - performance.now();
    if (wait > 0) await options.pause(wait);
    if (!sightings.isClosed("all")) await ask("all");
    believe((view) => view !== undefined && !sightings.isClosed(view));
    for (const status of statuses) {
      const isAsked = open.some(({ state, sent }) => state === "open" && sent.status === status);
      if (isAsked && !sightings.isClosed(status)) await ask(status);
    }
    believe(() => false);
    for (const each of open) if (each.state === "open") each.state = "presumed";
  };

  /** Transmissions that end while lists are read are settled the next time. */
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

  const conclude = (transmission: Transmission, outcome: Answer | NoAnswer): bigint | undefined => {
    if (transmission.state !== "under way") return undefined;
    const id = idOf(outcome);
    transmission.endedAt = performance.now();
    transmission.status = outcome.kind === "answer" ? outcome.status : undefined;
    transmission.state = id === undefined ? stateAfter(outcome) : "stored";
    if (id !== undefined) sightings.takeId(id);
    for (const resolve of waiting) resolve();
    waiting = [];
    return id;
  };

  const beginOne = async (sent: SentAnimal): Promise<Transmission | undefined> => {
    lookedBefore ??= bound > 0 ? lookBefore() : undefined;
    await lookedBefore;
    // Whoever waited as well may have taken the room in the meantime.
    while (spent() >= bound) if (!(await awaitRoom())) return undefined;
    const beganAt = performance.now();
    const transmission: Transmission = {
      sent,
      beganAt,
      endedAt: beganAt,
      status: undefined,
      state: "under way",
    };
    transmissions.push(transmission);
    return transmission;
  };

  return {
    begin: async (request) => {
      const sent = readSentAnimal(request);
      let current = await beginOne(sent);
      if (current === undefined) return undefined;
      return {
        again: async (outcome) => {
          if (current !== undefined) conclude(current, outcome);
          current = await beginOne(sent);
          return current !== undefined;
        },
        end: (outcome) => (current === undefined ? undefined : conclude(current, outcome)),
      };
    },
    learn,
    roomFor: async (wanted) => {
      if (spent() + wanted > bound) await settle();
      return Math.max(0, bound - spent());
    },
    distrustRefusals,
    settle,
    created: spent,
  };
}

/** What an answer without an id leaves to be known. */
function stateAfter(outcome: Answer | NoAnswer): State {
  if (outcome.kind === "answer") {
    if (outcome.status === 201) return "stored";
    return unfinished.includes(outcome.status) ? "lost" : "open";
  }
  if (isUnheard(outcome.cause)) return "absent";
  return outcome.cause === "closed" || outcome.cause === "timeout" ? "lost" : "open";
}

/** The id of the animal that was added, as the answer has it, whatever else may be wrong with it. */
function idOf(outcome: Answer | NoAnswer): bigint | undefined {
  if (outcome.kind !== "answer" || outcome.status < 200 || outcome.status > 299) return undefined;
  const parsed = parseJsonBytes(outcome.body);
  const id = parsed.status === "valid" && isJsonObject(parsed.value) ? parsed.value["id"] : undefined;
  return typeof id === "bigint" ? id : undefined;
}
