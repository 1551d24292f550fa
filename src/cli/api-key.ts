import { ConfigurationError, readTextFile, UnreadableFile } from "../description/index.js";
import { shortestHiddenInParts } from "../transport/index.js";
import type { ConfiguredTarget } from "./configuration/configuration.js";
import type { Settings } from "./settings.js";
import { type Warn, warnOnStderr } from "./warn.js";

/** Where a key may come from. */
export interface KeySources {
  readonly flags: Pick<Settings, "key" | "keyFile">;
  readonly environment: NodeJS.ProcessEnv;
  readonly target?: ConfiguredTarget | undefined;
  readonly warn?: Warn;
}

/**
 * The API key, from a flag, a file, the environment or the configured target, in this order.
 * @throws ConfigurationError if there is none, or none that a header can carry
 */
export function readKey({ flags, environment, target, warn = warnOnStderr }: KeySources): string {
  if (flags.key !== undefined)
    warn("--key can be read in process lists; prefer PEDIGREE_API_KEY or --key-file");
  const flagged = flags.key ?? (flags.keyFile === undefined ? undefined : keyFromFile(flags.keyFile));
  const general = environment["PEDIGREE_API_KEY"];
  if (flagged === undefined && general?.trim() === "")
    throw new ConfigurationError(
      "the environment variable PEDIGREE_API_KEY is empty: give a value, or leave it out",
    );
  if (flagged === undefined && general !== undefined && target?.key !== undefined)
    warn(`PEDIGREE_API_KEY is set, and used instead of the key that is configured for ${target.name}`);
  const key = (flagged ?? general ?? configuredKey(target, environment, warn) ?? "").trim();
  if (key === "")
    throw new ConfigurationError("there is no API key: set PEDIGREE_API_KEY, or name a file with --key-file");
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ConfigurationError(
      "the API key has characters that an HTTP header cannot carry: is it the right one?",
    );
  if (key.length < shortestHiddenInParts)
    warn(
      `the API key has fewer than ${shortestHiddenInParts} characters: it is hidden only where it stands whole, as a word`,
    );
  return key;
}

/** The variable of the environment that holds the key; the usual one where it comes from elsewhere. */
export function keyVariable({ flags, environment, target }: KeySources): string | undefined {
  const isElsewhere =
    flags.key !== undefined || flags.keyFile !== undefined || environment["PEDIGREE_API_KEY"] !== undefined;
  return isElsewhere ? undefined : target?.key?.source.env;
}

function configuredKey(
  target: ConfiguredTarget | undefined,
  environment: NodeJS.ProcessEnv,
  warn: Warn,
): string | undefined {
  if (target?.key === undefined) return undefined;
  const { source, place } = target.key;
  if (source.file !== undefined) return keyFromFile(source.file);
  if (source.value !== undefined) {
    warn(
      `${place}: everybody who can read this file has the key of ${target.name}; prefer key: { env: NAME }`,
    );
    return source.value;
  }
  const key = environment[source.env ?? ""]?.trim();
  if (key !== undefined && key !== "") return key;
  throw new ConfigurationError(
    `${place}: the environment variable ${source.env} is to hold the key of ${target.name}, but is not set`,
  );
}

/** In bytes. */
const mostOfKey = 64 * 1024;

function keyFromFile(path: string): string {
  try {
    return readTextFile(path, { most: mostOfKey, pipes: true }).trim();
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new ConfigurationError(`the key file ${path} ${error.message}`);
    throw error;
  }
}
