import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { animalStore, openApi } from "../contracts/index.js";
import {
  type CheckDefinition,
  ConfigurationError,
  type Contract,
  isCatalogued,
  isCustomCheck,
  noKnowledge,
  splitByOperation,
  type UnderivedContract,
} from "../description/index.js";
import type { Suite } from "../engine/index.js";
import { unusedPrivateItems } from "../model/index.js";
import { unknownNames } from "../session/index.js";
import { describesRefusal } from "../values/index.js";
import { type ChosenContract, chooseContract, type DescriptionChoice } from "./choose-contract.js";
import { type OpenedConfiguration, openConfiguration } from "./configuration/open-configuration.js";
import { needName } from "./known-names.js";
import type { Settings } from "./settings.js";
import type { Warn } from "./warn.js";

/** A suite, and the contract that it holds a server to. */
export interface ChosenSuite extends ChosenContract {
  readonly suite: Suite;
}

/** The flags that name a description, and say something of it. */
interface Flags extends DescriptionChoice {
  readonly allow?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
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
export async function loadSuite(flags: Flags, { config, custom = [], warn }: Sources) {
  const opened = await openConfiguration(config);
  const choice = await chooseContract(flags, async (description) =>
    withKnowledge({ ...description, ...(await customChecks(opened, custom)) }, flags, opened),
  );
  const { contract } = choice;
  if (isCatalogued(contract) && opened.checks.length + custom.length > 0)
    throw new ConfigurationError(
      "checks: custom checks are for a description: name it with --spec, or leave them out (a certificate counts the catalogue alone)",
    );
  const configuration = await opened.read(contract);
  checkKnowledge(contract, warn);
  const chosen: ChosenSuite = { ...choice, suite: suiteFor(contract) };
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
  named: Flags & Pick<Settings, "config">,
  warn: Warn,
  custom: readonly CheckDefinition[] = [],
) {
  return loadSuite(named, { config: named.config ?? null, custom, warn });
}

/** @throws ConfigurationError with everything that is wrong in it */
export async function loadNamedConfiguration(path: string | undefined, contract: Contract) {
  return (await openConfiguration(path ?? null)).read(contract);
}

/** A description with what its user says beside it. */
function withKnowledge(
  description: UnderivedContract,
  { allow = [], strict }: Flags,
  { known = noKnowledge, strict: isStatedStrict }: OpenedConfiguration,
): UnderivedContract {
  const isSilent = ![...description.operations.values()].some(describesRefusal);
  const isRefusing =
    (strict ?? isStatedStrict) === true && isSilent && known.refuses !== true && known.refuses.length === 0;
  if (known === noKnowledge && allow.length === 0 && !isRefusing) return description;
  const values = splitByOperation(known.values, description.operations.keys());
  const refuses = isRefusing || known.refuses;
  return {
    ...description,
    known: { ...known, ...values, allow: [...known.allow, ...allow], refuses },
  };
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

/**
 * Loads the modules that a configuration names under `checks`: files, or patterns such as `./conformance/*.mjs`, in its folder.
 * @throws ConfigurationError where a file is missing, cannot be loaded, or exports no check
 */
async function loadModules(path: string, patterns: readonly string[]): Promise<readonly CheckDefinition[]> {
  const checks: CheckDefinition[] = [];
  const { glob } = await import("tinyglobby");
  for (const pattern of patterns) {
    const cwd = resolve(dirname(path));
    const files = await glob(pattern, { cwd, absolute: true, expandDirectories: false });
    if (files.length === 0)
      throw new ConfigurationError(
        `${path}: checks: there is no file ${pattern}: name modules, such as ./conformance/*.mjs`,
      );
    for (const file of files.toSorted()) checks.push(...(await checksIn(file)));
  }
  return checks;
}

/** @throws ConfigurationError where it cannot be loaded, or exports no check */
async function checksIn(file: string): Promise<readonly CheckDefinition[]> {
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await import(pathToFileURL(file).href);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message.split("\n")[0]}` : String(error);
    throw new ConfigurationError(`${file}: it cannot be loaded: ${reason}`);
  }
  const checks = Object.values(exported).flat().filter(isCustomCheck);
  if (checks.length === 0)
    throw new ConfigurationError(
      `${file}: it exports no check: export what defineProperty or defineResponseCheck returned`,
    );
  return checks;
}

/** Promises of the user's own. @throws ConfigurationError for checks that cannot be loaded */
async function customChecks(
  { path, checks }: OpenedConfiguration,
  given: readonly CheckDefinition[],
): Promise<Pick<UnderivedContract, "custom">> {
  if (checks.length + given.length === 0) return {};
  if (!given.every(isCustomCheck))
    throw new ConfigurationError("checks: give what defineProperty or defineResponseCheck returned");
  return { custom: [...new Set([...(await loadModules(path, checks)), ...given])] };
}
