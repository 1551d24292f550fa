import type { Report } from "../run/index.js";
import { renderReplay } from "./replay-line.js";
import { safeText } from "./safe-text.js";

/** What to do now, as one line: the last that a run prints. `paths` are the files it wrote. */
export function tellNextStep(report: Report, paths: readonly string[]): string {
  const page = paths.find((path) => path.endsWith(".html"));
  const data = paths.find((path) => path.endsWith("report.json"));
  const [first] = report.findings;
  const source = { reportPath: data, target: report.target };
  const replay = first === undefined ? undefined : renderReplay(source, first);
  const steps = [
    ...(page === undefined ? [] : [`open ${page}`]),
    ...(replay === undefined ? [] : [replay]),
    ...(first === undefined ? [] : [`pedigree explain ${first.requirement}`]),
  ];
  const { target, conclusion } = report;
  if (conclusion.status === "inconclusive" && !target.embedded)
    steps.unshift(`pedigree doctor --target ${target.name ?? safeText(target.baseUrl)}`);
  if (conclusion.status === "conforms" && target.embedded)
    steps.unshift("judge your own server: pedigree run --target http://localhost:8080/v1");
  return steps.length === 0 ? "" : `Next: ${steps.slice(0, 3).join(", or ")}`;
}
