import type { StateOptions } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import type { Exchange, Response, TransportError } from "../../transport/index.js";
import type { Lateness } from "./lateness.js";
import type { KnowsContract } from "./pet.js";
import { createSightings, type NewAnimal } from "./sightings.js";
import {
  hasPlainName,
  idIn,
  isBelievable,
  mayBeSent,
  type SentAnimal,
  type State,
  stateAfter,
  type Transmission,
} from "./transmission.js";

/** Transmissions that are remembered one by one; of more, those that stored nothing are forgotten. */
const mostRemembered = 500;

/** An animal that is there although its creation was refused. */
export interface StoredDespiteRefusal {
  /** Its id as a list shows it, as JSON. */
  readonly key: string;
  readonly transmission: Transmission;
}

/**
 * Keeps account of the fate of everything that a run sent to be added. Sends nothing.
 * @param lateness how late lists may be
 */
export function createCreationAccount(
  { contract: { roles }, clock: { elapsed } }: StateOptions & KnowsContract,
  { known: settle }: Pick<Lateness, "known">,
) {
  const transmissions: Transmission[] = [];
  /** How many of them there are in each state: asked before every creation. */
  const counts = new Map<State, number>();
  const sightings = createSightings(roles, elapsed);
  /** Statuses of refusals of which a list has shown that nothing was stored. */
  const proven = new Set<number | undefined>();
  /** By status, how many refusals were taken at their word and forgotten: if it is broken, they count as stored. */
  const forgotten = new Map<number | undefined, number>();
  let forgottenStored = 0;
  let isDistrusted = false;
  const storedDespiteRefusal: StoredDespiteRefusal[] = [];
  /** Ids that answers gave, as JSON, also to what was sent again after a gateway had turned it away, and was not judged. */
  const answered = new Set<string>();

  const inState = (...states: readonly State[]): readonly Transmission[] =>
    transmissions.filter(({ state }) => states.includes(state));
  const countIn = (...states: readonly State[]): number =>
    states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  const count = (state: State, by: 1 | -1): void => {
    counts.set(state, (counts.get(state) ?? 0) + by);
  };
  const become = (transmission: Transmission, state: State): void => {
    count(transmission.state, -1);
    count(state, 1);
    transmission.state = state;
  };
  const sentAs = (name: Json | undefined): readonly Transmission[] =>
    transmissions.filter(({ sent }) => name !== undefined && sent.name === name);
  /** Is it one animal more that was added with another of its name? Words stand in many bodies that were refused. */
  const isDuplicate = ({ row }: Pick<NewAnimal, "row">): boolean =>
    sentAs(row["name"]).some(({ state, sent }) => state === "stored" && hasPlainName(sent));
  /** Is it a refusal as others of which a list has shown that nothing was stored? */
  const isTrusted = (refusal: Transmission): boolean =>
    !isDistrusted && isBelievable(refusal) && proven.has(refusal.status);

  /** This server stores what it refuses with this status: no refusal is believed any more. */
  const distrustRefusals = (refusal: number | undefined): void => {
    isDistrusted = true;
    for (const each of inState("believed")) if (each.status === refusal) become(each, "presumed");
    forgottenStored += forgotten.get(refusal) ?? 0;
    forgotten.delete(refusal);
  };

  /** Makes room for one more. */
  const forgetOne = (): void => {
    const at = transmissions.findIndex(({ state }) => state === "absent" || state === "believed");
    const [dropped] = at < 0 ? [] : transmissions.splice(at, 1);
    if (dropped === undefined) return;
    count(dropped.state, -1);
    if (dropped.state !== "believed") return;
    forgotten.set(dropped.status, (forgotten.get(dropped.status) ?? 0) + 1);
  };

  const store = ({ key, row }: NewAnimal, transmission: Transmission): void => {
    sightings.take(key);
    const isSurelyIts = hasPlainName(transmission.sent) && row["name"] === transmission.sent.name;
    if (isSurelyIts && !isDuplicate({ row }) && isBelievable(transmission)) {
      distrustRefusals(transmission.status);
      storedDespiteRefusal.push({ key, transmission });
    }
    become(transmission, "stored");
  };

  /** Finds the new animals that these transmissions added. */
  const recognise = (candidates: (animal: NewAnimal) => readonly Transmission[]): void => {
    for (const animal of sightings.untaken()) {
      // One that was sent again may have been stored by either time: the answer tells.
      if (sentAs(animal.row["name"]).some(({ state }) => state === "under way")) continue;
      const possible = candidates(animal).filter(
        ({ state, beganAt }) => state !== "under way" && state !== "stored" && animal.seenAt >= beganAt,
      );
      // The same name may have been sent with each of the states.
      const alike = possible.filter(({ sent }) => sent.status === animal.row["status"]);
      // A creation without a category may be any animal: it is left for one that nothing else explains.
      const hasCategory = ({ sent }: Transmission): boolean => sent.categoryId !== undefined;
      const found = alike.find(hasCategory) ?? alike[0] ?? possible.find(hasCategory) ?? possible[0];
      if (found !== undefined) store(animal, found);
    }
  };

  return {
    sightings,
    inState,
    countIn,
    distrustRefusals,
    /** Animals that lists show although their creations were refused, unless one of the same name was added. */
    storedDespiteRefusal: (): readonly StoredDespiteRefusal[] =>
      storedDespiteRefusal.filter(
        ({ transmission }) => !sentAs(transmission.sent.name).some(({ status }) => status === 201),
      ),
    /** Did an answer say that it added the animal with this id? */
    wasAnswered: (id: bigint): boolean => answered.has(`${id}`),
    /** How often an animal of this name went out, as far as the run remembers, and what was sent again included. */
    timesSent: (name: string): number => sentAs(name).length,
    hasSent: (): boolean => transmissions.length > 0,
    /** How many animals the run has added, or may have. */
    spent: (): number => transmissions.length - countIn("absent", "believed") + forgottenStored,
    /** A creation goes out. */
    open: (sent: SentAnimal): Transmission => {
      if (transmissions.length >= mostRemembered) forgetOne();
      const beganAt = elapsed();
      const opened: Transmission = { sent, beganAt, endedAt: beganAt, status: undefined, state: "under way" };
      transmissions.push(opened);
      count(opened.state, 1);
      return opened;
    },
    /** It came to this. Returns the id of the animal, if the answer has one. */
    close: (transmission: Transmission, outcome: Response | TransportError): bigint | undefined => {
      const id = idIn(outcome);
      transmission.endedAt = elapsed();
      transmission.status = outcome.kind === "response" ? outcome.status : undefined;
      become(transmission, id === undefined ? stateAfter(outcome) : "stored");
      if (id !== undefined) {
        sightings.take(`${id}`);
        answered.add(`${id}`);
      }
      return id;
    },
    /** Learns from an answer which animals there are; `askedAt` is when its request was handed over, in ms. */
    learn: (exchange: Exchange, askedAt: number): void => {
      const list = sightings.learn(exchange);
      if (list === undefined) return;
      recognise(({ row }) => sentAs(row["name"]).filter(({ sent }) => hasPlainName(sent)));
      // Names tell first whether refusals can be trusted: an animal with another name may be anyone's.
      for (const isNamed of [true, false]) {
        const ofKind = ({ sent }: Transmission): boolean => hasPlainName(sent) === isNamed;
        const doubtful = inState("open", "lost", "presumed").filter(ofKind);
        const among = isNamed ? doubtful : doubtful.filter((each) => !isTrusted(each));
        recognise((animal) =>
          isDuplicate(animal) ? [] : among.filter(({ sent }) => mayBeSent(sent, animal)),
        );
        if (list.since === undefined) continue;
        for (const each of inState("open", "presumed", "believed").filter(ofKind)) {
          const isShown = list.view === undefined || each.sent.status === list.view;
          if (!isShown || each.beganAt < list.since || askedAt < each.endedAt + settle()) continue;
          become(each, "absent");
          proven.add(each.status);
        }
      }
    },
    /** Takes refusals at their word: of those statuses that were proven before, or of all. */
    believe: (which: "proven" | "all"): void => {
      if (isDistrusted) return;
      for (const each of inState("open").filter(isBelievable))
        if (which === "all" || isTrusted(each)) become(each, "believed");
    },
    /** No list could tell of these: they count as stored. */
    presume: (undecided: readonly Transmission[]): void => {
      for (const each of undecided) if (each.state === "open") become(each, "presumed");
    },
  };
}
