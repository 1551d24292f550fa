import type { Handlers } from "../handlers.js";
import { answering } from "./answering.js";
import { authentication } from "./authentication.js";
import { creating } from "./creating.js";
import { fetching } from "./fetching.js";
import { listing } from "./listing.js";
import { storing } from "./storing.js";

/** The handlers that follows the interface document to the letter. One for each server: it numbers the animals. */
export function conforming(): Handlers {
  return {
    mountAt: (described) => described,
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
