import { headerValues, type NoAnswer } from "../http/index.js";
import { parseJsonBytes } from "../json/index.js";
import { describeOutcome, readExchange } from "../judge/index.js";
import { learn } from "./learning.js";
import { statuses } from "./pet.js";
import { errors, fetched, fetchRequest, listed, listRequest } from "./requests.js";
import type { World } from "./world.js";

/** What the first requests tell of the target. */
export type Meeting =
  | { readonly status: "met" }
  /** Nothing that could be judged came back. */
  | { readonly status: "unreachable"; readonly reason: string }
  | { readonly status: "key-refused"; readonly reason: string }
  /** Something answers, but nothing in its answers is JSON. */
  | { readonly status: "stranger"; readonly reason: string };

/** Asks for a list and for one animal, to learn whether there is an Animal Store that takes the key. */
export async function meetTarget(world: World): Promise<Meeting> {
  const list = await world.send(listRequest(world, {}, { accepts: [...listed, ...errors(401)] }));
  if (list.outcome.kind === "no-answer") return unreachable(world, list.outcome);
  if ([407, 502, 503, 504, 429].includes(list.outcome.status)) {
    return { status: "unreachable", reason: `${world.baseUrl} answers ${describeOutcome(list.outcome)}` };
  }
  const accepts = [...fetched, ...errors(401, 404)];
  const single = await world.send(fetchRequest(world, world.randomInt64(), { accepts }));
  if (single.outcome.kind === "no-answer") return { status: "met" };
  const answers = [list.outcome, single.outcome];
  const refused = answers.every(({ status }) => status === 401);
  if (refused) {
    return {
      status: "key-refused",
      reason: `${world.baseUrl} refuses the API key (401): check PEDIGREE_API_KEY, and that the key is one of this deployment`,
    };
  }
  const speaksJson = answers.some(({ body, status }) => status >= 500 || isJsonDocument(body));
  if (speaksJson) return { status: "met" };
  const [location] = headerValues(list.outcome, "location");
  const hint = location === undefined ? "check the address" : `it redirects to ${location.slice(0, 200)}`;
  return {
    status: "stranger",
    reason: `${world.baseUrl} is no Animal Store: GET /pets was answered ${describeOutcome(list.outcome)}; ${hint}`,
  };
}

function isJsonDocument(body: Uint8Array): boolean {
  const parsed = parseJsonBytes(body);
  return parsed.status === "valid" && typeof parsed.value === "object";
}

function unreachable(world: World, outcome: NoAnswer): Meeting {
  const { found, advice } = explainNoAnswer(world.baseUrl, outcome);
  return { status: "unreachable", reason: `${found}: ${advice} (${outcome.detail})` };
}

/** What may be behind it that no answer came, and what to do about it. */
export function explainNoAnswer(baseUrl: string, { cause }: NoAnswer): { found: string; advice: string } {
  const base = new URL(baseUrl);
  const { host } = base;
  const known: Record<NoAnswer["cause"], readonly [found: string, advice: string]> = {
    refused: [`nothing listens at ${host}`, "is the server started, and the port right?"],
    "unknown-host": [`the host ${host} is not known`, "check the address"],
    closed: [
      `${host} closes the connection without an answer`,
      base.protocol === "https:"
        ? "does it ask for a client certificate? --client-cert"
        : "does it speak HTTP, or only HTTPS?",
    ],
    timeout: [`${host} does not answer in time`, "raise --timeout, or check the server"],
    "too-large": [`${host} answers with more than can be read`, "check the address"],
    "no-http": [`${host} answers, but not in HTTP`, "check scheme and port"],
    undecodable: [`${host} answers with content that cannot be decoded`, "check what stands in front of it"],
    tls: [`no TLS connection to ${host}`, "check its certificate, or name the authority with --ca"],
    proxy: [`the proxy does not let us through to ${host}`, "check the proxy, or use none with --proxy none"],
    aborted: [`${host} was not asked`, "the run was stopped"],
  };
  const [found, advice] = known[cause];
  return { found, advice };
}

/** Lists what is there, so that checks which look at existing animals have some. */
export async function seeAnimals(world: World): Promise<void> {
  for (const query of [{ limit: 100 }, ...statuses.map((status) => ({ status, limit: 100 }))]) {
    const exchange = await world.send(listRequest(world, query));
    if (exchange.outcome.kind === "answer")
      learn(world, readExchange(exchange, exchange.outcome, world.validate));
  }
}
