import type { Case } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import type { Reading } from "../../judge/index.js";
import { furtherMembers, statusAt, statusesOf } from "./facts.js";
import { type NewPet, type Pet, readPet, type Status } from "./pet.js";
import { matchesPlain } from "./plain-name.js";
import type { Probe } from "./probe.js";
import {
  addRequest,
  fetched,
  fetchRequest,
  listRequest,
  newPetBody,
  notFound,
  type Query,
  refused,
} from "./requests.js";
import { Stop } from "./stop.js";
import { isRemovalDue, usualCategory, type World } from "./world.js";

/** The requirement that says a valid new animal is accepted, by what is particular about it. */
export function addRequirement(world: World, pet: NewPet): string {
  if (pet.status === undefined) return "CREATE-5";
  return pet.status === statusAt(world, 0) ? "CREATE-1" : "CREATE-4";
}

/**
 * Adds a valid animal and returns it as it was answered.
 * @throws Stop if it was not accepted, or no category is known that would be
 */
export async function addAnimal(
  probe: Probe,
  pet: NewPet,
  requirement: string = addRequirement(probe.world, pet),
): Promise<Pet> {
  needCategory(probe.world);
  const label =
    pet.status === undefined ? "a new animal without a status" : `a new animal that is ${pet.status}`;
  const request = addRequest(probe.world, newPetBody(probe.world, pet), { label, requirement });
  const renamed = { ...pet, name: rename(pet.name, probe.world) };
  const reading = await (probe.world.uniqueNames
    ? sendRenamed(probe, request, renamed)
    : probe.send(request));
  return petOf(probe.world, reading.json);
}

/** @throws Stop if no category was found that the server accepts: then it may refuse every animal */
export function needCategory(world: World): void {
  if (world.categorySearch === "failed") {
    throw new Stop("untested", "no category is known that the server accepts; name one with --category");
  }
}

/** A server may refuse a name that is taken, by an earlier run with the same seed for example. */
async function sendRenamed(probe: Probe, request: Case, renamed: NewPet): ReturnType<Probe["send"]> {
  const open = { ...request, accepts: [...request.accepts, ...refused(probe.world)] };
  const reading = await probe.send(open);
  if (reading.answer.status === 201) return reading;
  return probe.send(
    addRequest(probe.world, newPetBody(probe.world, renamed), {
      requirement: addRequirement(probe.world, renamed),
    }),
  );
}

function rename(name: string, world: World): string {
  return matchesPlain(name) ? `${name.slice(0, 31).trim()} ${world.nonce()}` : name;
}

/** What became of a new animal, by the status of the answer. */
export function describeAddition(status: number): string {
  return status === 201 ? "accepted" : `refused with ${status}`;
}

/** A valid new animal with a name of its own, recognisable as the run's; of each state in turn. */
export function plainPet(world: World, status: Status = turn(world, statusesOf(world))): NewPet {
  const further = furtherMembers(world, world.drafted % 2 === 0 ? "all" : "required");
  return { name: `Pedigree ${world.token()}`, categoryId: usualCategory(world), status, ...further };
}

/** The same, and in turn one without a status, too. */
export function variedPet(world: World): NewPet {
  const { status: _, ...pet } = plainPet(world, statusAt(world, -1));
  const status = turn(world, [...statusesOf(world), undefined]);
  return status === undefined ? pet : { ...pet, status };
}

/** One after the other, so that what is tried in a row meets each of them. */
function turn<T>(world: World, values: readonly T[]): T {
  const index = world.drafted % values.length;
  world.drafted += 1;
  return values[index] as T;
}

/**
 * Fetches an animal that exists by its id, waiting for it as long as the run allows.
 * @throws Stop if the operation's removal is due, or the animal was not to be had
 */
export async function fetchAnimal(probe: Probe, id: bigint): Promise<Pet> {
  return petOf(probe.world, (await fetchReading(probe, id)).json);
}

/** The same, with all there is to the answer. */
export async function fetchReading(probe: Probe, id: bigint): Promise<Reading> {
  needGetPet(probe.world);
  const request = fetchRequest(probe.world, id, { accepts: [...fetched, ...notFound] });
  const began = performance.now();
  const first = probe.exchanges.length;
  for (;;) {
    const reading = await probe.send(request);
    const waited = performance.now() - began;
    if (reading.answer.status === 200) {
      const seconds = Math.ceil(probe.world.settle / 1000);
      probe.observe("STATE-4", probe.exchanges.at(-2)?.case === request ? `within ${seconds} s` : "at once");
      return reading;
    }
    if (waited >= probe.world.settle) break;
    await probe.world.pause(50);
  }
  const exchange = probe.exchanges.length - 1;
  if (!(await isSurelyThere(probe, id, first)))
    throw new Stop("untested", "others may have deleted the animal");
  probe.claim(false, {
    requirement: "GET-1",
    problem: "status 404",
    expected: `200 with the animal ${id}`,
    actual: "404, although the animal was there a moment ago",
    at: { in: "status" },
    otherCause: "neighbours",
    exchange,
  });
  throw new Stop("found", "the animal was not found");
}

