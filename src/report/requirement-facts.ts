import { groupBy } from "../description/index.js";
import {
  type FindingReport,
  profiles,
  type Report,
  type RequirementReport,
  type Verdict,
} from "../engine/index.js";
import { describeRule } from "./learnt-rules.js";
import { commandName, specOption } from "./next-steps.js";
import { present } from "./safe-text.js";

/** Returns the findings that contradict a requirement, the first cause first. */
export function findingsOf(requirement: RequirementReport, report: Report): readonly FindingReport[] {
  return report.findings.filter(({ number }) => requirement.findings.includes(number));
}

/** Those of them that are shown with this requirement: the others are shown with another that they break, too. */
export function ownFindingsOf(requirement: RequirementReport, report: Report): readonly FindingReport[] {
  return report.findings.filter((finding) => finding.requirement === requirement.id);
}

/** The requirements that have something of their own to show. */
export function withOwnFindings(
  requirements: readonly RequirementReport[],
  report: Report,
): readonly RequirementReport[] {
  return requirements.filter((each) => each.findings.length === 0 || ownFindingsOf(each, report).length > 0);
}

/** Returns what was expected and what came, as one line. */
export function contrast({ expected, actual }: FindingReport): string {
  return `expected ${expected}, got ${actual}`;
}

/** Is it broken, and is that accepted for a time? */
export function isWaived({ waiver }: RequirementReport): boolean {
  return waiver?.status === "applied";
}

/** Does any of these findings show only now and then? */
export function isFlaky(findings: readonly FindingReport[]): boolean {
  return findings.some(({ confirmation }) => confirmation.status === "intermittent");
}

/** How long the checks of a requirement took, in ms. A check that verifies several counts for each. */
export function durationOf({ checks }: RequirementReport): number {
  return checks.reduce((sum, { duration = 0 }) => sum + duration, 0);
}

/** Describes what became of the waiver for a requirement; empty where there is none. */
export function describeWaiver({ waiver }: RequirementReport): string {
  if (waiver === undefined) return "";
  const { status, expires, owner, reason } = waiver;
  const what = {
    applied: `waived until ${expires}`,
    expired: `the waiver expired on ${expires}`,
    stale: `the requirement is kept: the waiver until ${expires} can go`,
    unused: `waived until ${expires}, and not needed in this run`,
  }[status];
  return `${what} (${owner}): ${reason}`;
}

/** How a run went, in a few words each. */
export function describeRun({ run, statistics: { random } }: Report): readonly string[] {
  const { profile, seed, requests, created, left = [], deleted = created - left.length, duration } = run;
  const kept = created - deleted;
  return [
    `${profile} profile`,
    `seed ${seed}`,
    `${requests} requests`,
    ...(random === undefined ? withoutRandom(profile) : [describeRandom(random)]),
    `${created} items added${kept === 0 ? "" : `, ${kept} not deleted`}`,
    `${(duration / 1000).toFixed(1)} s`,
  ];
}

/** Says that a run had no random cases, where its profile has some. */
function withoutRandom(profile: string): readonly string[] {
  const isUsual = Object.values(profiles).some(({ name, random }) => name === profile && random.cases === 0);
  return isUsual ? [] : ["no random cases"];
}

/** Items that are named where not all are. */
const mostNamed = 5;

/** The first items that the run created and did not delete, with the reasons; undefined where it left none. */
export function describeLeft({ run: { left = [], leftReasons = {} } }: Report): string | undefined {
  if (left.length === 0) return undefined;
  const named = groupBy(left.slice(0, mostNamed), (item) => leftReasons[item] ?? "");
  const texts = [...named].map(
    ([reason, items]) => `${items.join(", ")}${reason === "" ? "" : ` (${reason})`}`,
  );
  const more = left.length - mostNamed;
  return `${texts.join(", ")}${more > 0 ? ` and ${more} more (report.json has all)` : ""}`;
}

/** Describes what refusals said of members, and valid requests are made by; undefined where there is nothing. */
export function describeLearnt({ run: { learnt = [] } }: Report): string | undefined {
  if (learnt.length === 0) return undefined;
  const named = learnt.slice(0, mostNamed).map((each) => `${each.member} (${describeRule(each)})`);
  const more = learnt.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more (report.json has all)` : ""}`;
}

/** Describes each change that the run could not restore, on a line; undefined where there is none. */
export function describeUnrestored({ run: { unrestored = [] } }: Report): string | undefined {
  if (unrestored.length === 0) return undefined;
  return unrestored
    .map(({ path, member, before, reason }) => `${member} of ${path}, which was ${before}: ${reason}`)
    .join("; ");
}

