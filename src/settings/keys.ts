import {
  ConfigurationError,
  isCatalogued,
  noKnowledge,
  readTextFile,
  UnreadableFile,
} from "../description/index.js";
import { asksForCredentials } from "../model/index.js";
import { isHeaderText, shortestHiddenInParts } from "../transport/index.js";
import { type AccessSources, configuredLogin } from "./access.js";
import type { ConfiguredTarget } from "./configuration/configuration.js";
import { defined, type Settings } from "./settings.js";
import { type Warn, warnOnStderr } from "./warn.js";

/** Where a key may come from. */
export interface KeySources {
  readonly flags: Pick<Settings, "key" | "keyFile" | "secondKeyFile">;
  readonly environment: NodeJS.ProcessEnv;
  readonly target?: ConfiguredTarget | undefined;
  readonly warn?: Warn;
  /** The alternative where there is no key. */
  readonly otherwise?: string;
}

/** The API key. */
export interface ApiKey {
  readonly key: string;
  /** The variable of the environment that it came from, if it is not the usual one. */
  readonly keyVariable?: string;
}

/** The advice where a description secures operations, and the server serves them to anybody. */
const withoutSecurity =
  "; if the server asks for none, remove $.security and $.paths.*.*.security from the description with --overlay";

/** The key; none where nothing asks for one, or a token takes its place. @throws ConfigurationError if both are there */
export function readAccess(sources: AccessSources, target: ConfiguredTarget | undefined): ApiKey {
  const { flags, environment, contract, warn } = sources;
  const login = configuredLogin(sources);
  // A plan sends nothing.
  if (flags.plan === true || !asksForCredentials(contract)) return { key: "" };
  const otherwise = isCatalogued(contract) ? "" : withoutSecurity;
  if (login === undefined) return readKey({ flags, environment, target, warn, otherwise });
  const given = [
    flags.key !== undefined && "--key",
    flags.keyFile !== undefined && "--key-file",
    environment["PEDIGREE_API_KEY"] !== undefined && "PEDIGREE_API_KEY",
    target?.key !== undefined && `the key of ${target.name}`,
  ].find((each) => each !== false);
  if (given === undefined) return { key: "" };
  throw new ConfigurationError(
    `${login.place}: the token takes the place of the API key, but ${given} is given, too: leave one of them out`,
  );
}

/** The key of another user, where the configuration says what is private. @throws ConfigurationError as `readSecondKey` does */
export function readSecondAccess(
  sources: AccessSources,
  target: ConfiguredTarget | undefined,
  first: string,
): string | undefined {
  const { flags, environment, contract, warn } = sources;
  if (isCatalogued(contract)) return undefined;
  const { privateItems } = contract.known ?? noKnowledge;
  if (privateItems === true || privateItems.length > 0) return readSecondKey({ ...sources, target }, first);
  const given = [flags.secondKeyFile, environment["PEDIGREE_SECOND_API_KEY"], target?.second];
  if (given.some((each) => each !== undefined))
    warn("the second API key is not used: api: private in the configuration names no operation");
  return undefined;
}

/**
 * The API key, from a flag, a file, the environment or the configured target, in this order.
 * @throws ConfigurationError if there is none, or none that a header can carry
 */
export function readKey({
  flags,
  environment,
  target,
  warn = warnOnStderr,
  otherwise = "",
}: KeySources): ApiKey {
  const found = findKey({ flags, environment, target, warn });
  const key = checkKey(found.key, otherwise);
  if (key.length < shortestHiddenInParts)
    warn(
      `the API key has fewer than ${shortestHiddenInParts} characters: it is hidden only where it stands whole, as a word`,
    );
  return { ...found, key };
}

/**
 * The key of another user, from a file, the environment or the configured target; undefined if there is none.
 * @throws ConfigurationError if a header cannot carry it, or it is the first user's own
 */
function readSecondKey(
  { flags, environment, target, warn = warnOnStderr }: KeySources,
  first: string,
): string | undefined {
  const general = environment["PEDIGREE_SECOND_API_KEY"];
  const configured = target?.second;
  const found =
    flags.secondKeyFile !== undefined
      ? readKeyFile(flags.secondKeyFile)
      : (general ?? (configured && readConfigured(configured, { name: target.name, environment, warn }).key));
  const key = found?.trim();
  if (key === undefined) return undefined;
  if (key === "" || !isKey(key))
    throw new ConfigurationError(
      "the second API key is empty, or a header cannot carry it: is it the right one?",
    );
  if (key === first)
    throw new ConfigurationError("the second API key is the first: give one of another user");
  return key;
}

