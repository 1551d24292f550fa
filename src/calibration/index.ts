export { type Assessment, assess, deviationNames, isCaught, isDiagnosed } from "./assessment.js";
export { type CalibrationPlan, drawCombinations, planTrials } from "./plan.js";
export { renderAssessment, renderMatrix } from "./render.js";
export { judgeDeviation, type Trial, type TrialResult } from "./trial.js";
export { runTrials } from "./workers.js";
