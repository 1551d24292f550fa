import { isSuccess, type ParsedExchange } from "../../checks/index.js";
import { bearer } from "../../generate/index.js";
import { isJsonObject, renderJson } from "../../json/index.js";
import type { DiagnosisOptions, Preflight, SendTo, Suite, Symptom } from "../../run/index.js";
import { headerNames } from "./requests.js";
import { collectedAt, createdId, idOf, itemsIn } from "./resource.js";
import { describedResponse } from "./response-checks.js";
import { deriveScenarios } from "./scenarios.js";
import { placeOf } from "./security.js";
import { type ApiState, createState, marksIn, sendSafely } from "./state.js";

export { deriveContract } from "./contract.js";

/** Items of others that are remembered, of each kind. */
const mostItems = 20;

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
    learnItems(state, parsed);
    return [];
  },
  controlFor: (state, request) => state.twins.get(request.operation)?.request,
  diagnose,
};

/** Writes down which items there are: what a creation answers with, and what a list shows. */
function learnItems(state: ApiState, { exchange, response, json }: ParsedExchange): void {
  const { operation: id, path, body } = exchange.case;
  const operation = state.contract.operations.get(id);
  const resource = operation && collectedAt(state.resources, operation.path);
  if (operation === undefined || resource === undefined || !isSuccess(response.status)) return;
  const [collection = path] = path.split("?");
  const add = (key: string | undefined, own: boolean): void => {
    if (key === undefined) return;
    const itemPath = `${collection}/${encodeURIComponent(key)}`;
    const isNew = !state.seen.has(itemPath);
    state.seen.add(itemPath);
    const known = state.items.filter((each) => each.resource === resource);
    if (isNew && (own || known.length < mostItems))
      state.items.push({ resource, id: key, path: itemPath, own });
  };
  if (operation.method === "GET") for (const item of itemsIn(json)) add(idOf(resource, item), false);
  if (operation.method !== "POST") return;
  const sent = body?.kind === "text" ? body.text : "";
  const isShown = isJsonObject(json) && marksIn(state, sent).some((mark) => renderJson(json).includes(mark));
  add(createdId(resource, { path, response, json }), response.status === 201 && isShown);
}

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
