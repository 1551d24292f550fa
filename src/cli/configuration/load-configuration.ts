import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Contract, loadYamlFile } from "../../description/index.js";
import { configurationFile } from "../settings.js";
import type { Configuration } from "./configuration.js";

/**
 * Reads and checks the configuration file.
 * @param path the file; if absent, `pedigree.config.yaml` in the working directory, if there is one
 * @returns undefined where there is none
 * @throws ConfigurationError with everything that is wrong in it, a line each
 */
export async function loadConfiguration(
  path: string | undefined,
  contract: Contract,
): Promise<Configuration | undefined> {
  // A link that leads nowhere is there, too: what it was to lead to may protect a target.
  const isThere = lstatSync(configurationFile, { throwIfNoEntry: false }) !== undefined;
  if (path === undefined && !isThere) return undefined;
  // Loaded only where there is a file: zod takes longer to load than the rest of the command line.
  const { readConfiguration } = await import("./configuration.js");
  return readConfiguration(path ?? configurationFile, contract);
}

/** The folder of the reports that a file states, also where the rest of it is refused. */
export function statedReportsFolder(path = configurationFile): string | undefined {
  const { folder } = (statedIn(path)["reports"] ?? {}) as { readonly folder?: unknown };
  return typeof folder === "string" ? resolve(dirname(path), folder) : undefined;
}

/** The modules of checks that a file states: the requirements depend on them, which the rest of it is held against. */
export function statedChecks(path: string): readonly string[] {
  const { checks } = statedIn(path);
  return Array.isArray(checks) ? checks.filter((each) => typeof each === "string") : [];
}

/** The members of a file as they stand there; none where it cannot be read. */
function statedIn(path: string): Readonly<Record<string, unknown>> {
  try {
    return (loadYamlFile(path).value ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
