import type { SendTo } from "../../run/index.js";
import type { TransportError } from "../../transport/index.js";
import type { Described } from "./pet.js";
import { jsonOf, limitAbove, listRequest } from "./requests.js";

/** Where a target is said to be. */
interface Address extends Described {
  readonly baseUrl: string;
}

/** Another address, and what is served there. */
export interface Nearby {
  readonly baseUrl: string;
  /** A list, or the refusal of the key as the document has it. */
  readonly serves: "list" | "refusal";
}

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
  const path = pathname.replace(/\/+$/, "");
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
): { readonly found: string; readonly advice: string } {
  const { host, protocol } = new URL(baseUrl);
  const isSecure = protocol === "https:";
  const isNotTls = /wrong version number|packet length too long/i.test(detail);
  const known: Record<TransportError["cause"], readonly [found: string, advice: string]> = {
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
  };
  const [found, advice] = known[cause];
  return { found, advice };
}

/** What to do about a status that what stands in front of a server answers with, in its place. */
export function adviseOnStatus(status: number): string {
  if (status === 407) return "the proxy wants a user and password: put them into its address";
  if (status === 429) return "too many requests: wait, or set --rate";
  return "what stands in front does not reach the server: is it started?";
}
