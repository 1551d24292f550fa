import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Contract, Knowledge, YamlFile } from "../../description/index.js";
import { configurationFile } from "../settings.js";
import type { Configuration } from "./configuration.js";

/** A configuration file that was opened: what decides the contract, and the way to the rest, which is held against the contract. */
export interface OpenedConfiguration {
  /** As it was found or given. */
  readonly path: string;
  /** The modules of checks that it names. */
  readonly checks: readonly string[];
  /** The facts that it states of an interface; nothing of a section that `read` refuses. */
  readonly known?: Knowledge | undefined;
  readonly strict?: boolean;
  /** The folder of the reports that it states, also where the rest of it is refused. */
  readonly reports?: string;
  /**
   * Reads and checks all of it.
   * @returns undefined where there is no file
   * @throws ConfigurationError with everything that is wrong in it, a line each
   */
  readonly read: (contract: Contract) => Promise<Configuration | undefined>;
}

/**
 * Opens the configuration file. A mistake in it is an error of `read`, not of this.
 * @param path the file; if undefined, `pedigree.config.yaml` in the working directory, if there is one; if null, none
 */
export async function openConfiguration(path: string | null | undefined): Promise<OpenedConfiguration> {
  const file = path ?? configurationFile;
  // A link that leads nowhere is there, too: the file that it was to lead to may protect a target.
  const isThere = path !== null && (path !== undefined || lstatSync(file, { throwIfNoEntry: false }));
  if (!isThere) return { path: file, checks: [], read: async () => undefined };
  const { loadYamlFile } = await import("../../description/index.js");
  const opened = attempt(() => loadYamlFile(file));
  const { api, strict, checks, reports } = membersOf(opened);
  const { folder } = (reports ?? {}) as { readonly folder?: unknown };
  // Loaded only where there is a file: zod takes longer to load than the rest of the command line.
  const loading = () => import("./configuration.js");
  return {
    path: file,
    checks: Array.isArray(checks) ? checks.filter((each) => typeof each === "string") : [],
    known: api === undefined ? undefined : (await loading()).readKnowledge({ path: file }, api),
    strict: strict === true,
    ...(typeof folder === "string" && { reports: resolve(dirname(file), folder) }),
    read: async (contract) => {
      if ("error" in opened) throw opened.error;
      return (await loading()).readConfiguration(opened.value, contract);
    },
  };
}

type Opened = { readonly value: YamlFile } | { readonly error: unknown };

function attempt(open: () => YamlFile): Opened {
  try {
    return { value: open() };
  } catch (error) {
    return { error };
  }
}

/** The members of a file as they stand there; none where it cannot be read, or holds something else. */
function membersOf(opened: Opened): Readonly<Record<string, unknown>> {
  const value = "value" in opened ? opened.value.value : undefined;
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}
