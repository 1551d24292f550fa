import type { Case } from "../../generate/index.js";
import { isJsonObject, type Json, parseJson, renderJson } from "../../json/index.js";
import type { Finding, Reading } from "../../judge/index.js";
import { type Pet, readPet } from "./pet.js";
import { suspectHidden } from "./suspicion.js";
import type { World } from "./world.js";

/**
 * Writes down which animals an answer shows, and finds the ids that were given away twice: what can only be
 * seen by remembering.
 */
export function learn(world: World, reading: Reading): readonly Omit<Finding, "exchange">[] {
  const { exchange, answer, json } = reading;
  if (exchange.case.operation === world.contract.roles.create && answer.status === 201) {
    const pet = readPet(world, json);
    if (pet === undefined) return [];
    const animal = { ...pet, statusSent: sentStatus(exchange.case) !== undefined };
    return learnCreated(world, animal, exchange.sentAt, exchange.sentAt + exchange.duration);
  }
  suspectHidden(world, reading);
  if (exchange.case.operation === world.contract.roles.list && Array.isArray(json)) {
    for (const pet of json.map((row) => readPet(world, row))) {
      if (pet !== undefined && !world.animals.has(pet.id)) {
        world.animals.set(pet.id, {
          pet,
          own: false,
          sentAt: undefined,
          seenAt: exchange.sentAt + exchange.duration,
        });
      }
    }
  }
  return [];
}

/** In ms: nobody else deletes an animal in so short a time, but by chance. */
const moment = 50;

function learnCreated(
  world: World,
  pet: Pet,
  sentAt: number,
  seenAt: number,
): readonly Omit<Finding, "exchange">[] {
  const known = world.animals.get(pet.id);
  world.animals.set(pet.id, { pet, own: true, sentAt, seenAt });
  // A list may show an animal before the answer to its creation has arrived.
  if (known === undefined || (!known.own && known.seenAt >= sentAt)) return [];
  // Where ids are counted from the largest, others who delete the newest animal make its id free.
  const isLargest = [...world.animals.keys()].every((id) => id <= pet.id);
  if (isLargest && sentAt - known.seenAt > moment) return [];
  return [
    {
      requirement: "PET-5",
      problem: "id given twice",
      expected: "an id that no other animal has",
      actual: `id ${pet.id}, which ${JSON.stringify(known.pet.name.slice(0, 40))} has already`,
      // If others have deleted that animal, its id may be free again.
      otherCause: "neighbours",
    },
  ];
}

/** Writes down which rows there are before this run adds any, valid or not. */
export function rememberRows(world: World, { exchange, json }: Reading): void {
  if (world.hasSent || exchange.case.operation !== world.contract.roles.list || !Array.isArray(json)) return;
  for (const row of json) world.listedBefore.add(idOfRow(row));
}

/** Of a row that need not be an animal, as JSON. */
export function idOfRow(row: Json | undefined): string {
  return renderJson(isJsonObject(row) ? (row["id"] ?? null) : null);
}

function sentStatus({ body }: Case): Json | undefined {
  const parsed = body?.kind === "text" ? parseJson(body.text) : undefined;
  return parsed?.status === "valid" && isJsonObject(parsed.value) ? parsed.value["status"] : undefined;
}
