import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { animalStore, deriveContract, openApi } from "../contracts/index.js";
import {
  type CheckDefinition,
  ConfigurationError,
  type Contract,
  isCustomCheck,
  noKnowledge,
  splitByOperation,
} from "../description/index.js";
import type { Suite } from "../engine/index.js";
import { unusedPrivateItems } from "../model/index.js";
import { unknownNames } from "../session/index.js";
import { describesRefusal } from "../values/index.js";
import { type ChosenContract, chooseContract, type DescriptionChoice } from "./choose-contract.js";
import {
  loadConfiguration,
  type StatedKnowledge,
  statedChecks,
  statedKnowledge,
} from "./configuration/load-configuration.js";
import { needName } from "./known-names.js";
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

/** The flags that name a description, and say something of it. */
interface Flags extends DescriptionChoice {
  readonly allow?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
}

/** Where a suite is loaded from, beside flags, and where warnings go. */
interface Sources extends CheckSources {
  readonly warn: Warn;
}

/**
 * Loads the suite that flags name, and the configuration, with what both say of the interface.
 * @throws ConfigurationError for the first thing that is wrong
 */
export async function loadSuite(flags: Flags, { config, custom, warn }: Sources) {
  const described = await withCustomChecks(await chooseSuite(flags), { config, custom });
  const stated = config === null ? {} : await statedKnowledge(config ?? configurationFile);
  const chosen = withKnowledge(described, flags, stated);
  const configuration = config === null ? undefined : await loadConfiguration(config, chosen.contract);
  checkKnowledge(chosen, warn);
  return { chosen, configuration };
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
): Promise<ChosenSuite> {
  return (await loadSuite(named, { config: named.config ?? null, custom, warn })).chosen;
}

/** @throws ConfigurationError with everything that is wrong in it */
export async function loadNamedConfiguration(path: string | undefined, contract: Contract) {
  return path === undefined ? undefined : loadConfiguration(path, contract);
}

/** The suite, with what the user says beside the description, which decides what is required. */
function withKnowledge(
  chosen: ChosenSuite,
  flags: Pick<Flags, "allow" | "strict">,
  stated: StatedKnowledge,
): ChosenSuite {
  if (chosen.kind === "animal-store") return chosen;
  const { description } = chosen;
  const { allow = [], strict = stated.strict } = flags;
  const { known = noKnowledge } = stated;
  const isSilent = ![...description.operations.values()].some(describesRefusal);
  const isRefusing = strict === true && isSilent && known.refuses !== true && known.refuses.length === 0;
  // Deriving the requirements takes longest with large descriptions: once is enough.
  if (known === noKnowledge && allow.length === 0 && !isRefusing) return chosen;
  const values = splitByOperation(known.values, description.operations.keys());
  const refuses = isRefusing || known.refuses;
  const all = { ...known, ...values, allow: [...known.allow, ...allow], refuses };
  return { ...chosen, contract: deriveContract({ ...description, known: all }) };
}

/** Warns of what is said of nothing that is there. @throws ConfigurationError for an unknown operation */
function checkKnowledge({ contract }: ChosenSuite, warn: Warn): void {
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

/** Where the checks of a user come from. */
interface CheckSources {
  /** Path of the configuration: the one in the working directory, if undefined; none, if null. */
  readonly config: string | null | undefined;
  /** Given by a program. */
  readonly custom?: readonly CheckDefinition[] | undefined;
}

/**
 * The suite, with promises of the user's own. Nothing is loaded that is refused.
 * @throws ConfigurationError for checks that cannot be loaded, or where the interface is the Animal Store's, whose promises are all
 * there
 */
async function withCustomChecks(
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
