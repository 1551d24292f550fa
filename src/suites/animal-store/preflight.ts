import {
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  mayProxyRespond,
  parseExchange,
} from "../../checks/index.js";
import { parseJsonBytes } from "../../json/index.js";
import type { Preflight, SendTo } from "../../run/index.js";
import { headerValues, type Response, type TransportError } from "../../transport/index.js";
import { adviseOnStatus, explainTransportError } from "./explanations.js";
import { largestPage, statusesOf } from "./facts.js";
import { learn, rememberRows } from "./learning.js";
import { findNearby } from "./near-addresses.js";
import { errors, fetched, fetchRequest, listed, listRequest } from "./requests.js";
import type { StoreState } from "./state.js";

/**
 * Asks for a list and for one animal, to learn whether there is an Animal Store that takes the key. Only where there
 * seems to be none, near addresses are tried.
 */
export async function preflight(state: StoreState, sendTo: SendTo): Promise<Preflight> {
  const list = await state.send(listRequest(state, {}, { accepts: [...listed, ...errors(401)] }));
  if (list.outcome.kind === "transport-error") return unreachable(state, list.outcome);
  const isFromProxy = mayProxyRespond(state) && !isJsonDocument(list.outcome.body);
  if (list.outcome.status === 407 || isGatewayResponse(list.outcome, isFromProxy)) {
    const sender = isFromProxy ? `the proxy ${state.proxy}, in place of ${state.baseUrl},` : state.baseUrl;
    const advice = adviseOnStatus(list.outcome.status);
    return { status: "unreachable", reason: `${sender} answers ${describeOutcome(list.outcome)}: ${advice}` };
  }
  const accepts = [...fetched, ...errors(401, 404)];
  const single = await state.send(fetchRequest(state, state.randomInt64(), { accepts }));
  if (single.outcome.kind === "transport-error") return { status: "ready" };
  const responses = [list.outcome, single.outcome];
  if (isList(list.outcome)) return { status: "ready" };
  const refused = responses.every(({ status }) => status === 401);
  const { versionSegment } = state.contract;
  const isElsewhere = !new URL(state.baseUrl).pathname.endsWith(versionSegment);
  const isNotFound = [404, 405].includes(list.outcome.status) && single.outcome.status === 404;
  const speaksJson = responses.some((each) => each.status >= 500 || saysJson(each));
  const near = isElsewhere || isNotFound || !speaksJson ? await findNearby(state, sendTo) : undefined;
  if (refused && near?.serves !== "list") {
    const sender = isFromProxy ? `the proxy ${state.proxy} or ${state.baseUrl}` : state.baseUrl;
    const reason = `${sender} refuses the API key (401): check PEDIGREE_API_KEY, and that the key is one of this deployment`;
    return { status: "key-refused", reason };
  }
  const wrongAddress = (advice: string): Preflight => {
    const found = `GET ${state.contract.roles.listPath} was answered ${describeOutcome(list.outcome)}`;
    return { status: "wrong address", reason: `${state.baseUrl} is no Animal Store: ${found}; ${advice}` };
  };
  // A server that answers as an Animal Store does, at an address with the version, is judged; unless one with the version is near.
  const isJudged = speaksJson && !isElsewhere;
  if (near !== undefined && (!isJudged || near.baseUrl.endsWith(versionSegment)))
    return wrongAddress(`${near.baseUrl} answers: use --target ${near.baseUrl}`);
  if (isElsewhere && isNotFound)
    return wrongAddress(`check the address, which should end in ${versionSegment}`);
  if (speaksJson || (!isElsewhere && list.outcome.status !== 401 && (await asksForKey(state))))
    return { status: "ready" };
  if (responses.every(({ status }) => status === 400)) {
    const advice = state.baseUrl.startsWith("https:")
      ? "does it want a client certificate? --client-cert and --client-key"
      : "does the port speak HTTPS?";
    const found = `what stands in front of ${state.baseUrl} refuses every request (${describeOutcome(list.outcome)})`;
    return { status: "unreachable", reason: `${found}: ${advice}` };
  }
  const [location] = headerValues(list.outcome, "location");
  return wrongAddress(
    location === undefined ? "check the address" : `it redirects to ${location.slice(0, 200)}`,
  );
}

/** Does it refuse a request only without a key? Then it is an Animal Store, whatever its answers are, and they are failures. */
async function asksForKey(state: StoreState): Promise<boolean> {
  const keyless = { accepts: errors(401), credential: { kind: "missing" } } as const;
  const { outcome } = await state.send(listRequest(state, {}, keyless));
  return outcome.kind === "response" && outcome.status === 401;
}

function isList({ status, body }: Response): boolean {
  const parsed = parseJsonBytes(body);
  return status === 200 && parsed.status === "valid" && Array.isArray(parsed.value);
}

/** By its content, or by its content type: broken JSON is a failure, and no sign of another server. */
function saysJson(response: Response): boolean {
  return isJsonDocument(response.body) || isJsonMediaType(headerValues(response, "content-type")[0] ?? "");
}

function isJsonDocument(body: Uint8Array): boolean {
  const parsed = parseJsonBytes(body);
  return parsed.status === "valid" && typeof parsed.value === "object";
}

function unreachable(state: StoreState, outcome: TransportError): Preflight {
  const { found, advice } = explainTransportError(state, outcome);
  return { status: "unreachable", reason: `${found}: ${advice} (${outcome.detail})` };
}

/** Lists what is there, so that a check which is to run by itself has animals and a category. */
export async function seeAnimals(state: StoreState): Promise<void> {
  for (const category of state.categories) state.accepted.add(category);
  state.categorySearch = "found";
  const limit = largestPage(state);
  for (const query of [{ limit }, ...statusesOf(state).map((status) => ({ status, limit }))]) {
    const exchange = await state.send(listRequest(state, query));
    if (exchange.outcome.kind !== "response") continue;
    const parsed = parseExchange(exchange, exchange.outcome, state.validate);
    rememberRows(state, parsed);
    learn(state, parsed);
  }
}
