import { groupBy } from "../../description/index.js";
import type { Report } from "../../run/index.js";
import type { Content } from "../markup.js";
import { type Part, table } from "./part.js";
import { duration, foreign, group } from "./text.js";

/** How long responses took, by operation. */
export function latency({ statistics }: Report): Part | undefined {
  const measured = Object.entries(statistics.latency).filter(
    ([, { distribution }]) => distribution.length > 0,
  );
  if (measured.length === 0) return undefined;
  const columns = ["Operation", "Responses", "p50", "p95", "p99", "Longest"];
  const rowOf = ([operation, times]: (typeof measured)[number]): readonly Content[] => [
    foreign(operation, 60),
    group(times.distribution.reduce((sum, { count }) => sum + count, 0)),
    ...[times.p50, times.p95, times.p99, times.max].map(duration),
  ];
  return {
    id: "latency",
    title: "Response times",
    lead: "The run sends many requests at once: these are the times of a busy server.",
    isFolded: true,
    content: table("Response times by operation", columns, [["", measured]], rowOf),
  };
}

type Coverage = Report["statistics"]["coverage"][number];

const kinds: Readonly<Record<Coverage["kind"], string>> = {
  valid: "valid requests",
  invalid: "invalid requests",
  either: "requests that may be served or refused",
  "wrong key": "requests without the good key",
};
const mostStatuses = 6;

/** Returns the part on the cases that were sent, by operation and kind, with the statuses that came back. */
export function coverage({ statistics: { coverage: cases } }: Report): Part | undefined {
  if (cases.length === 0) return undefined;
  const groups = groupBy(cases, ({ operation, kind }) => `${operation}: ${kinds[kind]}`);
  const rowOf = ({ label, responses }: Coverage): readonly Content[] => {
    const all = Object.entries(responses).slice(0, mostStatuses);
    const statuses = all.map(([status, times]) => (times > 1 ? `${status} ×${times}` : status));
    return [foreign(label, 90), foreign(statuses.join(", "), 200)];
  };
  const content = table("Cases by operation and kind", ["Case", "Responses"], groups, rowOf);
  return { id: "coverage", title: "Cases and their responses", count: cases.length, isFolded: true, content };
}
