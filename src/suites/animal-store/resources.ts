import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import { choiceOf, needCategory, offerAnimal, plainPet, someAnimal } from "./animals.js";
import { concurrentCreations } from "./concurrent-creations.js";
import type { NewPet } from "./pet.js";
import { refused } from "./requests.js";
import { ownAnimals, type Scenario, type StoreState, scenario, type TestContext } from "./state.js";

/** Checks on the section "Resources and their fields". */
export const resourceChecks: readonly Scenario[] = [
  concurrentCreations,

  scenario<{ readonly sent: Json; readonly pet: NewPet }>({
    id: "create/assigned-id",
    title: "an id that the client sends does not become the animal's",
    adds: 1,
    phase: "create",
    inputs: (state) => {
      const ids = [4_242_424_242_424_242_424n, 1_424_242_424n, -42_424_242_424n, ofAnimal, "zz"];
      const more = state.settings.thorough ? [1n, 0n, null, numberAsWritten("1.5")] : [];
      return [...ids, ...more].map((sent) => ({ sent, pet: plainPet(state) }));
    },
    run: async (t, { sent: wanted, pet }) => {
      needCategory(t.state);
      const isSmall = wanted === 1n || wanted === 0n;
      const sent = isSmall ? wanted : await idToSend(t, wanted);
      const known = typeof sent === "bigint" && t.state.animals.has(sent);
      const offer = { label: `with the id ${renderJson(sent)}`, refusals: refused(t.state) };
      const { status, animal } = await offerAnimal(t, { ...pet, id: sent }, offer);
      t.observe("create/body/unknown", choiceOf(status), "with an id of its own");
      // A counter may have reached a small number by itself; it reaches it once.
      t.expect(animal?.id !== sent || (isSmall && !known), {
        problem: "taken over",
        explains: ["id", "id given twice", "twice"],
        expected: "an id that the service assigned",
        actual: `the id ${sent} that was sent`,
        at: { in: "body", pointer: "/id" },
        // Others may have deleted the animal, and a server may give its id again.
        interference: wanted === ofAnimal ? "other clients" : "none",
      });
    },
  }),
];

/** Stands for the id of an animal that the run has added. */
const ofAnimal = "of an animal";

async function idToSend(t: TestContext, wanted: Json): Promise<Json> {
  // The first one is the same whatever is sent at the same time.
  if (wanted === ofAnimal) return (ownAnimals(t.state)[0]?.pet ?? (await someAnimal(t))).id;
  return typeof wanted === "bigint" ? freeId(t.state, wanted) : wanted;
}

/**
 * The id, or one at random that no animal has: a server may take over an id only once. Never the next one, to which
 * a counter comes by itself.
 */
function freeId(state: StoreState, wanted: bigint): bigint {
  let id = wanted;
  while (state.animals.has(id)) id = wanted < 0n ? -state.words.randomInt64() : state.words.randomInt64();
  return id;
}
