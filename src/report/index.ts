export { nameKeyVariable, quote, specOption } from "./commands.js";
export type { SummaryOptions } from "./console-style.js";
export { findReports } from "./find-reports.js";
export { listFindings } from "./finding-list.js";
export { describeFinding } from "./finding-text.js";
export {
  defaultFormats,
  type FormatName,
  formatNames,
  formats,
  writeEachReport,
  writeReports,
} from "./formats.js";
export { publish } from "./github-actions.js";
export { renderJsonText } from "./machine-text.js";
export { describeNextSteps } from "./next-steps.js";
export { listed } from "./present.js";
export { showProgress } from "./progress.js";
export { describeWaiver } from "./requirement-facts.js";
export { safeLines, safeText } from "./safe-text.js";
export { renderConclusion, renderSummary } from "./summary.js";
export { prepareFolder, writeFileAtomically } from "./write-file.js";

/** Many runs' reports made into one picture; loaded when it is asked for, since it draws. */
export const loadTrend = () => import("./trend/index.js");

/** Reads a report and holds it against its schema; loaded when it is asked for, since that takes time. */
export const loadReportReader = () => import("./read-report.js");
