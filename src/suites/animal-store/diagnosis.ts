import { describeOutcome, isJsonMediaType } from "../../checks/index.js";
import { parseJsonBytes } from "../../json/index.js";
import type { Patient, Symptom } from "../../run/index.js";
import {
  type Exchange,
  headerValues,
  inspectTls,
  isTurnedAway,
  type Response,
  resolveHost,
} from "../../transport/index.js";
import { adviseOnStatus, explainTransportError } from "./explanations.js";
import { findNearby } from "./near-addresses.js";
import { errors, listed, listRequest } from "./requests.js";

/** A skew that is not worth a word, in ms: `Date` has whole seconds. */
const smallSkew = 5000;
const soon = 14 * 86_400_000;

/** Looks for what usually goes wrong, in a few requests, all of them GET. */
export async function* diagnoseTarget(patient: Patient): AsyncGenerator<Symptom> {
  const base = new URL(patient.baseUrl);
  const { proxy } = patient.connection;
  if (proxy !== undefined) yield { about: "proxy", status: "fine", found: `through ${new URL(proxy).host}` };
  else {
    const host = await lookAtHost(base);
    yield host;
    if (host.status === "problem") return;
    if (base.protocol === "https:") {
      const tls = await lookAtTls(base, patient);
      yield tls;
      if (tls.status === "problem") return;
    }
  }
  const accepts = [...listed, ...errors(401)];
  const { outcome } = await patient.send(patient.baseUrl, listRequest(patient, { limit: 1 }, { accepts }));
  if (outcome.kind === "transport-error") {
    const addressee = {
      baseUrl: patient.baseUrl,
      proxy: proxy === undefined ? undefined : new URL(proxy).host,
    };
    yield { about: "response", status: "problem", ...explainTransportError(addressee, outcome) };
    return;
  }
  yield await inspectResponse(patient, outcome);
  yield* lookAtAddress(patient);
  yield lookAtClock(outcome);
  if (outcome.status !== 200) return;
  yield lookAtAnimals(outcome);
  const keyless = listRequest(patient, { limit: 1 }, { accepts, credential: { kind: "missing" } });
  yield lookAtKey((await patient.send(patient.baseUrl, keyless)).outcome);
}

async function lookAtHost({ hostname }: URL): Promise<Symptom> {
  const resolution = await resolveHost(hostname);
  return resolution.status === "found"
    ? {
        about: "host",
        status: "fine",
        found: `${hostname} is ${resolution.addresses.slice(0, 4).join(", ")}`,
      }
    : {
        about: "host",
        status: "problem",
        found: `the host ${hostname} is not known (${resolution.reason})`,
        advice: "check the address, or the name server of this machine",
      };
}

async function lookAtTls(base: URL, { connection, timeout }: Patient): Promise<Symptom> {
  const look = await inspectTls(base, connection, timeout);
  if (look.status === "failed") {
    const advice =
      "does the port speak HTTPS? If the server asks for a client certificate, give --client-cert";
    return { about: "TLS", status: "problem", found: `no TLS connection (${look.reason})`, advice };
  }
  const until =
    look.validTo === undefined ? "" : `, certificate valid to ${look.validTo.toISOString().slice(0, 10)}`;
  const found = `${look.protocol}${until}`;
  if (look.distrust !== undefined) {
    return {
      about: "TLS",
      status: connection.insecure ? "warning" : "problem",
      found: `${found}, but it is not trusted (${look.distrust})`,
      advice: connection.insecure
        ? "--insecure: anyone in between can read the key"
        : "name its authority with --ca",
    };
  }
  const runsOut = look.validTo !== undefined && look.validTo.getTime() - Date.now() < soon;
  return runsOut
    ? { about: "TLS", status: "warning", found, advice: "the certificate is about to expire" }
    : { about: "TLS", status: "fine", found };
}

async function inspectResponse(patient: Patient, response: Response): Promise<Symptom> {
  const found = `GET ${patient.contract.roles.listPath} is answered ${describeOutcome(response)}`;
  const problem = (advice: string): Symptom => ({ about: "response", status: "problem", found, advice });
  const [location] = headerValues(response, "location");
  if (response.status === 401) return problem("the key is refused: is it the key of this deployment?");
  if (location !== undefined)
    return problem(`it redirects to ${location.slice(0, 200)}: give that as the target`);
  if (response.status === 407 || isTurnedAway(response.status))
    return problem(adviseOnStatus(response.status));
  const type = headerValues(response, "content-type")[0] ?? "";
  const isList = response.status === 200 && isJsonMediaType(type) && isArray(response);
  if (isList) return { about: "response", status: "fine", found };
  return (
    (await answersNearby(patient)) ??
    problem(/html/i.test(type) ? htmlAdvice : "is it an Animal Store? Check the address")
  );
}

const htmlAdvice =
  "a page for people stands in front (a login, an error page, a portal): check address and network";

/** Perhaps the base address lacks its version segment, or has too much of a path. */
async function answersNearby(patient: Patient): Promise<Symptom | undefined> {
  const near = await findNearby(patient, patient.send);
  if (near === undefined) return undefined;
  const found = `nothing is found at ${patient.baseUrl}, but ${near.baseUrl} answers`;
  return { about: "response", status: "problem", found, advice: `use --target ${near.baseUrl}` };
}

function* lookAtAddress({ contract, baseUrl }: Patient): Generator<Symptom> {
  if (new URL(baseUrl).pathname.endsWith(contract.versionSegment)) return;
  const found = `the address does not end in ${contract.versionSegment}`;
  const advice = "a certification run fails that; gate and nightly warn";
  yield { about: "address", status: "warning", found, advice };
}

function lookAtClock(response: Response): Symptom {
  const date = Date.parse(headerValues(response, "date")[0] ?? "");
  if (Number.isNaN(date)) return { about: "clock", status: "fine", found: "the server tells no time" };
  const skew = date - Date.now();
  if (Math.abs(skew) <= smallSkew) return { about: "clock", status: "fine", found: "the same as here" };
  const found = `the server's is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? "ahead of" : "behind"} ours`;
  return {
    about: "clock",
    status: "warning",
    found,
    advice: "check both clocks: keys and certificates depend on them",
  };
}

function lookAtAnimals(response: Response): Symptom {
  if (response.body.length > 2) return { about: "items", status: "fine", found: "the store holds some" };
  return {
    about: "items",
    status: "fine",
    found: "the store is empty: if it keeps a table of categories, name one of them with --category",
  };
}

function lookAtKey(outcome: Exchange["outcome"]): Symptom {
  if (outcome.kind === "response" && outcome.status === 401)
    return { about: "key", status: "fine", found: "taken; without it, 401" };
  const found = `the server answers without a key, too: ${describeOutcome(outcome)}`;
  return {
    about: "key",
    status: "warning",
    found,
    advice: "is authentication switched off in this deployment?",
  };
}

function isArray({ body }: Response): boolean {
  const parsed = parseJsonBytes(body);
  return parsed.status === "valid" && Array.isArray(parsed.value);
}
