import { bearer } from "../../generate/index.js";
import type { DiagnosisOptions, Suite, Symptom } from "../../run/index.js";
import { documentedStatus } from "./documented-status.js";
import { noInternals } from "./internals.js";
import { knowledgeUse } from "./knowledge-use.js";
import { learnItems } from "./learning.js";
import { headersOfPlaces } from "./other-schemes.js";
import { preflight } from "./preflight.js";
import { headerNames } from "./requests.js";
import { describedResponse } from "./response-checks.js";
import { deriveScenarios } from "./scenarios.js";
import { placeOf } from "./security.js";
import { sendSafely } from "./sending.js";
import { type ApiState, createState } from "./state.js";
import { survey } from "./survey.js";

export { describeCaution, isAllowable } from "./caution.js";
export { deriveContract } from "./contract.js";
export { unknownNames } from "./given-values.js";
export { type Caution, findCautions, harmlessOperations } from "./harmless.js";
export { deriveIdCandidates } from "./id-candidates.js";
export { unusedPrivateItems } from "./private-operations.js";
export { collectedAt, deriveResources, idNames, itemsIn, type Resource } from "./resource.js";
export { placeOf } from "./security.js";
export { schemaBehind } from "./stated-at.js";
export { deriveValueCandidates, type ValueCandidate } from "./value-candidates.js";

/** The suite for any description: what follows from it alone. */
export const openApi: Suite<ApiState> = {
  scenarios: deriveScenarios,
  requests: (contract) => ({
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    placeOf: (id) => {
      const operation = contract.operations.get(id);
      return (operation && placeOf(contract, operation)) ?? bearer;
    },
    caseHeaders: [
      ...headerNames(contract.operations.values()),
      ...headersOfPlaces(contract, contract.operations.values()),
    ],
  }),
  // What comes back with a failure of the server shows the most of it.
  responseChecks: [noInternals, describedResponse, documentedStatus],
  unbounded: ({ operations }) => [...operations.keys()],
  create: createState,
  preflight,
  survey,
  send: sendSafely,
  remember: () => undefined,
  learn: async (state, parsed) => {
    const { method, credential } = parsed.exchange.case;
    // What is shown to the second user is not the first user's.
    if (method !== "GET" || credential.kind !== "second") await learnItems(state, parsed);
    return [];
  },
  knowledgeUse,
  controlFor: (state, request) => state.twins.get(request.operation)?.request,
  diagnose,
};

async function* diagnose({ baseUrl }: DiagnosisOptions): AsyncGenerator<Symptom> {
  yield { about: "address", status: "fine", found: `nothing is known of what to look for at ${baseUrl}` };
}
