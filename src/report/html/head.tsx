import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { Foreign } from "./visible.js";
import { capital, count, duration, group, moment } from "./wording.js";

const faces = {
  conforms: { sign: "✓", tone: "good" },
  "does not conform": { sign: "✗", tone: "bad" },
  inconclusive: { sign: "?", tone: "doubt" },
} as const;

/** The head of a page: what it all comes to, of which target, and what the reader must know before trusting it. */
export function Verdict({
  kind,
  status,
  title,
  sentence,
  target,
  limits,
  facts,
}: {
  readonly kind: string;
  readonly status: Report["conclusion"]["status"];
  readonly title: string;
  readonly sentence: string;
  readonly target: Report["target"];
  readonly limits: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
}): VNode {
  const { sign, tone } = faces[status];
  return (
    <header class={`verdict ${tone}`}>
      <div class="wide">
        <p class="brand">
          <b>Pedigree</b> {kind}
        </p>
        <h1>
          <span class="seal" aria-hidden="true">
            {sign}
          </span>
          {title}
        </h1>
        <p class="sentence">
          <Foreign text={sentence} most={1000} />
        </p>
        <p class="target">
          {target.name === undefined ? "" : <b>{<Foreign text={target.name} most={100} />} </b>}
          <code>
            <Foreign text={target.baseUrl} most={400} />
          </code>
          {target.embedded ? " · the reference server that comes with Pedigree" : ""}
        </p>
        <ul class="limits">
          {limits.map((limit) => (
            <li key={limit}>
              <Foreign text={limit} most={700} />
            </li>
          ))}
        </ul>
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Foreign text={value} most={80} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  );
}

/** What the run came to, and what it was. */
export function Head({ report }: { readonly report: Report }): VNode {
  const { conclusion, target } = report;
  return (
    <Verdict
      kind="conformance report"
      status={conclusion.status}
      title={capital(conclusion.status)}
      sentence={sentenceOf(report)}
      target={target}
      limits={limitsOf(report)}
      facts={factsOf(report)}
    />
  );
}

/** The conclusion's sentence without the word that stands above it. */
function sentenceOf({ conclusion: { status, sentence } }: Report): string {
  const rest = sentence.startsWith(status) ? sentence.slice(status.length).replace(/^[:,]? /, "") : sentence;
  return rest === "" ? sentence : capital(rest);
}

function limitsOf({ run, counts }: Report): readonly string[] {
  return [
    ...(run.interrupted
      ? ["The run was interrupted. What it had learnt until then is told here; the rest is untested."]
      : []),
    ...(run.readOnly
      ? [
          `The run was read-only: it sent nothing but GET, and ${count(counts.untested, "requirement")} stayed untested.`,
        ]
      : []),
  ];
}

function factsOf({ run, contract, tool }: Report): readonly (readonly [string, string])[] {
  return [
    ["Started", moment(run.startedAt)],
    ["Took", duration(run.duration)],
    ["Requests", group(run.requests)],
    ["Items added", run.readOnly ? "none (read-only)" : group(run.created)],
    ["Profile", run.profile],
    ["Seed", `${run.seed}`],
    ["Contract", contract.version],
    ["Suite", `${tool.name} ${tool.version}`],
    ["Judged as of", moment(run.now).slice(0, 10)],
  ];
}
