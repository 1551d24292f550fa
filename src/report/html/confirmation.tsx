import type { VNode } from "preact";
import type { FindingReport } from "../../run/index.js";

/** How often a finding was seen, and whether to expect it again. */
export function Confirmation({
  finding: { confirmation, sightings },
}: {
  readonly finding: FindingReport;
}): VNode {
  const places = sightings > 1 ? `, in ${sightings} places of the run` : "";
  switch (confirmation.status) {
    case "repeats":
      return (
        <>
          <b>repeats</b> {confirmation.seen} of {confirmation.of} times{places}
        </>
      );
    case "intermittent":
      return (
        <>
          <b>intermittent</b>: {confirmation.seen} times in the run, but not each time
        </>
      );
    case "seen-once":
      return (
        <>
          <b>seen once</b>, and not again in {confirmation.of} attempts
        </>
      );
  }
}
