import { type Choice, isSuccess, Skip } from "../../checks/index.js";
import type { Acceptable, Case, CaseBody } from "../../generate/index.js";
import { furtherMembers, statusAt, statusesOf } from "./facts.js";
import { petOf } from "./pages.js";
import type { NewPet, Pet, Status } from "./pet.js";
import { matchesPlain } from "./plain-name.js";
import { added, addRequest, newPetBody, refused } from "./requests.js";
import type { TestContext } from "./scenario.js";
import { type StoreState, usualCategory } from "./state.js";

/** The check that says a valid new animal is accepted, by what is particular about it. */
export function additionCheck(state: StoreState, pet: NewPet): string {
  if (pet.status === undefined) return "create/body/member/status/omitted";
  return pet.status === statusAt(state, 0) ? "create/accepted" : "create/kept/status";
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
  const label =
    pet.status === undefined ? "a new animal without a status" : `a new animal that is ${pet.status}`;
  const request = addRequest(t.state, newPetBody(t.state, pet), { label, check });
  const renamed = { ...pet, name: rename(pet.name, t.state) };
  const parsed = await (t.state.uniqueNames ? sendRenamed(t, request, renamed) : t.send(request));
  return petOf(t.state, parsed.json);
}

/** @throws Skip if no category was found that the server accepts: then it may refuse every animal */
export function needCategory(state: StoreState): void {
  if (state.categorySearch === "failed") {
    throw new Skip("untested", "no category is known that the server accepts; name one with --category");
  }
}

/** A server may refuse a name that is taken, by an earlier run with the same seed for example. */
async function sendRenamed(t: TestContext, request: Case, renamed: NewPet): ReturnType<TestContext["send"]> {
  const open = { ...request, accepts: [...request.accepts, ...refused(t.state)] };
  const parsed = await t.send(open);
  if (isSuccess(parsed.response.status)) return parsed;
  return t.send(
    addRequest(t.state, newPetBody(t.state, renamed), {
      check: additionCheck(t.state, renamed),
    }),
  );
}

function rename(name: string, state: StoreState): string {
  return matchesPlain(name) ? `${name.slice(0, 31).trim()} ${state.nonce()}` : name;
}

/** How a new animal is sent that a server may refuse. */
interface Offer {
  readonly label: string;
  /** What may be answered besides 201. */
  readonly refusals: readonly Acceptable[];
  readonly check?: string;
  /** Another body than the animal as it is. */
  readonly body?: string | CaseBody;
  readonly contentType?: string;
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

/** What became of a new animal, by the status of the response. */
export function choiceOf(status: number): Choice {
  return { status, words: isSuccess(status) ? "accepted" : `refused with ${status}` };
}

/** A valid new animal with a name of its own, recognisable as the run's; of each state in turn. */
export function plainPet(state: StoreState, status: Status = turn(state, statusesOf(state))): NewPet {
  const further = furtherMembers(state, state.drafted % 2 === 0 ? "all" : "required");
  return { name: `Pedigree ${state.token()}`, categoryId: usualCategory(state), status, ...further };
}

/** The same, and in turn one without a status, too. */
export function variedPet(state: StoreState): NewPet {
  const { status: _, ...pet } = plainPet(state, statusAt(state, -1));
  const status = turn(state, [...statusesOf(state), undefined]);
  return status === undefined ? pet : { ...pet, status };
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
  const known = [...t.state.animals.values()];
  const found = known.findLast((each) => each.own) ?? (t.state.readOnly ? known[0] : undefined);
  return found?.pet ?? addAnimal(t, plainPet(t.state));
}

/**
 * What must be added so that the lists have something to leave out: more animals than the highest limit in
 * all, and more than the default of each state.
 */
export function lackingAnimals(state: StoreState, total: number, ofEach: number): readonly NewPet[] {
  const statuses = statusesOf(state);
  const wanted = statuses.flatMap((status) => {
    const most = status === statusAt(state, 1) ? Math.max(ofEach, state.crowd) : ofEach;
    return Array.from({ length: Math.max(0, most - knownAnimals(state, status).length) }, () => status);
  });
  while (wanted.length + state.animals.size < total) {
    wanted.push(statuses[wanted.length % statuses.length] ?? statusAt(state, 0));
  }
  return wanted.map((status) => plainPet(state, status));
}

/** The animals known to be in a state; every animal if none is named. */
export function knownAnimals(state: StoreState, status?: Status): readonly Pet[] {
  const all = [...state.animals.values()].map(({ pet }) => pet);
  return all.filter((pet) => status === undefined || pet.status === status);
}
