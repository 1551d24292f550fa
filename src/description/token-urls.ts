import { isObject } from "./references.js";

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
