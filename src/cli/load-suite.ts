import { type CheckDefinition, type Contract, noKnowledge } from "../description/index.js";
import { unusedPrivateItems } from "../model/index.js";
import { deriveContract, unknownNames } from "../suites/index.js";
import { type ChosenSuite, chooseSuite } from "./choose-suite.js";
import type { Configuration } from "./configuration/configuration.js";
import { loadConfiguration } from "./configuration/load-configuration.js";
import { withCustomChecks } from "./custom-checks.js";
import { needName } from "./names.js";
import type { Settings } from "./settings.js";
import type { Warn } from "./warn.js";

/**
 * Loads the suite that a library call names, with what its configuration says of the interface. No file is read that is not
 * named.
 * @param custom checks of the user's own, in addition to those of the configuration
 * @throws ConfigurationError for the first thing that is wrong
 */
export async function loadNamedSuite(
  named: Pick<Settings, "spec" | "overlays" | "config" | "allow">,
  warn: Warn,
  custom: readonly CheckDefinition[] = [],
) {
  const config = named.config ?? null;
  const described = await withCustomChecks(await chooseSuite(named), { config, custom });
  const configuration = await loadNamedConfiguration(named.config, described.contract);
  return withKnowledge(described, configuration, { flags: named, warn });
}

/** @throws ConfigurationError with everything that is wrong in it */
export async function loadNamedConfiguration(path: string | undefined, contract: Contract) {
  return path === undefined ? undefined : loadConfiguration(path, contract);
}

/** The flags that say something of an interface, and where warnings go. */
interface Sources {
  readonly flags: Pick<Settings, "allow">;
  readonly warn: Warn;
}

/** The suite, with what the user says beside the description. @throws ConfigurationError for an unknown operation */
export function withKnowledge(
  chosen: ChosenSuite,
  configuration: Configuration | undefined,
  { flags: { allow = [] }, warn }: Sources,
): ChosenSuite {
  if (chosen.kind === "animal-store") return chosen;
  // Deriving the requirements takes longest with large descriptions: once is enough.
  if (configuration === undefined && allow.length === 0) return chosen;
  const { description } = chosen;
  const stated = configuration?.known ?? noKnowledge;
  const known = { ...stated, allow: [...stated.allow, ...allow] };
  const named = known.privateItems === true ? [] : known.privateItems;
  for (const id of [...known.allow, ...known.leaveOut, ...named, ...Object.keys(known.statuses)])
    needName("operation", id, [...description.operations.keys()]);
  for (const name of unknownNames(description, known))
    warn(
      `api: ${known.computed.includes(name) ? "computed" : "values"}: ${name} is the name of no parameter, and of no member of a body`,
    );
  for (const sentence of unusedPrivateItems({ ...chosen.contract, known })) warn(`api: private: ${sentence}`);
  return { ...chosen, contract: deriveContract({ ...description, known }) };
}
