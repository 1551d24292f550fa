import { answerChoices } from "./answers.js";
import { creatingChoices } from "./creating.js";
import type { PermittedChoice } from "./permitted-choice.js";
import { readingChoices } from "./reading.js";
import { storeChoices } from "./stores.js";

/** Deviations that break no requirement: what a server is free to do. */
export const permittedChoices: readonly PermittedChoice[] = [
  ...answerChoices,
  ...creatingChoices,
  ...storeChoices,
  ...readingChoices,
];

export { applyDeviations, areCompatible } from "./compatibility.js";
export type { PermittedChoice } from "./permitted-choice.js";
