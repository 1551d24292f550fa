import { type ParsedExchange, Skip } from "../../checks/index.js";
import type { Case } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import { type Described, type Pet, readPet, type Status } from "./pet.js";
import { listRequest, type Query } from "./requests.js";
import type { TestContext } from "./state.js";

/** The animals of one answer to a list. */
export interface Page extends ReadonlyArray<Pet> {
  /** All rows of the answer, also those that are no animals. */
  readonly rows: number;
  /** How many it may hold, by its own limit or by the default. */
  readonly limit: number;
  /** Does it hold as many? Then there may be more that it does not show. */
  readonly isFull: boolean;
  /** The filter, if there was one. */
  readonly status: Status | undefined;
  readonly request: Case;
}

/** Lists animals. Throws Skip if there was no list. */
export function listAnimals(t: TestContext, query: Query): Promise<Page> {
  return askForPage(t, listRequest(t.state, query));
}

/** The same with a request for a list. */
export async function askForPage(t: TestContext, request: Case): Promise<Page> {
  return pageOf(t.state, await t.send(request));
}

/** Reads the answer to a list. */
export function pageOf(
  state: Described,
  { exchange, json }: Pick<ParsedExchange, "exchange" | "json">,
): Page {
  const { pageSize, filter } = state.contract.roles;
  const rows: readonly Json[] = Array.isArray(json) ? json : [];
  const query = new URLSearchParams(exchange.case.path.split("?")[1]);
  const limit = Number(query.get(pageSize.name) ?? pageSize.default);
  return Object.assign(
    rows.map((row) => readPet(state, row)).filter((pet) => pet !== undefined),
    {
      rows: rows.length,
      limit,
      isFull: rows.length >= limit,
      status: query.get(filter.name) ?? undefined,
      request: exchange.case,
    },
  );
}

/** Does a page show the animal with this id? */
export function isOn(page: readonly Pet[], id: bigint): boolean {
  return page.some((pet) => pet.id === id);
}

/** The animal of an answer that was judged. */
export function petOf(state: Described, json: Json | undefined): Pet {
  const pet = readPet(state, json);
  if (pet === undefined) throw new Skip("inconclusive", "the answer holds no animal");
  return pet;
}
