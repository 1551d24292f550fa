import { deriveValidIntegers, describeOutcome, isSuccess, Skip } from "../../engine/index.js";
import { knownAnimals, plainPet } from "./animals.js";
import { expectNewListed, expectShown, provesNothing } from "./full-lists.js";
import {
  expectAtMost,
  expectFilled,
  expectListedAsFetched,
  expectNoneHidden,
  expectSound,
  isStill,
} from "./list-expectations.js";
import { describe, differences, type NewPet, type Pet, type Status, statusAt, statusesOf } from "./pet.js";
import { assumeValid, listAnimals } from "./reading.js";
import { everyList, largestPage, limitAbove, listRequest, type Query } from "./store-requests.js";
import { addedAs, isPastRemovalDate, type Scenario, scenario } from "./store-state.js";

/** A look at a filtered list that is empty while others are not. */
export const earlyFilter: Scenario = scenario<Status>({
  id: "list/query/filter/sound/early",
  title: "a filter shows no other animals either where none is in its state yet",
  phase: "first-creation",
  inputs: (state) => [statusAt(state, -1)],
  run: async (t, status) =>
    expectSound(t, await listAnimals(t, { status, limit: limitAbove(t.state, 4) }), status),
});

/** Checks on the section "Endpoints: List all animals". */
export const listChecks: readonly Scenario[] = [
  scenario<Query>({
    id: "list/accepted",
    title: "a list without parameters is answered",
    phase: "empty",
    inputs: () => [{}],
    run: async (t, query) => {
      for (const exchange of t.state.preflight.splice(0)) await t.judge(exchange);
      return listAnimals(t, query);
    },
  }),

  scenario({
    id: "response/json/any-media-type",
    title: "a request that accepts any media type is answered with JSON",
    phase: "empty",
    run: (t) => t.send({ ...listRequest(t.state, {}), headers: [["Accept", "*/*"]] }),
  }),

  scenario<string>({
    id: "response/json/other-media-type",
    title: "a request that asks for another media type is refused, or answered with JSON as always",
    // Some frameworks show browsers a page of their own.
    inputs: () => ["application/xml"],
    run: async (t, accept) => {
      const list = listRequest(t.state, { limit: limitAbove(t.state, 4) });
      const request = { ...list, headers: [["Accept", accept]] as const };
      const exchange = await t.sendUnchecked(request);
      const { outcome } = exchange;
      if (outcome.kind === "response" && isSuccess(outcome.status)) await t.judge(exchange);
    },
  }),

  scenario<Query>({
    id: "list/empty",
    title: "while there is nothing to list, the answer is 200 with an empty array",
    phase: "empty",
    inputs: (state) => [
      ...everyList(state),
      { limit: limitAbove(state, 0) },
      { limit: limitAbove(state, 4), status: statusAt(state, -1) },
    ],
    happensOnce: "it needs a list without animals, which exists only until some are added",
    run: async (t, query) => {
      const parsed = await t.sendAnyway({ ...listRequest(t.state, query), check: "list/empty" });
      if (parsed === undefined || parsed.accepted === undefined) return;
      if (Array.isArray(parsed.json) && parsed.json.length > 0) {
        throw new Skip("untested", "there are animals already: it takes a list without any");
      }
      t.expect(Array.isArray(parsed.json), {
        problem: "no empty array",
        expected: "200 with []",
        actual: describeOutcome(parsed.response),
      });
    },
  }),

  scenario<number>({
    id: "list/query/pageSize/accepted",
    title: "a limit inside its constraints is accepted",
    phase: "empty",
    inputs: ({ contract: { roles } }) => [roles.pageSize.minimum, roles.pageSize.maximum],
    run: (t, limit) => listAnimals(t, { limit }),
  }),

  scenario<number>({
    id: "list/query/pageSize/obeyed",
    title: "a page holds no more animals than its limit, and as many if they are there",
    expects: ["list/complete"],
    inputs: ({ contract: { roles } }) => deriveValidIntegers(roles.pageSize),
    run: (t, limit) => expectFilled(t, { limit }),
  }),

  scenario<Query>({
    id: "list/query/pageSize/default",
    title: "a page without a limit holds no more animals than the default, and as many if they are there",
    expects: ["list/complete", "list/query/filter/complete"],
    inputs: everyList,
    run: expectFilled,
  }),

  scenario<Status>({
    id: "list/query/filter/accepted",
    title: "each state is accepted as a filter",
    inputs: statusesOf,
    run: (t, status) => listAnimals(t, { status }),
  }),

  scenario<Query & { readonly status: Status }>({
    id: "list/query/filter/sound",
    title: "a filtered list holds animals of that state only",
    inputs: (state) =>
      statusesOf(state).flatMap((status) => [{ status }, { status, limit: largestPage(state) }]),
    run: async (t, query) => {
      const page = await listAnimals(t, query);
      expectSound(t, page, query.status);
      if (page.length === 0) throw new Skip("untested", `it takes an animal that is ${query.status}`);
    },
  }),

  scenario<Status>({
    id: "list/query/filter/complete",
    title: "a filtered list that is not full holds every animal of that state",
    inputs: statusesOf,
    run: async (t, status) => {
      const { state } = t;
      // Of others' animals nobody could tell, without getPet, whether they are still what they were.
      const isTellable = ({ id }: Pet): boolean =>
        !isPastRemovalDate(state) || (state.animals.get(id)?.own ?? false);
      const expected = knownAnimals(state, status).filter(isTellable);
      await expectShown(t, await listAnimals(t, { status, limit: largestPage(state) }), expected);
    },
  }),

  scenario({
    id: "list/complete",
    title: "a list that is not full holds every animal",
    adds: 1,
    expects: ["create/once"],
    phase: "first-creation",
    run: (t) => expectNewListed(t, plainPet(t.state, statusAt(t.state, 1)), { isFiltered: false, times: 2 }),
  }),

  scenario({
    id: "list/complete/ordered",
    title: "a full list that shows the newest animals first hides none of those that are newer than its last",
    phase: "final",
    inputs: (state) => (knownAnimals(state).length >= largestPage(state) ? [null] : []),
    run: async (t) => {
      const page = await listAnimals(t, { limit: largestPage(t.state) });
      // The run itself may have filled it; where it was full before, other checks say so.
      if (provesNothing(t.state, page))
        throw new Skip("not-applicable", "the list is full, and does not show the newest animals first");
      await expectShown(t, page, knownAnimals(t.state));
      t.expectNone([]);
    },
  }),

  scenario<{ readonly limit: number; readonly status: Status }>({
    id: "list/query/both",
    title: "with a limit and a status, the page holds that many animals, all of that state",
    // Some servers look at the first parameter only.
    inputs: (state) => {
      const { minimum, maximum, default: usual } = state.contract.roles.pageSize;
      return statusesOf(state).flatMap((status, index) => [
        { limit: minimum, status },
        { limit: usual, status },
        ...(index === 0 ? [] : [minimum + 1, usual + 1]).map((limit) => ({
          status,
          limit: Math.min(limit, maximum),
        })),
      ]);
    },
    run: async (t, query) => {
      const known = knownAnimals(t.state, query.status);
      const page = await listAnimals(t, query);
      expectAtMost(t, page);
      expectSound(t, page, query.status);
      await expectNoneHidden(t, page, known);
    },
  }),

  scenario<Status>({
    id: "list/query/both/exact",
    title: "a page that has room for just as many animals as there are holds them all",
    phase: "final",
    inputs: (state) => [statusAt(state, 1)],
    run: async (t, status) => {
      const all = await listAnimals(t, { status, limit: largestPage(t.state) });
      if (all.isFull || all.rows === 0) throw new Skip("untested", `it takes one animal that is ${status}`);
      await expectNoneHidden(t, await listAnimals(t, { status, limit: all.rows }), all);
    },
  }),

  scenario<Query>({
    id: "list/unchanged",
    title: "a listed animal is the one that was added",
    inputs: (state) => [...everyList(state, { limit: largestPage(state) }), {}],
    run: async (t, query) => {
      const page = await listAnimals(t, query);
      const own = page.filter(({ id }) => t.state.animals.get(id)?.own);
      const changed = own.find((pet) => differences(addedAs(t.state, pet), pet).length > 0);
      if (changed !== undefined) {
        const added = addedAs(t.state, changed);
        t.expect(!(await isStill(t, added)), {
          problem: differences(added, changed).join(", "),
          expected: `${describe(added)}, as it was added`,
          actual: describe(changed),
          interference: isPastRemovalDate(t.state) ? "other clients" : "none",
        });
      }
      if (own.length === 0) await expectListedAsFetched(t, page);
      assumeValid(...own);
      t.expectNone([]);
    },
  }),

  scenario<NewPet>({
    id: "list/query/filter/complete/fresh",
    title: "an animal is in the list of its state as soon as it was added, once",
    adds: 1,
    expects: ["create/once"],
    inputs: (state) => statusesOf(state).map((status) => ({ ...plainPet(state), status })),
    run: (t, pet) => expectNewListed(t, pet, { isFiltered: true, times: 1 }),
  }),
];
