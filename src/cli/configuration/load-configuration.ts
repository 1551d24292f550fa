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
  try {
    const { reports } = loadYamlFile(path).value as { readonly reports?: { readonly folder?: unknown } };
    return typeof reports?.folder === "string" ? resolve(dirname(path), reports.folder) : undefined;
  } catch {
    return undefined;
  }
}
