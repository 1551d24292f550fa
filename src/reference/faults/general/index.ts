import type { Fault } from "../fault.js";
import { occasionalFailureFaults } from "./failures-now-and-then.js";
import { oddInputFailureFaults } from "./failures-on-odd-input.js";
import { incompleteAnswerFaults } from "./incomplete-answers.js";
import { jsonFaults } from "./json-bodies.js";
import { unavailableForSomeFaults } from "./unavailable-for-some.js";
import { undocumentedStatusFaults } from "./undocumented-statuses.js";

/** Section "What the service does": JSON, documented statuses, no failures, whole answers. */
export const generalFaults: readonly Fault[] = [
  ...jsonFaults,
  ...undocumentedStatusFaults,
  ...oddInputFailureFaults,
  ...occasionalFailureFaults,
  ...incompleteAnswerFaults,
  ...unavailableForSomeFaults,
];
