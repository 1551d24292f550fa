import { type Contract, isHeaderName, type Operation } from "../description/index.js";
import { bearer, type CredentialName, type CredentialPlace } from "../generate/index.js";

type Described = Pick<Contract, "document" | "known">;

/** One of the ways in which a description lets a client say who it is. Source: OpenAPI 3.1, section 4.8.27. */
interface SecurityScheme {
  readonly type?: string;
  readonly scheme?: string;
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
}

/**
 * Where an operation has its credential: in the first of its alternatives that the key alone satisfies. Undefined if none
 * is.
 */
export function placeOf(described: Described, { security }: Operation): CredentialPlace | undefined {
  return security.map((each) => placeIn(described, each)).find((place) => place !== undefined);
}

/**
 * Where the other alternatives of an operation have their credential, each of which is enough by itself. Source: OpenAPI 3.1,
 * section 4.8.30.
 */
export function otherPlacesOf(described: Described, operation: Operation): readonly CredentialPlace[] {
  const places = operation.security.map((each) => placeIn(described, each));
  const found = new Map(
    places.flatMap((place) => (place === undefined ? [] : [[describePlace(place), place] as const])),
  );
  const usual = placeOf(described, operation);
  if (usual !== undefined) found.delete(describePlace(usual));
  return [...found.values()];
}

/** A place for a credential, in a few words. */
export function describePlace(place: CredentialPlace): string {
  return place.kind === "api key" ? `${place.in} ${place.name}` : `scheme ${place.kind}`;
}

/** The credential with which an operation is called: none, where the key is not asked for. */
export function usualCredential(described: Described, operation: Operation): CredentialName {
  return { kind: placeOf(described, operation) === undefined ? "missing" : "good" };
}

/** Does an operation serve nobody without the key, whichever of its alternatives is taken? */
export function needsKey(described: Described, operation: Operation): boolean {
  const asksForKey = (alternative: Operation["security"][number]): boolean => {
    const names = Object.keys(alternative);
    return names.length > 0 && names.every((name) => placeIn(described, { [name]: [] }) !== undefined);
  };
  return placeOf(described, operation) !== undefined && operation.security.every(asksForKey);
}

function placeIn(
  { document, known }: Described,
  alternative: Operation["security"][number],
): CredentialPlace | undefined {
  const { securitySchemes = {} } = (document.components ?? {}) as {
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
  const [name = "", ...others] = Object.keys(alternative);
  if (others.length > 0) return undefined;
  const { type = "", scheme = "", in: where, name: called } = securitySchemes[name] ?? {};
  if (["oauth2", "openIdConnect"].includes(type)) return bearer;
  if (type === "http" && scheme.toLowerCase() === "bearer") return bearer;
  if (type === "http" && scheme.toLowerCase() === "basic") return { kind: "basic" };
  if (type !== "apiKey" || where === undefined || called === undefined) return undefined;
  if (where !== "query" && !isHeaderName(called)) return undefined;
  const isPrefixed = where === "header" && known?.prefix !== undefined;
  return { kind: "api key", in: where, name: called, ...(isPrefixed ? { prefix: known.prefix } : {}) };
}
