import { Skip } from "../../checks/index.js";
import type { Json } from "../../json/index.js";
import { type Pet, readPet } from "./pet.js";
import { listRequest, type Query } from "./requests.js";
import type { TestContext } from "./scenario.js";
import type { StoreState } from "./state.js";

/** The animals of one answer. */
export interface Page extends ReadonlyArray<Pet> {
  /** All rows of the answer, also those that are no animals. */
  readonly rows: number;
}

/** Lists animals. Throws Skip if there was no list. */
export async function listAnimals(t: TestContext, query: Query): Promise<Page> {
  const parsed = await t.send(listRequest(t.state, query));
  if (rowsOf(parsed.json) === undefined) throw new Skip("found", "the response holds no list");
  return petsOf(t.state, parsed.json);
}

/** The animals of a list that was judged. */
export function petsOf(state: StoreState, json: unknown): Page {
  const rows = rowsOf(json) ?? [];
  const pets = rows.map((row) => readPet(state, row)).filter((pet) => pet !== undefined);
  return Object.assign(pets, { rows: rows.length });
}

/** The rows of a list, also of one that is wrapped in an object, as a response check has found. */
function rowsOf(json: unknown): readonly Json[] | undefined {
  if (Array.isArray(json)) return json;
  const lists = typeof json === "object" && json !== null ? Object.values(json).filter(Array.isArray) : [];
  return lists.length === 1 ? lists[0] : undefined;
}

/** The animal of an answer that was judged. */
export function petOf(state: StoreState, json: Json | undefined): Pet {
  const pet = readPet(state, json);
  if (pet === undefined) throw new Skip("found", "the response holds no animal");
  return pet;
}
