import { isSuccess, Skip } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import { bodyBytes, type Case } from "../../transport/index.js";
import { needCategory, plainPet } from "./animals.js";
import { fullList, provesNothing } from "./full-lists.js";
import { describe, type Pet, type Status } from "./pet.js";
import { isOn, listAnimals, type Page, petOf } from "./reading.js";
import {
  added,
  addRequest,
  everyList,
  largestPage,
  newPetBody,
  objectIn,
  refused,
} from "./store-requests.js";
import { ownAnimals, type Scenario, type StoreState, scenario, type TestContext } from "./store-state.js";

/** A creation whose animal was listed twice. */
interface Doubled {
  readonly request: Case;
  /** In which state the second one was listed. */
  readonly status: Status | undefined;
  /** How often it is repeated. */
  readonly times: number;
  /** Was the second one seen? It may come later than the first. */
  readonly wasSeen?: boolean;
}

/** How late a second animal may come, in ms. */
const late = 1000;

/** In characters: names above it are no plain ones. */
const longName = 40;
/** Sorts of creations that are looked into, and how often a sort is repeated that is added twice now and then. */
const mostSorts = 3;
const manyTimes = 8;

/** A look at lists at the end: what is added besides may come late, and a fast run is over before. */
export const finalRead: Scenario = scenario({
  id: "create/once/late",
  title: "a while after the last creation, lists show each new animal once",
  phase: "final",
  inputs: (state) => (state.clock.finalWait > 0 && ownAnimals(state).length > 0 ? [null] : []),
  run: async (t) => {
    await t.state.clock.pause(t.state.clock.finalWait);
    const pages: Page[] = [];
    for (const query of everyList(t.state, { limit: largestPage(t.state) }))
      pages.push(await listAnimals(t, query));
    if (pages.every((page) => provesNothing(t.state, page))) throw fullList(t.state, undefined);
  },
});

/** A check of what lists have shown of each creation of the run. */
export const addedOnce: Scenario = scenario<Doubled>({
  id: "create/once/again",
  title: "an animal like one that was listed twice, under another name, is listed once",
  adds: 1,
  phase: "final",
  inputs: (state) => [...doubledCreations(state), ...otherCreations(state)],
  run: expectAddedOnce,
});

/** Repeats a creation whose animal was listed twice, with names that are given only here, and expects one animal each. */
export async function expectAddedOnce(
  t: TestContext,
  { request, status, times, wasSeen = false }: Doubled,
): Promise<void> {
  needCategory(t.state);
  for (let time = 0; time < times; time += 1) {
    const before = new Set(t.state.animals.keys());
    // A run with the same seed may have given the first name, but none gives this one.
    const renamed = withNewName(request, t.state.words.nonce());
    if (renamed === undefined) throw new Skip("not-applicable", "its body cannot carry another name");
    const { response, json } = await t.send(renamed);
    if (!isSuccess(response.status)) throw new Skip("not-applicable", "such an animal is not accepted now");
    const animal = petOf(t.state, json);
    // An animal that was sent more than once may have been added more than once.
    const isSentOnce = t.exchanges.at(-1)?.retries === 0;
    if (!isSentOnce) continue;
    if (await hasDuplicate(t, animal, status ?? animal.status, before)) return;
    if (!wasSeen || time < times - 1) continue;
    await t.state.clock.pause(late);
    await hasDuplicate(t, animal, status ?? animal.status, before);
  }
}

/** Does a list show a second animal with the same values that was not known `before`? That is a finding. */
async function hasDuplicate(
  t: TestContext,
  animal: Pet,
  status: Status | undefined,
  before: ReadonlySet<bigint>,
): Promise<boolean> {
  await t.state.clock.pause(t.state.lateness.known());
  const query = { limit: largestPage(t.state), status };
  const isDuplicate = ({ id, name }: Pet): boolean =>
    name === animal.name && id !== animal.id && !before.has(id);
  const page = await listAnimals(t, query);
  if (page.isFull && !isOn(page, animal.id)) throw fullList(t.state, status);
  const at = page.findIndex(isDuplicate);
  const baseline = page[at];
  if (baseline === undefined) {
    t.expectNone([], "create/once");
    return false;
  }
  const exchange = t.exchanges.length - 1;
  const isShownAgain = (await listAnimals(t, query)).some(isDuplicate);
  t.expect(false, {
    check: "create/once",
    problem: "added twice",
    expected: `one new animal, ${describe(animal)}`,
    actual: `a second one, ${describe(baseline)}`,
    at: { in: "body", pointer: `/${at}` },
    exchange,
    ...(isShownAgain ? ({ interference: "verified", resent: 1 } as const) : {}),
  });
  return true;
}

/** The creations whose names lists have shown under another id, too: one of each sort. */
function doubledCreations(state: StoreState): readonly Doubled[] {
  const own = ownAnimals(state);
  const others = [...state.animals.values()].filter(
    (each) => !each.own && !state.listedBefore.has(renderJson(each.pet.id)),
  );
  const baselines = new Map(others.map(({ pet }) => [pet.name, pet]));
  const doubled = own.filter(({ pet }) => baselines.has(pet.name));
  // Where most are, a run with the same seed may have added the others, or it shows at once.
  const times = doubled.length * 2 < own.length ? manyTimes : 1;
  const sorts = new Map<string, Doubled>();
  for (const { pet, request } of doubled) {
    const sort = [pet.statusSent === true && pet.status, pet.name.length > longName, request?.headers].join(
      " ",
    );
    if (request !== undefined && !sorts.has(sort) && withNewName(request, "") !== undefined)
      sorts.set(sort, { request, status: baselines.get(pet.name)?.status, times, wasSeen: true });
  }
  return [...sorts.values()].slice(0, mostSorts);
}

/** Creations of the sorts that the run has not had yet: one that tests this alone has few. */
function otherCreations(state: StoreState): readonly Doubled[] {
  const own = ownAnimals(state).map(({ pet }) => pet);
  if (own.length === 0) return [];
  const lacking = [
    own.some(({ statusSent }) => statusSent === false) ? [] : [{ ...plainPet(state), status: undefined }],
    own.some(({ name }) => name.length > longName)
      ? []
      : [{ ...plainPet(state), name: "Pedigree ".repeat(8) }],
  ].flat();
  return lacking.map((pet) => ({
    request: addRequest(state, newPetBody(state, pet), { accepts: [...added, ...refused(state, 413, 422)] }),
    status: undefined,
    times: 1,
  }));
}

/** The same creation, with other letters at the end of the name; undefined where its body cannot be read. */
function withNewName(request: Case, ending: string): Case | undefined {
  const sent = request.body && objectIn(bodyBytes(request.body).toString("utf8"));
  if (sent === undefined) return undefined;
  const { name } = sent;
  const start = typeof name === "string" ? name.slice(0, -ending.length) : "";
  const text = renderJson({ ...sent, name: `${start}${ending}` });
  return { ...request, body: { kind: "text", text } };
}
