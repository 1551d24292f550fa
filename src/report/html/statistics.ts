import type { Report } from "../../run/index.js";
import { groupBy } from "../requirement-facts.js";
import { type Part, table } from "./part.js";
import { duration, foreign, group } from "./text.js";

type Coverage = Report["statistics"]["coverage"][number];

const kinds: Readonly<Record<Coverage["kind"], string>> = {
  valid: "valid requests",
  invalid: "invalid requests",
  either: "requests that may be served or refused",
  "wrong key": "requests without the good key",
};
const mostStatuses = 6;

/** How long responses took, by operation. */
export function latency({ statistics }: Report): Part | undefined {
  const rows = Object.entries(statistics.latency)
    .filter(([, { distribution }]) => distribution.length > 0)
    .map(([operation, { distribution, p50, p95, p99, max }]) => [
      foreign(operation, 60),
      group(distribution.reduce((sum, { count }) => sum + count, 0)),
      ...[p50, p95, p99, max].map(duration),
    ]);
  if (rows.length === 0) return undefined;
  const columns = ["Operation", "Responses", "p50", "p95", "p99", "Longest"];
  return {
    id: "latency",
    title: "Response times",
    lead: "The run sends many requests at once: these are the times of a busy server.",
    isFolded: true,
    content: table("Response times by operation", columns, [["", rows]]),
  };
}

/** What was sent, by operation and kind of case, with the statuses that came back. */
export function coverage({ statistics }: Report): Part | undefined {
  const cases = statistics.coverage;
  if (cases.length === 0) return undefined;
  const groups = groupBy(cases, ({ operation, kind }) => `${operation}: ${kinds[kind]}`);
  const rowOf = ({ label, responses }: Coverage) => [
    foreign(label, 90),
    foreign(renderResponses(responses), 200),
  ];
  return {
    id: "coverage",
    title: "Cases and their responses",
    count: cases.length,
    isFolded: true,
    content: table(
      "Cases by operation and kind",
      ["Case", "Responses"],
      [...groups].map(([heading, own]) => [heading, own.map(rowOf)]),
    ),
  };
}

function renderResponses(responses: Coverage["responses"]): string {
  return Object.entries(responses)
    .slice(0, mostStatuses)
    .map(([status, times]) => (times > 1 ? `${status} ×${times}` : status))
    .join(", ");
}
