import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { type Coverage, groupCoverage, kindNames, shortLabel } from "./coverage-groups.js";
import { Section } from "./section.js";
import { Foreign } from "./visible.js";
import { count } from "./wording.js";

const kinds = Object.keys(kindNames) as Coverage["kind"][];

/** What was tried: every rule of the schemas and every boundary of the parameters, with the answers. */
export function CoveragePicture({ report }: { readonly report: Report }): VNode | null {
  const { coverage } = report.statistics;
  if (coverage.length === 0) return null;
  return (
    <Section
      id="coverage"
      title="What was tried"
      lead={`${count(coverage.length, "sort")} of cases, each with the statuses that answered it.`}
    >
      {[...groupBy(coverage, ({ operation }) => operation)].map(([operation, entries]) => (
        <details class="coverage" open key={operation}>
          <summary>
            <b>
              <Foreign text={operation} most={60} />
            </b>{" "}
            <span class="aside">
              {count(entries.length, "sort")} of cases, {count(requestsOf(entries), "request")}
            </span>
          </summary>
          {groupCoverage(entries).map(({ about, entries: all }) => (
            <div class="topic" key={about}>
              <h3>
                <Foreign text={about} most={60} />
              </h3>
              <div>
                {kinds.map((kind) => (
                  <Kind
                    key={kind}
                    kind={kind}
                    about={about}
                    entries={all.filter((each) => each.kind === kind)}
                  />
                ))}
              </div>
            </div>
          ))}
        </details>
      ))}
    </Section>
  );
}

function Kind({
  kind,
  about,
  entries,
}: {
  readonly kind: Coverage["kind"];
  readonly about: string;
  readonly entries: readonly Coverage[];
}): VNode | null {
  if (entries.length === 0) return null;
  return (
    <div class="kind">
      <p>{kindNames[kind]}</p>
      <ul class="chips">
        {entries.map(({ label, answers }) => (
          <li key={label}>
            <Foreign text={shortLabel(label, about)} most={90} />{" "}
            {Object.entries(answers)
              .slice(0, 6)
              .map(([status, times]) => (
                <b class={`status of${/^[1-5]\d\d$/.test(status) ? status[0] : "0"}`} key={status}>
                  <Foreign text={status} most={24} />
                  {times > 1 ? <i>×{times}</i> : ""}
                </b>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function requestsOf(entries: readonly Coverage[]): number {
  return entries.reduce(
    (sum, { answers }) => sum + Object.values(answers).reduce((some, each) => some + each, 0),
    0,
  );
}
