import type { Requirement } from "../description/index.js";
import type { Attempt } from "./attempt.js";
import type { FindingGroup } from "./findings.js";
import type { Verdict, WaiverOutcome } from "./report.js";

/** A verdict with what led to it. */
export interface Judgement {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  /** Why, where the verdict does not say all. */
  readonly reason: string | undefined;
  readonly groups: readonly FindingGroup[];
  /** What became of the waiver for it, if there is one. */
  readonly waiver?: WaiverOutcome;
}

/** What there is to judge a requirement by. */
export interface Evidence {
  /** The attempts of its checks. */
  readonly attempts: readonly Attempt[];
  /** How many responses its response checks have judged. */
  readonly judged: number;
  readonly observations: ReadonlyMap<string, number>;
  readonly groups: readonly FindingGroup[];
  /** Why nothing more was sent, if the run ended early. */
  readonly cutShort: string | undefined;
  /** Does a finding only warn in this profile? */
  readonly lenient: boolean;
}

/** The verdict on one requirement. Pure. */
export function judgeRequirement(requirement: Requirement, evidence: Evidence): Judgement {
  const { attempts, judged, groups, observations, cutShort } = evidence;
  const judgement = (verdict: Verdict, reason?: string): Judgement => ({
    requirement,
    verdict,
    reason,
    groups,
  });
  const among = (status: Attempt["status"]): readonly Attempt[] =>
    attempts.filter((each) => each.status === status);

  if (requirement.level === "informative") return judgement("not applicable", requirement.reason);
  if (groups.some(({ confirmation }) => confirmation.status !== "seen-once")) {
    return judgement(requirement.level === "advice" || evidence.lenient ? "warned" : "failed");
  }
  if (groups.length > 0) return judgement("inconclusive", "a contradiction was seen once and never again");
  const [doubtful] = among("inconclusive");
  if (doubtful !== undefined) return judgement("inconclusive", doubtful.reason);
  const tested = among("passed").length > 0 || judged > 0;
  if (requirement.level === "open") {
    if (observations.size > 0 || among("passed").length > 0) return judgement("observed");
  } else if (tested) {
    return judgement("passed", cutShort ?? partly(among("untested")));
  }
  if (cutShort !== undefined) return judgement("untested", cutShort);
  const [blocked] = among("found");
  if (blocked !== undefined) return judgement("untested", blockedReason(blocked));
  const [untested] = among("untested");
  if (untested !== undefined) return judgement("untested", untested.reason);
  const [without] = among("not-applicable");
  if (without !== undefined) return judgement("not applicable", without.reason);
  if (requirement.level === "open" && judged > 0) return judgement("observed");
  return judgement("untested", "no response gave occasion to judge it");
}

/** Failed requirements in the order in which to read them: a cause before what follows from it. */
export function rootCausesFirst(judgements: readonly Judgement[]): readonly Judgement[] {
  const failed = new Map(judgements.map((each) => [each.requirement.id, each]));
  const placed = new Set<string>();
  const ordered: Judgement[] = [];
  const place = (judgement: Judgement): void => {
    if (placed.has(judgement.requirement.id)) return;
    placed.add(judgement.requirement.id);
    for (const cause of judgement.requirement.follows) {
      const known = failed.get(cause);
      if (known !== undefined) place(known);
    }
    ordered.push(judgement);
  };
  for (const judgement of judgements) place(judgement);
  return ordered;
}

function partly(untested: readonly Attempt[]): string | undefined {
  return untested[0] === undefined ? undefined : `in part only: ${untested[0].reason}`;
}

function blockedReason({ findings, reason }: Attempt): string {
  const others = [...new Set(findings.map(({ requirement }) => requirement))];
  return others.length === 0 ? reason : `its checks cannot go on, because ${others.join(", ")} is broken`;
}

/** A known failure that is accepted for a time. */
export interface Waiver extends Omit<WaiverOutcome, "status"> {
  /** Id of the requirement. */
  readonly requirement: string;
}

const statusAt: Readonly<Record<Verdict, WaiverOutcome["status"]>> = {
  failed: "applied",
  warned: "applied",
  passed: "stale",
  observed: "stale",
  inconclusive: "unused",
  untested: "unused",
  "not applicable": "unused",
};

/** The judgements, with what became of the waivers. Days are those of UTC. */
export function applyWaivers(
  judgements: readonly Judgement[],
  waivers: readonly Waiver[],
  today: Date,
): readonly Judgement[] {
  return judgements.map((judgement) => {
    const waiver = waivers.find(({ requirement }) => requirement === judgement.requirement.id);
    if (waiver === undefined) return judgement;
    const { reason, owner, expires } = waiver;
    const isPast = expires < today.toISOString().slice(0, 10);
    const usual = statusAt[judgement.verdict];
    // A waiver that nothing needs any more is stale, however old it is.
    const status = isPast && usual === "applied" ? "expired" : usual;
    return { ...judgement, waiver: { status, reason, owner, expires } };
  });
}
