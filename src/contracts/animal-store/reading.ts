import { isSuccess, type ParsedExchange, Skip } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { causeOfLostIds } from "../../schema/index.js";
import type { Case, Exchange } from "../../transport/index.js";
import { type KnowsContract, type Pet, readPet, type Status } from "./pet.js";
import { fetchedOrNot, fetchRequest, listRequest, type Query } from "./store-requests.js";
import { isPastRemovalDate, type StoreState, type TestContext } from "./store-state.js";

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
  const parsed = await t.send(request);
  if (rowsOf(parsed.json) === undefined) throw new Skip("found", "the response holds no list");
  return pageOf(t.state, parsed);
}

/** The rows of a list, also of one that is wrapped in an object, as a response check has found. */
function rowsOf(json: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(json)) return json;
  const lists = isJsonObject(json) ? Object.values(json).filter((each) => Array.isArray(each)) : [];
  return lists.length === 1 ? lists[0] : undefined;
}

export function pageOf(
  state: KnowsContract,
  { exchange, json }: Pick<ParsedExchange, "exchange" | "json">,
): Page {
  const { pageSize, filter } = state.contract.roles;
  const rows = rowsOf(json) ?? [];
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

/** When the answer of an exchange had arrived, in ms since the run began. */
export function endOf(exchange: Exchange | undefined): number {
  return exchange === undefined ? Number.NEGATIVE_INFINITY : exchange.sentAt + exchange.duration;
}

export function isOn(page: readonly Pet[], id: bigint): boolean {
  return page.some((pet) => pet.id === id);
}

/** The animal with this id on a list, as it is now; undefined if the list does not show it. */
export async function findListed(
  t: TestContext,
  { id }: Pick<Pet, "id">,
  query: Query,
): Promise<Pet | undefined> {
  return (await listAnimals(t, query)).find((pet) => pet.id === id);
}

/** The animal of an answer that was judged. */
export function petOf(state: KnowsContract, json: Json | undefined): Pet {
  const pet = readPet(state, json);
  if (pet === undefined) throw new Skip("found", "the response holds no animal");
  return pet;
}

/** @throws Skip if a member cannot be compared, since it is no valid one, as a response check has found */
export function assumeValid(...pets: readonly Pet[]): void {
  const member = pets.flatMap(({ invalid }) => invalid).find((each) => each !== "id");
  if (member !== undefined) throw new Skip("found", `a ${member} that is none cannot be compared`);
}

/** The animal with this id as it is now; undefined if there is none. */
export async function findAnimal(t: TestContext, { id }: Pick<Pet, "id">): Promise<Pet | undefined> {
  const { response, json } = await t.send(fetchRequest(t.state, id, { accepts: fetchedOrNot }));
  // An Error may name the id, too.
  return isSuccess(response.status) ? readPet(t.state, json) : undefined;
}

/**
 * Fetches an animal that exists by its id, waiting for it as long as the run allows.
 * @throws Skip if the operation's removal is due, or the animal was not to be had
 */
export async function fetchAnimal(t: TestContext, id: bigint): Promise<Pet> {
  needGetPet(t.state);
  const request = fetchRequest(t.state, id, { accepts: fetchedOrNot });
  const began = t.state.clock.elapsed();
  const first = t.exchanges.length;
  for (;;) {
    const parsed = await t.send(request);
    const waited = t.state.clock.elapsed() - began;
    if (isSuccess(parsed.response.status)) {
      const seconds = Math.ceil(t.state.clock.settle / 1000);
      t.observe("get/visibility", t.exchanges.at(-2)?.case === request ? `within ${seconds} s` : "at once");
      return petOf(t.state, parsed.json);
    }
    if (waited >= t.state.clock.settle) break;
    await t.state.clock.pause(50);
  }
  const exchange = t.exchanges.length - 1;
  if (!(await isSurelyThere(t, id, first))) throw new Skip("untested", deleted);
  t.expect(false, {
    check: "get/found",
    problem: "status 404",
    expected: `200 with the animal ${id}`,
    actual: "404, although the animal was there a moment ago",
    likelyCause: causeOfLostIds(t.state.animals.keys()),
    at: { in: "status" },
    interference: "other clients",
    exchange,
  });
  throw new Skip("found", "the animal was not found");
}

/** Why an animal is not looked at that a list has shown. */
export const deleted = "others deleted the animal: it is neither found nor listed any more";

/**
 * Was an animal there although it was not found when it was asked for, first by this exchange? If a list has shown it,
 * the same list still does; one that was just added had no time to be deleted by others.
 * @throws Skip if it was asked for too late
 */
export async function isSurelyThere(t: TestContext, id: bigint, at: number): Promise<boolean> {
  const { get, list } = t.state.contract.roles;
  const shown = t.exchanges.slice(0, at).findLast(({ case: { operation } }) => operation !== get)?.case;
  if (shown?.operation !== list) {
    assumeRecent(t, at);
    return true;
  }
  await t.state.clock.pause(t.state.clock.settle);
  return isOn(await askForPage(t, shown), id);
}

/** In ms: what is asked later than this, because the server wants pauses, tells nothing of a moment ago. */
const moment = 200;

/**
 * Did a request, by default the last, go out right after the answer that had shown what it asks for: a list, or the
 * addition? Others may use any longer time.
 */
function wasAtOnce({ exchanges }: TestContext, at = exchanges.length - 1): boolean {
  const asked = exchanges[at];
  const shown = exchanges
    .slice(0, at)
    .findLast(({ case: { operation } }) => operation !== asked?.case.operation);
  if (asked === undefined || shown === undefined) return false;
  return asked.sentAt - shown.sentAt - shown.duration < moment;
}

/** @throws Skip if others had the time to change what was seen to differ, by default in the last exchange */
export function assumeRecent(t: TestContext, at?: number): void {
  if (!wasAtOnce(t, at)) throw new Skip("inconclusive", tooLate);
}

/** Why a difference that was seen decides nothing. */
export const tooLate =
  "an animal was not as it was added, and the requests were too far apart to know whether others changed it";

/** @throws Skip if the deprecated operation need not be there any more */
export function needGetPet(state: StoreState): void {
  const { roles, removalDate } = state.contract;
  if (isPastRemovalDate(state))
    throw new Skip("not-applicable", `${roles.get} may be gone since ${removalDate}`);
}

/** Returns the likely cause why a page holds more animals than its limit, where the number tells one. */
export function causeOfTooMany(rows: number, limit: number): string | undefined {
  return rows === limit + 1 ? "a page holds one animal more than its limit" : undefined;
}
