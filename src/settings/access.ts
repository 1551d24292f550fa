import {
  ConfigurationError,
  type Contract,
  isCatalogued,
  type Method,
  statedTokenUrls,
} from "../description/index.js";
import { clientOptions, type RunOptions } from "../engine/index.js";
import { asksForCredentials } from "../model/index.js";
import type { TokenRequest } from "../transport/index.js";
import { type Case, type CaseBody, isHeaderText } from "../transport/index.js";
import type { Stated } from "./configuration/api-section.js";
import type { Configuration } from "./configuration/configuration.js";
import { needName } from "./known-names.js";
import { proxyFromEnvironment } from "./proxy.js";
import { defined, type Settings } from "./settings.js";
import type { Warn } from "./warn.js";

/** The sources that decide how requests show who sends them. */
export interface AccessSources {
  /** Flags, and the variables of the environment that stand in for them. */
  readonly flags: Settings;
  readonly environment: NodeJS.ProcessEnv;
  readonly configuration: Configuration | undefined;
  readonly contract: Contract;
  readonly warn: Warn;
}

/** Returns what a configured login gives: a cookie of some name, or else a token. */
export function loginFor(sources: AccessSources): { readonly cookie?: string | undefined } | undefined {
  const login = configuredLogin(sources);
  return login && { cookie: "cookie" in login ? login.cookie : undefined };
}

/** Returns the login of an interface that only its description tells of. */
export function configuredLogin({ configuration, contract }: AccessSources) {
  return isCatalogued(contract) ? undefined : (configuration?.login ?? configuration?.oauth);
}

/** The request for a token that takes the place of the key, where there is one. @throws ConfigurationError as it does */
export function readLogin(sources: AccessSources, options: RunOptions): TokenRequest | undefined {
  const { configuration, contract, environment } = sources;
  const isUsed = configuredLogin(sources) !== undefined && asksForCredentials(contract);
  if (configuration === undefined || !isUsed) return undefined;
  return planToken({ configuration, contract, environment, client: clientOptions(options) });
}

/** The settings that decide how a token is had. */
export interface TokenSettings {
  readonly configuration: Configuration;
  readonly contract: Contract;
  readonly environment: NodeJS.ProcessEnv;
  /** How the target is reached. */
  readonly client: TokenRequest["client"];
}

type Login = NonNullable<Configuration["login"]>;
type OAuth = NonNullable<Configuration["oauth"]>;

/**
 * The request that asks for a token, where the configuration has one: it goes to the target, or to the address that the
 * configuration names.
 * @throws ConfigurationError for what cannot be sent, or is not there
 */
function planToken(settings: TokenSettings): TokenRequest | undefined {
  const { login, oauth } = settings.configuration;
  if (login !== undefined && oauth !== undefined)
    throw new ConfigurationError(`${oauth.place}: login is there, too: leave one of them out`);
  if (login !== undefined) return planLogin(login, settings);
  return oauth && planOAuth(oauth, settings);
}

function planLogin(login: Login, { contract, environment, client }: TokenSettings): TokenRequest {
  const { place, form, json, token, cookie = "" } = login;
  const variables = readVariables(environment, place);
  const members = variables.fill(form ?? json ?? {}) as Readonly<Record<string, unknown>>;
  variables.check();
  const request = {
    ...caseFor(loginAddress(login, contract), place),
    ...(form === undefined
      ? bodyOf("application/json", JSON.stringify(members))
      : bodyOf(formType, `${new URLSearchParams(fieldsOf(members, place))}`)),
  };
  return {
    client,
    request,
    found: token === undefined ? { in: "cookie", name: cookie } : { in: "body", path: token.split(".") },
    advice: `see ${place}${variables.names === "" ? "" : `, and ${variables.names} in the environment`}`,
    secrets: variables.secrets,
  };
}

/** Source: RFC 6749, sections 2.3.1 and 4.4.2. */
function planOAuth(oauth: OAuth, { contract, environment, client }: TokenSettings): TokenRequest {
  const { place, scope, authentication = "basic" } = oauth;
  const variables = readVariables(environment, place);
  const id = `${variables.fill(oauth["client-id"])}`;
  const secret = `${variables.fill(oauth["client-secret"])}`;
  variables.check();
  const address = new URL(oauth["token-url"] ?? ownTokenUrl(contract, client.baseUrl, place));
  const inBody = authentication === "body";
  const fields = {
    grant_type: "client_credentials",
    ...defined({ scope }),
    ...(inBody ? { client_id: id, client_secret: secret } : {}),
  };
  const encoded = [id, secret].map((each) => `${new URLSearchParams({ "": each })}`.slice(1));
  return {
    client: {
      ...(address.origin === new URL(client.baseUrl).origin
        ? client
        : clientElsewhere(client, address, environment)),
      baseUrl: address.origin,
      key: inBody ? "" : encoded.join(":"),
    },
    request: {
      ...caseFor({ method: "POST", path: `${address.pathname}${address.search}` }, place),
      ...bodyOf(formType, `${new URLSearchParams(fields)}`),
      credential: { kind: inBody ? "missing" : "good" },
    },
    place: { kind: "basic" },
    found: { in: "body", path: ["access_token"] },
    advice: `see ${place}, and ${variables.names} in the environment`,
    secrets: variables.secrets,
  };
}

