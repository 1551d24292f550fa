import {
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  mayProxyRespond,
  parseExchange,
} from "../../checks/index.js";
import type { Preflight, SendTo } from "../../run/index.js";
import { headerValues, type Response } from "../../transport/index.js";
import { adviseOnStatus, explainTransportError, findNearby } from "./addresses.js";
import { learn, rememberRows } from "./learning.js";
import {
  errors,
  everyList,
  fetchedOrNot,
  fetchRequest,
  jsonOf,
  largestPage,
  listed,
  listRequest,
} from "./requests.js";
import type { StoreState } from "./state.js";

/**
 * Asks for a list and for one animal, to learn whether there is an Animal Store that takes the key. Only where there
 * seems to be none, near addresses are tried.
 */
export async function preflight(state: StoreState, sendTo: SendTo): Promise<Preflight> {
  const { baseUrl, proxy } = state;
  const { versionSegment, roles } = state.contract;
  const { outcome: list } = await state.send(
    listRequest(state, {}, { accepts: [...listed, ...errors(401)] }),
  );
  if (list.kind === "transport-error") {
    const { found, advice } = explainTransportError(baseUrl, proxy, list);
    return { status: "unreachable", reason: `${found}: ${advice} (${list.detail})` };
  }
  const isFromProxy = mayProxyRespond(state) && typeof jsonOf(list) !== "object";
  if (list.status === 407 || isGatewayResponse(list, isFromProxy)) {
    const sender = isFromProxy ? `the proxy ${proxy}, in place of ${baseUrl},` : baseUrl;
    const reason = `${sender} answers ${describeOutcome(list)}: ${adviseOnStatus(list.status)}`;
    return { status: "unreachable", reason };
  }
  const accepts = [...fetchedOrNot, ...errors(401)];
  const { outcome: single } = await state.send(fetchRequest(state, state.randomInt64(), { accepts }));
  if (single.kind === "transport-error") return { status: "ready" };
  if (list.status === 200 && Array.isArray(jsonOf(list))) return { status: "ready" };
  const responses = [list, single];
  const isElsewhere = !new URL(baseUrl).pathname.endsWith(versionSegment);
  const isNotFound = [404, 405].includes(list.status) && single.status === 404;
  const speaksJson = responses.some((each) => each.status >= 500 || saysJson(each));
  const near = isElsewhere || isNotFound || !speaksJson ? await findNearby(state, sendTo) : undefined;
  if (responses.every(({ status }) => status === 401) && near?.serves !== "list") {
    const sender = isFromProxy ? `the proxy ${proxy} or ${baseUrl}` : baseUrl;
    const reason = `${sender} refuses the API key (401): check PEDIGREE_API_KEY, and that the key is one of this deployment`;
    return { status: "key-refused", reason };
  }
  const wrongAddress = (advice: string): Preflight => {
    const found = `GET ${roles.listPath} was answered ${describeOutcome(list)}`;
    return { status: "wrong address", reason: `${baseUrl} is no Animal Store: ${found}; ${advice}` };
  };
  // A server that answers as an Animal Store does, at an address with the version, is judged; unless one with the version is near.
  const isJudged = speaksJson && !isElsewhere;
  if (near !== undefined && (!isJudged || near.baseUrl.endsWith(versionSegment)))
    return wrongAddress(`${near.baseUrl} answers: use --target ${near.baseUrl}`);
  if (isElsewhere && isNotFound)
    return wrongAddress(`check the address, which should end in ${versionSegment}`);
  if (speaksJson || (!isElsewhere && list.status !== 401 && (await asksForKey(state))))
    return { status: "ready" };
  if (responses.every(({ status }) => status === 400)) {
    const advice = baseUrl.startsWith("https:")
      ? "does it want a client certificate? --client-cert and --client-key"
      : "does the port speak HTTPS?";
    const found = `what stands in front of ${baseUrl} refuses every request (${describeOutcome(list)})`;
    return { status: "unreachable", reason: `${found}: ${advice}` };
  }
  const [location] = headerValues(list, "location");
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

/** By its content, or by its content type: broken JSON is a failure, and no sign of another server. */
function saysJson(response: Response): boolean {
  const [type = ""] = headerValues(response, "content-type");
  return typeof jsonOf(response) === "object" || isJsonMediaType(type);
}

/** Lists what is there, so that a check which is to run by itself has animals and a category. */
export async function seeAnimals(state: StoreState): Promise<void> {
  for (const category of state.categories) state.accepted.add(category);
  state.categorySearch = "found";
  for (const query of everyList(state, { limit: largestPage(state) })) {
    const exchange = await state.send(listRequest(state, query));
    if (exchange.outcome.kind !== "response") continue;
    const parsed = parseExchange(exchange, exchange.outcome, state.validate);
    rememberRows(state, parsed);
    learn(state, parsed);
  }
}
