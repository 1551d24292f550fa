import { bodyScenarios, deprecationChecks, responseChecks, securityScenarios } from "../../checks/index.js";
import type { Contract } from "../../description/index.js";
import type { Suite } from "../../run/index.js";
import { newPetSource, notStoredChecks } from "./add-invalid-animals.js";
import { addOddChecks } from "./add-odd-animals.js";
import { addValidChecks } from "./add-valid-animals.js";
import { sendWithinBounds } from "./allowance.js";
import { authenticationChecks, securitySource } from "./authentication.js";
import { chunkedChecks } from "./chunked-bodies.js";
import { controlFor } from "./control.js";
import { areAnimalsDeleted } from "./deletions.js";
import { diagnoseTarget } from "./diagnosis.js";
import { getChecks } from "./get-animal.js";
import { largeCategoryChecks } from "./large-categories.js";
import { learn, rememberRows } from "./learning.js";
import { createLeftovers } from "./leftovers.js";
import { listAgainChecks } from "./list-again.js";
import { listChecks } from "./list-animals.js";
import { oddListChecks } from "./list-odd-queries.js";
import { listWithoutStatusChecks } from "./list-without-status.js";
import { preflight, seeAnimals } from "./preflight.js";
import { firstAnimal, resourceChecks } from "./resources.js";
import { storeResponseChecks } from "./response-checks.js";
import type { Scenario } from "./scenario.js";
import { createState, type StoreState } from "./state.js";
import { stateChecks } from "./states.js";
import { versioningChecks } from "./versioning.js";

/** In the order in which a phase plans them. */
const scenarios = (contract: Contract): readonly Scenario[] => [
  firstAnimal,
  ...bodyScenarios(contract, newPetSource(contract.roles.create)),
  ...notStoredChecks,
  // Their animals are some of those that the lists need.
  ...largeCategoryChecks,
  ...resourceChecks,
  ...addValidChecks,
  ...addOddChecks,
  ...chunkedChecks,
  ...listChecks,
  ...oddListChecks,
  ...listWithoutStatusChecks,
  ...getChecks,
  ...versioningChecks,
  ...authenticationChecks,
  ...securityScenarios(securitySource),
  ...stateChecks,
  ...listAgainChecks,
];

/** The Animal Store's suite. */
export const animalStore: Suite<StoreState> = {
  scenarios,
  responseChecks: [...responseChecks, ...deprecationChecks, ...storeResponseChecks],
  // How long names are is not said: a page of them may be more than is read.
  unbounded: ["listPets"],
  create: (options) => {
    const state = createState(options);
    state.nameLeftover = createLeftovers(state);
    return state;
  },
  preflight,
  survey: seeAnimals,
  send: sendWithinBounds,
  remember: rememberRows,
  learn: async (state, parsed) => {
    const findings = learn(state, parsed);
    state.isIdGivenTwice ||= findings.length > 0;
    return findings.length > 0 && (await areAnimalsDeleted(state)) ? [] : findings;
  },
  controlFor,
  diagnose: diagnoseTarget,
};
