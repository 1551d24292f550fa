import type { DiagnosisOptions, Symptom } from "../../engine/index.js";
import { describeOutcome, isJsonMediaType } from "../../engine/index.js";
import {
  type Exchange,
  headerValues,
  inspectTls,
  isTurnedAway,
  type Response,
  resolveHost,
} from "../../transport/index.js";
import type { KnowsContract } from "./pet.js";
import { adviseOnStatus, explainTransportError, findNearby } from "./store-preflight.js";
import { errors, jsonOf, listed, listRequest } from "./store-requests.js";

/** A skew that is not worth a word, in ms: `Date` has whole seconds. */
const smallSkew = 5000;
const soon = 14 * 86_400_000;

/** The same of an Animal Store. */
type StoreDiagnosis = DiagnosisOptions & KnowsContract;

/** Looks for what usually goes wrong, in a few requests, all of them GET. */
export async function* diagnoseTarget(options: StoreDiagnosis): AsyncGenerator<Symptom> {
  const { baseUrl, connection } = options;
  const base = new URL(baseUrl);
  const proxy = connection.proxy === undefined ? undefined : new URL(connection.proxy).host;
  if (proxy !== undefined) yield fine("proxy", `through ${proxy}`);
  else {
    const host = await checkHost(base);
    yield host;
    if (host.status === "problem") return;
    if (base.protocol === "https:") {
      const tls = await checkTls(base, options);
      yield tls;
      if (tls.status === "problem") return;
    }
  }
  const accepts = [...listed, ...errors(401)];
  const { outcome } = await options.send(baseUrl, listRequest(options, { limit: 1 }, { accepts }));
  if (outcome.kind === "transport-error") {
    yield problem("response", ...explainTransportError(baseUrl, proxy, outcome));
    return;
  }
  yield await inspectResponse(options, outcome);
  const { versionSegment } = options.contract;
  if (!base.pathname.endsWith(versionSegment)) {
    const found = `the address does not end in ${versionSegment}`;
    yield warning("address", found, "a certification run fails that; gate and nightly warn");
  }
  yield checkClock(outcome);
  if (outcome.status !== 200) return;
  const isEmpty = outcome.body.length <= 2;
  const categories = "if it keeps a table of categories, name one of them with --category";
  yield fine("items", isEmpty ? `the store is empty: ${categories}` : "the store holds some");
  const keyless = listRequest(options, { limit: 1 }, { accepts, credential: { kind: "missing" } });
  yield checkKey((await options.send(baseUrl, keyless)).outcome);
}

const symptom =
  (status: Symptom["status"]) =>
  (about: Symptom["about"], found: string, advice?: string): Symptom =>
    advice === undefined ? { about, status, found } : { about, status, found, advice };
const fine = symptom("fine");
const warning = symptom("warning");
const problem = symptom("problem");

async function checkHost({ hostname }: URL): Promise<Symptom> {
  const resolution = await resolveHost(hostname);
  if (resolution.status === "found")
    return fine("host", `${hostname} is ${resolution.addresses.slice(0, 4).join(", ")}`);
  const found = `the host ${hostname} is not known (${resolution.reason})`;
  return problem("host", found, "check the address, or the name server of this machine");
}

async function checkTls(base: URL, { connection, timeout }: StoreDiagnosis): Promise<Symptom> {
  const look = await inspectTls(base, connection, timeout);
  if (look.status === "failed") {
    const advice =
      "does the port speak HTTPS? If the server asks for a client certificate, give --client-cert";
    return problem("TLS", `no TLS connection (${look.reason})`, advice);
  }
  const { validTo, distrust } = look;
  const until = validTo === undefined ? "" : `, certificate valid to ${validTo.toISOString().slice(0, 10)}`;
  const found = `${look.protocol}${until}`;
  if (distrust !== undefined) {
    const doubtful = `${found}, but it is not trusted (${distrust})`;
    return connection.insecure
      ? warning("TLS", doubtful, "--insecure: anyone in between can read the key")
      : problem("TLS", doubtful, "name its authority with --ca");
  }
  const runsOut = validTo !== undefined && validTo.getTime() - Date.now() < soon;
  return runsOut ? warning("TLS", found, "the certificate is about to expire") : fine("TLS", found);
}

async function inspectResponse(options: StoreDiagnosis, response: Response): Promise<Symptom> {
  const { status } = response;
  const found = `GET ${options.contract.roles.listPath} is answered ${describeOutcome(response)}`;
  const [location] = headerValues(response, "location");
  if (status === 401)
    return problem("response", found, "the key is refused: is it the key of this deployment?");
  if (location !== undefined)
    return problem("response", found, `it redirects to ${location.slice(0, 200)}: give that as the target`);
  if (status === 407 || isTurnedAway(status)) return problem("response", found, adviseOnStatus(status));
  const [type = ""] = headerValues(response, "content-type");
  if (status === 200 && isJsonMediaType(type) && Array.isArray(jsonOf(response)))
    return fine("response", found);
  // Perhaps the base address lacks its version segment, or has too much of a path.
  const near = await findNearby(options, options.send);
  if (near !== undefined) {
    const elsewhere = `nothing is found at ${options.baseUrl}, but ${near.baseUrl} answers`;
    return problem("response", elsewhere, `use --target ${near.baseUrl}`);
  }
  const isPage = /html/i.test(type);
  return problem("response", found, isPage ? htmlAdvice : "is it an Animal Store? Check the address");
}

const htmlAdvice =
  "a page for people stands in front (a login, an error page, a portal): check address and network";

function checkClock(response: Response): Symptom {
  const skew = Date.parse(headerValues(response, "date")[0] ?? "") - Date.now();
  if (Number.isNaN(skew)) return fine("clock", "the server tells no time");
  if (Math.abs(skew) <= smallSkew) return fine("clock", "the same as here");
  const found = `the server's is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? "ahead of" : "behind"} ours`;
  return warning("clock", found, "check both clocks: keys and certificates depend on them");
}

function checkKey(outcome: Exchange["outcome"]): Symptom {
  if (outcome.kind === "response" && outcome.status === 401) return fine("key", "taken; without it, 401");
  const found = `the server answers without a key, too: ${describeOutcome(outcome)}`;
  return warning("key", found, "is authentication switched off in this deployment?");
}
