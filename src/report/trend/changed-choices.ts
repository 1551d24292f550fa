import type { Report } from "../../run/index.js";
import { fewest, window } from "./attention.js";
import type { Attention } from "./trend-schema.js";

/**
 * Open points on which the server chooses otherwise than before: a choice that each of the earlier runs saw is gone, and
 * one that none of them saw has come.
 * @param reports of one target, the oldest first
 */
export function changedChoices(reports: readonly Report[]): Attention["choices"] {
  const earlier = reports.slice(-1 - window, -1);
  const newest = reports.at(-1);
  // Beside few runs, what chance tries in one and not in another would look like a change.
  if (newest === undefined || earlier.length < fewest) return [];
  return newest.requirements.flatMap(({ id, observations }) => {
    const now = observations.map(({ choice }) => choice);
    const before = earlier.map((report) => choicesOf(report, id));
    const gone = (before[0] ?? []).filter(
      (choice) => before.every((each) => each.includes(choice)) && !now.includes(choice),
    );
    const come = now.filter((choice) => before.every((each) => !each.includes(choice)));
    return gone.length === 0 || come.length === 0 ? [] : [{ id, gone, come }];
  });
}

function choicesOf({ requirements }: Report, id: string): readonly string[] {
  const requirement = requirements.find((each) => each.id === id);
  return (requirement?.observations ?? []).map(({ choice }) => choice);
}
