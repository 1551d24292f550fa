import type { CataloguedContract } from "../../description/index.js";
import type { Suite } from "../../engine/index.js";
import { answeredKey, deprecationChecks } from "../../engine/index.js";
import { type Case, caseKind } from "../../transport/index.js";
import { edgeCaseCreationChecks } from "./add-edge-case-animals.js";
import { addValidChecks } from "./add-valid-animals.js";
import { addedOnce, finalRead } from "./added-once.js";
import { plainPet } from "./animals.js";
import { authenticationChecks, securitySource } from "./authentication.js";
import { firstAnimal, largeCategory } from "./categories.js";
import { responseChecks } from "./described-responses.js";
import { diagnoseTarget } from "./diagnosis.js";
import { finalAccount } from "./final-account.js";
import { getChecks } from "./get-animal.js";
import { bodyScenarios, randomBodies } from "./input-scenarios.js";
import { createLeftovers, learnFrom, rememberRows } from "./learning.js";
import { earlyFilter, listChecks } from "./list-animals.js";
import { edgeCaseListChecks } from "./list-edge-cases.js";
import { statusAt } from "./pet.js";
import { randomReads } from "./random-lists.js";
import { newPetSource, notStoredChecks } from "./refused-animals.js";
import { rereadChecks } from "./reread.js";
import { resourceChecks } from "./resource-checks.js";
import { securityScenarios } from "./security-scenarios.js";
import { sequences } from "./sequences.js";
import { preflight, seeAnimals } from "./store-preflight.js";
import { addRequest, newPetBody } from "./store-requests.js";
import { storeResponseChecks } from "./store-response-checks.js";
import {
  createState,
  type Scenario,
  type StoreOptions,
  type StoreState,
  sendWithinBounds,
} from "./store-state.js";
import { versioningChecks } from "./versioning.js";

/** In the order in which a phase plans them. */
const scenarios = (contract: CataloguedContract): readonly Scenario[] => [
  firstAnimal,
  earlyFilter,
  ...bodyScenarios(contract, newPetSource),
  ...notStoredChecks,
  // Its animals are some of those that the lists need.
  largeCategory,
  ...resourceChecks,
  ...addValidChecks,
  ...edgeCaseCreationChecks,
  ...listChecks,
  ...edgeCaseListChecks,
  ...getChecks,
  sequences,
  ...randomReads,
  randomBodies(contract, newPetSource),
  ...versioningChecks,
  ...authenticationChecks,
  ...securityScenarios(securitySource),
  finalRead,
  addedOnce,
  ...rereadChecks,
  finalAccount,
];

/**
 * Returns a case of the same operation that is answered as usual where nothing is wrong; undefined if none was so far.
 * A creation that may succeed has one that succeeds: a store that takes nothing now may go on refusing.
 */
function controlFor(state: StoreState, request: Case): Case | undefined {
  const kind = caseKind(request) === "either" ? "valid" : caseKind(request);
  const known = state.statistics.answered.get(answeredKey(request.operation, kind));
  const isSame = known?.path === request.path && known.body === request.body;
  if (known === undefined || (request.method === "GET" && isSame && kind !== "wrong key")) return undefined;
  if (request.method === "GET" || kind !== "valid") return known;
  return addRequest(state, newPetBody(state, plainPet(state, statusAt(state, 0))));
}

/** The Animal Store's suite. */
export const animalStore: Suite<StoreState> = {
  scenarios,
  responseChecks: () => [...responseChecks, ...deprecationChecks, ...storeResponseChecks],
  // How long names are is not said: a page of them may be more than is read.
  unbounded: ({ roles }: CataloguedContract) => [roles.list],
  create: (options: StoreOptions) => {
    const state = createState(options);
    state.identifyLeftover = createLeftovers(state);
    return state;
  },
  preflight,
  survey: seeAnimals,
  send: sendWithinBounds,
  remember: rememberRows,
  learn: learnFrom,
  controlFor,
  diagnose: diagnoseTarget,
};
