import type { Suite } from "../../run/index.js";
import { addInvalidChecks } from "./add-invalid-animals.js";
import { addOddChecks } from "./add-odd-animals.js";
import { addValidChecks } from "./add-valid-animals.js";
import { sendWithinBounds } from "./allowance.js";
import { authenticationChecks } from "./authentication.js";
import type { Check } from "./check.js";
import { chunkedChecks } from "./chunked-bodies.js";
import { areAnimalsDeleted } from "./deletions.js";
import { diagnoseTarget } from "./diagnosis.js";
import { getChecks } from "./get-animal.js";
import { largeCategoryChecks } from "./large-categories.js";
import { learn, rememberRows } from "./learning.js";
import { listAgainChecks } from "./list-again.js";
import { listChecks } from "./list-animals.js";
import { oddListChecks } from "./list-odd-queries.js";
import { listWithoutStatusChecks } from "./list-without-status.js";
import { meetTarget, seeAnimals } from "./meeting.js";
import { neighbourOf } from "./neighbour.js";
import { oracles } from "./oracles.js";
import { firstAnimal, resourceChecks } from "./resources.js";
import { stateChecks } from "./states.js";
import { versioningChecks } from "./versioning.js";
import { wayAroundChecks } from "./ways-around-the-key.js";
import { createWorld, type World } from "./world.js";
import { wrongKeyChecks } from "./wrong-keys.js";

/** In the order in which a phase plans them. */
const checks: readonly Check[] = [
  firstAnimal,
  ...addInvalidChecks,
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
  ...wrongKeyChecks,
  ...wayAroundChecks,
  ...stateChecks,
  ...listAgainChecks,
];

/** The Animal Store's suite. */
export const animalStore: Suite<World> = {
  checks,
  responseChecks: oracles,
  general: {
    status: "GEN-2",
    noServerError: "GEN-3",
    answer: "GEN-4",
    key: "AUTH-6",
    limits: "LIM-2",
    chunks: "CREATE-25",
  },
  // How long names are is not said: a page of them may be more than is read.
  unbounded: ["listPets"],
  // A local server may be mounted without the version segment.
  lenient: { gate: ["VER-1"], nightly: ["VER-1"] },
  create: createWorld,
  preflight: meetTarget,
  survey: seeAnimals,
  send: sendWithinBounds,
  remember: rememberRows,
  learn: async (world, reading) => {
    const findings = learn(world, reading);
    return findings.length > 0 && (await areAnimalsDeleted(world)) ? [] : findings;
  },
  neighbourOf,
  diagnose: diagnoseTarget,
};
