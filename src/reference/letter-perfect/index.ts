import type { Conduct } from "../conduct.js";
import { answering } from "./answering.js";
import { authentication } from "./authentication.js";
import { creating } from "./creating.js";
import { fetching } from "./fetching.js";
import { listing } from "./listing.js";
import { storing } from "./storing.js";

/** The conduct that follows the interface document to the letter. One for each server: it numbers the animals. */
export function letterPerfect(): Conduct {
  return {
    seed: () => [],
    startBackground: () => () => {},
    takesConnection: () => true,
    largestBody: () => 1024 * 1024,
    answerEarly: () => undefined,
    answerOtherOperation: () => undefined,
    ...authentication,
    ...listing,
    ...creating,
    ...storing(),
    ...fetching,
    ...answering,
  };
}
