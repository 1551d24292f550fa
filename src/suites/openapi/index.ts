import { isSuccess, type ParsedExchange } from "../../checks/index.js";
import type { DiagnosisOptions, Preflight, SendTo, Suite, Symptom } from "../../run/index.js";
import { createdId, idOf, itemsIn } from "./resource.js";
import { describedResponse } from "./response-checks.js";
import { deriveScenarios } from "./scenarios.js";
import { type ApiState, createState, sendSafely } from "./state.js";

export { deriveContract } from "./contract.js";

/** Items of others that are remembered, of each kind. */
const mostItems = 20;

/** The suite for any description: what follows from it alone. */
export const openApi: Suite<ApiState> = {
  scenarios: deriveScenarios,
  methods: ["GET", "POST", "DELETE"],
  responseChecks: [describedResponse],
  unbounded: ({ operations }) => [...operations.keys()],
  create: createState,
  preflight,
  survey: async () => undefined,
  send: sendSafely,
  remember: () => undefined,
  learn: async (state, parsed) => {
    learnItems(state, parsed);
    return [];
  },
  controlFor: (state, request) => state.twins.get(request.operation)?.request,
  diagnose,
};

/** Writes down which items there are: what a creation answers with, and what a list shows. */
function learnItems(state: ApiState, { exchange, response, json }: ParsedExchange): void {
  const { operation: id, path } = exchange.case;
  const operation = state.contract.operations.get(id);
  if (operation === undefined || !isSuccess(response.status)) return;
  const collection = path.split("?")[0] ?? path;
  const resource = [...state.resources.values()].find((each) => each.collectionPath === operation.path);
  if (resource === undefined) return;
  const add = (key: string | undefined, own: boolean): void => {
    const known = state.items.filter((each) => each.resource === resource);
    if (key === undefined || (!own && known.length >= mostItems)) return;
    const itemPath = `${collection}/${encodeURIComponent(key)}`;
    if (!known.some((each) => each.path === itemPath))
      state.items.push({ resource, id: key, path: itemPath, own });
  };
  if (operation.method === "POST") add(createdId(resource, response, json), true);
  else if (operation.method === "GET") for (const item of itemsIn(json)) add(idOf(resource, item), false);
}

/** Is there a server at all? */
async function preflight(state: ApiState, sendTo: SendTo): Promise<Preflight> {
  const operation = [...state.contract.operations.values()].find(
    ({ method, path }) => method === "GET" && !path.includes("{"),
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
