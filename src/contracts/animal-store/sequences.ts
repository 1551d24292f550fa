import * as fc from "fast-check";
import { addAnimal, plainPet } from "./animals.js";
import { expectStillThere, moment } from "./kept.js";
import { expectAtMost, expectNoneHidden, expectSound } from "./list-expectations.js";
import { describe, type Pet, type Status, statusAt, statusesOf, steadyDifferences } from "./pet.js";
import { endOf, listAnimals, type Page } from "./reading.js";
import { addRequest, largestPage, limitAbove, newPetBody, refused } from "./store-requests.js";
import { type Scenario, type StoreState, scenario, type TestContext } from "./store-state.js";

/** One operation of a sequence. Plain data. */
type Step =
  | { readonly do: "add"; readonly status: Status }
  /** A creation without a category. */
  | { readonly do: "refuse"; readonly status: Status }
  /** A creation of which half arrives before the connection closes. */
  | { readonly do: "break"; readonly status: Status }
  /** The last animal that the sequence has added (0), or the one before it (1), and so on. */
  | { readonly do: "fetch"; readonly before: number }
  | { readonly do: "list"; readonly limit: number; readonly status?: Status };

/** Steps that are taken at the same moment, one moment after the other. */
type Sequence = readonly (readonly Step[])[];

/** The sequence's animals, in the order of their answers: what the store has to hold, whatever others add to it. */
type Model = {
  readonly pet: Pet;
  /** When the answer to its creation came, in ms since the run began. */
  readonly addedAt: number;
}[];

/** Operations one after the other and at the same moment, held against a model of the store. */
export const sequences: Scenario = scenario<Sequence>({
  id: "get/unchanged/sequence",
  title:
    "whatever is added, refused, listed and fetched in a row or at the same moment, each animal stays what it is",
  adds: 3,
  // One at a time: what others of the run add would take part.
  phase: "populate",
  inputs: (state) => (state.settings.thorough ? [usualSequence(state)] : []),
  random: (state) => (state.settings.thorough ? anySequence(state) : undefined),
  happensOnce: "requests have to meet in the server at the same moment, which they do not each time",
  run: async (t, sequence) => {
    const model: Model = [];
    for (const moment of sequence) {
      const before = [...model];
      const done = await Promise.allSettled(moment.map((step) => take(t, step, model, before)));
      // All of them are to be over before what stopped one is said.
      for (const each of done) if (each.status === "rejected") throw each.reason;
    }
    for (const { pet, addedAt } of model) await expectStillThere(t, pet, addedAt);
  },
});

/** @param before what was added in earlier moments */
async function take(t: TestContext, step: Step, model: Model, before: Model): Promise<void> {
  const { state } = t;
  switch (step.do) {
    case "add": {
      const draft = plainPet(state, step.status);
      const pet = await addAnimal(t, draft);
      const shown = t.exchanges.findLast(
        ({ case: { body } }) => body?.kind === "text" && body.text.includes(draft.name),
      );
      model.push({ pet, addedAt: endOf(shown) });
      return;
    }
    case "refuse": {
      const name = `Refused ${state.words.marker()}`;
      const check = "create/body/member/categoryId/required";
      const body = newPetBody(state, { name, status: step.status });
      await t.send(addRequest(state, body, { check, label: "an invalid animal", accepts: refused(state) }));
      return;
    }
    case "break": {
      const body = newPetBody(state, plainPet(state, step.status));
      await t.sendUnchecked({ ...addRequest(state, body, { label: "half a new animal" }), isCut: true });
      return;
    }
    case "fetch": {
      const known = before.at(-1 - step.before);
      if (known !== undefined) await expectStillThere(t, known.pet, known.addedAt);
      return;
    }
    case "list": {
      const { do: _, ...query } = step;
      const page = await listAnimals(t, query);
      const exchange = t.exchanges.findLastIndex(({ case: request }) => request === page.request);
      expectAtMost(t, page, "list/query/pageSize/obeyed", exchange);
      if (step.status !== undefined) expectSound(t, page, step.status, "list/query/filter/sound", exchange);
      await expectModel(t, page, before, exchange);
    }
  }
}

/** Expects a page to show what the model has, as it has it. */
async function expectModel(t: TestContext, page: Page, model: Model, exchange: number): Promise<void> {
  const sentAt = t.exchanges[exchange]?.sentAt ?? 0;
  for (const { pet, addedAt } of model) {
    const row = page.find(({ id }) => id === pet.id);
    if (row === undefined || sentAt - addedAt > moment) continue;
    const changed = steadyDifferences(pet, row);
    t.expect(changed.length === 0, {
      check: "list/unchanged",
      problem: changed.join(", "),
      expected: `${describe(pet)}, as it was added`,
      actual: describe(row),
      exchange,
      interference: "other clients",
    });
  }
  const due = model
    .map(({ pet }) => pet)
    .filter(({ status }) => page.status === undefined || status === page.status);
  const check = page.status === undefined ? "list/complete" : "list/query/filter/complete";
  if (t.state.clock.settle > 0) return;
  // Fetched at once: a list is given time, and after that others may have deleted what it lacks.
  for (const { pet, addedAt } of model) {
    const isAbsent = due.includes(pet) && !page.some(({ id }) => id === pet.id);
    if (isAbsent && !(await expectStillThere(t, pet, addedAt))) return;
  }
  await expectNoneHidden(t, page, due, check);
}

/** Returns the steps that each way of keeping animals, and of remembering answers, has to do with at least. */
function usualSequence(state: StoreState): Sequence {
  const [status, other] = [statusAt(state, 0), statusAt(state, -1)];
  const [few, many] = [limitAbove(state, 2), largestPage(state)];
  return [
    [{ do: "add", status }],
    [
      { do: "list", limit: many, status },
      { do: "list", limit: many },
      { do: "fetch", before: 0 },
    ],
    [
      { do: "add", status },
      { do: "add", status: other },
      { do: "list", limit: many, status },
    ],
    [
      { do: "refuse", status },
      { do: "break", status },
      { do: "fetch", before: 0 },
      { do: "fetch", before: 1 },
    ],
    [
      { do: "list", limit: many, status },
      { do: "list", limit: few, status: other },
      { do: "list", limit: many },
    ],
  ];
}

function anySequence(state: StoreState): fc.Arbitrary<Sequence> {
  const status = fc.constantFrom(...statusesOf(state));
  const limit = fc.constantFrom(largestPage(state), limitAbove(state, 2));
  const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 2, arbitrary: fc.record({ do: fc.constant("add" as const), status }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("refuse" as const), status }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("break" as const), status }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("fetch" as const), before: fc.nat({ max: 2 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("list" as const), limit }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("list" as const), limit, status }) },
  );
  return fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });
}
