import { fromPlain } from "../json/index.js";
import { checks, meetTarget, seeAnimals } from "../suite/index.js";
import { type Attempt, attempt } from "./attempt.js";
import { runConformance } from "./conformance.js";
import type { RunOptions } from "./options.js";
import { recordBreach } from "./record.js";
import { redactFinding } from "./redact-report.js";
import type { FindingReport } from "./report.js";
import { hideSecrets } from "./secrets.js";
import { openSession } from "./session.js";

/** What became of a finding when its counterexample was sent again. */
export type Replay =
  | { readonly status: "shown"; readonly how: "alone" | "in its run"; readonly finding: FindingReport }
  | { readonly status: "not shown"; readonly reason: string }
  | { readonly status: "unreachable"; readonly reason: string };

/**
 * Sends a finding's counterexample again: the same bytes, but for values that the server chooses. Where it takes
 * animals that the run had added before, the part of the run that leads to it is repeated with its seed.
 */
export async function replayFinding(options: RunOptions, finding: FindingReport): Promise<Replay> {
  const check = checks.find(({ id }) => id === finding.check);
  if (check === undefined)
    return { status: "not shown", reason: `there is no check ${finding.check} in this version` };
  const secrecy = hideSecrets(options);
  const session = openSession(options);
  const { world, client } = session;
  let last: Attempt;
  try {
    const meeting = await meetTarget(world);
    if (meeting.status === "unreachable" || meeting.status === "key-refused") {
      return { status: "unreachable", reason: secrecy.hideQuoted(meeting.reason) };
    }
    for (const category of options.categories ?? []) world.accepted.add(category);
    world.categorySearch = "found";
    await seeAnimals(world);
    last = await attempt(world, check, fromPlain(finding.input));
  } finally {
    await client.close();
  }
  const shown = last.findings.find((each) => isSame(each, finding));
  if (shown !== undefined) {
    const confirmation = { status: "repeats", seen: 2, of: 2 } as const;
    const breach = { finding: shown, attempt: last, confirmation, sightings: 1 };
    const recorded = recordBreach(breach, finding.number, options.baseUrl);
    return { status: "shown", how: "alone", finding: redactFinding(recorded, secrecy) };
  }
  const report = await runConformance({ ...options, only: [check.requirement] });
  const again = report.findings.find((each) => isSame(each, finding));
  if (again !== undefined) return { status: "shown", how: "in its run", finding: again };
  const reason = finding.happensOnce ?? (last.reason || "the claim held this time");
  return { status: "not shown", reason: secrecy.hideQuoted(reason) };
}

function isSame(
  left: { readonly requirement: string; readonly problem: string },
  right: { readonly requirement: string; readonly problem: string },
): boolean {
  return left.requirement === right.requirement && left.problem === right.problem;
}
