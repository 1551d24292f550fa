import { addInvalidChecks } from "./add-invalid-animals.js";
import { addOddChecks } from "./add-odd-animals.js";
import { addValidChecks } from "./add-valid-animals.js";
import { authenticationChecks } from "./authentication.js";
import type { Check } from "./check.js";
import { chunkedChecks } from "./chunked-bodies.js";
import { getChecks } from "./get-animal.js";
import { largeCategoryChecks } from "./large-categories.js";
import { listAgainChecks } from "./list-again.js";
import { listChecks } from "./list-animals.js";
import { oddListChecks } from "./list-odd-queries.js";
import { listWithoutStatusChecks } from "./list-without-status.js";
import { firstAnimal, resourceChecks } from "./resources.js";
import { stateChecks } from "./states.js";
import { versioningChecks } from "./versioning.js";
import { wayAroundChecks } from "./ways-around-the-key.js";
import { wrongKeyChecks } from "./wrong-keys.js";

/** Every check, in the order in which a stage plans them. */
export const checks: readonly Check[] = [
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

/**
 * Requirements that warn instead of failing in these profiles: a local server may be mounted without the
 * version segment.
 */
export const lenient: Readonly<Record<string, readonly string[]>> = { gate: ["VER-1"], nightly: ["VER-1"] };

export { sendWithinBounds } from "./allowance.js";
export { type Check, putsToTest, type Stage, stages } from "./check.js";
export { diagnoseTarget, type Symptom } from "./diagnosis.js";
export { type Meeting, meetTarget, seeAnimals } from "./meeting.js";
export { neighbourOf } from "./neighbour.js";
export { oracles } from "./oracles.js";
export { createProbe, type Probe } from "./probe.js";
export { Stop } from "./stop.js";
export { createWorld, type World, type WorldOptions } from "./world.js";
