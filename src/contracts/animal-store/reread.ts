import { Skip } from "../../engine/index.js";
import type { Case } from "../../transport/index.js";
import { addAnimal, plainPet } from "./animals.js";
import { expectNewListed } from "./full-lists.js";
import { idReuse } from "./id-reuse.js";
import { soundSuspicions } from "./learning.js";
import { hidden, isStill, whenShown } from "./list-expectations.js";
import { describe, differences, type Pet, type Status, statusesOf } from "./pet.js";
import { askForPage, findAnimal, isOn, listAnimals, needGetPet, type Page } from "./reading.js";
import { largestPage } from "./store-requests.js";
import {
  isPastRemovalDate,
  ownAnimals,
  type Scenario,
  type StoreState,
  type Suspicion,
  scenario,
  type TestContext,
  usualCategory,
} from "./store-state.js";

/** Checks that look once more at what was seen before. */
export const rereadChecks: readonly Scenario[] = [
  scenario<Status>({
    id: "list/query/filter/complete/twice",
    title: "a filtered list that is asked for twice in a row shows a new animal both times",
    phase: "first-creation",
    inputs: (state) => (state.settings.thorough ? statusesOf(state) : []),
    run: (t, status) => expectNewListed(t, plainPet(t.state, status), { isFiltered: true, times: 2 }),
  }),

  scenario({
    id: "list/query/filter/sound/no-status",
    // A filter may count such an animal among one state, or among none.
    title: "an animal without a status is listed under one filter at most",
    phase: "populate",
    run: async (t) => {
      const { state } = t;
      if (ownAnimals(state).every(({ pet }) => pet.status !== undefined))
        throw new Skip("not-applicable", "every animal shows a status");
      const draft = () => ({ name: `Pedigree ${state.words.marker()}`, categoryId: usualCategory(state) });
      const animal = await addAnimal(t, draft());
      const other = await addAnimal(t, draft());
      if (animal.status !== undefined || other.status !== undefined)
        throw new Skip("not-applicable", "a new animal shows a status, whether or not one was sent");
      // The first filters once more: others may have changed an animal's state once.
      const statuses = statusesOf(state);
      const pages: Page[] = [];
      for (const status of [...statuses, ...statuses.slice(0, 2)])
        pages.push(await listAnimals(t, { status, limit: largestPage(state) }));
      const found = betweenOthers(pages, animal.id);
      t.expect(found === undefined || betweenOthers(pages, other.id) === undefined, {
        problem: "under two states",
        expected: "each animal under one state, or under none",
        actual: `${describe(animal)} under ${found?.join(" and ")}, and so is another animal`,
        interference: "other clients",
      });
    },
  }),

  scenario({
    id: "create/unique-id/kept",
    title: "where an id was given twice, nobody deletes animals so that their ids are free again",
    phase: "final",
    inputs: ({ givenTwice }) => (givenTwice.length > 0 ? [null] : []),
    run: async ({ state }) => {
      const reuse = await idReuse(state);
      if (reuse === "reused")
        throw new Skip("untested", "others were seen to delete animals, and new ones to get their ids");
      if (reuse === "not seen")
        throw new Skip("inconclusive", "others delete animals, but no new one was seen to get such an id");
    },
  }),

  scenario({
    id: "get/later",
    title: "whether the first animals of the run are still what they were",
    phase: "final",
    run: async (t) => {
      needGetPet(t.state);
      const own = ownAnimals(t.state).slice(0, 3);
      if (own.length === 0) throw new Skip("untested", "the run added no animals");
      const fate = async (pet: Pet): Promise<string> => {
        const later = await findAnimal(t, pet);
        if (later === undefined) return "deleted by others";
        return differences(pet, later).length === 0 ? "unchanged" : "changed by others";
      };
      for (const { pet } of own) {
        const first = await fate(pet);
        t.observe("get/later", first);
        // A server that loses one answer in ten does so in passing; what others did stays.
        if (first !== "unchanged") t.state.othersAct ||= (await fate(pet)) === first;
      }
    },
  }),

  scenario({
    id: "list/visibility",
    title: "how soon lists show a new animal",
    phase: "final",
    inputs: ({ lateness }) => (lateness.longest() > 0 ? [null] : []),
    run: async (t) => {
      const longest = Math.ceil(t.state.lateness.longest() / 100) * 100;
      t.observe("list/visibility", `lists are up to ${longest} ms late`);
    },
  }),

  scenario<Case>({
    id: "list/complete/again",
    title: "a list on which an animal of the run was missing shows a new one, each time that it is asked for",
    expects: ["list/query/filter/complete", "list/query/both"],
    phase: "final",
    inputs: (state) => soundSuspicions(state).map(({ request }) => request),
    run: async (t, request) => {
      const { state } = t;
      await expectExplained(t, state.suspicions.get(request.path));
      // A server may remember what it answered before the animal was there.
      const { status } = await askForPage(t, request);
      const animal = await addAnimal(t, plainPet(state, status));
      if (!(await isStill(t, animal))) throw changedSoon();
      await state.clock.pause(state.clock.settle);
      for (let times = 0; times < 2; times += 1) {
        const lacks = (seen: Page): readonly Pet[] => (seen.isFull || isOn(seen, animal.id) ? [] : [animal]);
        const page = await whenShown(t, await askForPage(t, request), lacks);
        if (page.isFull) throw new Skip("not-applicable", "the page is full");
        if (isOn(page, animal.id)) continue;
        const exchange = t.exchanges.length - 1;
        if (!(await isStill(t, animal))) throw changedSoon();
        // Believed only if three new animals in a row are missing.
        const check = checkOf(state, page);
        t.expect(false, { ...hidden(animal, page), check, exchange, interference: "other clients" });
        return;
      }
    },
  }),
];

function changedSoon(): Skip {
  return new Skip("inconclusive", "a new animal was changed or gone before the list was asked for");
}

/** Expects that the animal which a list lacked was changed or deleted by others: it is not found any more as it was. */
async function expectExplained(t: TestContext, suspicion: Suspicion | undefined): Promise<void> {
  if (suspicion === undefined || suspicion.isReported || isPastRemovalDate(t.state)) return;
  suspicion.isReported = true;
  const { request, pet, age, shownBy } = suspicion;
  if (!(await isStill(t, pet))) return;
  const page = await askForPage(t, request);
  if (age < t.state.lateness.patience() && isOn(page, pet.id)) return;
  const check = checkOf(t.state, page);
  t.expect(false, { ...hidden(pet, page), check, shownBy, interference: "other clients" });
}

/** Two states of which an animal was listed under the first, then under the second, then under the first again. */
function betweenOthers(pages: readonly Page[], id: bigint): readonly (Status | undefined)[] | undefined {
  const listed = pages.filter((page) => isOn(page, id)).map(({ status }) => status);
  const again = listed.findIndex((status, at) => at - listed.indexOf(status) > 1);
  const first = listed.indexOf(listed[again]);
  return again < 0 ? undefined : listed.slice(first, first + 2);
}

function checkOf(state: StoreState, { limit, status }: Page): string {
  if (status === undefined) return "list/complete";
  const { default: usual, maximum } = state.contract.roles.pageSize;
  return limit === usual || limit === maximum ? "list/query/filter/complete" : "list/query/both";
}
