import type { VNode } from "preact";
import { Verdict } from "../../html/head.js";
import { Foreign, visible } from "../../html/visible.js";
import { capital, count, dayOf, moment } from "../../html/wording.js";
import type { Series } from "../series.js";
import { standingsOf } from "../standing.js";
import type { Trend } from "../trend.js";

/** What is new, in one sentence, for the target with the newest run. */
export function Head({ trend, series }: { readonly trend: Trend; readonly series: Series }): VNode {
  return (
    <Verdict
      kind="trend"
      status={series.runs.at(-1)?.conclusion.status ?? "inconclusive"}
      title={titleOf(series)}
      sentence={series.sentence}
      target={series.target}
      limits={limitsOf(trend)}
      facts={factsOf(series)}
    />
  );
}

/** The news as a title. */
export function titleOf({ requirements, runs }: Series): string {
  const { newFailures, stillFailing, fixed } = standingsOf(requirements);
  const status = runs.at(-1)?.conclusion.status ?? "inconclusive";
  if (runs.length > 1 && newFailures.length > 0) return count(newFailures.length, "new failure");
  if (status === "inconclusive") return "Inconclusive";
  if (fixed.length > 0)
    return `${fixed.length} fixed${stillFailing.length > 0 ? `, ${stillFailing.length} still failing` : ""}`;
  if (stillFailing.length > 0) return `Nothing new, ${stillFailing.length} still failing`;
  return runs.length > 1 && status === "conforms" ? "Conforms, nothing new" : capital(status);
}

/** What the reader must know before trusting the picture. */
function limitsOf({ series, leftOut }: Trend): readonly string[] {
  const mixed = series.filter(({ contracts }) => contracts.length > 1);
  return [
    ...(series.length === 1
      ? []
      : [`The reports are of ${series.length} targets. This is the one with the newest run; others follow.`]),
    ...mixed.map(
      ({ contracts }) =>
        `The runs are of contract versions ${contracts.join(", ")}. Requirements with the same id are taken for the same.`,
    ),
    ...(leftOut.length === 0
      ? []
      : [`${count(leftOut.length, "path")} could not be used, as told at the end.`]),
  ];
}

function factsOf({ runs, contracts }: Series): readonly (readonly [string, string])[] {
  const conforming = runs.filter(({ conclusion }) => conclusion.status === "conforms").length;
  return [
    ["Newest run", moment(runs.at(-1)?.startedAt ?? "")],
    ["Runs", `${runs.length}`],
    ["Since", dayOf(runs[0]?.startedAt ?? "")],
    ["Conform", `${conforming} of ${runs.length}`],
    ["Contract", visible(contracts.at(-1) ?? "")],
  ];
}

/** Name and address of a target further down. */
export function OtherTarget({ series, id }: { readonly series: Series; readonly id: string }): VNode {
  const { target, sentence } = series;
  return (
    <div class="target-head" id={id}>
      <h2>
        <Foreign text={target.name ?? target.baseUrl} most={200} />: {titleOf(series)}
      </h2>
      <p>{sentence}</p>
    </div>
  );
}