/**
 * Was an animal there although it was not found when it was asked for, first by this exchange? If a list has shown it,
 * the same list still does; one that was just added had no time to be deleted by others.
 */
export async function isSurelyThere(probe: Probe, id: bigint, at: number): Promise<boolean> {
  const shown = probe.exchanges
    .slice(0, at)
    .findLast(({ case: { operation } }) => operation !== probe.world.contract.roles.get)?.case;
  if (shown?.operation !== probe.world.contract.roles.list) return wasAtOnce(probe, at);
  await probe.world.pause(probe.world.settle);
  return petsOf(probe.world, (await probe.send(shown)).json).some((pet) => pet.id === id);
}

/** In ms: what is asked later than this, because the server wants pauses, tells nothing of a moment ago. */
const moment = 200;

/**
 * Did a request, by default the last, go out right after the answer that had shown what it asks for: a list, or the
 * addition? Others may use any longer time.
 */
export function wasAtOnce({ exchanges }: Probe, at = exchanges.length - 1): boolean {
  const asked = exchanges[at];
  const shown = exchanges
    .slice(0, at)
    .findLast(({ case: { operation } }) => operation !== asked?.case.operation);
  if (asked === undefined || shown === undefined) return false;
  return asked.sentAt - shown.sentAt - shown.duration < moment;
}

/** @throws Stop if others had the time to change what is looked at */
export function needMoment(probe: Probe): void {
  if (!wasAtOnce(probe))
    throw new Stop("untested", "the requests were too far apart to tell who changed the animal");
}

/** The animals of one answer. */
export interface Page extends ReadonlyArray<Pet> {
  /** All rows of the answer, also those that are no animals. */
  readonly rows: number;
}

/** Lists animals. Throws Stop if there was no list. */
export async function listAnimals(probe: Probe, query: Query): Promise<Page> {
  const reading = await probe.send(listRequest(probe.world, query));
  return petsOf(probe.world, reading.json);
}

/** The animals of a list that was judged. */
export function petsOf(world: World, json: unknown): Page {
  const rows: readonly Json[] = Array.isArray(json) ? json : [];
  const pets = rows.map((row) => readPet(world, row)).filter((pet) => pet !== undefined);
  return Object.assign(pets, { rows: rows.length });
}

/** The animal of an answer that was judged. */
export function petOf(world: World, json: Json | undefined): Pet {
  const pet = readPet(world, json);
  if (pet === undefined) throw new Stop("inconclusive", "the answer holds no animal");
  return pet;
}

/** @throws Stop if the deprecated operation need not be there any more */
export function needGetPet(world: World): void {
  const { roles, removalDate } = world.contract;
  if (isRemovalDue(world)) throw new Stop("not-applicable", `${roles.get} may be gone since ${removalDate}`);
}

/**
 * An animal that exists: one of the run's own if it may add some, else one that was listed.
 * @throws Stop if there is none
 */
export async function someAnimal(probe: Probe): Promise<Pet> {
  const known = [...probe.world.animals.values()];
  const found = known.findLast((each) => each.own) ?? (probe.world.readOnly ? known[0] : undefined);
  return found?.pet ?? addAnimal(probe, plainPet(probe.world));
}

/**
 * What must be added so that the lists have something to leave out: more animals than the highest limit in
 * all, and more than the default of each state.
 */
export function lackingAnimals(world: World, total: number, ofEach: number): readonly NewPet[] {
  const statuses = statusesOf(world);
  const wanted = statuses.flatMap((status) => {
    const most = status === statusAt(world, 1) ? Math.max(ofEach, world.crowd) : ofEach;
    return Array.from({ length: Math.max(0, most - knownAnimals(world, status).length) }, () => status);
  });
  while (wanted.length + world.animals.size < total) {
    wanted.push(statuses[wanted.length % statuses.length] ?? statusAt(world, 0));
  }
  return wanted.map((status) => plainPet(world, status));
}

/** The animals known to be in a state; every animal if none is named. */
export function knownAnimals(world: World, status?: Status): readonly Pet[] {
  const all = [...world.animals.values()].map(({ pet }) => pet);
  return all.filter((pet) => status === undefined || pet.status === status);
}
