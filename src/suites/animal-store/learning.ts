import { type Finding, isSuccess, type ParsedExchange } from "../../checks/index.js";
import { type Case, caseKind } from "../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { readPet } from "./pet.js";
import { isOn, type Page, pageOf } from "./reading.js";
import { everyList, fetchRequest, jsonOf, largestPage, listRequest, objectIn } from "./requests.js";
import { type GivenTwice, isPastRemovalDate, ownAnimals, type StoreState } from "./state.js";

type Learnt = Omit<Finding, "exchange" | "requirement">;

/** Writes down which animals an answer shows; an id that was given twice is a finding, unless others have deleted its animal. */
export async function learnFrom(state: StoreState, parsed: ParsedExchange): Promise<readonly Learnt[]> {
  const { roles } = state.contract;
  const { operation } = parsed.exchange.case;
  if (operation === roles.list) learnListed(state, parsed);
  if (operation !== roles.create || !isSuccess(parsed.response.status)) return [];
  const twice = learnCreated(state, parsed);
  if (twice === undefined) return [];
  state.givenTwice.push(twice);
  // Where ids are counted from the largest, an id is free again once others have deleted the newest animal.
  if ((twice.isLargest && twice.after > moment) || (await areAnimalsDeleted(state))) return [];
  // If others have deleted that animal, its id may be free again.
  return [{ ...describeDuplicateId(twice), check: "create/unique-id", interference: "other clients" }];
}

/** Animals of others that are remembered: enough for any check, also on a store of millions. */
const mostKnown = 1000;

/** Writes down which animals a list shows, and of which own ones it lacks. */
export function learnListed(state: StoreState, parsed: ParsedExchange): void {
  if (!Array.isArray(parsed.json)) return;
  const page = pageOf(state, parsed);
  suspectHidden(state, parsed, page);
  const seenAt = parsed.exchange.sentAt + parsed.exchange.duration;
  for (const pet of page)
    if (pet.invalid.length === 0 && state.animals.size < mostKnown && !state.animals.has(pet.id))
      state.animals.set(pet.id, { pet, own: false, sentAt: undefined, seenAt });
}

/** In ms: nobody else deletes an animal in so short a time, but by chance. */
const moment = 50;

/** Writes down which animal was added, and finds an id that was given away twice: only remembering shows it. */
function learnCreated(state: StoreState, { exchange, json }: ParsedExchange): GivenTwice | undefined {
  const pet = readPet(state, json);
  if (pet === undefined) return undefined;
  const { case: sent, sentAt, duration, retries } = exchange;
  const seenAt = sentAt + duration;
  const known = state.animals.get(pet.id);
  state.animals.set(pet.id, {
    pet: { ...pet, statusSent: isStatusSent(sent) },
    own: true,
    sentAt,
    seenAt,
    request: retries === 0 ? sent : undefined,
  });
  // A list may show an animal before the answer to its creation has arrived.
  if (known === undefined || (!known.own && known.seenAt >= sentAt)) return undefined;
  const isLargest = [...state.animals.keys()].every((id) => id <= pet.id);
  return { id: pet.id, first: known.pet.name, isOwn: known.own, after: seenAt - known.seenAt, isLargest };
}

/** What an id that was given twice is called, and what is said of it. */
export function describeDuplicateId({
  id,
  first,
}: GivenTwice): Pick<Learnt, "problem" | "expected" | "actual"> {
  return {
    problem: "id given twice",
    expected: "an id that no other animal has",
    actual: `id ${id}, which ${JSON.stringify(first.slice(0, 40))} has already`,
  };
}

function isStatusSent({ body }: Case): boolean {
  return body?.kind === "text" && objectIn(body.text)?.["status"] !== undefined;
}

/** Different lists that are looked into. */
const mostSuspicions = 3;

/**
 * Writes down which list lacks an animal of the run's own although the page has room for it. Others may have changed or
 * deleted that animal, so this alone is no breach.
 */
function suspectHidden(state: StoreState, parsed: ParsedExchange, page: Page): void {
  const { case: request, sentAt } = parsed.exchange;
  if (state.suspicions.size >= mostSuspicions) return;
  if (caseKind(request) !== "valid" || parsed.violations.length > 0 || page.isFull) return;
  const isMissing = ownAnimals(state).some(
    ({ pet, seenAt }) =>
      seenAt + state.settle <= sentAt &&
      (page.status === undefined || pet.status === page.status) &&
      !isOn(page, pet.id),
  );
  if (isMissing) state.suspicions.set(request.path, request);
}

/** Writes down which rows there are before this run adds any, valid or not. */
export function rememberRows(state: StoreState, { exchange, json }: ParsedExchange): void {
  if (state.budget.hasSent() || exchange.case.operation !== state.contract.roles.list || !Array.isArray(json))
    return;
  for (const row of json) state.listedBefore.add(idOfRow(row));
}

/** Of a row that need not be an animal, as JSON. */
export function idOfRow(row: Json | undefined): string {
  return renderJson(isJsonObject(row) ? (row["id"] ?? null) : null);
}

/** How long the newest animal is watched, in ms. */
const watch = 1000;

/**
 * Do others delete the newest animal? Where ids are counted from the largest, its id is then given again at
 * once, so that no animal seems to be missing. Watches the animal with the largest id while nothing is added.
 */
export async function isNewestDeleted(state: StoreState): Promise<boolean> {
  const own = ownAnimals(state).map(({ pet }) => pet);
  const [newest] = own.toSorted((left, right) => (left.id > right.id ? -1 : 1));
  if (newest === undefined) return false;
  await state.pause(watch);
  const request = isPastRemovalDate(state)
    ? listRequest(state, { limit: largestPage(state), status: newest.status })
    : fetchRequest(state, newest.id);
  const shown = [jsonOf((await state.send(request)).outcome)].flat();
  return !shown.some((item) => readPet(state, item)?.name === newest.name);
}

/**
 * Are animals missing that the run has seen before? Then others delete some, and an id that is given again may have
 * been free. Looks at every list. Where one is full, or not to be had, nobody can tell, and they may.
 */
export async function areAnimalsDeleted(state: StoreState): Promise<boolean> {
  // As of now: what is added while the lists are read may be on none of them.
  const known = [...state.animals.values()];
  let isWholeListFull = false;
  const there = new Set<bigint>();
  for (const query of everyList(state, { limit: largestPage(state) })) {
    const exchange = await state.send(listRequest(state, query));
    if (exchange.outcome.kind !== "response") return true;
    const page = pageOf(state, { exchange, json: jsonOf(exchange.outcome) });
    if (page.isFull && page.status !== undefined) return true;
    isWholeListFull ||= page.isFull;
    for (const { id } of page) there.add(id);
  }
  // One that shows no status is on the whole list only.
  const provable = known.filter(({ pet }) => !isWholeListFull || pet.status !== undefined);
  return provable.some(({ pet }) => !there.has(pet.id));
}
