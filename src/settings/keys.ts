import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { ConfigurationError, readTextFile, UnreadableFile } from "../description/index.js";
import { type ConnectionOptions, isHeaderText, shortestHiddenInParts } from "../transport/index.js";
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
export function readSecondKey(
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

/**
 * Reads certificates and the private key, and makes sure that TLS can use them.
 * @throws ConfigurationError if a file cannot be read, is not what it should be, or does not go with the other
 */
export function readCertificates({ ca: authorities, clientCert, clientKey }: Settings): ConnectionOptions {
  if (clientCert !== undefined && clientKey === undefined)
    throw new ConfigurationError(
      `the client certificate ${clientCert} needs its private key: give --client-key (tls: key in the configuration)`,
    );
  if (clientKey !== undefined && clientCert === undefined)
    throw new ConfigurationError(
      `the client key ${clientKey} needs its certificate: give --client-cert (tls: cert in the configuration)`,
    );
  const ca =
    authorities === undefined ? undefined : readCredential("certificate of an authority", authorities);
  if (ca !== undefined && authorities !== undefined) parseCertificate(ca, authorities);
  if (clientCert === undefined || clientKey === undefined) return defined({ ca });
  const cert = readCredential("client certificate", clientCert);
  const key = readCredential("client key", clientKey);
  if (!parseCertificate(cert, clientCert).checkPrivateKey(parsePrivateKey(key, clientKey)))
    throw new ConfigurationError(
      `the client key ${clientKey} does not belong to the certificate ${clientCert}`,
    );
  return defined({ ca, cert, key });
}

/** The first of a file, which is the client's own; any other is looked at, too. */
function parseCertificate(text: string, path: string): X509Certificate {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    const [first] = blocks.map((block) => new X509Certificate(block));
    if (first !== undefined) return first;
  } catch {
    // A block that is no certificate is refused below, as is a file without any.
  }
  throw new ConfigurationError(
    `${path} holds no certificate in PEM: it should start with -----BEGIN CERTIFICATE-----`,
  );
}

function parsePrivateKey(text: string, path: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const isEncrypted = /ENCRYPTED/.test(text);
    throw new ConfigurationError(
      isEncrypted
        ? `the client key ${path} is encrypted: give one without a passphrase`
        : `${path} holds no private key in PEM: it should start with -----BEGIN PRIVATE KEY-----`,
    );
  }
}
