import type { Comparison } from "./known-failures.js";
import type { Conclusion, Report, Verdict } from "./report-schema.js";
import type { RunOptions } from "./run-options.js";
import { describeTimeLimit } from "./time-limit.js";
import type { Judgement } from "./verdict.js";

/** The facts that decide, in addition to the verdicts. */
export interface ConclusionOptions
  extends Pick<RunOptions, "only" | "strict" | "embedded" | "shard" | "knownFailures"> {
  readonly requireTested: boolean;
  /** Why the run ended early, if it did. */
  readonly trouble: string | undefined;
  /** How the stated duration has ended the run, if it has: that decides nothing, and stands behind the count. */
  readonly timeLimit?: Report["run"]["timeLimit"];
  /** Ids of the operations that refused every valid request. */
  readonly unserved?: readonly string[];
  /** Which part of the interface no run judges, and what to do about it. */
  readonly unjudged?: string | undefined;
  /** How the failures stand to those of the baseline: those that it has are no reason against the target. */
  readonly comparison?: Comparison | undefined;
  /** The security scheme in use, where the description has several. */
  readonly scheme?: string | undefined;
}

/** Returns the failures of the baseline that are gone, as the end of a sentence. */
function describeGone({ comparison }: ConclusionOptions): string {
  const { gone = [] } = comparison ?? {};
  return gone.length === 0 ? "" : `; no longer broken: ${named(gone)}`;
}

/**
 * The conclusion from all judgements. Only `must` and `implied` requirements count, and open points on which another
 * choice was made than the team expects.
 */
export function conclude(judgements: readonly Judgement[], options: ConclusionOptions): Conclusion {
  const [status, why, isAsBefore = false] = decide(judgements, options);
  const { trouble, timeLimit, shard, embedded, scheme, unjudged, only } = options;
  const early = timeLimit === undefined ? "" : `; ${describeTimeLimit(timeLimit)}`;
  const gap = unjudged === undefined || only !== undefined ? "" : `; ${unjudged}`;
  const part = shard === undefined ? "" : ` (shard ${shard.number} of ${shard.of})`;
  const user = scheme === undefined ? "" : ` (security scheme ${scheme})`;
  const about = embedded === true ? " (the embedded reference server, no target was given)" : "";
  return {
    status,
    exitCode: isAsBefore ? exitCodes.conforms : exitCodes[status],
    sentence: `${status}${why}${describeGone(options)}${gap}${early}${part}${user}${about}`,
    ...(trouble === undefined ? {} : { trouble }),
  };
}

const exitCodes = { conforms: 0, "does not conform": 1, inconclusive: 3 } as const;

/** The status, and how the sentence goes on. */
function decide(
  judgements: readonly Judgement[],
  options: ConclusionOptions,
): readonly [status: Conclusion["status"], why: string, isAsBefore?: boolean] {
  const inScope = judgements.filter((each) => counts(each, options));
  const tested = inScope.filter(({ verdict }) => testedVerdicts.has(verdict)).length;
  const inPart = inScope.filter(isInPart).length;
  const waived = judgements.filter((each) => each.verdict === "failed" && isWaived(each)).length;
  const isWhole = options.only === undefined;
  const what = isWhole ? "binding requirements" : "requested requirements";
  const others = isWhole ? judgements.length - inScope.length : 0;
  const scope = [
    `${describeUnserved(options)}${tested} of ${inScope.length} ${what} tested`,
    inPart === 0 ? "" : `, ${inPart} in part`,
    waived === 0 ? "" : `, ${waived} waived`,
    others === 0 ? "" : `; ${others} ${others === 1 ? "observation or advice" : "observations and advice"}`,
  ].join("");

  const reasons = reasonsAgainst(judgements, options);
  if (reasons.length > 0) {
    const trouble = options.trouble === undefined ? "" : `; ${options.trouble}`;
    return ["does not conform", `: ${reasons.join("; ")} (${scope})${trouble}`];
  }
  if (options.trouble !== undefined) return ["inconclusive", `: ${options.trouble}`];
  const undecided = judgements.filter((each) => isBinding(each) && each.verdict === "inconclusive").length;
  if (undecided > 0)
    return ["inconclusive", `: ${undecided} of ${inScope.length} ${what} could not be decided`];
  if (tested === 0)
    return [
      "inconclusive",
      `: nothing was tested (${scope})${options.timeLimit === undefined ? sharedReason(inScope) : ""}`,
    ];
  const untested = inScope.filter(
    (each) => options.requireTested && isBinding(each) && each.verdict === "untested",
  );
  const lacking = untested.filter(({ requirement }) => requirement.occasion === undefined);
  if (lacking.length > 0) {
    const ids = lacking.slice(0, 8).map(({ requirement }) => requirement.id);
    const more = lacking.length > ids.length ? ` and ${lacking.length - ids.length} more` : "";
    const which = `${number(lacking, "requirement")} untested, and this run asks for all`;
    return ["does not conform", `: ${which}: ${ids.join(", ")}${more} (${scope})`];
  }
  const exceptions = untested.map(
    ({ requirement: { id, occasion } }) => `; ${id} needs ${occasion}, which no client can bring about`,
  );
  const known = judgements.filter((each) => isKnown(each, options));
  if (known.length > 0)
    return [
      "does not conform",
      `, as before; nothing new: ${number(known, "requirement")} broken (${scope})${exceptions.join("")}`,
      true,
    ];
  // Few will read the numbers of what is green.
  const asFar = 2 * tested < inScope.length ? " as far as it was tested" : "";
  return ["conforms", `${asFar}, ${scope}${exceptions.join("")}`];
}

