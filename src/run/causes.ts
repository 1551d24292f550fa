import { isSuccess } from "../checks/index.js";
import type { Level } from "../description/index.js";
import { bodyBytes } from "../generate/index.js";
import type { FindingGroup } from "./findings.js";
import type { Verdict } from "./report.js";
import type { Judgement } from "./verdict.js";

/** One cause of failure: shown once, however many requirements it breaks. */
export interface Cause {
  /** What shows it, of the first requirement in the order in which to read them. */
  readonly group: FindingGroup;
  /** All that was found because of it: `group` and the others. */
  readonly groups: readonly FindingGroup[];
  /** All requirements that it breaks, that of `group` first. */
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  readonly level: Level;
  /** Broken requirements that may explain it. */
  readonly explainedBy: readonly string[];
}

/** The causes behind all findings, in the order of the judgements. */
export function findCauses(judgements: readonly Judgement[]): readonly Cause[] {
  const found = judgements.flatMap(({ requirement, verdict, waiver, groups }) =>
    groups.toSorted(bySize).map((group) => ({
      requirement,
      verdict,
      group,
      // A waiver covers its requirement only, and what shows now and then is no proof of what shows each time.
      key: `${waiver && requirement.id} ${verdict} ${group.confirmation.status} ${causeOf(group)}`,
    })),
  );
  const broken = new Set(found.map(({ requirement }) => requirement.id));
  const firsts = found.filter(({ key }, index) => found.findIndex((other) => other.key === key) === index);
  return firsts.map(({ key, requirement, verdict, group }) => {
    const same = found.filter((each) => each.key === key);
    const requirements = [...new Set(same.map((each) => each.requirement.id))];
    return {
      group,
      groups: same.map((each) => each.group),
      requirements,
      verdict,
      level: requirement.level,
      explainedBy: requirement.follows.filter((id) => broken.has(id) && !requirements.includes(id)),
    };
  });
}

/** What the smallest request shows is read first. */
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
  if (isSuccess(status) && !isWantedSuccess)
    return wanted === 401 ? `${operation} is served without the key` : itself;
  // One place of a server says which status a success has, and which a refusal; a failure may be anywhere.
  const isOfOneKind = isWantedSuccess ? isSuccess(status) : status < 500;
  return [operation, wanted, finding.actual, isOfOneKind ? "" : check].join(" ");
}

/** Of what kind is what was found: a text, a number, an object? */
function kindOf(actual: string): string {
  const [, first = ""] = /but is (.)/.exec(actual) ?? [];
  return first.replace(/[-\d]/, "0");
}
