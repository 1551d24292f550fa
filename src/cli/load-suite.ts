import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CheckDefinition,
  ConfigurationError,
  type Contract,
  isCustomCheck,
  noKnowledge,
  splitByOperation,
} from "../description/index.js";
import { unusedPrivateItems } from "../model/index.js";
import type { Suite } from "../run/index.js";
import { animalStore, deriveContract, openApi, unknownNames } from "../suites/index.js";
import { type ChosenContract, chooseContract, type DescriptionChoice } from "./choose-contract.js";
import type { Configuration } from "./configuration/configuration.js";
import { loadConfiguration, statedChecks } from "./configuration/load-configuration.js";
import { needName } from "./names.js";
import { configurationFile, type Settings } from "./settings.js";
import type { Warn } from "./warn.js";

/** A suite, and the contract that it holds a server to. */
export type ChosenSuite = ChosenContract & { readonly suite: Suite };

/**
 * Returns the Animal Store's suite, or that for any description, with its contract.
 * @throws ConfigurationError as `chooseContract` does
 */
export async function chooseSuite(choice: DescriptionChoice): Promise<ChosenSuite> {
  const chosen = await chooseContract(choice);
  return { ...chosen, suite: chosen.kind === "animal-store" ? animalStore : openApi };
}

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
  const values = splitByOperation(stated.values, description.operations.keys());
  const known = { ...stated, ...values, allow: [...stated.allow, ...allow] };
  const named = known.privateItems === true ? [] : known.privateItems;
  const members = [...known.computed, ...known.ignored].flatMap(({ operation = [] }) => operation);
  for (const id of [...known.allow, ...known.leaveOut, ...named, ...Object.keys(known.statuses), ...members])
    needName("operation", id, [...description.operations.keys()]);
  for (const { section, name } of unknownNames(description, known))
    warn(`api: ${section}: ${name} is the name of no parameter, and of no member of a body`);
  for (const sentence of unusedPrivateItems({ ...chosen.contract, known })) warn(`api: private: ${sentence}`);
  return { ...chosen, contract: deriveContract({ ...description, known }) };
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

/** Where the checks of a user come from. */
interface CheckSources {
  /** Path of the configuration: the one in the working directory, if undefined; none, if null. */
  readonly config: string | null | undefined;
  /** Given by a program. */
  readonly custom?: readonly CheckDefinition[];
}

/**
 * The suite, with promises of the user's own. Nothing is loaded that is refused.
 * @throws ConfigurationError for checks that cannot be loaded, or where the interface is the Animal Store's, whose promises are all
 * there
 */
export async function withCustomChecks(
  chosen: ChosenSuite,
  { config, custom = [] }: CheckSources,
): Promise<ChosenSuite> {
  const path = config ?? configurationFile;
  const patterns = config === null ? [] : await statedChecks(path);
  if (patterns.length === 0 && custom.length === 0) return chosen;
  if (chosen.kind === "animal-store")
    throw new ConfigurationError(
      "checks: custom checks are for a description: name it with --spec, or leave them out (a certificate counts the catalogue alone)",
    );
  if (!custom.every(isCustomCheck))
    throw new ConfigurationError("checks: give what defineProperty or defineResponseCheck returned");
  const all = [...new Set([...(await loadModules(path, patterns)), ...custom])];
  const description = { ...chosen.description, custom: all };
  return { ...chosen, description, contract: deriveContract(description) };
}
