import type { Judged } from "../../engine/index.js";
import { isSuccess, type ParsedExchange } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { causeOfLostIds, shorten } from "../../schema/index.js";
import { type Case, caseKind, type Exchange, trimExchange } from "../../transport/index.js";
import { deriveNegativeBodies } from "../../values/index.js";
import { idReuse, watch } from "./id-reuse.js";
import { bodySchema } from "./input-scenarios.js";
import { isAsAdded, readPet, statusAt, statusesOf } from "./pet.js";
import { endOf, isOn, type Page, pageOf } from "./reading.js";
import { objectIn } from "./store-requests.js";
import { type GivenTwice, ownAnimals, type StoreState, type Suspicion } from "./store-state.js";

/**
 * Writes down which animals an answer shows, and which are gone. An id that was given twice is a finding, unless the run saw
 * that its first animal was gone before, or that ids of deleted animals are given again.
 */
export async function learnFrom(state: StoreState, parsed: ParsedExchange): Promise<readonly Judged[]> {
  const { roles } = state.contract;
  const { operation } = parsed.exchange.case;
  if (operation === roles.list) learnListed(state, parsed);
  if (operation === roles.get) learnFetched(state, parsed);
  if (operation !== roles.create || !isSuccess(parsed.response.status)) return [];
  const twice = learnCreated(state, parsed);
  if (twice === undefined) return [];
  state.givenTwice.push(twice);
  const reuse = await idReuse(state);
  if (reuse === "reused") return [];
  // A retry would wait for the same accident. Where a watch saw no deletion, half of its time is surely without one.
  const isProven = reuse === "no deletion" && twice.isOwn && twice.after < watch / 2;
  const interference = isProven ? "verified" : "other clients";
  return [{ check: "create/unique-id", failures: [{ ...describeTwice(state, twice), interference }] }];
}

/** Animals of others that are remembered: enough for any check, also on a store of millions. */
const mostKnown = 1000;

/** Writes down which animals a list shows, and of which own ones it lacks. */
export function learnListed(state: StoreState, parsed: ParsedExchange): void {
  if (!Array.isArray(parsed.json)) return;
  const page = pageOf(state, parsed);
  suspectHidden(state, parsed, page);
  const seenAt = endOf(parsed.exchange);
  if (!page.isFull && page.status === undefined) {
    const there = new Set(page.map(({ id }) => id));
    for (const id of state.animals.keys()) if (!there.has(id)) seeGone(state, id, parsed.exchange);
  }
  const shownBy = trimExchange(parsed.exchange);
  for (const pet of page)
    if (pet.invalid.length === 0 && state.animals.size < mostKnown && !state.animals.has(pet.id))
      state.animals.set(pet.id, { pet, own: false, sentAt: undefined, seenAt, shownBy });
}

/** Writes down that an animal is not found any more, or that another one has its id. */
function learnFetched(state: StoreState, { exchange, response, json }: ParsedExchange): void {
  const id = /^-?\d+$/.exec(exchange.case.path.split("/").at(-1) ?? "")?.[0];
  if (id === undefined) return;
  const known = state.animals.get(BigInt(id));
  const shown = isSuccess(response.status) ? readPet(state, json) : undefined;
  if (known?.own === true && isAsAdded(known.pet, shown)) state.readAsAdded.add(known.pet.id);
  const isReplaced = shown !== undefined && shown.name !== known?.pet.name;
  if (response.status === 404 || isReplaced) seeGone(state, BigInt(id), exchange);
}

/** Takes it down if the run knew the animal when it asked. Of an id that was given twice, nobody knows which animal it shows. */
function seeGone(state: StoreState, id: bigint, exchange: Exchange): void {
  const known = state.animals.get(id);
  const isKnown = known !== undefined && exchange.sentAt >= known.seenAt + state.lateness.known();
  if (isKnown && !state.givenTwice.some((twice) => twice.id === id)) state.seenGone.set(id, endOf(exchange));
}

/** Writes down which animal was added, and finds an id that was given away twice: only remembering shows it. */
function learnCreated(state: StoreState, { exchange, json }: ParsedExchange): GivenTwice | undefined {
  const pet = readPet(state, json);
  if (pet === undefined) return undefined;
  const { case: sent, sentAt, retries } = exchange;
  const seenAt = endOf(exchange);
  const known = state.animals.get(pet.id);
  const shownBy = trimExchange(exchange);
  state.animals.set(pet.id, {
    pet: { ...pet, statusSent: isStatusSent(sent) },
    own: true,
    sentAt,
    seenAt,
    shownBy,
    request: retries === 0 ? sent : undefined,
  });
  const goneAt = state.seenGone.get(pet.id) ?? Number.POSITIVE_INFINITY;
  state.seenGone.delete(pet.id);
  // A list may show an animal before the answer to its creation has arrived.
  if (known === undefined || (!known.own && known.seenAt >= sentAt) || goneAt <= seenAt) return undefined;
  const { pet: first, own: isOwn } = known;
  return {
    id: pet.id,
    first: first.name,
    isOwn,
    after: seenAt - known.seenAt,
    shownBy: [known.shownBy, shownBy],
  };
}

