import type { Send, StateOptions } from "../../engine/index.js";
import {
  type Case,
  caseKind,
  type Response,
  type TransportError,
  trimExchange,
} from "../../transport/index.js";
import { createCreationAccount } from "./creation-account.js";
import type { Lateness } from "./lateness.js";
import type { KnowsContract } from "./pet.js";
import type { View } from "./sightings.js";
import { readSentAnimal, type SentAnimal, type Transmission } from "./transmission.js";

/**
 * Bounds how many animals a run may add. A creation that was sent counts as added until it is known that it was not.
 * @param askFor asks for a list with the highest limit, from which the budget then learns
 * @param lateness how late lists may be
 */
export function createCreationBudget(
  options: StateOptions & KnowsContract,
  askFor: (view: View) => Promise<unknown>,
  lateness: Pick<Lateness, "known">,
) {
  const {
    limits: { keptRoom, maxUnsettledInvalid },
    clock: { pause, elapsed },
  } = options;
  let bound = options.limits.maxCreated;
  const statuses = options.contract.roles.filter.values;
  const account = createCreationAccount(options, lateness);
  const { spent, inState, countIn, sightings } = account;
  let waiting: (() => void)[] = [];
  let settling: Promise<void> | undefined;
  let lookedBefore: Promise<void> | undefined;

  /** A list that cannot be had is closed; one that comes may open it again. */
  const ask = async (view: View): Promise<void> => {
    sightings.close(view);
    await askFor(view);
  };

  /** Lists the animals that are there before the first creation: they are not taken for the run's own. */
  const readBefore = async (): Promise<void> => {
    if (!sightings.isKnown(undefined)) await ask(undefined);
    if (!sightings.isClosed(undefined)) return;
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
    const wait = latest + lateness.known() - elapsed();
    if (wait > 0) await pause(wait);
    if (!sightings.isClosed(undefined)) await ask(undefined);
    if (sightings.isClosed(undefined)) await settleByStatus(open);
    account.presume(open);
  };

  /** Looks at lists for the fate of everything that was sent. A creation that ends meanwhile is settled the next time. */
  const settle = (): Promise<void> => {
    settling ??= settleOpen().finally(() => {
      settling = undefined;
    });
    return settling;
  };

  /** Takes the room for one creation, once there is some; undefined if there will be none. */
  const begin = async (sent: SentAnimal, most: number): Promise<Transmission | undefined> => {
    lookedBefore ??= bound > 0 ? readBefore() : undefined;
    await lookedBefore;
    while (spent() >= most) {
      if (countIn("stored", "lost", "presumed") >= most) return undefined;
      if (countIn("open") > 0) await settle();
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return account.open(sent);
  };

  const end = (transmission: Transmission, outcome: Response | TransportError): bigint | undefined => {
    const id = account.close(transmission, outcome);
    for (const resolve of waiting) resolve();
    waiting = [];
    return id;
  };

  return {
    /**
     * Sends a creation, and records what became of it each time that it went out: the id of its animal, if the answer
     * has one. Undefined if there is no room for it. Looks at lists, if that can make room.
     */
    send: async (request: Case, send: Send) => {
      const sent = readSentAnimal(request);
      const isToBeRefused = ["invalid", "wrong key"].includes(caseKind(request));
      const most = bound + (bound > 0 && isToBeRefused ? maxUnsettledInvalid : 0);
      let current = await begin(sent, most);
      if (current === undefined) return undefined;
      const exchange = await send(request, async (outcome) => {
        if (current !== undefined) end(current, outcome);
        current = await begin(sent, most);
        return current !== undefined;
      });
      if (current === undefined) return { exchange, id: undefined };
      current.shownBy = trimExchange(exchange);
      return { exchange, id: end(current, exchange.outcome) };
    },
    learn: account.learn,
    /** Has this run sent anything yet that may add an animal? */
    hasSent: account.hasSent,
    distrustRefusals: account.distrustRefusals,
    storedDespiteRefusal: account.storedDespiteRefusal,
    newSince: sightings.newSince,
    timesSent: account.timesSent,
    wasAnswered: account.wasAnswered,
    settle,
    spent,
    bound: () => bound,
    /** Raises the bound by this number. Only the first call does it, since a check may be repeated. */
    widenOnce: (by: number): void => {
      if (bound === options.limits.maxCreated) bound += by;
    },
    /** For how many of the wanted creations there is room, but for what is kept. */
    roomFor: async (wanted: number): Promise<number> => {
      const left = (): number => Math.max(0, bound - keptRoom() - spent());
      // Nothing that a list can show makes room for what has been stored.
      const mayHelp = countIn("stored", "lost", "presumed") + keptRoom() < bound;
      if (left() < wanted && mayHelp) await settle();
      return Math.min(wanted, left());
    },
  };
}
