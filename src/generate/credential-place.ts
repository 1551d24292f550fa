import { alterKey, type CredentialName, renderCredential } from "./credential.js";

/**
 * Where a request carries its credential; a bearer token in `Authorization` if nothing else is said. Of `basic`, the key is
 * `user:password`. Sources: OpenAPI 3.1, section 4.8.27; RFC 6750; RFC 7617.
 */
export type CredentialPlace =
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | {
      readonly kind: "api key";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      /** The word before it, with a blank between: `Token`. */
      readonly prefix?: string;
    };

/** A credential as it goes out. */
export interface PlacedCredential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
}

/** The usual place. */
export const bearer: CredentialPlace = { kind: "bearer" };

/** A credential in its place; undefined for none. It is sent, and stands nowhere else. */
export function placeCredential(
  name: CredentialName,
  key: string,
  place: CredentialPlace,
): PlacedCredential | undefined {
  const authorization = { in: "header", name: "Authorization" } as const;
  if (place.kind === "bearer") {
    const value = renderCredential(name, key);
    return value === undefined ? undefined : { ...authorization, value };
  }
  const altered = alterKey(name, key);
  if (altered === undefined) return undefined;
  if (place.kind === "api key") return { in: place.in, name: place.name, value: withPrefix(place, altered) };
  const user = altered.includes(":") ? altered : `${altered}:${altered}`;
  return { ...authorization, value: `Basic ${Buffer.from(user).toString("base64")}` };
}

/** A credential behind the word that goes before it. */
export function withPrefix({ prefix }: { readonly prefix?: string }, value: string): string {
  return prefix === undefined ? value : `${prefix} ${value}`;
}

/** A path with the credential that belongs into its query. */
export function withQueryCredential(path: string, { name, value }: PlacedCredential): string {
  const separator = path.includes("?") ? "&" : "?";
  return `${path}${separator}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
