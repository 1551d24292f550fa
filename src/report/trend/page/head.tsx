import type { VNode } from "preact";
import { Foreign, visible } from "../../html/visible.js";
import { capital, count } from "../../html/wording.js";
import type { Series } from "../series.js";
import { standingsOf } from "../standing.js";
import type { Trend } from "../trend.js";
import { dayOf, minuteOf } from "./dates.js";
import { Sentence } from "./sentence.js";

const faces = {
  conforms: { sign: "✓", tone: "good" },
  "does not conform": { sign: "✗", tone: "bad" },
  inconclusive: { sign: "?", tone: "doubt" },
} as const;

/** What is new, in one sentence, for the target with the newest run. */
export function Head({ trend, series }: { readonly trend: Trend; readonly series: Series }): VNode {
  const newest = series.runs.at(-1);
  const { sign, tone } = faces[newest?.conclusion.status ?? "inconclusive"];
  const limits = limitsOf(trend);
  return (
    <header class={`verdict ${tone}`}>
      <div class="wide">
        <p class="brand">
          <b>Pedigree</b> trend
        </p>
        <h1>
          <span class="seal" aria-hidden="true">
            {sign}
          </span>
          {titleOf(series)}
        </h1>
        <p class="sentence">
          <Sentence text={series.sentence} />
        </p>
        <Target series={series} />
        {limits.length === 0 ? (
          ""
        ) : (
          <ul class="limits">
            {limits.map((limit) => (
              <li key={limit}>
                <Foreign text={limit} most={700} />
              </li>
            ))}
          </ul>
        )}
        <dl class="facts">
          {factsOf(series).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
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

/** Name and address of a target. */
export function Target({ series: { target } }: { readonly series: Series }): VNode {
  if (target.embedded) return <p class="target">The reference server that comes with Pedigree</p>;
  return (
    <p class="target">
      {target.name === undefined ? (
        ""
      ) : (
        <b>
          <Foreign text={target.name} most={100} />{" "}
        </b>
      )}
      <code>
        <Foreign text={target.baseUrl} most={400} />
      </code>
    </p>
  );
}

/** What the reader must know before trusting the picture. */
function limitsOf({ series, leftOut }: Trend): readonly string[] {
  const others = series
    .slice(1)
    .map(({ target }) => target.name ?? (target.embedded ? "the embedded server" : target.baseUrl));
  const mixed = series.filter(({ contracts }) => contracts.length > 1);
  return [
    ...(others.length === 0
      ? []
      : [
          `The reports are of ${series.length} targets, which are told one after the other. This is the one with the newest run; below follow: ${others.slice(0, 8).join(", ")}.`,
        ]),
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
  const oldest = runs[0]?.startedAt ?? "";
  const newest = runs.at(-1)?.startedAt ?? "";
  const conforming = runs.filter(({ conclusion }) => conclusion.status === "conforms").length;
  return [
    ["Newest run", `${minuteOf(newest)} UTC`],
    ["Runs", `${runs.length}`],
    ["Since", dayOf(oldest)],
    ["Conform", `${conforming} of ${runs.length}`],
    ["Contract", visible(contracts.at(-1) ?? "")],
  ];
}
