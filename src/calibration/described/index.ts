export {
  assessDescribed,
  type DescribedAssessment,
  renderDescribed,
  renderMutants,
  summaryOf,
} from "./assessment.js";
export { judgeDescribed, runDescribed, type Subject } from "./calibrate.js";
