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