/** Describes an id that was given twice, with the exchanges that show it. */
function describeTwice({ animals }: StoreState, { id, first, shownBy }: GivenTwice) {
  return {
    problem: "id given twice",
    likelyCause: causeOfLostIds(animals.keys()),
    expected: "an id that no other animal has",
    actual: `id ${id}, which ${JSON.stringify(first.slice(0, 40))} has already`,
    shownBy,
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
  if (soundSuspicions(state).length >= mostSuspicions) return;
  if (caseKind(request) !== "valid" || parsed.violations.length > 0 || page.isFull) return;
  const missing = ownAnimals(state).findLast(
    ({ pet, seenAt }) =>
      seenAt + state.lateness.known() <= sentAt &&
      (page.status === undefined || pet.status === page.status) &&
      !isOn(page, pet.id),
  );
  if (missing === undefined || state.suspicions.has(request.path)) return;
  const shownBy = [missing.shownBy, trimExchange(parsed.exchange)];
  const age = sentAt - missing.seenAt;
  state.suspicions.set(request.path, { request, pet: missing.pet, age, shownBy, isReported: false });
}

/** Returns the suspicions that lateness does not explain, as far as it is known by now. */
export function soundSuspicions({ suspicions, lateness }: StoreState): readonly Suspicion[] {
  return [...suspicions.values()].filter(({ age }) => age >= lateness.known());
}

/** Writes down which rows there are before this run adds any, valid or not. */
export function rememberRows(state: StoreState, { exchange, json }: ParsedExchange): void {
  if (state.budget.hasSent() || exchange.case.operation !== state.contract.roles.list || !Array.isArray(json))
    return;
  for (const row of json) state.listedBefore.add(idOfRow(row));
}

/** Of a row that need not be an animal, as JSON. */
function idOfRow(row: Json | undefined): string {
  return renderJson(isJsonObject(row) ? (row["id"] ?? null) : null);
}

/** The names that every run gives to the animals that it makes up. */
export const ownName = /^(Pedigree|Refused) [a-z]{8}\b/;

/**
 * Names rows, by their ids, that an earlier run sent and a broken server stored, although they are no valid animals: they
 * were there before this run sent anything, and are known by the journal of what was sent, or by their form.
 */
export function createLeftovers(state: StoreState): StoreState["identifyLeftover"] {
  let sent: readonly JsonObject[] | undefined;
  let forms: readonly JsonObject[] | undefined;
  return (row) => {
    if (!isJsonObject(row) || !state.listedBefore.has(idOfRow(row))) return undefined;
    sent ??= state.words.earlierBodies.map(objectIn).filter((each) => each !== undefined);
    forms ??= invalidForms(state);
    const isLeftover =
      sent.some((body) => holds(state, row, body, isSame)) ||
      forms.some((body) => holds(state, row, body, (...each) => isAlike(state, ...each)));
    return isLeftover ? shorten(row["id"], 24) : undefined;
  };
}

/** The invalid animals that a run sends and that are known again: one without a name could be anybody's. */
function invalidForms(state: StoreState): readonly JsonObject[] {
  const valid = { name: "Pedigree aaaaaaaa", categoryId: 1n, status: statusAt(state, 0) };
  const schema = bodySchema(state.contract);
  const broken = deriveNegativeBodies(schema, valid).map(({ body }) => body);
  return [...broken, { ...valid, name: 7n }].filter(isJsonObject).filter(({ name }) => name !== undefined);
}

/** Does the row hold what the body said? The server may have made up what the body left out. */
function holds(
  { contract: { roles } }: StoreState,
  row: JsonObject,
  body: JsonObject,
  isKept: (stored: Json | undefined, sent: Json, name: string) => boolean,
): boolean {
  const said = roles.members.filter((name) => body[name] !== undefined);
  return said.length > 0 && said.every((name) => isKept(row[name], body[name] ?? null, name));
}

function isSame(stored: Json | undefined, sent: Json): boolean {
  return stored !== undefined && renderJson(stored) === renderJson(sent);
}

/** The same but for the words that each run draws anew, the category that it found, and the state in turn. */
function isAlike(state: StoreState, stored: Json | undefined, sent: Json, name: string): boolean {
  if (name === "categoryId" && typeof stored === "bigint" && typeof sent === "bigint") return true;
  if (typeof stored !== "string" || typeof sent !== "string") return isSame(stored, sent);
  const areStates = [stored, sent].every((each) => statusesOf(state).some((status) => status === each));
  return stored === sent || areStates || (ownName.test(stored) && ownName.test(sent));
}
