import { ConfigurationError, type Contract, isCatalogued, statedAddresses } from "../description/index.js";
import type { Report, RunOptions } from "../engine/index.js";
import { type ConnectionOptions, isThisMachine, readBaseUrl, type TokenRequest } from "../transport/index.js";
import { type AccessSources, configuredLogin, readAccess, readLogin, readSecondAccess } from "./access.js";
import { type ChosenContract, placesOf } from "./choose-contract.js";
import { type ChosenTarget, chooseTarget } from "./choose-target.js";
import type { ConfiguredTarget } from "./configuration/configuration.js";
import { hideKeys, keysOfEnvironment, type Places, refuseExposedKey } from "./exposed-keys.js";
import { type ApiKey, readCertificates } from "./keys.js";
import type { ShellCommand } from "./kinds.js";
import { readRequirementIds } from "./known-names.js";
import { loadSuite } from "./load-suite.js";
import { proxyFromEnvironment, readHeaders, readProxy } from "./proxy.js";
import { type Credential, withOptionalSecurity, withScheme } from "./scheme.js";
import { defined, merge, type Settings } from "./settings.js";
import { type Warn, warnOfOldIds, warnOnStderr } from "./warn.js";

/** Everything that decides how a target is judged. */
export interface SettingsSources extends AccessSources {
  /** The base address that a description states, where it may be judged although nobody named it. */
  readonly statedAddress?: string | undefined;
  /** Of a report that is replayed: beats the configuration, but no flag. */
  readonly recorded?: { readonly settings: Settings; readonly target: Report["target"] } | undefined;
}

/** The settings that all sources come to. */
export type ResolvedSettings = ReturnType<typeof resolveSettings>;

/** A target that is not the embedded reference server. */
export interface ResolvedTarget extends ApiKey {
  readonly baseUrl: string;
  /** The key of another user. */
  readonly secondKey?: string;
  /** How a token is had that takes the place of the key. */
  readonly login?: TokenRequest;
  /** How to start it first. */
  readonly start: StartOptions | undefined;
}

/** How to start a server under test. */
export interface StartOptions extends ShellCommand {
  /** Address that answers anything over HTTP once the server is up. */
  readonly waitFor: string;
  /** Variables of the environment that it gets although they hold a key. */
  readonly variables: readonly string[];
}

/** The settings that a run takes as they are. */
const passedOn = [
  ...([
    "randomCases",
    "cases",
    "duration",
    "longest",
    "seed",
    "shard",
    "categories",
    "maxCreated",
    "rate",
    "concurrency",
  ] as const),
  ...(["timeout", "settle", "patience", "now", "requireTested", "strict"] as const),
] satisfies readonly (keyof Settings & keyof RunOptions)[];

/** A production target gets this little, unless its pace is decided on. */
const gently = { rate: 10, concurrency: 2 };

/**
 * Loads the suite and the configuration that the flags of a command name, and resolves the settings of all of them.
 * @throws ConfigurationError for the first thing that is wrong, or where reports would show a key
 */
export async function loadSettings(flags: Settings, recorded?: SettingsSources["recorded"]) {
  const warnings: string[] = [];
  let keys = keysOfEnvironment();
  const warn: Warn = (sentence) => void warnings.push(sentence);
  try {
    const asked = { ...flags, strict: flags.strict ?? recorded?.settings.strict };
    const { chosen, configuration } = await loadSuite(asked, { config: flags.config, warn });
    const onOldId = warnOfOldIds(warn);
    for (const [old, id] of configuration?.oldIds ?? []) onOldId(old, id);
    const sources = {
      flags,
      statedAddress: addressStatedBy(chosen, flags.spec),
      environment: process.env,
      configuration,
      contract: chosen.contract,
      recorded,
      warn,
    };
    const { contract, ...resolved } = resolveSettings(sources);
    const { key = "", secondKey = "" } = resolved.target ?? {};
    keys = [...keys, key, secondKey, flags.key ?? ""];
    refuseExposedKey(keys, { ...placesOf(chosen), ...placesIn(chosen.contract, resolved.options) });
    return { ...chosen, contract, configuration, ...resolved };
  } finally {
    for (const each of warnings) warnOnStderr(hideKeys(keys)(each));
  }
}

/** Returns the texts of the configuration and the flags that stand in reports. */
export function placesIn({ known }: Contract, options: Partial<RunOptions>): Places {
  const { expectations, waivers, targetName, spec, overlays } = options;
  return {
    "the configuration": [known, expectations, waivers, targetName],
    "the name of the description or of an overlay": [spec, overlays],
  };
}

/**
 * Flags beat the environment, the environment beats the configuration; in it, the target's entry beats the profile's.
 * No target is the embedded reference server.
 * @throws ConfigurationError for the first thing that is wrong
 */
