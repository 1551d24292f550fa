import { isSuccess } from "../checks/index.js";
import type { Level, Requirement } from "../description/index.js";
import { type Acceptable, bodyBytes } from "../generate/index.js";
import type { FindingGroup } from "./findings.js";
import type { Verdict } from "./report.js";
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

/** The causes behind all findings, in the order of the judgements. */
export function findCauses(judgements: readonly Judgement[]): readonly Cause[] {
  const found: readonly Found[] = judgements.flatMap(({ requirement, verdict, waiver, groups }) =>
    groups.toSorted(bySize).map((group) => ({
      requirement,
      verdict,
      waiver: waiver && requirement.id,
      group,
      cause: causeOf(group),
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
  readonly cause: string;
}

/** A waiver covers its requirement only, and what shows now and then is no proof of what shows each time. */
function isComparable(left: Found, right: Found): boolean {
  const statusOf = ({ group }: Found) => group.confirmation.status;
  return left.waiver === right.waiver && left.verdict === right.verdict && statusOf(left) === statusOf(right);
}

function isSameCause(left: Found, right: Found): boolean {
  return isComparable(left, right) && left.cause === right.cause;
}

/**
 * Does the first finding explain the second? It does where both have the same likely cause. It does, too, where the
 * second requirement follows from the first one, and shows the same problem, for no other reason that is known, or one
 * that the first finding names.
 */
function explains(first: Found, second: Found): boolean {
  if (!isComparable(first, second)) return false;
  const [cause, consequence] = [first.group.finding, second.group.finding];
  if (cause.likelyCause !== undefined && cause.likelyCause === consequence.likelyCause) return true;
  const { id, follows } = second.requirement;
  if (id !== first.requirement.id && !follows.includes(first.requirement.id)) return false;
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

/** Compares the sizes of requests: the finding of the smallest one is read first. */
function bySize(left: FindingGroup, right: FindingGroup): number {
  return sizeOf(left) - sizeOf(right);
}

/** Of the request that shows a finding, in characters. */
function sizeOf({ finding, attempt }: FindingGroup): number {
  const { path = "", body } = attempt.exchanges[finding.exchange]?.case ?? {};
  return path.length + (body === undefined ? 0 : bodyBytes(body).length);
}

/** The same text for findings that have one cause. */
function causeOf({ finding, attempt }: FindingGroup): string {
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
