import type { Roles } from "../../description/index.js";
import type { Exchange, Response, TransportError } from "../../transport/index.js";
import { readAnimalList } from "./listed-animals.js";
import { hasPlainName, mayBeSent, type SentAnimal } from "./sent-animal.js";
import { createSightings, type NewAnimal, type Sightings } from "./sightings.js";
import { idIn, isBelievable, type State, stateAfter, type Transmission } from "./transmission.js";

/** What became of everything that a run sent to be added. Sends nothing. */
export interface CreationAccount {
  /** How many animals the run has added, or may have. */
  readonly spent: () => number;
  readonly inState: (...states: readonly State[]) => readonly Transmission[];
  /** A creation goes out. */
  readonly open: (sent: SentAnimal) => Transmission;
  /** It came to this. Returns the id of the animal, if the answer has one. */
  readonly close: (transmission: Transmission, outcome: Response | TransportError) => bigint | undefined;
  /** Learns from an answer which animals there are; `askedAt` is when its request was handed over, in ms. */
  readonly learn: (exchange: Exchange, askedAt: number) => void;
  /** Takes refusals at their word: of those statuses that were proven before, or of all. */
  readonly believe: (which: "proven" | "all") => void;
  /** This server stores what it refuses with this status: no refusal is believed any more. */
  readonly distrustRefusals: (status: number) => void;
  readonly sightings: Sightings;
}

/** What an account goes by. */
export interface AccountOptions {
  /** What the description calls the operations, and what it says of lists. */
  readonly roles: Roles;
  /** How long an animal may take to be seen after it was added, in ms. */
  readonly settle: number;
}

/** An account in which nothing stands yet. */
export function createCreationAccount({ roles, settle }: AccountOptions): CreationAccount {
  const transmissions: Transmission[] = [];
  const byName = new Map<unknown, Transmission[]>();
  const sightings = createSightings();
  /** Refusals of which a list has shown that nothing was stored. */
  const proven = new Set<number | undefined>();
  let isDistrusted = false;

  const inState: CreationAccount["inState"] = (...states) =>
    transmissions.filter(({ state }) => states.includes(state));
  const isTrusted = ({ status }: Transmission): boolean => !isDistrusted && proven.has(status);

  const distrustRefusals = (refusal: number | undefined): void => {
    isDistrusted = true;
    for (const each of inState("believed")) if (each.status === refusal) each.state = "presumed";
  };

  const store = (animal: NewAnimal, transmission: Transmission): void => {
    sightings.take(animal);
    const isSurelyIts = hasPlainName(transmission.sent) && animal.name === transmission.sent.name;
    if (isSurelyIts && isBelievable(transmission)) distrustRefusals(transmission.status);
    transmission.state = "stored";
  };

  /** Finds the new animals that these transmissions added. */
  const recognise = (candidates: (animal: NewAnimal) => readonly Transmission[]): void => {
    for (const animal of sightings.untaken()) {
      // One that was sent again may have been stored by either time: the answer tells.
      if (byName.get(animal.name)?.some(({ state }) => state === "under way")) continue;
      const possible = candidates(animal).filter(
        ({ state, beganAt }) => state !== "under way" && state !== "stored" && animal.seenAt >= beganAt,
      );
      // The same name may have been sent with each of the states.
      const alike = possible.filter(({ sent }) => sent.status === animal.status);
      // What carried no category may be any animal: it is left for one that nothing else explains.
      const hasCategory = ({ sent }: Transmission): boolean => sent.categoryId !== undefined;
      const found = alike.find(hasCategory) ?? alike[0] ?? possible.find(hasCategory) ?? possible[0];
      if (found !== undefined) store(animal, found);
    }
  };

  return {
    spent: () => transmissions.length - inState("absent", "believed").length,
    inState,
    open: (sent) => {
      const beganAt = performance.now();
      const times = { beganAt, endedAt: beganAt };
      const transmission: Transmission = { sent, ...times, status: undefined, state: "under way" };
      transmissions.push(transmission);
      const { name } = sent;
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), transmission]);
      return transmission;
    },
    close: (transmission, outcome) => {
      const id = idIn(outcome);
      transmission.endedAt = performance.now();
      transmission.status = outcome.kind === "response" ? outcome.status : undefined;
      transmission.state = id === undefined ? stateAfter(outcome) : "stored";
      if (id !== undefined) sightings.takeId(id);
      return id;
    },
    learn: (exchange, askedAt) => {
      const list = readAnimalList(exchange, roles);
      if (list === undefined) return;
      const since = sightings.add(list);
      recognise(({ name }) => (byName.get(name) ?? []).filter(({ sent }) => hasPlainName(sent)));
      // Names tell first whether refusals can be trusted: an animal with another name may be anyone's.
      for (const isNamed of [true, false]) {
        const ofKind = ({ sent }: Transmission): boolean => hasPlainName(sent) === isNamed;
        const doubtful = inState("open", "lost", "presumed").filter(ofKind);
        const among = isNamed ? doubtful : doubtful.filter((each) => !isTrusted(each));
        recognise((animal) => among.filter(({ sent }) => mayBeSent(sent, animal)));
        if (since === undefined) continue;
        for (const each of inState("open", "presumed", "believed").filter(ofKind)) {
          const isShown = list.view === null || each.sent.status === list.view;
          if (!isShown || each.beganAt < since || askedAt < each.endedAt + settle) continue;
          each.state = "absent";
          if (isBelievable(each)) proven.add(each.status);
        }
      }
    },
    believe: (which) => {
      if (isDistrusted) return;
      for (const each of inState("open").filter(isBelievable))
        if (which === "all" || isTrusted(each)) each.state = "believed";
    },
    distrustRefusals,
    sightings,
  };
}
