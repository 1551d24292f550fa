import { parseJsonBytes } from "../../json/index.js";
import { describeOutcome, isGatewayAnswer, isJsonMediaType, readExchange } from "../../judge/index.js";
import { mayProxyAnswer, type Preflight, type SendTo } from "../../run/index.js";
import { type Answer, headerValues, type NoAnswer } from "../../transport/index.js";
import { adviseOnStatus, explainNoAnswer } from "./explanations.js";
import { largestPage, statusesOf } from "./facts.js";
import { learn, rememberRows } from "./learning.js";
import { findNearby } from "./near-addresses.js";
import { errors, fetched, fetchRequest, listed, listRequest } from "./requests.js";
import type { World } from "./world.js";

/**
 * Asks for a list and for one animal, to learn whether there is an Animal Store that takes the key. Only where there
 * seems to be none, near addresses are tried.
 */
export async function meetTarget(world: World, sendTo: SendTo): Promise<Preflight> {
  const list = await world.send(listRequest(world, {}, { accepts: [...listed, ...errors(401)] }));
  if (list.outcome.kind === "no-answer") return unreachable(world, list.outcome);
  const isFromProxy = mayProxyAnswer(world) && !isJsonDocument(list.outcome.body);
  if (list.outcome.status === 407 || isGatewayAnswer(list.outcome, isFromProxy)) {
    const who = isFromProxy ? `the proxy ${world.proxy}, in place of ${world.baseUrl},` : world.baseUrl;
    const advice = adviseOnStatus(list.outcome.status);
    return { status: "unreachable", reason: `${who} answers ${describeOutcome(list.outcome)}: ${advice}` };
  }
  const accepts = [...fetched, ...errors(401, 404)];
  const single = await world.send(fetchRequest(world, world.randomInt64(), { accepts }));
  if (single.outcome.kind === "no-answer") return { status: "met" };
  const answers = [list.outcome, single.outcome];
  if (isList(list.outcome)) return { status: "met" };
  const refused = answers.every(({ status }) => status === 401);
  const { versionSegment } = world.contract;
  const isElsewhere = !new URL(world.baseUrl).pathname.endsWith(versionSegment);
  const isNotFound = [404, 405].includes(list.outcome.status) && single.outcome.status === 404;
  const speaksJson = answers.some((each) => each.status >= 500 || saysJson(each));
  const near = isElsewhere || isNotFound || !speaksJson ? await findNearby(world, sendTo) : undefined;
  if (refused && near?.serves !== "list") {
    const who = isFromProxy ? `the proxy ${world.proxy} or ${world.baseUrl}` : world.baseUrl;
    const reason = `${who} refuses the API key (401): check PEDIGREE_API_KEY, and that the key is one of this deployment`;
    return { status: "key-refused", reason };
  }
  const stranger = (advice: string): Preflight => {
    const found = `GET ${world.contract.roles.listPath} was answered ${describeOutcome(list.outcome)}`;
    return { status: "stranger", reason: `${world.baseUrl} is no Animal Store: ${found}; ${advice}` };
  };
  // Who answers as an Animal Store does, at an address with the version, is judged; unless one with the version is near.
  const isJudged = speaksJson && !isElsewhere;
  if (near !== undefined && (!isJudged || near.baseUrl.endsWith(versionSegment)))
    return stranger(`${near.baseUrl} answers: use --target ${near.baseUrl}`);
  if (isElsewhere && isNotFound) return stranger(`check the address, which should end in ${versionSegment}`);
  if (speaksJson || (!isElsewhere && list.outcome.status !== 401 && (await asksForKey(world))))
    return { status: "met" };
  if (answers.every(({ status }) => status === 400)) {
    const advice = world.baseUrl.startsWith("https:")
      ? "does it want a client certificate? --client-cert and --client-key"
      : "does the port speak HTTPS?";
    const found = `what stands in front of ${world.baseUrl} refuses every request (${describeOutcome(list.outcome)})`;
    return { status: "unreachable", reason: `${found}: ${advice}` };
  }
  const [location] = headerValues(list.outcome, "location");
  return stranger(location === undefined ? "check the address" : `it redirects to ${location.slice(0, 200)}`);
}

/** Does it refuse a request only without a key? Then it is an Animal Store, whatever its answers are, and they are failures. */
async function asksForKey(world: World): Promise<boolean> {
  const keyless = { accepts: errors(401), credential: { kind: "missing" } } as const;
  const { outcome } = await world.send(listRequest(world, {}, keyless));
  return outcome.kind === "answer" && outcome.status === 401;
}

function isList({ status, body }: Answer): boolean {
  const parsed = parseJsonBytes(body);
  return status === 200 && parsed.status === "valid" && Array.isArray(parsed.value);
}

/** By its content, or by its content type: broken JSON is a failure, and no sign of another server. */
function saysJson(answer: Answer): boolean {
  return isJsonDocument(answer.body) || isJsonMediaType(headerValues(answer, "content-type")[0] ?? "");
}

function isJsonDocument(body: Uint8Array): boolean {
  const parsed = parseJsonBytes(body);
  return parsed.status === "valid" && typeof parsed.value === "object";
}

function unreachable(world: World, outcome: NoAnswer): Preflight {
  const { found, advice } = explainNoAnswer(world, outcome);
  return { status: "unreachable", reason: `${found}: ${advice} (${outcome.detail})` };
}

/** Lists what is there, so that a check which is to run by itself has animals and a category. */
export async function seeAnimals(world: World): Promise<void> {
  for (const category of world.categories) world.accepted.add(category);
  world.categorySearch = "found";
  const limit = largestPage(world);
  for (const query of [{ limit }, ...statusesOf(world).map((status) => ({ status, limit }))]) {
    const exchange = await world.send(listRequest(world, query));
    if (exchange.outcome.kind !== "answer") continue;
    const reading = readExchange(exchange, exchange.outcome, world.validate);
    rememberRows(world, reading);
    learn(world, reading);
  }
}
