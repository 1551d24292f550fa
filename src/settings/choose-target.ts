import { ConfigurationError } from "../description/index.js";
import type { Report } from "../engine/index.js";
import { safeText } from "../report/index.js";
import { isAddress, isSameAddress, isSameHost, readBaseUrl } from "../transport/index.js";
import type { Configuration, ConfiguredTarget } from "./configuration/configuration.js";
import { suggestName } from "./known-names.js";
import type { Warn } from "./warn.js";

/** The address of a target, and what the configuration knows of it. */
export interface ChosenTarget {
  readonly baseUrl: string;
  readonly configured: ConfiguredTarget | undefined;
}

/**
 * The first that names one decides; undefined, for the embedded reference server, if none does.
 * @param named a name or an address, by a flag
 * @param recorded what a report or a journal is about
 * @throws ConfigurationError for a name that there is not, or if targets are configured but none is chosen
 */
export function chooseTarget(
  named: string | undefined,
  recorded: Report["target"] | undefined,
  configuration: Configuration | undefined,
): ChosenTarget | undefined {
  if (named === undefined && recorded?.embedded === true) return undefined;
  const targets = [...(configuration?.targets.values() ?? [])];
  const names = targets.map(({ name }) => name);
  const usual = configuration?.settings.target;
  const text = named ?? trustedAddress(recorded, targets, usual) ?? usual;
  if (text === undefined) {
    if (names.length === 0) return undefined;
    // Judging the embedded server instead would be green whatever the team's own server does.
    throw new ConfigurationError(
      `no target is named, but ${configuration?.path} has some: give --target (${names.join(", ")}), or set target there`,
    );
  }
  const byName = configuration?.targets.get(text);
  if (byName !== undefined) {
    const { baseUrl } = byName;
    return { baseUrl, configured: protect(byName, findByAddress(targets, baseUrl)) };
  }
  if (!isAddress(text) && names.length > 0)
    throw new ConfigurationError(
      `there is no target ${text} in ${configuration?.path}${suggestName(text, names)}`,
    );
  const baseUrl = readBaseUrl(text);
  return { baseUrl, configured: findByAddress(targets, baseUrl) };
}

/** Where no target is named at all, the one that the description states. */
export function statedTarget({
  statedAddress,
  warn,
}: {
  readonly statedAddress?: string | undefined;
  readonly warn: Warn;
}): ChosenTarget | undefined {
  if (statedAddress === undefined) return undefined;
  warn(`no target is named: judging ${statedAddress}, as the description says`);
  return { baseUrl: statedAddress, configured: undefined };
}

/**
 * A report may come from anywhere, and so may the address in it, one of this machine as well: the key goes there only
 * if the configuration knows it. Another address on the host of a target is none that it names.
 */
function trustedAddress(
  recorded: Report["target"] | undefined,
  targets: readonly ConfiguredTarget[],
  usual = "",
): string | undefined {
  if (recorded === undefined) return undefined;
  const baseUrl = readBaseUrl(recorded.baseUrl);
  const addresses = targets.map((each) => each.baseUrl);
  if (isAddress(usual)) addresses.push(readBaseUrl(usual));
  const known = addresses.find((address) => isSameAddress(address, baseUrl));
  if (known !== undefined) return known;
  throw new ConfigurationError(
    `it is about ${safeText(recorded.baseUrl)}: name that target with --target to have the key sent there`,
  );
}

/** The configuration of an address holds however one names it: production stays production. */
function findByAddress(targets: readonly ConfiguredTarget[], baseUrl: string): ConfiguredTarget | undefined {
  const same = targets.filter((each) => isSameAddress(each.baseUrl, baseUrl));
  const production = same.filter(({ isProduction }) => isProduction);
  const strictest = production.find(({ isWritingAllowed }) => !isWritingAllowed);
  return strictest ?? production[0] ?? same[0] ?? guardOf(targets, baseUrl);
}

/** Another path or scheme on the host of a production target may lead to the same store: its protection holds there. */
function guardOf(targets: readonly ConfiguredTarget[], baseUrl: string): ConfiguredTarget | undefined {
  const guard = targets.find(
    (each) => each.isProduction && !each.isWritingAllowed && isSameHost(each.baseUrl, baseUrl),
  );
  // Neither its key nor its headers are for another address.
  return guard && { name: guard.name, baseUrl, isProduction: true, isWritingAllowed: false, settings: {} };
}

/** Another name for a production target does not make it less of one. */
function protect(named: ConfiguredTarget, other: ConfiguredTarget | undefined): ConfiguredTarget {
  if (other?.isProduction !== true) return named;
  return { ...named, isProduction: true, isWritingAllowed: other.isWritingAllowed };
}
