export { type Assessment, assess, isCaught, isDiagnosed } from "./assessment.js";
export {
  assessDescribed,
  type DescribedAssessment,
  judgeDescribed,
  renderDescribed,
  renderMutants,
  runDescribed,
  type Subject,
  summaryOf,
} from "./described/index.js";
export { loadMutants, loadVariants } from "./kill-matrix.js";
export { type CalibrationPlan, drawCombinations, planTrials, slow } from "./plan.js";
export { renderAssessment, renderMatrix } from "./render.js";
export { judgeDeviation, type Trial, type TrialResult } from "./trial.js";
export { repeatUndecided, runTrials } from "./workers.js";
