import type { Requirement } from "../description/index.js";
import type { Attempt } from "./attempt.js";
import type { FindingGroup } from "./findings.js";
import type { RequirementReport, Verdict, WaiverOutcome } from "./report-schema.js";
import { verdicts } from "./verdicts.js";

/** A verdict with what led to it. */
export interface Judgement {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  /** Why, where the verdict does not say all. */
  readonly reason: string | undefined;
  /** The thing that the user can give so that it is tested, where it is not. */
  readonly lacks?: RequirementReport["lacks"];
  readonly groups: readonly FindingGroup[];
  /** The outcome of the waiver for it, if there is one. */
  readonly waiver?: WaiverOutcome;
}

/** Returns the facts that a report states of a requirement, whatever its verdict. */
export function factsOf({ id, level, section, sentence, operations }: Requirement) {
  return { id, level, section, sentence, operations };
}

/** The evidence by which a requirement is judged. */
export interface VerdictEvidence {
  /** Of each of its checks, the first attempt that ended in each way. */
  readonly attempts: readonly Attempt[];
  /** How many responses its response checks have judged. */
  readonly judged: number;
  readonly observations: ReadonlyMap<string, number>;
  readonly groups: readonly FindingGroup[];
  /** Why nothing more was sent, if the run ended early. */
  readonly cutShort: string | undefined;
  /** Does a finding only warn in this profile? */
  readonly lenient: boolean;
  /** Which other run tests what this one had no occasion to, if one does. */
  readonly leftTo: string | undefined;
}

/** The verdict on one requirement. Pure. */
export function judgeRequirement(requirement: Requirement, evidence: VerdictEvidence): Judgement {
  const [verdict, reason] = decide(requirement, evidence);
  const { lacks } = evidence.attempts.find(({ status }) => status === "untested") ?? {};
  const isLacking = verdict === "untested" && lacks !== undefined;
  return { requirement, verdict, reason, ...(isLacking ? { lacks } : {}), groups: evidence.groups };
}

/** The verdict on a requirement that a finding contradicts beyond doubt. */
export function verdictOfBroken(level: Requirement["level"], lenient: boolean): Verdict {
  return level === "advice" || lenient ? "warned" : "failed";
}

function decide(
  { level, reason }: Requirement,
  evidence: VerdictEvidence,
): readonly [verdict: Verdict, why?: string | undefined] {
  const { attempts, judged, groups, observations, cutShort, lenient, leftTo } = evidence;
  const ended = (status: Attempt["status"]): Attempt | undefined =>
    attempts.find((each) => each.status === status);

  if (level === "informative") return ["not applicable", reason];
  if (groups.some(({ confirmation }) => confirmation.status !== "seen-once"))
    return [verdictOfBroken(level, lenient)];
  if (groups.length > 0) return ["inconclusive", reasonOfDoubt(groups)];
  const doubtful = ended("inconclusive");
  if (doubtful !== undefined) return ["inconclusive", doubtful.reason];
  const isPassed = ended("passed") !== undefined;
  const untested = ended("untested");
  if (level === "open") {
    if (observations.size > 0 || isPassed) return ["observed"];
  } else if (isPassed || judged > 0) {
    const part = untested && `in part only: ${untested.reason}`;
    return ["passed", cutShort ?? part];
  }
  if (cutShort !== undefined) return ["untested", cutShort];
  const blocked = ended("found");
  if (blocked !== undefined) return ["untested", blockedReason(blocked)];
  if (untested !== undefined) return ["untested", untested.reason];
  const without = ended("not-applicable");
  if (without !== undefined) return ["not applicable", without.reason];
  if (level === "open" && judged > 0) return ["observed"];
  return ["untested", leftTo ?? "no response gave occasion to judge it"];
}

function reasonOfDoubt(groups: readonly FindingGroup[]): string {
  const mayBeOthers = groups.every(({ confirmation }) => "mayBeOthers" in confirmation);
  return mayBeOthers
    ? "a contradiction was seen that other clients may have caused, but none was seen to act"
    : "a contradiction was seen once and never again";
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

function blockedReason({ findings, reason }: Attempt): string {
  return reason || `its checks cannot go on, because ${findings.at(-1)?.requirement} is broken`;
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

type Judged = { readonly verdict: Verdict };

/** Compares verdicts: failures are numbered before doubtful ones, and those before warnings. */
export function worstFirst(left: Judged, right: Judged): number {
  const ranks: readonly Verdict[] = ["failed", "inconclusive", "warned"];
  return ranks.indexOf(left.verdict) - ranks.indexOf(right.verdict);
}

/** How many have each verdict. */
export function countVerdicts(judged: readonly Judged[]): Record<Verdict, number> {
  const count = (verdict: Verdict): number => judged.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>;
}
