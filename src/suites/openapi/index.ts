import { bearer } from "../../generate/index.js";
import type { DiagnosisOptions, Preflight, SendTo, Suite, Symptom } from "../../run/index.js";
import { learnItems } from "./learning.js";
import { headerNames } from "./requests.js";
import { describedResponse } from "./response-checks.js";
import { deriveScenarios } from "./scenarios.js";
import { placeOf } from "./security.js";
import { sendSafely } from "./sending.js";
import { type ApiState, createState } from "./state.js";

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
  survey: async () => undefined,
  send: sendSafely,
  remember: () => undefined,
  learn: async (state, parsed) => {
    await learnItems(state, parsed);
    return [];
  },
  controlFor: (state, request) => state.twins.get(request.operation)?.request,
  diagnose,
};

/** Is there a server at all? */
async function preflight(state: ApiState, sendTo: SendTo): Promise<Preflight> {
  const operation = [...state.contract.operations.values()].find(
    ({ id, method, path }) => method === "GET" && !path.includes("{") && state.harmless.has(id),
  );
  if (operation === undefined) return { status: "ready" };
  const { outcome } = await sendTo(state.baseUrl, {
    operation: operation.id,
    label: "is there a server",
    method: "GET",
    path: operation.path,
    headers: [],
    credential: { kind: "missing" },
    accepts: [],
  });
  if (outcome.kind === "response") return { status: "ready" };
  const reason = `${new URL(state.baseUrl).host} does not answer (${outcome.detail}): is the server started, and the address right?`;
  return { status: "unreachable", reason };
}

async function* diagnose({ baseUrl }: DiagnosisOptions): AsyncGenerator<Symptom> {
  yield { about: "address", status: "fine", found: `nothing is known of what to look for at ${baseUrl}` };
}
