import type { Level, Requirement } from "../description/index.js";
import { type Acceptable, bodyBytes, isErrorAnswer } from "../transport/index.js";
import type { FindingGroup } from "./findings.js";
import { isSuccess } from "./parsed-exchange.js";
import type { Verdict } from "./report-schema.js";
import type { Judgement } from "./verdict.js";

/** One cause of failure: shown once, however many requirements it breaks. */
export interface Cause {
  /** The group that shows it, of the first requirement in the order in which to read them. */
  readonly group: FindingGroup;
  /** All that was found because of it: `group` and the others. */
  readonly groups: readonly FindingGroup[];
  /** All requirements that it breaks, that of `group` first. */
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  readonly level: Level;
  /** The operations that show it, by id, that of `group` first. */
  readonly operations: readonly string[];
  /** Broken requirements that may explain it. */
  readonly explainedBy: readonly string[];
}

/** The successes of a run: a fault that is everywhere leaves none. */
export interface Controls {
  /** Was any request that accepts no other answers than these answered so, by this operation or by any? */
  readonly isAnswered: (accepts: readonly Acceptable[], operation?: string) => boolean;
  /** The promises that at least one operation keeps. */
  readonly kept: ReadonlySet<string | undefined>;
}

/** The causes behind all findings, in the order of the judgements. */
export function findCauses(judgements: readonly Judgement[], controls: Controls): readonly Cause[] {
  const found: readonly Found[] = judgements.flatMap(({ requirement, verdict, waiver, groups }) =>
    groups.toSorted(bySize).map((group) => ({
      requirement,
      verdict,
      waiver: waiver && requirement.id,
      group,
      traits: traitsOf(requirement, group, controls),
    })),
  );
  const broken = new Set(found.map(({ requirement }) => requirement.id));
  const roots: Found[][] = [];
  for (const each of found) {
    const root = roots.find((same) =>
      same.some((other) => isSameCause(other, each) || explains(other, each)),
    );
    if (root === undefined) roots.push([each]);
    else root.push(each);
  }
  return roots.flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const requirements = [...new Set(same.map((each) => each.requirement.id))];
    return {
      group: first.group,
      groups: same.map((each) => each.group),
      requirements,
      verdict: first.verdict,
      level: first.requirement.level,
      operations: operationsOf(same.map(({ group }) => group)),
      explainedBy: first.requirement.follows.filter((id) => broken.has(id) && !requirements.includes(id)),
    };
  });
}

/** The operations that show these findings, each once, that of the first exchange first. */
function operationsOf(groups: readonly FindingGroup[]): readonly string[] {
  const [first] = groups;
  const shown = first?.attempt.exchanges[first.finding.exchange]?.case.operation;
  return [
    ...new Set([...(shown === undefined ? [] : [shown]), ...groups.flatMap((each) => each.operations)]),
  ];
}

/** A finding of a requirement, before those of one cause are put together. */
interface Found {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly waiver: string | undefined;
  readonly group: FindingGroup;
  /** Findings that share one of these have one cause. */
  readonly traits: readonly string[];
}

/** A waiver covers its requirement only, and what shows now and then is no proof of what shows each time. */
function isComparable(left: Found, right: Found): boolean {
  const statusOf = ({ group }: Found) => group.confirmation.status;
  return left.waiver === right.waiver && left.verdict === right.verdict && statusOf(left) === statusOf(right);
}

function isSameCause(left: Found, right: Found): boolean {
  return isComparable(left, right) && left.traits.some((each) => right.traits.includes(each));
}

/**
 * Does the first finding explain the second, of the same requirement or of one that follows from it? It does where nothing of the
 * first promise is kept, and where the second shows the same problem, for no other reason that is known, or one that the first
 * finding names.
 */
function explains(first: Found, second: Found): boolean {
  const [cause, consequence] = [first.group.finding, second.group.finding];
  const { id, follows } = second.requirement;
  if (id !== first.requirement.id && !follows.includes(first.requirement.id)) return false;
  // A failure may explain a warning.
  if (cause.isTotal && isComparable(first, { ...second, verdict: first.verdict })) return true;
  if (!isComparable(first, second)) return false;
  if (cause.explains?.includes(consequence.problem)) return true;
  const isOther = cause.likelyCause !== undefined && consequence.likelyCause !== undefined;
  if (cause.problem === consequence.problem) return !isOther;
  // A key is looked at in one place.
  return [first, second].every(({ group }) => isJudgedWithoutKey(group));
}

