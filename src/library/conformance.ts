import {
  ConfigurationError,
  loadContract as loadWholeContract,
  type Contract as WholeContract,
} from "../description/index.js";
import {
  type RunOptions as EngineOptions,
  type FindingReport,
  runConformance as judge,
  type Replay,
  type Report,
  replayFinding as replay,
  type Suite,
} from "../engine/index.js";
import { asksForCredentials } from "../model/index.js";
import { type ReferenceServer, startReferenceServer as start } from "../server/index.js";
import {
  defined,
  findContradictions,
  findRequirement,
  loadNamedConfiguration,
  loadNamedSuite,
  loadSettings,
  openTarget,
  placesIn,
  refuseExposedKey,
  resolveSettings,
  type Settings,
  suiteFor,
} from "../settings/index.js";
import type { Contract, ContractSource, NamedSettings, RunOptions } from "./options.js";

/** Reads the Animal Store's contract that this package ships. @param folder of another catalogue and description */
export function loadContract(folder?: string): Contract {
  return loadWholeContract(folder);
}

/**
 * Reads the contract that `spec` describes, or the Animal Store's.
 * @throws ConfigurationError for a description or a configuration that cannot be used
 */
export async function readContract(source: ContractSource = {}): Promise<Contract> {
  return (await loadNamed(source, () => undefined)).contract;
}

/** The contract that is named, and the configuration: none where no file is named. */
async function loadNamed(
  { spec, overlays, config, allow, strict, checks }: ContractSource,
  warn: (sentence: string) => void,
) {
  const named = defined({ spec, overlays, config, allow, strict });
  const { chosen, configuration } = await loadNamedSuite(named, warn, checks);
  return { contract: chosen.contract, configuration };
}

/** A contract of ours, and the configuration. @throws ConfigurationError as `wholeOf` does, and for a file that cannot be used */
async function withConfiguration(given: Contract, config: string | undefined) {
  const contract = wholeOf(given);
  return { contract, configuration: await loadNamedConfiguration(config, contract) };
}

/**
 * Loads what to judge, and how, as the command line does: from the flags, by their names, the environment, and the configuration
 * file.
 * @returns options for `runConformance` and `replayFinding`
 * @throws ConfigurationError for the first thing that is wrong, or if no target is named
 */
export async function loadRunOptions(flags: NamedSettings): Promise<RunOptions> {
  const { contract, target, options } = await loadSettings(defined(flags));
  if (target === undefined)
    throw new ConfigurationError("no target is named: give one, or set it in the configuration");
  if (target.login !== undefined)
    throw new ConfigurationError(
      `the configuration describes a login: give runConformance its file as "config", and no options of loadRunOptions`,
    );
  const { allowWrites } = flags;
  return { ...options, ...defined({ allowWrites }), contract, baseUrl: target.baseUrl, key: target.key };
}

/**
 * Judges a running server: against the Animal Store interface, or against any OpenAPI description (`spec`). The promise resolves
 * whatever the server does; `report.conclusion` says what the run came to.
 * @throws ConfigurationError for options that cannot be used, before anything is sent
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  return whilePrepared(options, (suite, prepared) => judge(suite, prepared));
}

/** Sends a finding's counterexample again. @throws ConfigurationError as `runConformance` does */
export async function replayFinding(options: RunOptions, finding: FindingReport): Promise<Replay> {
  return whilePrepared(options, (suite, prepared) => replay(suite, prepared, finding));
}

/** Resolves the options as the command line does its flags, and gives the target up once the work is done. */
async function whilePrepared<Result>(
  options: RunOptions,
  work: (suite: Suite, prepared: EngineOptions) => Promise<Result>,
): Promise<Result> {
  const { signal = new AbortController().signal, onWarning: warn = () => undefined } = options;
  if (options.contract !== undefined && options.checks !== undefined)
    throw new ConfigurationError("checks: give them to readContract, which made the contract");
  const { contract, configuration } = await (options.contract === undefined
    ? loadNamed(options, warn)
    : withConfiguration(options.contract, options.config));
  const {
    target: resolved,
    options: settled,
    contract: secured,
  } = resolveSettings({
    flags: flagsOf(options, contract),
    environment: environmentOf(options),
    statedAddress: undefined,
    recorded: undefined,
    ...{ configuration, contract, warn },
  });
  if (resolved === undefined)
    throw new ConfigurationError(
      'there is no target: give the base address of the server as "target", for example http://localhost:8080/v1',
    );
  const keys = [resolved.key, resolved.secondKey ?? ""].filter((key) => key !== "");
  refuseExposedKey(keys, {
    "the description": [contract.document, contract.requirements],
    ...placesIn(contract, settled),
  });
  const target = await openTarget(resolved, secured, signal);
  try {
    return await work(suiteFor(contract), {
      ...settled,
      contract: secured,
      ...passedOn(options, contract),
      ...target,
    });
  } finally {
    await target.close();
  }
}

