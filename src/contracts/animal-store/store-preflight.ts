import type { Preflight, SendTo } from "../../engine/index.js";
import {
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  mayProxyRespond,
  parseExchange,
} from "../../engine/index.js";
import { headerValues, type Response, type TransportError } from "../../transport/index.js";
import { learnListed, rememberRows } from "./learning.js";
import {
  errors,
  everyList,
  fetchedOrNot,
  fetchRequest,
  jsonOf,
  largestPage,
  limitAbove,
  listed,
  listRequest,
} from "./store-requests.js";
import type { StoreState } from "./store-state.js";

/** Where a target is said to be. */
type Address = Pick<StoreState, "contract"> & Pick<StoreState["target"], "baseUrl">;

/** Another address, and what is served there: a list, or the refusal of the key as the document has it. */
type Nearby = { readonly baseUrl: string; readonly serves: "list" | "refusal" };

/**
 * Looks for an Animal Store near an address that serves something else: with and without the version segment, a segment
 * higher, and without the path of the list.
 * @returns the first at which a list is served; else the first at which the key is refused with JSON
 */
export async function findNearby(target: Address, sendTo: SendTo): Promise<Nearby | undefined> {
  let refusing: Nearby | undefined;
  for (const baseUrl of nearAddresses(target)) {
    const { outcome } = await sendTo(baseUrl, listRequest(target, { limit: limitAbove(target, 0) }));
    const json = jsonOf(outcome);
    if (outcome.kind === "transport-error" || typeof json !== "object") continue;
    if (outcome.status === 200 && Array.isArray(json)) return { baseUrl, serves: "list" };
    if (outcome.status === 401) refusing ??= { baseUrl, serves: "refusal" };
  }
  return refusing;
}

/** The likeliest first. All of the same origin: the key goes nowhere else. */
function nearAddresses({ baseUrl, contract: { versionSegment, roles } }: Address): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/(?<!\/)\/+$/, "");
  const shorter = path.endsWith(roles.listPath) ? [path.slice(0, -roles.listPath.length)] : [];
  const parent = path.replace(/\/[^/]*$/, "");
  const paths = [...shorter, path, parent].flatMap((each) =>
    each.endsWith(versionSegment)
      ? [each, each.slice(0, -versionSegment.length)]
      : [each + versionSegment, each],
  );
  return [...new Set(paths)].filter((each) => each !== path).map((each) => `${origin}${each}`);
}

/**
 * Why no answer came from an address, and what to do about it.
 * @param proxy the host of the proxy in between, if there is one
 */
export function explainTransportError(
  baseUrl: string,
  proxy: string | undefined,
  { cause, detail }: TransportError,
): readonly [found: string, advice: string] {
  const { host, protocol } = new URL(baseUrl);
  const isSecure = protocol === "https:";
  const isNotTls = /wrong version number|packet length too long/i.test(detail);
  const known = {
    refused: [`nothing listens at ${host}`, "is the server started, and the port right?"],
    "unknown-host": [`the host ${host} is not known`, "check the address"],
    closed: [
      `${host} closes the connection without an answer`,
      isSecure ? "does it ask for a client certificate? --client-cert" : "does it speak HTTP, or only HTTPS?",
    ],
    timeout: [`${host} does not answer in time`, "raise --timeout, or check the server"],
    "too-large": [`${host} answers with more than can be read`, "check the address"],
    "no-http": [`${host} answers, but not in HTTP`, "check scheme and port"],
    interim: [
      `${host} sends 100 Continue unasked, which pedigree does not support`,
      "switch it off at the server or at what stands in front of it",
    ],
    undecodable: [`${host} answers with content that cannot be decoded`, "check what stands in front of it"],
    tls: [
      `no TLS connection to ${host}`,
      isNotTls ? "does the port speak HTTPS?" : "check its certificate, or name the authority with --ca",
    ],
    proxy: [
      `the proxy ${proxy} does not let us through to ${host}`,
      "is it up, and does it want a user and password? Check --proxy or HTTPS_PROXY; --proxy none uses none",
    ],
    aborted: [`${host} was not asked`, "the run was stopped"],
  } as const;
  return known[cause];
}

