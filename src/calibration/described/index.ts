export { assessDescribed, type DescribedAssessment } from "./assessment.js";
export { runDescribed } from "./calibrate.js";
export { renderDescribed, renderMutants, summaryOf } from "./render.js";
export { judgeDescribed, type Subject } from "./trial.js";
