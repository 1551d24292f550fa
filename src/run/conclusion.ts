import type { Conclusion, Verdict } from "./report-schema.js";
import type { Judgement } from "./verdict.js";

/** What decides, besides the verdicts. */
export interface Terms {
  readonly requireTested: boolean;
  /** Are waivers that match nothing a reason not to conform? */
  readonly strict: boolean;
  /** Why the run ended early, if it did. */
  readonly trouble: string | undefined;
  /** Ids of the requirements that were asked for; all if absent. */
  readonly only?: readonly string[] | undefined;
  /** Was the embedded reference server judged, since no target was given? */
  readonly embedded?: boolean | undefined;
}

/**
 * The conclusion from all judgements. Only `must` and `implied` requirements count, and open points on which another
 * choice was made than the team expects.
 */
export function conclude(judgements: readonly Judgement[], terms: Terms): Conclusion {
  const conclusion = decide(judgements, terms);
  if (terms.embedded !== true) return conclusion;
  const sentence = `${conclusion.sentence} (the embedded reference server, no target was given)`;
  return { ...conclusion, sentence };
}

function decide(judgements: readonly Judgement[], terms: Terms): Conclusion {
  const binding = judgements.filter(({ requirement: { level } }) => level === "must" || level === "implied");
  const count = (verdict: Verdict): number => binding.filter((each) => each.verdict === verdict).length;
  const { tested, scope } = measureScope(judgements, terms);

  const reasons = reasonsAgainst(judgements, terms);
  if (reasons.length > 0) {
    const trouble = terms.trouble === undefined ? "" : `; ${terms.trouble}`;
    const sentence = `does not conform: ${reasons.join("; ")} (${scope})${trouble}`;
    return { status: "does not conform", exitCode: 1, sentence };
  }
  if (terms.trouble !== undefined) {
    return { status: "inconclusive", exitCode: 3, sentence: `inconclusive: ${terms.trouble}` };
  }
  if (count("inconclusive") > 0) {
    const sentence = `inconclusive: ${count("inconclusive")} of ${inScope(judgements, terms).length} requirements could not be decided`;
    return { status: "inconclusive", exitCode: 3, sentence };
  }
  if (tested === 0) {
    const sentence = `inconclusive: nothing was tested (${scope})${whyUntested(judgements, terms)}`;
    return { status: "inconclusive", exitCode: 3, sentence };
  }
  const wanted = inScope(judgements, terms).filter((each) => binding.includes(each));
  const untested = terms.requireTested ? wanted.filter(({ verdict }) => verdict === "untested") : [];
  const lacking = untested.filter(({ requirement }) => requirement.occasion === undefined);
  if (lacking.length > 0) {
    const ids = lacking.slice(0, 8).map(({ requirement }) => requirement.id);
    const more = lacking.length > ids.length ? ` and ${lacking.length - ids.length} more` : "";
    const which = lacking.length === 1 ? "1 requirement is" : `${lacking.length} requirements are`;
    const sentence = `does not conform: ${which} untested, and this run asks for all: ${ids.join(", ")}${more} (${scope})`;
    return { status: "does not conform", exitCode: 1, sentence };
  }
  const exceptions = untested.map(
    ({ requirement: { id, occasion } }) => `; ${id} needs ${occasion}, which no client can bring about`,
  );
  return { status: "conforms", exitCode: 0, sentence: `conforms, ${scope}${exceptions.join("")}` };
}

/** What counts: everything that was asked for and can be tested; without a choice, what is binding. */
function inScope(judgements: readonly Judgement[], { only }: Terms): readonly Judgement[] {
  return judgements.filter(({ requirement: { id, level } }) =>
    only === undefined
      ? level === "must" || level === "implied"
      : only.includes(id) && level !== "informative",
  );
}

function measureScope(
  judgements: readonly Judgement[],
  terms: Terms,
): { readonly tested: number; readonly scope: string } {
  const all = inScope(judgements, terms);
  const tested = all.filter(({ verdict }) => testedVerdicts.has(verdict)).length;
  const waived = judgements.filter(
    ({ verdict, waiver }) => verdict === "failed" && waiver?.status === "applied",
  ).length;
  const what = terms.only === undefined ? "requirements" : "requested requirements";
  const scope = `${tested} of ${all.length} ${what} tested${waived === 0 ? "" : `, ${waived} waived`}`;
  return { tested, scope };
}

const testedVerdicts: ReadonlySet<Verdict> = new Set(["passed", "failed", "warned", "observed"]);

/** The reason that all share, if they do: it names the remedy. */
function whyUntested(judgements: readonly Judgement[], terms: Terms): string {
  const reasons = new Set(inScope(judgements, terms).map(({ reason }) => reason));
  const [reason] = reasons;
  return reasons.size !== 1 || reason === undefined ? "" : `: ${reason}`;
}

function reasonsAgainst(judgements: readonly Judgement[], { strict }: Terms): readonly string[] {
  const failed = judgements.filter(
    ({ verdict, waiver }) => verdict === "failed" && waiver?.status !== "applied",
  );
  const broken = failed.filter(({ requirement }) => requirement.level !== "open");
  const otherwise = failed.filter(({ requirement }) => requirement.level === "open");
  const withWaiver = (status: string): string =>
    judgements
      .filter(({ waiver }) => waiver?.status === status)
      .filter(({ verdict }) => status !== "expired" || verdict === "failed")
      .map(({ requirement }) => requirement.id)
      .join(", ");
  const expired = withWaiver("expired");
  const stale = strict ? withWaiver("stale") : "";
  return [
    ...(broken.length === 0
      ? []
      : [`${broken.length} ${broken.length === 1 ? "requirement is" : "requirements are"} broken`]),
    ...(otherwise.length === 0
      ? []
      : [
          `${otherwise.length === 1 ? "1 open point is" : `${otherwise.length} open points are`} not as the configuration expects`,
        ]),
    ...(expired === "" ? [] : [`the waiver for ${expired} has expired`]),
    ...(stale === "" ? [] : [`the waiver for ${stale} matches nothing any more`]),
  ];
}
