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
export { judgeDescribed, runDescribed, type Subject } from "./described/calibrate.js";
export {
  assessDescribed,
  renderDescribed,
  renderMutants,
  summaryOf,
} from "./described/described-assessment.js";
export { judgeDeviation, type TrialResult } from "./trial.js";
export {
  type CalibrationPlan,
  drawCombinations,
  planTrials,
  repeatUndecided,
  runTrials,
  slow,
} from "./trial-plan.js";
