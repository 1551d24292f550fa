import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { glob } from "tinyglobby";
import { type CheckDefinition, ConfigurationError, isCustomCheck } from "../description/index.js";
import { deriveContract } from "../suites/index.js";
import type { ChosenSuite } from "./choose-suite.js";
import { statedChecks } from "./configuration/load-configuration.js";
import { configurationFile } from "./settings.js";

/**
 * Loads the modules that a configuration names under `checks`: files, or patterns such as `./conformance/*.mjs`, in its folder.
 * @throws ConfigurationError where a file is missing, cannot be loaded, or exports no check
 */
async function loadModules(path: string, patterns: readonly string[]): Promise<readonly CheckDefinition[]> {
  const checks: CheckDefinition[] = [];
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
  const patterns = config === null ? [] : statedChecks(path);
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