/** @throws ConfigurationError for a contract that is none of ours */
function wholeOf(contract: Contract): WholeContract {
  if ("operations" in contract && "document" in contract) return contract as WholeContract;
  throw new ConfigurationError("contract: give one that loadContract or readContract returned");
}

/** The options that have a flag of the same name. */
const flagNames = [
  ...(["spec", "overlays", "allow", "only", "profile", "seed", "cases", "randomCases", "duration"] as const),
  ...(["longest", "readOnly", "allowWrites", "disposable", "maxCreated", "categories", "settle"] as const),
  ...(["timeout", "rate", "concurrency", "patience", "now", "requireTested", "strict", "scheme"] as const),
] satisfies readonly (keyof RunOptions & keyof Settings)[];

/** The options that only a program can give. */
const othersNames = [
  ...(["tokens", "connection", "expectations", "keepExchanges", "signal"] as const),
  ...(["onEvent", "onCreation", "onChange", "onCheckpoint"] as const),
] satisfies readonly (keyof RunOptions & keyof EngineOptions)[];

/** @throws ConfigurationError where a key is needed and there can be none */
function flagsOf(options: RunOptions, contract: WholeContract): Settings {
  const { target, baseUrl, config, key = "", headers } = options;
  if (config === undefined && key.trim() === "" && asksForCredentials(contract))
    throw new ConfigurationError('there is no API key: give it as "key"');
  return {
    ...pick(options, flagNames),
    ...defined({ target: target ?? baseUrl, headers: headers?.map(([name, value]) => `${name}: ${value}`) }),
  };
}

/** Returns the variables of the environment that a configuration names, if there is one, and those that stand for the keys. */
function environmentOf({ config, key, secondKey }: RunOptions): NodeJS.ProcessEnv {
  const given = defined({ PEDIGREE_API_KEY: key, PEDIGREE_SECOND_API_KEY: secondKey });
  return { ...(config === undefined ? {} : process.env), ...given };
}

/** @throws ConfigurationError for waivers that cannot hold */
function passedOn(options: RunOptions, contract: WholeContract): Partial<EngineOptions> {
  const { waivers } = options;
  const mistakes = [
    ...[...findContradictions({ waivers }, contract)].map(
      ({ path, reason }) => `${path.join(" › ")}: ${reason}`,
    ),
    ...(waivers ?? [])
      .filter(({ expires }) => !/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(Date.parse(expires)))
      .map(
        ({ requirement, expires }) =>
          `the waiver for ${requirement} expires on "${expires}": give a day such as 2026-12-31`,
      ),
  ];
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.join("\n"));
  const named = waivers?.map((waiver) => ({
    ...waiver,
    requirement: findRequirement(contract.requirements, waiver.requirement)?.id ?? waiver.requirement,
  }));
  return { ...pick(options, othersNames), ...defined({ waivers: named }) };
}

/** Returns these members of an object, without those that are undefined. */
function pick<Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) {
  return defined(
    Object.fromEntries(names.map((name) => [name, values[name]])) as {
      readonly [Each in Name]: Values[Each];
    },
  );
}

/** The settings of a reference server. */
export interface ReferenceServerOptions {
  /** The only API key that is valid. */
  readonly key: string;
  /** 0, the default, lets the operating system choose a free one. */
  readonly port?: number;
  /** `127.0.0.1` if absent. */
  readonly host?: string;
}

/** Starts a server that follows the Animal Store interface to the letter: to write a client against, or to try Pedigree. */
export async function startReferenceServer({
  key,
  ...others
}: ReferenceServerOptions): Promise<ReferenceServer> {
  return start({ ...others, contract: loadWholeContract(), key });
}
