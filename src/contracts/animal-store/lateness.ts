import type { RunClock } from "../../engine/index.js";

/** How late a list may show a new animal although no `--settle` says so, in ms: the document does not say how soon. */
const mostLateness = 2000;

/** Keeps what the run knows of how late lists show new animals. */
export function createLateness({ settle }: Pick<RunClock, "settle">) {
  let longest = 0;
  let isRuledOut = false;
  /** How long a list takes as far as is known; it may take twice what was seen so far, and a look more. */
  const known = (): number => Math.max(settle, longest === 0 ? 0 : Math.min(mostLateness, longest * 2 + 100));
  return {
    known,
    /** How long a list is given before it hides an animal. */
    patience: (): number => (isRuledOut ? known() : Math.max(settle, mostLateness)),
    /** How long after its creation a list still lacked an animal that it showed later, at most, in ms. */
    longest: () => longest,
    /** Lists still lacked animals so many ms after they were added, and showed them later. */
    note: (ages: readonly number[]): void => {
      longest = Math.max(longest, ...ages);
    },
    /** A list never showed an animal that it has to show: where none was late before, lateness is not the reason. */
    ruleOut: (): void => {
      isRuledOut = longest === 0;
    },
  };
}

export type Lateness = ReturnType<typeof createLateness>;
