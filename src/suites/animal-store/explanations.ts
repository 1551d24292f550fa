import type { TransportError } from "../../transport/index.js";

/** What may be behind something that kept a run from beginning, and what to do about it. */
export interface Explanation {
  readonly found: string;
  readonly advice: string;
}

/** The address that was asked. */
export interface Addressee {
  readonly baseUrl: string;
  /** Host of the proxy that stands in between, if one does. */
  readonly proxy?: string | undefined;
}

/** Why no answer came. */
export function explainTransportError(
  { baseUrl, proxy }: Addressee,
  { cause, detail }: TransportError,
): Explanation {
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
