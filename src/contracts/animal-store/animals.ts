import { type Choice, isSuccess, Skip } from "../../engine/index.js";
import type { Acceptable, CaseOptions } from "../../transport/index.js";
import {
  furtherMembers,
  matchesPlain,
  type NewPet,
  type Pet,
  type Status,
  statusAt,
  statusesOf,
} from "./pet.js";
import { petOf } from "./reading.js";
import { added, addRequest, newPetBody, refused } from "./store-requests.js";
import { ownAnimals, type StoreState, type TestContext, usualCategory } from "./store-state.js";

/** The check that says a valid new animal is accepted, by what is particular about it. */
export function additionCheck(state: StoreState, { status }: NewPet): string {
  if (status === undefined) return "create/body/member/status/omitted";
  return status === statusAt(state, 0) ? "create/accepted" : "create/kept/status";
}

/**
 * Adds a valid animal and returns it as it was answered.
 * @throws Skip if it was not accepted, or no category is known that would be
 */
export async function addAnimal(
  t: TestContext,
  pet: NewPet,
  check: string = additionCheck(t.state, pet),
): Promise<Pet> {
  needCategory(t.state);
  const { status } = pet;
  const label = status === undefined ? "a new animal without a status" : `a new animal that is ${status}`;
  const { animal } = await offerAnimal(t, pet, { label, check, refusals: refusedAsDuplicate(t.state) });
  if (animal !== undefined) return animal;
  const name = matchesPlain(pet.name) ? `${pet.name.slice(0, 31).trim()} ${t.state.words.nonce()}` : pet.name;
  const body = newPetBody(t.state, { ...pet, name });
  const again = await t.send(addRequest(t.state, body, { check: additionCheck(t.state, pet) }));
  return petOf(t.state, again.json);
}

/** A server may refuse a name that is taken, by an earlier run with the same seed for example. */
export function refusedAsDuplicate(state: StoreState): readonly Acceptable[] {
  return state.uniqueNames ? refused(state) : [];
}

/** @throws Skip if no category was found that the server accepts: then it may refuse every animal */
export function needCategory(state: StoreState): void {
  if (state.isEveryCategoryRefused) {
    throw new Skip("untested", "no category is known that the server accepts; name one with --category");
  }
}

/** How a new animal is sent that a server may refuse, by default as it is. */
export interface Offer extends Partial<CaseOptions> {
  readonly label: string;
  /** The responses that are allowed in addition to 201. */
  readonly refusals: readonly Acceptable[];
}

/** Sends a new animal that a server may refuse: then there is a status only. */
export async function offerAnimal(
  t: TestContext,
  pet: NewPet,
  { refusals, body = newPetBody(t.state, pet), ...particulars }: Offer,
): Promise<{ readonly status: number; readonly animal?: Pet }> {
  const accepts = [...added, ...refusals];
  const { response, json } = await t.send(addRequest(t.state, body, { ...particulars, accepts }));
  const { status } = response;
  return isSuccess(status) ? { status, animal: petOf(t.state, json) } : { status };
}

/** Returns the server's choice about a new animal, by the status of the response. */
export function choiceOf(status: number): Choice {
  return { status, words: isSuccess(status) ? "accepted" : `refused with ${status}` };
}

/** A valid new animal with a name of its own, recognisable as the run's; of each state in turn. */
export function plainPet(state: StoreState, status: Status = turn(state, statusesOf(state))): NewPet {
  const further = furtherMembers(state, state.drafted % 2 === 0 ? "all" : "required");
  return { name: `Pedigree ${state.words.marker()}`, categoryId: usualCategory(state), status, ...further };
}

/** The same, and in turn one without a status, too. */
export function variedPet(state: StoreState): NewPet {
  const pet = plainPet(state, statusAt(state, -1));
  return { ...pet, status: turn<Status | undefined>(state, [...statusesOf(state), undefined]) };
}

/** One after the other, so that what is tried in a row meets each of them. */
function turn<T>(state: StoreState, values: readonly T[]): T {
  const index = state.drafted % values.length;
  state.drafted += 1;
  return values[index] as T;
}

/**
 * An animal that exists: one of the run's own if it may add some, else one that was listed.
 * @throws Skip if there is none
 */
export async function someAnimal(t: TestContext): Promise<Pet> {
  const [listed] = t.state.settings.readOnly ? t.state.animals.values() : [];
  const found = ownAnimals(t.state).at(-1) ?? listed;
  return found?.pet ?? addAnimal(t, plainPet(t.state));
}

/** The animals known to be in a state; every animal if none is named. */
export function knownAnimals(state: StoreState, status?: Status): readonly Pet[] {
  const all = [...state.animals.values()].map(({ pet }) => pet);
  return all.filter((pet) => status === undefined || pet.status === status);
}
