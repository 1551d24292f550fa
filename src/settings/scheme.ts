import { type Contract, noKnowledge } from "../description/index.js";
import { alternativeSchemes, asksForCredentials, placesOfSchemes } from "../model/index.js";
import type { CredentialPlace } from "../transport/index.js";
import { isUserAndPassword } from "./keys.js";
import { needName } from "./known-names.js";

/** The credential of a run. */
export interface Credential {
  /** The name of the scheme that the user says it is for. */
  readonly scheme?: string | undefined;
  /** A configured login, by the cookie that it gives; it gives a token if there is none. */
  readonly login?: { readonly cookie?: string | undefined } | undefined;
}

/** The name of the scheme of a login, where the description has none. */
const ofLogin = "login";

/**
 * Returns the contract in which each operation may have the credential, where no operation of a description asks for one, and the user
 * has one.
 * @throws ConfigurationError for a scheme that the description does not have
 */
export function withOptionalSecurity(contract: Contract, { scheme, login }: Credential): Contract {
  const places = placesOfSchemes(contract);
  if (scheme !== undefined) needName("security scheme", scheme, [...places.keys()]);
  if (asksForCredentials(contract) || (scheme === undefined && login === undefined)) return contract;
  const fitting = login && [...places].find(([, place]) => isForLogin(place, login))?.[0];
  const security = [{ [scheme ?? fitting ?? ofLogin]: [] }, {}];
  const { components } = contract.document as { readonly components?: Readonly<Record<string, object>> };
  const own = login === undefined ? {} : { [ofLogin]: schemeOf(login, contract) };
  const securitySchemes = { ...components?.["securitySchemes"], ...own };
  return {
    ...contract,
    document: { ...contract.document, components: { ...components, securitySchemes } as object },
    operations: new Map([...contract.operations].map(([id, each]) => [id, { ...each, security }])),
  };
}

/** Returns the contract with the scheme in use, where the description has several, or the user says which. */
export function withScheme(contract: Contract, credential: Credential & { readonly key: string }): Contract {
  const scheme = credential.scheme ?? schemeFor(contract, credential);
  return scheme === undefined
    ? contract
    : { ...contract, known: { ...(contract.known ?? noKnowledge), scheme } };
}

/** Returns the first of several schemes that a credential fits by its form. */
function schemeFor(
  contract: Contract,
  { key, login }: Credential & { readonly key: string },
): string | undefined {
  const names = alternativeSchemes(contract);
  if (names.length < 2) return undefined;
  const places = placesOfSchemes(contract);
  const first = (fits: (place: CredentialPlace) => boolean): string | undefined =>
    names.find((name) => {
      const place = places.get(name);
      return place !== undefined && fits(place);
    });
  if (login !== undefined) return first((place) => isForLogin(place, login)) ?? names[0];
  const bearer = webToken.test(key) ? first(({ kind }) => kind === "bearer") : undefined;
  return bearer ?? first(({ kind }) => (kind === "basic") === isUserAndPassword(key)) ?? names[0];
}

/** A JSON object in base64url begins like this. Source: RFC 7519, section 3. */
const webToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** A cookie goes back under its name; a token into a header or a query. */
function isForLogin(place: CredentialPlace, { cookie }: NonNullable<Credential["login"]>): boolean {
  if (place.kind !== "api key") return place.kind === "bearer" && cookie === undefined;
  return place.in === "cookie" ? place.name === cookie : cookie === undefined;
}

function schemeOf({ cookie }: NonNullable<Credential["login"]>, { known }: Contract): object {
  if (cookie !== undefined) return { type: "apiKey", in: "cookie", name: cookie };
  if (known?.prefix !== undefined) return { type: "apiKey", in: "header", name: "Authorization" };
  return { type: "http", scheme: "bearer" };
}
