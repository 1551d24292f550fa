import { type Behaviour, breaks, harmless } from "./behaviour.js";
import { hostileTexts } from "./hostile-texts.js";
import { tellEverywhere, tellInErrors } from "./telling.js";

/** Texts of a store that works, meant for whoever reads the report. */
export const textBehaviours: readonly Behaviour[] = Object.entries(hostileTexts).flatMap(
  ([what, text]): Behaviour[] => [
    {
      name: `puts ${what} into every Error, where they break no promise`,
      expected: harmless,
      response: tellInErrors(() => text),
    },
    {
      name: `puts ${what} into Errors, animals, headers and reasons, and in place of JSON`,
      expected: breaks("ERR-4"),
      response: tellEverywhere(() => text),
    },
  ],
);
