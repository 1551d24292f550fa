import { ConfigurationError } from "../description/index.js";

/** Is it meant as an address, rather than as the name of a target? */
export function isAddress(text: string): boolean {
  return /[:/]/.test(text);
}

/**
 * Do both lead to the same server? The ways to write this machine are the same, and so are letters and their percent
 * encodings. Default ports, upper case in the host and other ways to write an IPv4 address are gone from a URL already.
 */
export function isSameAddress(left: string, right: string): boolean {
  return canonical(left) === canonical(right);
}

/** Do both lead to the same host and port? The default ports of HTTP and HTTPS count as one. */
export function isSameHost(left: string, right: string): boolean {
  return hostAndPort(left) === hostAndPort(right);
}

function canonical(address: string): string {
  const { protocol, port, pathname } = new URL(address);
  const path = decoded(pathname).replaceAll(/\/+/g, "/").replace(/\/$/, "");
  return `${protocol}//${canonicalHost(address)}:${port}${path}`;
}

function hostAndPort(address: string): string {
  const { port } = new URL(address);
  return `${canonicalHost(address)}:${["80", "443"].includes(port) ? "" : port}`;
}

/** RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, sections 2.5.2, 2.5.3 and 2.5.5.2. */
function canonicalHost(address: string): string {
  const host = new URL(address).hostname.replace(/\.$/, "");
  return isLoopback(host) ? "localhost" : host;
}

function isLoopback(host: string): boolean {
  return (
    /^(?:.*\.)?localhost$|^127(?:\.\d+){3}$|^0\.0\.0\.0$/.test(host) ||
    /^\[::(?:1|ffff:(?:7f[0-9a-f]{2}:[0-9a-f]+|0:0))?\]$/.test(host)
  );
}

/** Does an address lead to this machine, by its name? */
export function isThisMachine(address: string): boolean {
  return canonicalHost(address) === "localhost";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * A base address, without a trailing slash.
 * @throws ConfigurationError if it is none
 */
export function readBaseUrl(text: string): string {
  const trouble = troubleWithAddress(text);
  if (trouble !== undefined) throw new ConfigurationError(trouble);
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** Why a text is no base address; undefined if it is one. */
export function troubleWithAddress(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text))
    return `"${text}" is no address: give one with its scheme, for example http://localhost:8080/v1`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    return `"${text}" is no HTTP address: give one such as http://localhost:8080/v1`;
  if (url.username !== "" || url.password !== "")
    return "the address holds a user name or password: the key comes from PEDIGREE_API_KEY";
  if (url.search !== "" || url.hash !== "")
    return `"${text}" has a query or fragment: give the base address only`;
  return undefined;
}
