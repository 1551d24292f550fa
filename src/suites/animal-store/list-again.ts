import type { Case } from "../../generate/index.js";
import { addAnimal, listAnimals, type Page, petsOf, plainPet } from "./animals.js";
import { type Check, check } from "./check.js";
import { largestPage, statusesOf } from "./facts.js";
import { claimListed } from "./full-lists.js";
import { hidden, isStill, limitOf } from "./list-claims.js";
import type { Pet, Status } from "./pet.js";
import type { Probe } from "./probe.js";
import type { Query } from "./requests.js";
import { Stop } from "./stop.js";
import { constraintsOf } from "./suspicion.js";
import { isRemovalDue, type World } from "./world.js";

/** Checks on lists that are asked for more than once. */
export const listAgainChecks: readonly Check[] = [
  check<Status>({
    id: "LIST-8/twice",
    title: "a filtered list that is asked for twice in a row shows a new animal both times",
    phase: "first-creation",
    inputs: (world) => (world.thorough ? statusesOf(world) : []),
    run: async (probe, status) => {
      const animal = await addAnimal(probe, plainPet(probe.world, status));
      const query = { status, limit: largestPage(probe.world) };
      await claimListed(probe, [animal], query);
      await claimListedAgain(probe, animal, query);
    },
  }),

  check<Case>({
    id: "LIST-5/again",
    title: "a list on which an animal of the run was missing shows a new one, each time that it is asked for",
    alsoTests: ["LIST-8", "LIST-9"],
    phase: "final",
    inputs: (world) => [...world.suspicions.values()],
    run: async (probe, request) => {
      const { world } = probe;
      const { limit, status } = constraintsOf(world, request);
      const list = async (): Promise<Page> => petsOf(world, (await probe.send(request)).json);
      // A server may remember what it answered before the animal was there.
      await list();
      const animal = await addAnimal(probe, plainPet(world, status));
      if (!(await isStill(probe, animal))) throw othersChangedIt;
      await world.pause(world.settle);
      for (let times = 0; times < 2; times += 1) {
        const page = await list();
        if (page.rows >= limit) throw new Stop("not-applicable", "the page is full");
        if (page.some(({ id }) => id === animal.id)) continue;
        const exchange = probe.exchanges.length - 1;
        if (!(await isStill(probe, animal))) throw othersChangedIt;
        // Believed only if three new animals in a row are missing.
        const requirement = requirementOf(world, { limit, status });
        probe.claim(false, { ...hidden(animal, limit), requirement, exchange, otherCause: "neighbours" });
        return;
      }
    },
  }),
];

const othersChangedIt = new Stop("not-applicable", "others may have changed or deleted the animal");

/** Claims that a list which has just shown an animal shows it again when it is asked for once more. */
export async function claimListedAgain(probe: Probe, animal: Pet, query: Query): Promise<void> {
  const { world } = probe;
  await world.pause(world.settle);
  const page = await listAnimals(probe, query);
  const limit = limitOf(world, query);
  if (page.rows >= limit || page.some(({ id }) => id === animal.id)) return;
  const exchange = probe.exchanges.length - 1;
  if (!(await isStill(probe, animal))) return;
  const otherCause = isRemovalDue(world) ? "neighbours" : "none";
  probe.claim(false, { ...hidden(animal, limit), exchange, otherCause });
}

function requirementOf(world: World, { limit, status }: ReturnType<typeof constraintsOf>): string {
  if (status === undefined) return "LIST-5";
  const { default: usual, maximum } = world.contract.roles.pageSize;
  return limit === usual || limit === maximum ? "LIST-8" : "LIST-9";
}
