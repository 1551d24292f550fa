import { isObject } from "./references.js";

/**
 * The base addresses that a document states, their variables at their defaults, without a trailing slash. A relative
 * one is so to where the document comes from; without that, it is left out.
 * Source: OpenAPI 3.1, sections 4.8.5 and 4.8.6.
 */
export function statedAddresses(document: object, origin?: string): readonly string[] {
  const { servers = [] } = document as { readonly servers?: unknown };
  return (Array.isArray(servers) ? (servers as readonly unknown[]) : []).flatMap((server) => {
    const { url, variables = {} } = isObject(server) ? server : {};
    if (typeof url !== "string") return [];
    const text = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => defaultOf(variables, name));
    const address = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
    return address !== undefined && /^https?:$/.test(address.protocol)
      ? [`${address.origin}${address.pathname}`.replace(/(?<!\/)\/+$/, "")]
      : [];
  });
}

function defaultOf(variables: unknown, name: string): string {
  const variable = isObject(variables) ? variables[name] : undefined;
  const { default: usual = "" } = isObject(variable) ? variable : {};
  return `${usual}`;
}

/** The paths of those addresses, without a trailing slash: what clients may forget to write. */
export function statedPrefixes(document: object): readonly string[] {
  const paths = statedAddresses(document, "http://localhost").map((address) => new URL(address).pathname);
  return [...new Set(paths.map((path) => path.replace(/(?<!\/)\/+$/, "")))];
}

/**
 * The addresses at which a description has a client ask for a token with its own name and secret.
 * @param baseUrl what they may be relative to
 * Source: OpenAPI 3.1, section 4.8.29.
 */
export function statedTokenUrls(document: object, baseUrl: string): readonly string[] {
  const { components } = document as { readonly components?: unknown };
  const { securitySchemes } = isObject(components) ? components : {};
  return Object.values(isObject(securitySchemes) ? securitySchemes : {}).flatMap((scheme) => {
    const { flows } = isObject(scheme) ? scheme : {};
    const { clientCredentials } = isObject(flows) ? flows : {};
    const { tokenUrl } = isObject(clientCredentials) ? clientCredentials : {};
    if (typeof tokenUrl !== "string" || !URL.canParse(tokenUrl, baseUrl)) return [];
    const address = new URL(tokenUrl, baseUrl);
    return /^https?:$/.test(address.protocol) ? [address.href] : [];
  });
}