function describeRandom({ cases, pairs }: NonNullable<Report["statistics"]["random"]>): string {
  const which = pairs.tried === pairs.all ? `all ${pairs.all}` : `${pairs.tried} of ${pairs.all}`;
  return `${cases} random cases (${which} pairs)`;
}

/** Sorts the requirements that a request can test by what is to be said of them. */
export function outlineOf(report: Report) {
  const { requirements } = report;
  const testable = requirements.filter(({ level }) => level !== "informative");
  const of = (...verdicts: readonly Verdict[]): readonly RequirementReport[] =>
    verdicts.flatMap((verdict) => testable.filter((each) => each.verdict === verdict && !isWaived(each)));
  const untested = groupBy(
    of("untested", "not applicable"),
    ({ verdict, reason = "no reason is known" }) => `${verdict}: ${reason}`,
  );
  return {
    failed: inOrderOfFindings(of("failed"), report),
    inconclusive: of("inconclusive"),
    warned: of("warned"),
    /** Broken, and accepted for a time: in none of the other lists by verdict. */
    waived: testable.filter(isWaived),
    /** Those with a waiver that has expired, or that nothing needs any more. */
    waiversToEnd: testable.filter(({ waiver }) => waiver?.status === "expired" || waiver?.status === "stale"),
    /** Untested and not applicable ones, by the reason. */
    untested,
    /** Those that passed although something of them was not tested, by the reason. */
    inPart: groupBy(
      of("passed").filter(({ reason }) => reason !== undefined),
      ({ reason = "" }) => reason,
    ),
    /** Was nothing tested at all, for one reason? */
    isNothingTested: untested.size === 1 && testable.every(({ verdict }) => verdict === "untested"),
    observed: of("observed"),
    passed: of("passed"),
  };
}

/** Requirements in the order of their first findings: the cause before what follows from it. */
export function inOrderOfFindings(
  requirements: readonly RequirementReport[],
  report: Report,
): readonly RequirementReport[] {
  const first = ({ findings }: RequirementReport): number =>
    findings.reduce((least, each) => Math.min(least, each), Number.MAX_SAFE_INTEGER);
  // A finding that breaks several is shown with one of them.
  const isShownElsewhere = (each: RequirementReport): number =>
    Number(ownFindingsOf(each, report).length === 0);
  return requirements.toSorted(
    (left, right) => first(left) - first(right) || isShownElsewhere(left) - isShownElsewhere(right),
  );
}

/** The sections, and how many of their requirements that a request can test have each of these verdicts. */
export function countBySection({ requirements }: Report, verdicts: readonly Verdict[]) {
  const testable = requirements.filter(({ level }) => level !== "informative");
  return [...groupBy(testable, ({ section }) => section)].map(([section, all]) => {
    const countOf = (verdict: Verdict): number => all.filter((each) => each.verdict === verdict).length;
    return { section, counts: verdicts.map((verdict) => ({ verdict, count: countOf(verdict) })) };
  });
}

/** The operations of a described interface of which nothing could be tested, as sections, each with the reason for it. */
export function untriedSections({ target, requirements }: Report): readonly (readonly [string, string])[] {
  if (target.spec === undefined) return [];
  return [...groupBy(requirements, ({ section }) => section)].flatMap(([section, all]) => {
    const isUntried = all.every(({ verdict, lacks }) => verdict === "untested" && lacks !== "choice");
    return isUntried ? [[section, all[0]?.reason ?? ""] as const] : [];
  });
}

/** How to have tested what this run left untested, as far as the run itself decides it. */
export function remedies({ run, requirements }: Report): readonly string[] {
  if (!requirements.some(({ verdict }) => verdict === "untested")) return [];
  return present(
    run.interrupted && "The run was interrupted: let it end to test the rest.",
    run.readOnly &&
      "The run was read-only: leave out --read-only (for a production target: set writing: allowed) to test what takes a write.",
  );
}

/** How to give a run the values that it lacked; undefined where it lacked none. */
export function valueRemedy({ target, requirements }: Report): string | undefined {
  // An item may be missing because the operation that should have created it is broken.
  const isLacking =
    requirements.every(({ verdict }) => verdict !== "failed") &&
    requirements.some(({ lacks }) => lacks === "value");
  return isLacking
    ? `For some of it the run lacks values that only you know: "${commandName()} init${specOption(target)}" writes a configuration that asks for them.`
    : undefined;
}

/** Returns advice on a failure of what is implied only: an interface may mean it otherwise. */
export function otherMeaning({ target, requirements }: Report): string | undefined {
  const isFailed = requirements.some(
    (each) => each.verdict === "failed" && each.level === "implied" && !isWaived(each),
  );
  return target.spec !== undefined && isFailed
    ? 'The description only implies this, and may mean something else: "api: computed" in pedigree.config.yaml names members that the server adapts, and a waiver sets a requirement aside.'
    : undefined;
}
