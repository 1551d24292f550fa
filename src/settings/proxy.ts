import { isIP } from "node:net";
import { ConfigurationError } from "../description/index.js";

/**
 * The proxy that `--proxy` or the configuration names; undefined for `none`.
 * @throws ConfigurationError if it is no http or https address.
 */
export function readProxy(text: string): string | undefined {
  const trouble = troubleWithProxy(text);
  if (trouble !== undefined) throw new ConfigurationError(trouble);
  return text === "none" ? undefined : text;
}

/**
 * The proxy that the environment names for this address, as curl reads it: HTTPS_PROXY or HTTP_PROXY, by the scheme,
 * unless NO_PROXY names the host. This machine is never reached through one.
 * @throws ConfigurationError if it is no http or https address
 */
export function proxyFromEnvironment(address: string, environment: NodeJS.ProcessEnv): string | undefined {
  const { protocol, hostname, port } = new URL(address);
  const name = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = environment[name] || environment[name.toLowerCase()];
  if (!text) return undefined;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (["localhost", "127.0.0.1", "::1"].includes(host)) return undefined;
  const exceptions = environment["NO_PROXY"] || environment["no_proxy"] || "";
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  if (exceptions.split(/[\s,]+/).some((exception) => matches(exception, host, ownPort))) return undefined;
  // Here, unlike on a command line, a scheme is often left out.
  const proxy = text.includes("://") ? text : `http://${text}`;
  const trouble = troubleWithProxy(proxy);
  if (trouble !== undefined) throw new ConfigurationError(`the environment variable ${name}: ${trouble}`);
  return proxy;
}

/** Why a text is neither `none` nor the address of a proxy. It does not repeat the text: it may hold a password. */
export function troubleWithProxy(text: string): string | undefined {
  if (text === "none") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    return "the proxy is no http or https address: give one such as http://proxy.example:3128, or none";
  try {
    decodeURIComponent(url.username + url.password);
    return undefined;
  } catch {
    return "the proxy's user name or password has a % that encodes nothing: write %25 for it";
  }
}

/** One entry of NO_PROXY: `*`, a host, or the end of one, with a port or without. */
function matches(exception: string, host: string, port: string): boolean {
  if (exception === "*") return true;
  const bare = exception.toLowerCase();
  const [, withPort = bare, onlyPort] = isIP(bare) === 6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(bare) ?? []);
  const suffix = withPort.replace(/^\[|\]$/g, "").replace(/^\*?\./, "");
  if (suffix === "" || (onlyPort !== undefined && onlyPort !== port)) return false;
  return host === suffix || host.endsWith(`.${suffix}`);
}

/** Name and value of a header line. */
export type HeaderLine = readonly [name: string, value: string];

const connection = "it belongs to the connection";
const notForOthers: ReadonlyMap<string, string> = new Map([
  ["authorization", "Pedigree puts good and bad keys there; the key comes from PEDIGREE_API_KEY"],
  ["content-type", "the cases decide what is sent there"],
  ["host", "it follows from the target's address"],
  ["content-length", "it follows from what is sent"],
  ["transfer-encoding", "it follows from what is sent"],
  ...["connection", "keep-alive", "upgrade", "expect"].map((name) => [name, connection] as const),
]);

/**
 * A header line as `--header` takes it: `Name: value`. No message repeats the value, which may be a secret.
 * @throws ConfigurationError if it is none, or one that is not for others to set
 */
function readHeaderLine(text: string): HeaderLine {
  const colon = text.indexOf(":");
  if (colon < 1)
    throw new ConfigurationError('--header takes a name and a value: give one such as "X-Tenant: blue"');
  const line = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const;
  const trouble = troubleWithHeader(line);
  if (trouble !== undefined) throw new ConfigurationError(`--header: ${trouble}`);
  return line;
}

/** Why a header line cannot be added to every request; undefined if it can. */
export function troubleWithHeader([name, value]: HeaderLine): string | undefined {
  // RFC 9110, sections 5.1 and 5.5.
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return `"${name}" is no name of a header`;
  const why = notForOthers.get(name.toLowerCase());
  if (why !== undefined) return `${name} cannot be set: ${why}`;
  if (!/^[\t\x20-\x7e]*$/.test(value))
    return `the value of ${name} has characters that a header cannot carry`;
  return undefined;
}

/**
 * The header lines to send: those of the flags, and those of the configuration with other names.
 * @throws ConfigurationError as `readHeaderLine` does
 */
export function readHeaders(flags: readonly string[], configured: readonly string[]): readonly HeaderLine[] {
  const first = flags.map(readHeaderLine);
  const taken = new Set(first.map(([name]) => name.toLowerCase()));
  const second = configured.map(readHeaderLine).filter(([name]) => !taken.has(name.toLowerCase()));
  return [...second, ...first];
}