/** Operations that are named; of more, their number tells. */
const mostNamed = 5;

function named(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${names.slice(0, mostNamed).join(", ")}${more}`;
}

/** Without a 2xx, next to nothing of an operation is tested: that stands before the count, which does not show it. */
function describeUnserved({ unserved = [] }: ConclusionOptions): string {
  if (unserved.length === 0) return "";
  return `no valid request to ${named(unserved)} got a 2xx, `;
}

/** Did it pass although something of it was not tested? */
function isInPart({ verdict, reason }: Judgement): boolean {
  return verdict === "passed" && reason !== undefined;
}

const testedVerdicts: ReadonlySet<Verdict> = new Set(["passed", "failed", "warned", "observed"]);

function isBinding({ requirement: { level } }: Judgement): boolean {
  return level === "must" || level === "implied";
}

/** Does it fail only where the baseline does, too? */
function isKnown(judgement: Judgement, { comparison }: ConclusionOptions): boolean {
  if (comparison === undefined || judgement.verdict !== "failed" || isWaived(judgement)) return false;
  return !comparison.fresh.has(judgement.requirement.id);
}

function isWaived({ waiver }: Judgement): boolean {
  return waiver?.status === "applied";
}

/** Does it count? Everything that was asked for and can be tested does; without a choice, everything binding. */
function counts(judgement: Judgement, { only }: ConclusionOptions): boolean {
  const { id, level } = judgement.requirement;
  return only === undefined ? isBinding(judgement) : only.includes(id) && level !== "informative";
}

/** The reason that all share, if they do: it names the remedy. */
function sharedReason(judgements: readonly Judgement[]): string {
  const [reason, ...others] = new Set(judgements.map((each) => each.reason));
  return others.length > 0 || reason === undefined ? "" : `: ${reason}`;
}

function reasonsAgainst(judgements: readonly Judgement[], options: ConclusionOptions): readonly string[] {
  const { strict, comparison } = options;
  const failed = judgements.filter(({ verdict }) => verdict === "failed");
  const against = failed.filter((each) => !isWaived(each) && !isKnown(each, options));
  const known = failed.filter((each) => isKnown(each, options)).length;
  const broken = against.filter(({ requirement }) => requirement.level !== "open");
  const ids = broken.map(({ requirement }) => requirement.id);
  const beside =
    comparison === undefined
      ? ""
      : `, which the baseline does not have: ${named(ids)}${known === 0 ? "" : `, beside ${known} as before`}`;
  const otherwise = against.filter(({ requirement }) => requirement.level === "open");
  const withWaiver = (among: readonly Judgement[], status: string): readonly string[] =>
    among.filter(({ waiver }) => waiver?.status === status).map(({ requirement }) => requirement.id);
  const expired = withWaiver(failed, "expired");
  const stale = strict === true ? withWaiver(judgements, "stale") : [];
  const reason = (among: readonly unknown[], text: string): readonly string[] =>
    among.length === 0 ? [] : [text];
  return [
    ...reason(broken, `${number(broken, "requirement")} broken${beside}`),
    ...reason(otherwise, `${number(otherwise, "open point")} not as the configuration expects`),
    ...reason(expired, `the waiver for ${expired.join(", ")} has expired`),
    ...reason(stale, `the waiver for ${stale.join(", ")} matches nothing any more`),
  ];
}

function number({ length }: readonly unknown[], what: string): string {
  return length === 1 ? `1 ${what} is` : `${length} ${what}s are`;
}
