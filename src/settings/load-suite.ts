import { animalStore, openApi } from "../contracts/index.js";
import {
  type CheckDefinition,
  ConfigurationError,
  type Contract,
  isCatalogued,
} from "../description/index.js";
import type { Suite } from "../engine/index.js";
import { unusedPrivateItems } from "../model/index.js";
import { unknownNames } from "../session/index.js";
import { type ChosenContract, chooseContract } from "./choose-contract.js";
import { completeDescription, type DescriptionFlags } from "./complete-description.js";
import { openConfiguration } from "./configuration/open-configuration.js";
import { needName } from "./known-names.js";
import type { Settings } from "./settings.js";
import type { Warn } from "./warn.js";

/** A suite, and the contract that it holds a server to. */
export interface ChosenSuite extends ChosenContract {
  readonly suite: Suite;
}

/** Where a suite is loaded from, beside flags, and where warnings go. */
interface Sources {
  /** Path of the configuration: the one in the working directory, if undefined; none, if null. */
  readonly config: string | null | undefined;
  /** Checks of the user's own, in addition to those of the configuration. */
  readonly custom?: readonly CheckDefinition[] | undefined;
  readonly warn: Warn;
}

/**
 * Loads the suite that flags name, and the configuration, with what both say of the interface. The file is read once, and the
 * requirements are derived once: both take long where they are large.
 * @throws ConfigurationError for the first thing that is wrong
 */
export async function loadSuite(flags: DescriptionFlags, { config, custom = [], warn }: Sources) {
  const opened = await openConfiguration(config);
  const choice = await chooseContract(flags, (description) =>
    completeDescription(description, flags, opened, custom),
  );
  const { contract } = choice;
  if (isCatalogued(contract) && opened.checks.length + custom.length > 0)
    throw new ConfigurationError(
      "checks: custom checks are for a description: name it with --spec, or leave them out (a certificate counts the catalogue alone)",
    );
  const chosen: ChosenSuite = { ...choice, suite: suiteFor(contract) };
  const configuration = await opened.read(contract);
  checkKnowledge(contract, warn);
  return { chosen, configuration };
}

/** Returns the suite that holds a server to a contract. */
export function suiteFor(contract: Contract): Suite {
  return isCatalogued(contract) ? animalStore : openApi;
}

/**
 * Loads the suite that a library call names, as `loadSuite` does. No file is read that is not named.
 * @param custom checks of the user's own, in addition to those of the configuration
 * @throws ConfigurationError for the first thing that is wrong
 */
export async function loadNamedSuite(
  named: DescriptionFlags & Pick<Settings, "config">,
  warn: Warn,
  custom: readonly CheckDefinition[] = [],
) {
  return loadSuite(named, { config: named.config ?? null, custom, warn });
}

/** @throws ConfigurationError with everything that is wrong in it */
export async function loadNamedConfiguration(path: string | undefined, contract: Contract) {
  return (await openConfiguration(path ?? null)).read(contract);
}

/** Warns of what is said of nothing that is there. @throws ConfigurationError for an unknown operation */
function checkKnowledge(contract: Contract, warn: Warn): void {
  const { known, operations } = contract;
  if (known === undefined) return;
  const named = known.privateItems === true ? [] : known.privateItems;
  const members = [...known.computed, ...known.ignored].flatMap(({ operation = [] }) => operation);
  const stated = Object.values(known.facts ?? {}).flatMap((each) => (each === true ? [] : each));
  for (const id of [
    ...known.allow,
    ...known.leaveOut,
    ...named,
    ...Object.keys(known.statuses),
    ...stated,
    ...members,
  ])
    needName("operation", id, [...operations.keys()]);
  for (const { section, name } of unknownNames(contract, known))
    warn(`api: ${section}: ${name} is the name of no parameter, and of no member of a body`);
  for (const sentence of unusedPrivateItems({ ...contract, known })) warn(`api: private: ${sentence}`);
}
