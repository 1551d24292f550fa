import { readFileSync } from "node:fs";
import { closest } from "fastest-levenshtein";
import { ConfigurationError, type Contract } from "../contract/index.js";
import type { ProfileName, RunOptions } from "../run/index.js";

/** The options of every command that meets a target, as the arguments gave them. */
export interface TargetOptions {
  readonly target?: string;
  readonly profile: ProfileName;
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
  readonly only?: string[];
  readonly now?: Date;
  readonly spec?: string;
}

/**
 * A base address, without a trailing slash.
 * @throws ConfigurationError if it is none
 */
export function readBaseUrl(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    throw new ConfigurationError(
      `"${text}" is no address: give one with its scheme, for example http://localhost:8080/v1`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigurationError(`"${text}" is no HTTP address: give one such as http://localhost:8080/v1`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigurationError(
      "the address holds a user name or password: the key comes from PEDIGREE_API_KEY",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new ConfigurationError(`"${text}" has a query or fragment: give the base address only`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/**
 * The API key, from a flag, a file or the environment, in this order.
 * @throws ConfigurationError if there is none, or none that a header can carry
 */
export function readKey(options: TargetOptions, environment: NodeJS.ProcessEnv): string {
  if (options.key !== undefined) {
    process.stderr.write(
      "pedigree: warning: --key can be read in process lists; prefer PEDIGREE_API_KEY or --key-file\n",
    );
  }
  const key = options.key ?? keyFromFile(options.keyFile) ?? environment["PEDIGREE_API_KEY"];
  if (key === undefined || key.trim() === "") {
    throw new ConfigurationError("there is no API key: set PEDIGREE_API_KEY, or name a file with --key-file");
  }
  if (!/^[\x21-\x7e]+$/.test(key.trim())) {
    throw new ConfigurationError(
      "the API key has characters that an HTTP header cannot carry: is it the right one?",
    );
  }
  return key.trim();
}

/** The part of a run's options that flags decide. @throws ConfigurationError for an unknown requirement */
export function readRunOptions(options: TargetOptions, contract: Contract): Partial<RunOptions> {
  for (const id of options.only ?? []) needRequirement(contract, id);
  return {
    contract,
    profile: options.profile,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.category === undefined ? {} : { categories: options.category }),
    ...(options.readOnly === undefined ? {} : { readOnly: options.readOnly }),
    ...(options.maxCreated === undefined ? {} : { maxCreated: options.maxCreated }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    ...(options.settle === undefined ? {} : { settle: options.settle }),
    ...(options.only === undefined ? {} : { only: options.only.map((id) => id.toUpperCase()) }),
    ...(options.now === undefined ? {} : { now: options.now }),
  };
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

function keyFromFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new ConfigurationError(
      `the key file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
