export {
  type Assessment,
  assess,
  isCaught,
  isDiagnosed,
  loadMutants,
  loadVariants,
  renderAssessment,
  renderMatrix,
} from "./assessment.js";
export {
  anyMatrixFile,
  compareRows,
  isBroken,
  judgeByDescription,
  loadAnyMatrix,
  renderAnyMatrix,
  renderFigures,
  sources,
} from "./by-description.js";
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
export {
  type CalibrationPlan,
  drawCombinations,
  planTrials,
  repeatUndecided,
  runTrials,
  slow,
} from "./plan.js";
export { judgeDeviation, type Trial, type TrialResult } from "./trial.js";