/**
 * A key without blanks around it.
 * @param otherwise what else to do where there is none
 * @throws ConfigurationError if it is none, or none that a header can carry
 */
export function checkKey(text = "", otherwise = ""): string {
  const key = text.trim();
  if (key === "")
    throw new ConfigurationError(
      `there is no API key: set PEDIGREE_API_KEY, or name a file with --key-file${otherwise}`,
    );
  if (isKey(key)) return key;
  const [, scheme] = usualScheme.exec(key) ?? [];
  if (scheme !== undefined)
    throw new ConfigurationError(
      `the API key begins with "${scheme}": give the key alone; the description says what goes before it, or "prefix" under api in the configuration`,
    );
  throw new ConfigurationError(
    "the API key has characters that an HTTP header cannot carry: is it the right one?",
  );
}

/** A user's name and password, which go out encoded, so that blanks may be among them. Source: RFC 7617, section 2. */
const userAndPassword = /^[\x21-\x39\x3b-\x7e]+:[\x20-\x7e]+$/;

/** Does a key have the form of HTTP's basic scheme? */
export function isUserAndPassword(key: string): boolean {
  return userAndPassword.test(key);
}

/** The scheme before a key in a header, where it is no part of the key. Sources: RFC 6750, section 2.1; RFC 7617, section 2. */
const usualScheme = /^(bearer|basic) (?=.)/i;

/**
 * Can a header carry a key? It may begin with a scheme that no description can name, as in `Token 9944b09199c62bcf`; the usual
 * schemes come from the description.
 */
function isKey(text: string): boolean {
  if (isUserAndPassword(text)) return true;
  const [, key = text] = /^[a-z][\w-]{2,} (.+)$/i.exec(text) ?? [];
  return isHeaderText(key) && !usualScheme.test(text);
}

function findKey({
  flags,
  environment,
  target,
  warn,
}: Required<Omit<KeySources, "otherwise">>): Partial<ApiKey> {
  if (flags.key !== undefined) {
    warn("--key can be read in process lists; prefer PEDIGREE_API_KEY or --key-file");
    return { key: flags.key };
  }
  if (flags.keyFile !== undefined) return { key: readKeyFile(flags.keyFile) };
  const general = environment["PEDIGREE_API_KEY"];
  if (general?.trim() === "")
    throw new ConfigurationError(
      "the environment variable PEDIGREE_API_KEY is empty: give a value, or leave it out",
    );
  if (target?.key === undefined) return defined({ key: general });
  if (general !== undefined) {
    warn(`PEDIGREE_API_KEY is set, and used instead of the key that is configured for ${target.name}`);
    return { key: general };
  }
  return readConfigured(target.key, { name: target.name, environment, warn });
}

/** The key that an entry of the configuration says where to find. */
function readConfigured(
  { source, place }: NonNullable<ConfiguredTarget["key"]>,
  { name, environment, warn }: Pick<Required<KeySources>, "environment" | "warn"> & { readonly name: string },
): Partial<ApiKey> {
  if (source.file !== undefined) return { key: readKeyFile(source.file) };
  if (source.value !== undefined) {
    warn(`${place}: everybody who can read this file has the key of ${name}; prefer key: { env: NAME }`);
    return { key: source.value };
  }
  const { env: keyVariable = "" } = source;
  const key = environment[keyVariable]?.trim();
  if (key) return { key, keyVariable };
  throw new ConfigurationError(
    `${place}: the environment variable ${keyVariable} is to hold the key of ${name}, but is not set`,
  );
}

function readKeyFile(path: string): string {
  return readCredential("key file", path, 64 * 1024);
}

/**
 * The text of a file that holds a key or a certificate. @param what to call it @param most in bytes; a megabyte if absent
 * @throws ConfigurationError if it cannot be read
 */
export function readCredential(what: string, path: string, most?: number): string {
  try {
    return readTextFile(path, { pipes: true, ...defined({ most }) });
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`the ${what} ${path} ${error.message}`);
    throw error;
  }
}
