/** What changed in a server's choice on one open point, between a run that saw it and the last before that did. */
export interface ChoiceChange {
  readonly requirement: string;
  /** Indexes of the two runs. */
  readonly run: number;
  readonly before: number;
  readonly appeared: readonly string[];
  readonly wentAway: readonly string[];
}

/** The choices seen in each run, the oldest first; undefined where a run did not look. */
export function compareChoices(
  requirement: string,
  runs: readonly (readonly string[] | undefined)[],
): readonly ChoiceChange[] {
  const changes: ChoiceChange[] = [];
  let last: { readonly run: number; readonly choices: readonly string[] } | undefined;
  runs.forEach((choices, run) => {
    if (choices === undefined) return;
    const before = last;
    last = { run, choices };
    if (before === undefined) return;
    const appeared = without(choices, before.choices);
    const wentAway = without(before.choices, choices);
    if (appeared.length + wentAway.length > 0)
      changes.push({ requirement, run, before: before.run, appeared, wentAway });
  });
  return changes;
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return all.filter((each) => !known.has(each));
}

/** One line of a change: `limit=0` went from `400` to `200`, or a choice only came or went. */
export interface ChoiceStep {
  readonly about?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Puts together what went away and what came in its place: choices read `input: choice`. */
export function pairChoices({ appeared, wentAway }: ChoiceChange): readonly ChoiceStep[] {
  const gone = wentAway.map(split);
  const come = appeared.map(split);
  const same = (all: readonly Choice[], about: string | undefined): readonly Choice[] =>
    all.filter((each) => each.about === about);
  /** Only where it is clear which belong together. */
  const partner = (others: readonly Choice[], own: readonly Choice[], about: string | undefined) =>
    same(own, about).length === 1 && same(others, about).length === 1 ? same(others, about)[0] : undefined;
  return [
    ...gone.map((each) => {
      const next = partner(come, gone, each.about);
      return next === undefined
        ? { from: each.whole }
        : { ...(each.about === undefined ? {} : { about: each.about }), from: each.what, to: next.what };
    }),
    ...come
      .filter(({ about }) => partner(gone, come, about) === undefined)
      .map(({ whole }) => ({ to: whole })),
  ];
}

interface Choice {
  readonly whole: string;
  readonly about: string | undefined;
  readonly what: string;
}

function split(whole: string): Choice {
  const at = whole.lastIndexOf(": ");
  return at < 0
    ? { whole, about: undefined, what: whole }
    : { whole, about: whole.slice(0, at), what: whole.slice(at + 2) };
}
