import type { Finding, Reading } from "../judge/index.js";
import { type Pet, readPet } from "./pet.js";
import type { World } from "./world.js";

/**
 * Writes down which animals an answer shows, and finds the ids that were given away twice: what can only be
 * seen by remembering.
 */
export function learn(world: World, reading: Reading): readonly Omit<Finding, "exchange">[] {
  const { exchange, answer, json } = reading;
  if (exchange.case.operation === "createPet" && answer.status === 201) {
    world.created += 1;
    const pet = readPet(json);
    return pet === undefined
      ? []
      : learnCreated(world, pet, exchange.sentAt, exchange.sentAt + exchange.duration);
  }
  if (exchange.case.operation === "listPets" && Array.isArray(json)) {
    for (const pet of json.map(readPet)) {
      if (pet !== undefined && !world.animals.has(pet.id)) {
        world.animals.set(pet.id, { pet, own: false, seenAt: exchange.sentAt + exchange.duration });
      }
    }
  }
  return [];
}

/** An animal of this run that no longer counts, since its id turned out to be another's. */
function learnCreated(
  world: World,
  pet: Pet,
  sentAt: number,
  seenAt: number,
): readonly Omit<Finding, "exchange">[] {
  const known = world.animals.get(pet.id);
  world.animals.set(pet.id, { pet, own: true, seenAt });
  // A list may show an animal before the answer to its creation has arrived.
  if (known === undefined || (!known.own && known.seenAt >= sentAt)) return [];
  return [
    {
      requirement: "PET-5",
      problem: "id given twice",
      expected: "an id that no other animal has",
      actual: `id ${pet.id}, which ${JSON.stringify(known.pet.name.slice(0, 40))} has already`,
      otherCause: "none",
    },
  ];
}