/** Neither headers nor certificates of the target are for another address. */
function clientElsewhere(
  { headers: _, connection, ...client }: TokenRequest["client"],
  { origin }: URL,
  environment: NodeJS.ProcessEnv,
): TokenRequest["client"] {
  const proxy = proxyFromEnvironment(origin, environment);
  return { ...client, connection: defined({ ca: connection?.ca, proxy }) };
}

/** A description may not have a secret sent to where it likes. */
function ownTokenUrl({ document }: Contract, baseUrl: string, place: string): string {
  const { origin } = new URL(baseUrl);
  const own = statedTokenUrls(document, baseUrl).find((each) => new URL(each).origin === origin);
  if (own !== undefined) return own;
  throw new ConfigurationError(
    `${place}: token-url is missing, and the description names no address for it on ${origin}`,
  );
}

type Address = Pick<Case, "method" | "path">;

function loginAddress({ request, place }: Login, { operations }: Contract): Address {
  const [, method, path] = /^(GET|POST|PUT|PATCH) +(\/\S*)$/.exec(request) ?? [];
  if (method !== undefined && path !== undefined) return { method: method as Method, path };
  if (/[\s/]/.test(request))
    throw new ConfigurationError(
      `${place}: request must be the id of an operation, or a method and a path such as POST /login`,
    );
  needName("operation", request, [...operations.keys()]);
  const operation = operations.get(request);
  if (operation !== undefined && !operation.path.includes("{")) return operation;
  throw new ConfigurationError(
    `${place}: the path of ${request} has parameters: write a method and a path such as POST /login`,
  );
}

const formType = "application/x-www-form-urlencoded";

function caseFor({ method, path }: Address, place: string): Omit<Case, "headers"> {
  if (!isHeaderText(path)) throw new ConfigurationError(`${place}: ${path} is no path: percent-encode it`);
  const usual = { operation: "", label: "asks for a token", accepts: [] };
  return { ...usual, method, path, credential: { kind: "missing" } };
}

function bodyOf(mediaType: string, text: string): { headers: Case["headers"]; body: CaseBody } {
  return { headers: [["Content-Type", mediaType]], body: { kind: "text", text } };
}

function fieldsOf(members: Readonly<Record<string, unknown>>, place: string): Record<string, string> {
  const nested = Object.entries(members).find(([, value]) => typeof value === "object");
  if (nested !== undefined) throw new ConfigurationError(`${place}: ${nested[0]} of the form is no text`);
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, `${value}`]));
}

/** In characters. */
const shortestSecret = 4;

/** Puts values of the environment in the place of `{ env: NAME }`. @param place of the configuration, for messages */
function readVariables(environment: NodeJS.ProcessEnv, place: string) {
  const values = new Map<string, string>();
  const missing = new Set<string>();
  const read = (name: string): string => {
    const value = environment[name] ?? "";
    if (value === "") missing.add(name);
    values.set(name, value);
    return value;
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    if (isVariable(value)) return read(value.env);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
  };
  return {
    fill,
    /** @throws ConfigurationError if one is not there */
    check: (): void => {
      if (missing.size === 0) return;
      const [what, are] = missing.size === 1 ? ["variable", "is"] : ["variables", "are"];
      throw new ConfigurationError(
        `${place}: the environment ${what} ${[...missing].join(", ")} ${are} not set, or empty`,
      );
    },
    get names(): string {
      return [...values.keys()].join(" and ");
    },
    /** Those that are long enough to be a secret: shorter ones stand in too many innocent texts. */
    get secrets(): readonly string[] {
      return [...values.values()].filter(({ length }) => length >= shortestSecret);
    },
  };
}

function isVariable(value: object): value is Exclude<Stated, string> {
  const [[name, variable] = [], ...others] = Object.entries(value) as [string, unknown][];
  return name === "env" && typeof variable === "string" && others.length === 0;
}
