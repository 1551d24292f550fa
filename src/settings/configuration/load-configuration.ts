import { existsSync, lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Contract, Knowledge } from "../../description/index.js";
import { configurationFile, defined } from "../settings.js";
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
export async function statedReportsFolder(path = configurationFile): Promise<string | undefined> {
  const { reports } = await statedIn(path);
  const { folder } = (reports ?? {}) as { readonly folder?: unknown };
  return typeof folder === "string" ? resolve(dirname(path), folder) : undefined;
}

/** The modules of checks that a file states: the requirements depend on them, which the rest of it is held against. */
export async function statedChecks(path: string): Promise<readonly string[]> {
  const { checks } = await statedIn(path);
  return Array.isArray(checks) ? checks.filter((each) => typeof each === "string") : [];
}

/** The facts that a file states about an interface. They decide the requirements that the rest of the file is held against. */
export interface StatedKnowledge {
  readonly known?: Knowledge;
  readonly strict?: boolean;
}

/** Reads what a file says of an interface; nothing of a section that the rest of the checks refuses. */
export async function statedKnowledge(path: string): Promise<StatedKnowledge> {
  const { api, strict } = await statedIn(path);
  const isStrict = strict === true || undefined;
  if (api === undefined) return defined({ strict: isStrict });
  const { readKnowledge } = await import("./configuration.js");
  return defined({ known: readKnowledge({ path }, api), strict: isStrict });
}

/** The members of a file as they stand there; none where it cannot be read. */
async function statedIn(path: string): Promise<Readonly<Record<string, unknown>>> {
  // A mistake on the command line, where there is no file, is answered at once.
  if (!existsSync(path)) return {};
  try {
    const { loadYamlFile } = await import("../../description/index.js");
    return (loadYamlFile(path).value ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
