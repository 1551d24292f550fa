import type { Report } from "../run/index.js";
import { commandName } from "./command-name.js";
import { quote, renderReplay } from "./replay-line.js";

/** What to do now, as one line: the last that a run prints. `paths` are the files it wrote. */
export function describeNextStep({ findings, target, conclusion }: Report, paths: readonly string[]): string {
  const page = paths.find((path) => path.endsWith(".html"));
  const reportPath = paths.find((path) => path.endsWith("report.json"));
  const [first] = findings;
  const replay = first && renderReplay({ reportPath, target }, first);
  const steps = [
    ...(conclusion.status === "inconclusive" && !target.embedded
      ? [`${commandName()} doctor --target ${quote(target.name ?? target.baseUrl)}`]
      : []),
    ...(conclusion.status === "conforms" && target.embedded
      ? [`judge your own server: ${commandName()} run --target http://localhost:8080/v1`]
      : []),
    ...(page === undefined ? [] : [`open ${page}`]),
    ...(replay === undefined ? [] : [replay]),
    ...(first === undefined ? [] : [`${commandName()} explain ${quote(first.requirement)}`]),
  ];
  return steps.length === 0 ? "" : `Next: ${steps.slice(0, 3).join(", or ")}`;
}
