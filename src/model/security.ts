import { type Contract, isHeaderName, type Operation } from "../description/index.js";
import { bearer, type CredentialName, type CredentialPlace } from "../transport/index.js";

/** The part of a contract that says how clients show who they are. */
export type SecuredDescription = Pick<Contract, "document" | "known">;

/** One of the ways in which a description lets a client say who it is. Source: OpenAPI 3.1, section 4.8.27. */
interface SecurityScheme {
  readonly type?: string;
  readonly scheme?: string;
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
}

/**
 * Where an operation has its credential: in the first of its alternatives that the key alone satisfies, and in the one that the key is
 * for, where it has that. Undefined if none is.
 */
export function placeOf(described: SecuredDescription, { security }: Operation): CredentialPlace | undefined {
  const chosen = described.known?.scheme;
  const places = [
    ...security.filter((each) => chosen !== undefined && Object.hasOwn(each, chosen)),
    ...security,
  ];
  return places.map((each) => placeIn(described, each)).find((place) => place !== undefined);
}

/** Has the interface an operation that asks for a credential? */
export function asksForCredentials({ operations }: Contract): boolean {
  return [...operations.values()].some(({ security }) =>
    security.some((each) => Object.keys(each).length > 0),
  );
}

/** Returns where a credential goes, by the names of the security schemes that it satisfies alone. */
export function placesOfSchemes(described: SecuredDescription): ReadonlyMap<string, CredentialPlace> {
  const found = Object.keys(schemesIn(described)).map((name) => [name, placeIn(described, { [name]: [] })]);
  return new Map(found.filter((each): each is [string, CredentialPlace] => each[1] !== undefined));
}

/** Returns the names of the schemes of which one alone lets a request to some operation in, in the order of the description. */
export function alternativeSchemes({
  operations,
  ...described
}: SecuredDescription & Pick<Contract, "operations">): readonly string[] {
  const alone = [...operations.values()].flatMap(({ security }) =>
    security.filter((each) => placeIn(described, each)),
  );
  return [...new Set(alone.flatMap((each) => Object.keys(each)))];
}

/**
 * Where the other alternatives of an operation have their credential, each of which is enough by itself. Source: OpenAPI 3.1,
 * section 4.8.30.
 */
export function otherPlacesOf(
  described: SecuredDescription,
  operation: Operation,
): readonly CredentialPlace[] {
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
export function usualCredential(described: SecuredDescription, operation: Operation): CredentialName {
  return { kind: placeOf(described, operation) === undefined ? "missing" : "good" };
}

/** Does an operation serve nobody without the key, whichever of its alternatives is taken? */
export function needsKey(described: SecuredDescription, operation: Operation): boolean {
  const asksForKey = (alternative: Operation["security"][number]): boolean => {
    const names = Object.keys(alternative);
    return names.length > 0 && names.every((name) => placeIn(described, { [name]: [] }) !== undefined);
  };
  return placeOf(described, operation) !== undefined && operation.security.every(asksForKey);
}

function schemesIn({ document }: SecuredDescription): Readonly<Record<string, SecurityScheme>> {
  const { securitySchemes = {} } = (document.components ?? {}) as {
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
  return securitySchemes;
}

function placeIn(
  described: SecuredDescription,
  alternative: Operation["security"][number],
): CredentialPlace | undefined {
  const { known } = described;
  const [name = "", ...others] = Object.keys(alternative);
  if (others.length > 0) return undefined;
  const { type = "", scheme = "", in: where, name: called } = schemesIn(described)[name] ?? {};
  if (["oauth2", "openIdConnect"].includes(type)) return bearer;
  if (type === "http" && scheme.toLowerCase() === "bearer") return bearer;
  if (type === "http" && scheme.toLowerCase() === "basic") return { kind: "basic" };
  if (type !== "apiKey" || where === undefined || called === undefined) return undefined;
  if (where !== "query" && !isHeaderName(called)) return undefined;
  const isPrefixed = where === "header" && known?.prefix !== undefined;
  return { kind: "api key", in: where, name: called, ...(isPrefixed ? { prefix: known.prefix } : {}) };
}
