export { describeFinding } from "./finding-text.js";
export { type FormatName, formats, writeReports } from "./formats.js";
export { showProgress } from "./progress.js";
export { safeText } from "./safe-text.js";
export { renderSummary, type SummaryOptions } from "./summary.js";
export { prepareFolder } from "./write-file.js";
