import { ConfigurationError, isCatalogued, statedAddresses } from "../description/index.js";
import type { Report, RunOptions } from "../engine/index.js";
import { isThisMachine, type TokenRequest } from "../transport/index.js";
import { type AccessSources, loginFor, readLogin } from "./access.js";
import type { ChosenContract } from "./choose-contract.js";
import { chooseTarget, statedTarget } from "./choose-target.js";
import { readConnection } from "./connection.js";
import { type ApiKey, readAccess, readSecondAccess } from "./keys.js";
import { readRequirementIds, warnOfOldIds } from "./known-names.js";
import { readHeaders } from "./proxy.js";
import { readPermission } from "./run-permission.js";
import { withOptionalSecurity, withScheme } from "./scheme.js";
import { defined, merge, type Settings } from "./settings.js";
import { readStart, type StartOptions } from "./start-options.js";

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
  const secondKey = target && readSecondAccess(sources, entry, target.key);
  const connection = readConnection(sources, settings, target?.baseUrl);
  const headers = readHeaders(flags.headers ?? [], entry?.settings.headers ?? []);
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
    connection,
    ...readPermission(target && { baseUrl: target.baseUrl, entry }, settings, sources),
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

/** An address that a description states is judged on this machine, and on the origin that the description comes from. */
export function addressStatedBy(chosen: ChosenContract, spec = ""): string | undefined {
  if (isCatalogued(chosen.contract)) return undefined;
  const origin = URL.canParse(spec) ? new URL(spec).origin : undefined;
  return statedAddresses(chosen.contract.document, origin === undefined ? undefined : spec).find(
    (address) => isThisMachine(address) || new URL(address).origin === origin,
  );
}
