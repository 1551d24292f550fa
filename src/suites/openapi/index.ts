import { bearer } from "../../generate/index.js";
import type { DiagnosisOptions, Suite, Symptom } from "../../run/index.js";
import { learnItems } from "./learning.js";
import { preflight } from "./preflight.js";
import { headerNames } from "./requests.js";
import { describedResponse } from "./response-checks.js";
import { deriveScenarios } from "./scenarios.js";
import { placeOf } from "./security.js";
import { sendSafely } from "./sending.js";
import { type ApiState, createState } from "./state.js";
import { survey } from "./survey.js";

export { deriveContract } from "./contract.js";
export { unknownValues } from "./given-values.js";
export { harmlessOperations } from "./harmless.js";
export { collectedAt, deriveResources, idNames, itemsIn, type Resource } from "./resource.js";
export { placeOf } from "./security.js";

/** The suite for any description: what follows from it alone. */
export const openApi: Suite<ApiState> = {
  scenarios: deriveScenarios,
  requests: (contract) => ({
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    placeOf: (id) => {
      const operation = contract.operations.get(id);
      return (operation && placeOf(contract, operation)) ?? bearer;
    },
    caseHeaders: headerNames(contract.operations.values()),
  }),
  responseChecks: [describedResponse],
  unbounded: ({ operations }) => [...operations.keys()],
  create: createState,
  preflight,
  survey,
  send: sendSafely,
  remember: () => undefined,
  learn: async (state, parsed) => {
    await learnItems(state, parsed);
    return [];
  },
  controlFor: (state, request) => state.twins.get(request.operation)?.request,
  diagnose,
};

async function* diagnose({ baseUrl }: DiagnosisOptions): AsyncGenerator<Symptom> {
  yield { about: "address", status: "fine", found: `nothing is known of what to look for at ${baseUrl}` };
}