/** Was a request without a good key served, or refused for another reason? A failure of the server is another matter. */
function isJudgedWithoutKey({ finding, attempt }: FindingGroup): boolean {
  const shown = attempt.exchanges[finding.exchange];
  if (finding.at?.in !== "status" || shown?.case.accepts[0]?.status !== 401) return false;
  return shown.outcome.kind === "response" && shown.outcome.status < 500;
}

/** Compares what explains others, and the sizes of requests: the finding of the smallest one is read first. */
function bySize(left: FindingGroup, right: FindingGroup): number {
  const rankOf = ({ finding }: FindingGroup): number => (finding.isTotal ? 0 : 1);
  return rankOf(left) - rankOf(right) || sizeOf(left) - sizeOf(right);
}

/** Of the request that shows a finding, in characters. */
function sizeOf({ finding, attempt }: FindingGroup): number {
  const { path = "", body } = attempt.exchanges[finding.exchange]?.case ?? {};
  return path.length + (body === undefined ? 0 : bodyBytes(body).length);
}

/** The traits by which a finding has the same cause as others. */
function traitsOf({ promise }: Requirement, group: FindingGroup, controls: Controls): readonly string[] {
  const { likelyCause, problem } = group.finding;
  // A promise that no operation keeps is broken in one place of the server.
  const isNeverKept = promise !== undefined && !controls.kept.has(promise);
  return [
    traitOf(group, controls),
    ...(likelyCause === undefined ? [] : [`because ${likelyCause}`]),
    ...(isNeverKept ? [`never ${promise} ${problem}`] : []),
  ];
}

/** The same text for findings that show the same fault in their responses. */
function traitOf({ finding, attempt }: FindingGroup, { isAnswered }: Controls): string {
  const itself = `${finding.requirement} ${finding.problem}`;
  const shown = attempt.exchanges[finding.exchange];
  if (shown === undefined) return itself;
  if (finding.cause !== undefined) return `${shown.trace} ${finding.cause}`;
  if (finding.at === undefined || shown.outcome.kind !== "response") return itself;
  const { operation, accepts, check } = shown.case;
  const { status } = shown.outcome;
  const wanted = accepts[0]?.status;
  const place = JSON.stringify(finding.at);
  // One place of a server makes the errors of all its operations, and each has a text of its own.
  if (finding.at.in !== "status" && status >= 400)
    return ["error", place, finding.problem, kindOf(finding.actual)].join(" ");
  if (finding.at.in !== "status") return [operation, place, finding.expected, finding.actual].join(" ");
  const isWantedSuccess = typeof wanted === "number" && isSuccess(wanted);
  // Each constraint is checked by itself, but a key is looked at in one place.
  if (isSuccess(status) && isForLackOfCredential(accepts)) return "served without the key";
  if (isSuccess(status) && !isWantedSuccess) return itself;
  const refusals = accepts.filter(isErrorAnswer);
  const expected = refusals.length > 0 ? refusals : accepts;
  const instead = ["never", expected[0]?.status, "but", status].join(" ");
  if (!isAnswered(expected)) return instead;
  if (!isAnswered(expected, operation)) return `${operation} ${instead}`;
  // One place of a server says which status a success has, and which a refusal; a failure may be anywhere.
  const isOfOneKind = isWantedSuccess ? isSuccess(status) : status < 500;
  return [operation, wanted, finding.actual, isOfOneKind ? "" : check].join(" ");
}

/** Is a refusal for lack of a good credential all that is accepted? A 404 depends on whose the item is. */
function isForLackOfCredential(accepts: readonly Acceptable[]): boolean {
  return accepts[0]?.status === 401 && accepts.every(({ status }) => status === 401 || status === 403);
}

/** Of what kind is what was found: a text, a number, an object? */
function kindOf(actual: string): string {
  const [, first = ""] = /but is (.)/.exec(actual) ?? [];
  return first.replace(/[-\d]/, "0");
}
