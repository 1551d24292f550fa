import { Skip } from "../../checks/index.js";
import type { Case } from "../../generate/index.js";
import { addAnimal, plainPet } from "./animals.js";
import { largestPage, statusesOf } from "./facts.js";
import { expectListed } from "./full-lists.js";
import { hidden, isStill, limitOf } from "./list-expectations.js";
import { listAnimals, type Page, petsOf } from "./pages.js";
import type { Pet, Status } from "./pet.js";
import type { Query } from "./requests.js";
import { type Scenario, scenario, type TestContext } from "./scenario.js";
import { isRemovalDue, type StoreState } from "./state.js";
import { constraintsOf } from "./suspicion.js";

/** Checks on lists that are asked for more than once. */
export const listAgainChecks: readonly Scenario[] = [
  scenario<Status>({
    id: "list/query/filter/complete/twice",
    title: "a filtered list that is asked for twice in a row shows a new animal both times",
    phase: "first-creation",
    inputs: (state) => (state.thorough ? statusesOf(state) : []),
    run: async (t, status) => {
      const animal = await addAnimal(t, plainPet(t.state, status));
      const query = { status, limit: largestPage(t.state) };
      await expectListed(t, [animal], query);
      await expectListedAgain(t, animal, query);
    },
  }),

  scenario<Case>({
    id: "list/complete/again",
    title: "a list on which an animal of the run was missing shows a new one, each time that it is asked for",
    expects: ["list/query/filter/complete", "list/query/both"],
    phase: "final",
    inputs: (state) => [...state.suspicions.values()],
    run: async (t, request) => {
      const { state } = t;
      const { limit, status } = constraintsOf(state, request);
      const list = async (): Promise<Page> => petsOf(state, (await t.send(request)).json);
      // A server may remember what it answered before the animal was there.
      await list();
      const animal = await addAnimal(t, plainPet(state, status));
      if (!(await isStill(t, animal))) throw othersChangedIt;
      await state.pause(state.settle);
      for (let times = 0; times < 2; times += 1) {
        const page = await list();
        if (page.rows >= limit) throw new Skip("not-applicable", "the page is full");
        if (page.some(({ id }) => id === animal.id)) continue;
        const exchange = t.exchanges.length - 1;
        if (!(await isStill(t, animal))) throw othersChangedIt;
        // Believed only if three new animals in a row are missing.
        const check = checkOf(state, { limit, status });
        t.expect(false, { ...hidden(animal, limit), check, exchange, interference: "other clients" });
        return;
      }
    },
  }),
];

const othersChangedIt = new Skip("not-applicable", "others may have changed or deleted the animal");

/** Expects that a list which has just shown an animal shows it again when it is asked for once more. */
export async function expectListedAgain(t: TestContext, animal: Pet, query: Query): Promise<void> {
  const { state } = t;
  await state.pause(state.settle);
  const page = await listAnimals(t, query);
  const limit = limitOf(state, query);
  if (page.rows >= limit || page.some(({ id }) => id === animal.id)) return;
  const exchange = t.exchanges.length - 1;
  if (!(await isStill(t, animal))) return;
  const interference = isRemovalDue(state) ? "other clients" : "none";
  t.expect(false, { ...hidden(animal, limit), exchange, interference });
}

function checkOf(state: StoreState, { limit, status }: ReturnType<typeof constraintsOf>): string {
  if (status === undefined) return "list/complete";
  const { default: usual, maximum } = state.contract.roles.pageSize;
  return limit === usual || limit === maximum ? "list/query/filter/complete" : "list/query/both";
}
