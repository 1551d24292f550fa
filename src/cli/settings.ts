import { ConfigurationError, type Contract } from "../description/index.js";
import type { ProfileName, RunOptions } from "../run/index.js";
import type { ConnectionOptions } from "../transport/index.js";
import { type ChosenTarget, chooseTarget, type RecordedTarget } from "./choose-target.js";
import type { Configuration } from "./configuration/configuration.js";
import type { ProfileChanges } from "./configuration/profiles.js";
import type { ConfiguredTarget } from "./configuration/targets.js";
import { readCertificates } from "./connection.js";
import { given } from "./given.js";
import { mergeHeaders, readHeaderLine } from "./headers.js";
import { proxyFromEnvironment, readProxy } from "./proxy.js";
import type { StartOptions } from "./start-command.js";
import { needRequirement, readKey, type TargetOptions, type Warn } from "./target-options.js";

/** Everything that decides how a target is met. */
export interface SettingsSources {
  /** Flags, and what of the environment stands in for them. */
  readonly flags: TargetOptions & { readonly start?: string; readonly waitFor?: string };
  readonly environment: NodeJS.ProcessEnv;
  readonly configuration: Configuration | undefined;
  readonly contract: Contract;
  /** Of a report that is replayed: beats the configuration, but no flag. */
  readonly recorded?: RecordedSettings;
  readonly warn: Warn;
}

/** What a report says about its run. */
export interface RecordedSettings {
  /** Absent if another one is named. */
  readonly target: RecordedTarget | undefined;
  readonly profile: ProfileName | undefined;
  /** What was only looked at is only looked at again. */
  readonly readOnly: boolean;
  readonly seed: number;
  readonly categories: readonly bigint[];
  readonly now: Date;
}

/** The target as it was resolved, and how to meet it. */
export interface Settings {
  readonly target: ResolvedTarget;
  readonly profile: ProfileName;
  /** All but contract, address and key. */
  readonly options: Partial<RunOptions>;
}

/** What is to be judged. */
export type ResolvedTarget =
  | { readonly kind: "embedded" }
  | {
      readonly kind: "address";
      readonly baseUrl: string;
      readonly key: string;
      /** How to start it first. */
      readonly start: StartOptions | undefined;
      readonly configured: ConfiguredTarget | undefined;
    };

/** A production target gets this little, unless its pace is decided on. */
const gently = { rate: 10, concurrency: 2 };

/**
 * Flags beat the environment, the environment beats the configuration; in it, the target's entry beats the profile's.
 * @throws ConfigurationError for the first thing that is wrong
 */
export function resolveSettings(sources: SettingsSources): Settings {
  const { flags, configuration, contract, recorded } = sources;
  for (const id of flags.only ?? []) needRequirement(contract, id);
  const chosen = chooseTarget({
    named: flags.target,
    started: flags.waitFor,
    recorded: recorded?.target,
    configuration,
  });
  const entry = chosen.kind === "address" ? chosen.configured : undefined;
  const target = resolveTarget(sources, chosen);
  const profile = flags.profile ?? recorded?.profile ?? configuration?.profile ?? "gate";
  const changes = configuration?.profiles[profile] ?? {};
  const expectations = configuration?.expectations;
  const options: Partial<RunOptions> = {
    profile,
    ...readPace(flags, entry, changes),
    ...given({
      targetName: entry?.name,
      headers: readHeaders(flags, entry),
      connection: readConnection(sources, target),
      randomCases: changes.randomCases,
      longest: changes.longest,
      seed: flags.seed ?? recorded?.seed ?? changes.seed,
      categories: flags.category ?? recorded?.categories ?? entry?.categories,
      readOnly: isReadOnly(sources, entry) || undefined,
      maxCreated: flags.maxCreated ?? entry?.maxCreated ?? changes.maxCreated,
      timeout: flags.timeout ?? entry?.timeout,
      settle: flags.settle ?? entry?.settle,
      patience: flags.patience ?? entry?.patience,
      only: flags.only?.map((id) => id.toUpperCase()),
      now: flags.now ?? recorded?.now,
      requireTested: changes.requireTested,
      expectations: expectations?.size === 0 ? undefined : expectations,
    }),
  };
  return { target, profile, options };
}

function readPace(
  flags: TargetOptions,
  entry: ConfiguredTarget | undefined,
  changes: ProfileChanges,
): Pick<RunOptions, "rate" | "concurrency"> {
  const rate = flags.rate ?? entry?.rate ?? changes.rate;
  const concurrency = flags.concurrency ?? entry?.concurrency;
  const isUndecided = rate === undefined && concurrency === undefined;
  return isUndecided && entry?.isProduction === true ? gently : given({ rate, concurrency });
}

function readHeaders(
  flags: TargetOptions,
  entry: ConfiguredTarget | undefined,
): RunOptions["headers"] | undefined {
  const headers = mergeHeaders((flags.header ?? []).map(readHeaderLine), entry?.headers ?? []);
  return headers.length === 0 ? undefined : headers;
}

function resolveTarget(sources: SettingsSources, chosen: ChosenTarget): ResolvedTarget {
  const { flags, environment, configuration, warn } = sources;
  const configured = chosen.kind === "address" ? chosen.configured : undefined;
  const command = flags.start ?? configured?.start;
  const waitFor = flags.waitFor ?? configured?.waitFor;
  if (command !== undefined && waitFor === undefined) {
    throw new ConfigurationError(
      "--start needs --wait-for with the address at which the server answers once it is up",
    );
  }
  if (command === undefined && waitFor !== undefined) {
    throw new ConfigurationError("--wait-for needs --start with the command that starts the server");
  }
  if (chosen.kind === "embedded") return chosen;
  const folder = flags.start === undefined ? (configuration?.folder ?? ".") : ".";
  return {
    ...chosen,
    key: readKey(flags, environment, { target: configured, warn }),
    start: command === undefined || waitFor === undefined ? undefined : { command, waitFor, folder },
  };
}

function isReadOnly(
  { flags, configuration, recorded, warn }: SettingsSources,
  entry: ConfiguredTarget | undefined,
): boolean {
  if (entry?.isProduction === true && !entry.isWritingAllowed) {
    warn(
      `${entry.name} is a production target: nothing but GET is sent to it; to let runs add animals, set "writing: allowed" in its entry in ${configuration?.path}`,
    );
    return true;
  }
  return flags.readOnly === true || recorded?.readOnly === true || entry?.readOnly === true;
}

function readConnection(
  { flags, environment, warn }: SettingsSources,
  target: ResolvedTarget,
): ConnectionOptions | undefined {
  const entry = target.kind === "address" ? target.configured : undefined;
  const { tls } = entry ?? {};
  const files = given({
    ca: flags.ca ?? tls?.ca,
    cert: flags.clientCert ?? tls?.cert,
    key: flags.clientKey ?? tls?.key,
  });
  const insecure = flags.insecure ?? tls?.insecure;
  if (insecure === true)
    warn("INSECURE: the server's certificate is not looked at; anyone in between can read the API key");
  const named = flags.proxy ?? entry?.proxy;
  const inherited = target.kind === "address" ? proxyFromEnvironment(target.baseUrl, environment) : undefined;
  const proxy = named === undefined ? inherited : readProxy(named);
  const connection = {
    ...readCertificates(files),
    ...given({ insecure: insecure || undefined, proxy }),
  };
  return Object.keys(connection).length === 0 ? undefined : connection;
}
