export { type SummaryOptions, showProgress } from "./console-style.js";
export { describeFinding, listFindings } from "./finding-text.js";
export { defaultFormats, type FormatName, formatFiles, formatNames } from "./format-files.js";
export { formats, writeEachReport, writeReports } from "./formats.js";
export { publish } from "./github-actions.js";
export { describeRule } from "./learnt-rules.js";
export { describeNextSteps, nameKeyVariable, specOption } from "./next-steps.js";
export { describeWaiver } from "./requirement-facts.js";
export { listed, renderJsonText, safeLines, safeText } from "./safe-text.js";
export { renderConclusion, renderSummary } from "./summary.js";
export { findReports, prepareFolder, writeFileAtomically } from "./write-file.js";

/** Many runs' reports made into one picture; loaded when it is asked for, since it draws. */
export const loadTrend = () => import("./trend/index.js");

/** Reads a report and holds it against its schema; loaded when it is asked for, since that takes time. */
export const loadReportReader = () => import("./trend/gather.js");
