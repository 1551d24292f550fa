import { closest } from "fastest-levenshtein";
import { ConfigurationError, type Contract, readTextFile, UnreadableFile } from "../description/index.js";
import { safeText } from "../report/index.js";
import type { ProfileName } from "../run/index.js";
import { shortestHiddenInParts } from "../transport/index.js";
import type { ConfiguredTarget } from "./configuration/targets.js";

export { readBaseUrl } from "./address.js";

/** The options of every command that meets a target, as arguments and environment gave them. Durations in ms. */
export interface TargetOptions {
  readonly config?: string;
  readonly target?: string;
  readonly profile?: ProfileName;
  readonly seed?: number;
  readonly keyFile?: string;
  readonly key?: string;
  readonly category?: bigint[];
  readonly readOnly?: boolean;
  readonly maxCreated?: number;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly settle?: number;
  readonly patience?: number;
  /** As `Name: value`. */
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
  readonly proxy?: string;
  readonly only?: string[];
  readonly now?: Date;
  readonly spec?: string;
}

/** Says something to the user that does not keep the command from going on. */
export type Warn = (sentence: string) => void;

/** For a command that runs. */
export const warnOnStderr: Warn = (sentence) => {
  process.stderr.write(`pedigree: warning: ${safeText(sentence)}\n`);
};

/**
 * The API key, from a flag, a file, the environment or the configured target, in this order.
 * @throws ConfigurationError if there is none, or none that a header can carry
 */
export function readKey(
  options: Pick<TargetOptions, "key" | "keyFile" | "profile">,
  environment: NodeJS.ProcessEnv,
  {
    target,
    warn = warnOnStderr,
  }: { readonly target?: ConfiguredTarget | undefined; readonly warn?: Warn } = {},
): string {
  if (options.key !== undefined)
    warn("--key can be read in process lists; prefer PEDIGREE_API_KEY or --key-file");
  const flagged = options.key ?? (options.keyFile === undefined ? undefined : keyFromFile(options.keyFile));
  const general = environment["PEDIGREE_API_KEY"];
  if (flagged === undefined && general?.trim() === "")
    throw new ConfigurationError(
      "the environment variable PEDIGREE_API_KEY is empty: give a value, or leave it out",
    );
  if (flagged === undefined && general !== undefined && target?.key !== undefined)
    warn(`PEDIGREE_API_KEY is set, and used instead of the key that is configured for ${target.name}`);
  const key = flagged ?? general ?? configuredKey(target, environment, warn);
  if (key === undefined || key.trim() === "") {
    throw new ConfigurationError("there is no API key: set PEDIGREE_API_KEY, or name a file with --key-file");
  }
  if (!/^[\x21-\x7e]+$/.test(key.trim())) {
    throw new ConfigurationError(
      "the API key has characters that an HTTP header cannot carry: is it the right one?",
    );
  }
  if (key.trim().length < shortestHiddenInParts) {
    warn(
      `the API key has fewer than ${shortestHiddenInParts} characters: it is hidden only where it stands whole, as a word`,
    );
  }
  return key.trim();
}

function configuredKey(
  target: ConfiguredTarget | undefined,
  environment: NodeJS.ProcessEnv,
  warn: Warn,
): string | undefined {
  const source = target?.key;
  switch (source?.kind) {
    case undefined:
      return undefined;
    case "file":
      return keyFromFile(source.path);
    case "value":
      warn(
        `${source.place}: whoever reads this file has the key of ${target?.name}; prefer key: { env: NAME }`,
      );
      return source.value;
    case "env": {
      const key = environment[source.name]?.trim();
      if (key !== undefined && key !== "") return key;
      throw new ConfigurationError(
        `${source.place}: the environment variable ${source.name} is to hold the key of ${target?.name}, but is not set`,
      );
    }
  }
}

/** @throws ConfigurationError, with the nearest id there is, if the catalogue has no such requirement */
export function needRequirement(contract: Contract, id: string): void {
  const ids = contract.requirements.map((requirement) => requirement.id);
  if (ids.includes(id.toUpperCase())) return;
  const nearest = closest(id.toUpperCase(), ids);
  throw new ConfigurationError(
    `there is no requirement ${id}; did you mean ${nearest}? "pedigree list" shows them all`,
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