/** Returns advice on a status that a proxy or gateway answers with in place of the server behind it. */
export function adviseOnStatus(status: number): string {
  if (status === 407) return "the proxy wants a user and password: put them into its address";
  if (status === 429) return "too many requests: wait, or set --rate";
  return "the proxy or gateway in front does not reach the server: is it started?";
}

/**
 * Asks for a list and for one animal, to learn whether there is an Animal Store that takes the key. Only where there
 * seems to be none, near addresses are tried.
 */
export async function preflight(state: StoreState, sendTo: SendTo): Promise<Preflight> {
  const {
    target: { baseUrl, proxy },
  } = state;
  const { versionSegment, roles } = state.contract;
  const first = await state.target.send(listRequest(state, {}, { accepts: [...listed, ...errors(401)] }));
  const { outcome: list } = first;
  if (list.kind === "transport-error") {
    const [found, advice] = explainTransportError(baseUrl, proxy, list);
    return { status: "unreachable", reason: `${found}: ${advice} (${list.detail})` };
  }
  const isFromProxy = mayProxyRespond(state) && typeof jsonOf(list) !== "object";
  if (list.status === 407 || isGatewayResponse(list, isFromProxy)) {
    const sender = isFromProxy ? `the proxy ${proxy}, in place of ${baseUrl},` : baseUrl;
    const reason = `${sender} answers ${describeOutcome(list)}: ${adviseOnStatus(list.status)}`;
    return { status: "unreachable", reason };
  }
  const accepts = [...fetchedOrNot, ...errors(401)];
  const second = await state.target.send(fetchRequest(state, state.words.randomInt64(), { accepts }));
  const { outcome: single } = second;
  state.preflight.push(...[first, second].filter(({ outcome }) => outcome.kind === "response"));
  if (single.kind === "transport-error") return { status: "ready" };
  if (list.status === 200 && Array.isArray(jsonOf(list))) return { status: "ready" };
  const responses = [list, single];
  const isElsewhere = !new URL(baseUrl).pathname.endsWith(versionSegment);
  const isNotFound = [404, 405].includes(list.status) && single.status === 404;
  const speaksJson = responses.some((each) => each.status >= 500 || saysJson(each));
  const near =
    isElsewhere || isNotFound || !speaksJson ? await findNearby({ ...state, baseUrl }, sendTo) : undefined;
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
    const found = `the proxy or gateway in front of ${baseUrl} refuses every request (${describeOutcome(list)})`;
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
  const { outcome } = await state.target.send(listRequest(state, {}, keyless));
  return outcome.kind === "response" && outcome.status === 401;
}

/** By its content, or by its content type: broken JSON is a failure, and no sign of another server. */
function saysJson(response: Response): boolean {
  const [type = ""] = headerValues(response, "content-type");
  return typeof jsonOf(response) === "object" || isJsonMediaType(type);
}

/** Categories that are learnt from what is listed. */
const mostCategories = 5;

/** Lists what is there, so that a check which is to run by itself has animals and a category. */
export async function seeAnimals(state: StoreState): Promise<void> {
  for (const category of state.settings.categories) state.accepted.add(category);
  for (const query of everyList(state, { limit: largestPage(state) })) {
    const exchange = await state.target.send(listRequest(state, query));
    if (exchange.outcome.kind !== "response") continue;
    const parsed = parseExchange(exchange, exchange.outcome, state.validate);
    rememberRows(state, parsed);
    learnListed(state, parsed);
  }
  // Animals of these categories were accepted once.
  for (const { pet } of state.animals.values())
    if (state.accepted.size < mostCategories && !pet.invalid.includes("categoryId"))
      state.accepted.add(pet.categoryId);
}
