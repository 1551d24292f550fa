import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CheckDefinition,
  ConfigurationError,
  isCustomCheck,
  noKnowledge,
  splitByOperation,
  type UnderivedContract,
} from "../description/index.js";
import { describesRefusal } from "../values/index.js";
import type { DescriptionChoice } from "./choose-contract.js";
import type { OpenedConfiguration } from "./configuration/open-configuration.js";

/** The flags that name a description, and say something of it. */
export interface DescriptionFlags extends DescriptionChoice {
  readonly allow?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
}

/**
 * Returns a description with what its user says beside it: facts of the interface, and checks of their own.
 * @param custom checks in addition to those of the configuration
 * @throws ConfigurationError for checks that cannot be loaded
 */
export async function completeDescription(
  description: UnderivedContract,
  flags: DescriptionFlags,
  opened: OpenedConfiguration,
  custom: readonly CheckDefinition[],
): Promise<UnderivedContract> {
  return withKnowledge({ ...description, ...(await customChecks(opened, custom)) }, flags, opened);
}

/** A description with the facts that its user states. */
function withKnowledge(
  description: UnderivedContract,
  { allow = [], strict }: DescriptionFlags,
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
