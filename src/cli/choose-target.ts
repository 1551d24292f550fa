import { ConfigurationError } from "../description/index.js";
import { isAddress, isSameAddress, isSameHost, readBaseUrl } from "./address.js";
import type { Configuration, ConfiguredTarget } from "./configuration/configuration.js";
import { suggestName } from "./names.js";

/** Which target it is, and what the configuration knows of it. */
export type ChosenTarget =
  | { readonly kind: "embedded" }
  | { readonly kind: "address"; readonly baseUrl: string; readonly configured: ConfiguredTarget | undefined };

/** What a report is about that is replayed. */
export type RecordedTarget =
  | { readonly kind: "embedded" }
  | { readonly kind: "address"; readonly baseUrl: string };

/** What may name a target. */
export interface TargetNames {
  /** `--target`: a name or an address. */
  readonly named: string | undefined;
  /** `--wait-for`: a server that is started is the one to judge. */
  readonly started: string | undefined;
  readonly recorded: RecordedTarget | undefined;
  readonly configuration: Configuration | undefined;
}

/**
 * The first that names one decides; the embedded reference server if none does.
 * @throws ConfigurationError for a name that there is not, or if targets are configured but none is chosen
 */
export function chooseTarget({ named, started, recorded, configuration }: TargetNames): ChosenTarget {
  if (named === undefined && started === undefined && recorded?.kind === "embedded") return recorded;
  const replayed = recorded?.kind === "address" ? recorded.baseUrl : undefined;
  const text = named ?? started ?? replayed ?? configuration?.settings.target;
  const names = [...(configuration?.targets.keys() ?? [])];
  if (text === undefined) {
    if (configuration === undefined || names.length === 0) return { kind: "embedded" };
    // Judging the embedded server instead would be green whatever the team's own server does.
    throw new ConfigurationError(
      `no target is named, but ${configuration.path} has some: give --target (${names.join(", ")}), or set target there`,
    );
  }
  const byName = configuration?.targets.get(text);
  if (byName !== undefined) {
    const configured = protect(byName, findByAddress(configuration, byName.baseUrl));
    return { kind: "address", baseUrl: byName.baseUrl, configured };
  }
  if (!isAddress(text) && names.length > 0)
    throw new ConfigurationError(
      `there is no target ${text} in ${configuration?.path}${suggestName(text, names)}`,
    );
  const baseUrl = readBaseUrl(text);
  return { kind: "address", baseUrl, configured: findByAddress(configuration, baseUrl) };
}

/** What is configured for an address holds however one names it: production stays production. */
function findByAddress(
  configuration: Configuration | undefined,
  baseUrl: string,
): ConfiguredTarget | undefined {
  const same = [...(configuration?.targets.values() ?? [])].filter((each) =>
    isSameAddress(each.baseUrl, baseUrl),
  );
  const production = same.filter(({ isProduction }) => isProduction);
  const strictest = production.find(({ isWritingAllowed }) => !isWritingAllowed) ?? production[0];
  return strictest ?? same[0] ?? guardOf(configuration, baseUrl);
}

/** Another path or scheme on the host of a production target may lead to the same store: its protection holds there. */
function guardOf(configuration: Configuration | undefined, baseUrl: string): ConfiguredTarget | undefined {
  const near = [...(configuration?.targets.values() ?? [])].filter(
    (each) => each.isProduction && isSameHost(each.baseUrl, baseUrl),
  );
  const guard = near.find(({ isWritingAllowed }) => !isWritingAllowed);
  if (guard === undefined) return undefined;
  // Neither its key nor its headers are for another address.
  return { name: guard.name, baseUrl, isProduction: true, isWritingAllowed: false, settings: {} };
}

/** Another name for a production target does not make it less of one. */
function protect(named: ConfiguredTarget, other: ConfiguredTarget | undefined): ConfiguredTarget {
  if (other?.isProduction !== true) return named;
  return { ...named, isProduction: true, isWritingAllowed: other.isWritingAllowed };
}
