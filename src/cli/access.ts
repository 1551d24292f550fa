import { ConfigurationError, type Contract, noKnowledge } from "../description/index.js";
import { clientOptions, type RunOptions } from "../run/index.js";
import type { TokenRequest } from "../transport/index.js";
import { asksForCredentials } from "./choose-suite.js";
import type { Configuration, ConfiguredTarget } from "./configuration/configuration.js";
import { type ApiKey, readKey, readSecondKey } from "./credentials.js";
import type { Settings } from "./settings.js";
import { planToken } from "./token-plan.js";
import type { Warn } from "./warn.js";

/** The sources that decide how requests show who sends them. */
export interface AccessSources {
  /** Flags, and the variables of the environment that stand in for them. */
  readonly flags: Settings;
  readonly environment: NodeJS.ProcessEnv;
  readonly configuration: Configuration | undefined;
  readonly contract: Contract;
  /** Is it the interface that the package knows more of than its description says? It is if absent. */
  readonly isOwnInterface?: boolean;
  readonly warn: Warn;
}

/** The advice where a description secures operations, and the server serves them to anybody. */
const withoutSecurity =
  "; if the server asks for none, remove $.security and $.paths.*.*.security from the description with --overlay";

/** The key; none where nothing asks for one, or a token takes its place. @throws ConfigurationError if both are there */
export function readAccess(sources: AccessSources, target: ConfiguredTarget | undefined): ApiKey {
  const { flags, environment, contract, warn } = sources;
  const login = configuredLogin(sources);
  // A plan sends nothing.
  if (flags.plan === true) return { key: "" };
  if (!asksForCredentials(contract)) {
    if (login !== undefined) warn(`${login.place}: no operation asks for a credential: it is not used`);
    return { key: "" };
  }
  const otherwise = sources.isOwnInterface === false ? withoutSecurity : "";
  if (login === undefined) return readKey({ flags, environment, target, warn, otherwise });
  const given = [
    flags.key !== undefined && "--key",
    flags.keyFile !== undefined && "--key-file",
    environment["PEDIGREE_API_KEY"] !== undefined && "PEDIGREE_API_KEY",
    target?.key !== undefined && `the key of ${target.name}`,
  ].find((each) => each !== false);
  if (given === undefined) return { key: "" };
  throw new ConfigurationError(
    `${login.place}: the token takes the place of the API key, but ${given} is given, too: leave one of them out`,
  );
}

/** The key of another user, where the configuration says what is private. @throws ConfigurationError as `readSecondKey` does */
export function readSecondAccess(
  sources: AccessSources,
  target: ConfiguredTarget | undefined,
  first: string,
): string | undefined {
  const { flags, environment, contract, isOwnInterface = true, warn } = sources;
  if (isOwnInterface) return undefined;
  const { privateItems } = contract.known ?? noKnowledge;
  if (privateItems === true || privateItems.length > 0) return readSecondKey({ ...sources, target }, first);
  const given = [flags.secondKeyFile, environment["PEDIGREE_SECOND_API_KEY"], target?.second];
  if (given.some((each) => each !== undefined))
    warn("the second API key is not used: api: private in the configuration names no operation");
  return undefined;
}

/** Of an interface that only its description tells of. */
function configuredLogin({ configuration, isOwnInterface = true }: AccessSources) {
  return isOwnInterface ? undefined : (configuration?.login ?? configuration?.oauth);
}

/** The request for a token that takes the place of the key, where there is one. @throws ConfigurationError as it does */
export function readLogin(sources: AccessSources, options: RunOptions): TokenRequest | undefined {
  const { configuration, contract, environment } = sources;
  const isUsed = configuredLogin(sources) !== undefined && asksForCredentials(contract);
  if (configuration === undefined || !isUsed) return undefined;
  return planToken({ configuration, contract, environment, client: clientOptions(options) });
}