export function resolveSettings(given: SettingsSources) {
  const { flags, configuration, contract: described, recorded } = given;
  const onOldId = warnOfOldIds(given.warn);
  const only = flags.only?.flatMap((name) => readRequirementIds(described, name, onOldId));
  // A server that is started is the one to judge.
  const named = flags.target ?? flags.waitFor;
  const chosen = chooseTarget(named, recorded?.target, configuration) ?? statedTarget(given);
  const entry = chosen?.configured;
  const general = merge(flags, recorded?.settings, entry?.settings, configuration?.settings);
  const { profile = "gate" } = general;
  const settings = merge(general, configuration?.profiles.get(profile));
  if (settings.shard !== undefined && settings.seed === undefined)
    throw new ConfigurationError("--shard needs --seed: all shards must have the same");
  const credential = { scheme: settings.scheme, login: loginFor(given) };
  const isOwnInterface = isCatalogued(described);
  const secured = isOwnInterface ? described : withOptionalSecurity(described, credential);
  const sources = { ...given, contract: secured };
  const start = readStart(
    { ...settings, waitFor: settings.waitFor ?? (settings.start && chosen?.baseUrl) },
    sources.environment,
  );
  const target: ResolvedTarget | undefined = chosen && {
    baseUrl: chosen.baseUrl,
    ...readAccess(sources, entry),
    start,
  };
  const isUndecided = settings.rate === undefined && settings.concurrency === undefined;
  const isForeign = isElsewhere(target, settings, sources);
  const headers = readHeaders(flags.headers ?? [], entry?.settings.headers ?? []);
  const secondKey = target && readSecondAccess(sources, entry, target.key);
  /** The options that a run takes of them: all but contract, address and key. */
  const options: Partial<RunOptions> = defined({
    ...Object.fromEntries(passedOn.map((name) => [name, settings[name]])),
    profile,
    ...(isUndecided && entry?.isProduction === true ? gently : {}),
    targetName: entry?.name,
    secondKey,
    spec: flags.spec,
    overlays: flags.overlays,
    headers: headers.length === 0 ? undefined : headers,
    connection: readConnection(sources, settings, target),
    readOnly:
      isReadOnly(settings, entry, sources) || (isForeign && settings.allowWrites !== true) || undefined,
    deletableOnly: isForeign || undefined,
    disposable: settings.disposable ?? (start !== undefined || undefined),
    only,
    expectations: configuration?.expectations,
    waivers: configuration?.waivers,
  });
  const contract =
    isOwnInterface || target === undefined
      ? secured
      : withScheme(secured, { ...credential, key: target.key });
  const login = target && readLogin(sources, { ...options, contract, ...target });
  return {
    /** With the security scheme in use. */
    contract,
    target: target && { ...target, ...defined({ login, secondKey }) },
    settings: { ...settings, profile },
    options,
  };
}

/** Returns what a configured login gives: a cookie of some name, or else a token. */
function loginFor(sources: SettingsSources): Credential["login"] {
  const login = configuredLogin(sources);
  return login && { cookie: "cookie" in login ? login.cookie : undefined };
}

/** Where no target is named at all, the one that the description states. */
function statedTarget({ statedAddress, warn }: SettingsSources): ChosenTarget | undefined {
  if (statedAddress === undefined) return undefined;
  warn(`no target is named: judging ${statedAddress}, as the description says`);
  return { baseUrl: statedAddress, configured: undefined };
}

/** An address that a description states is judged on this machine, and on the origin that the description comes from. */
export function addressStatedBy(chosen: ChosenContract, spec = ""): string | undefined {
  if (isCatalogued(chosen.contract)) return undefined;
  const origin = URL.canParse(spec) ? new URL(spec).origin : undefined;
  return statedAddresses(chosen.contract.document, origin === undefined ? undefined : spec).find(
    (address) => isThisMachine(address) || new URL(address).origin === origin,
  );
}

function readStart(
  {
    start,
    waitFor,
    startEnv: variables = [],
  }: Pick<Settings, "start" | "startEnv"> & {
    readonly waitFor: string | undefined;
  },
  environment: NodeJS.ProcessEnv,
): StartOptions | undefined {
  if (start !== undefined && waitFor === undefined)
    throw new ConfigurationError(
      "--start needs the address at which the server answers once it is up: --target, or --wait-for",
    );
  if (start === undefined && waitFor !== undefined)
    throw new ConfigurationError("--wait-for needs --start with the command that starts the server");
  if (start === undefined && variables.length > 0)
    throw new ConfigurationError("--start-env needs --start with the command that starts the server");
  if (start === undefined || waitFor === undefined) return undefined;
  readBaseUrl(waitFor.replace(/[?#].*$/s, ""));
  for (const name of variables)
    if (environment[name] === undefined)
      throw new ConfigurationError(`--start-env ${name}: the environment variable ${name} is not set`);
  return { ...start, waitFor, variables };
}

function isReadOnly(
  { readOnly = false }: Settings,
  entry: ConfiguredTarget | undefined,
  { configuration, warn }: SettingsSources,
): boolean {
  if (entry?.isProduction !== true || entry.isWritingAllowed) return readOnly;
  warn(
    `${entry.name} is a production target: nothing but GET is sent to it; to let runs add animals, set "writing: allowed" in its entry in ${configuration?.path}`,
  );
  return true;
}

/** Of an interface that only its description tells of, nothing shows what a request may do: off this machine it is read only. */
function isElsewhere(
  target: ResolvedTarget | undefined,
  { allowWrites = false }: Settings,
  { contract, warn }: SettingsSources,
): boolean {
  if (isCatalogued(contract) || target === undefined || isThisMachine(target.baseUrl)) return false;
  if (!allowWrites)
    warn(
      `${target.baseUrl} is not this machine: nothing but GET is sent to it; --allow-writes lets the run create what it can delete again`,
    );
  return true;
}

function readConnection(
  { environment, warn }: SettingsSources,
  settings: Settings,
  target: ResolvedTarget | undefined,
): ConnectionOptions | undefined {
  const { insecure, proxy: named } = settings;
  if (insecure === true)
    warn("INSECURE: the server's certificate is not looked at; anyone in between can read the API key");
  const proxy =
    named === undefined ? target && proxyFromEnvironment(target.baseUrl, environment) : readProxy(named);
  const connection = defined({ ...readCertificates(settings), insecure: insecure || undefined, proxy });
  return Object.keys(connection).length === 0 ? undefined : connection;
}
