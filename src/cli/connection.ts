import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { ConfigurationError, readTextFile, UnreadableFile } from "../description/index.js";
import type { ConnectionOptions } from "../transport/index.js";

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/**
 * Reads certificates and the private key, and makes sure that TLS can use them.
 * @throws ConfigurationError if a file cannot be read, is not what it should be, or does not go with the other
 */
export function readCertificates(files: CertificateFiles): Pick<ConnectionOptions, "ca" | "cert" | "key"> {
  if (files.cert !== undefined && files.key === undefined)
    throw new ConfigurationError(
      `the client certificate ${files.cert} needs its private key: give --client-key (tls: key in the configuration)`,
    );
  if (files.key !== undefined && files.cert === undefined)
    throw new ConfigurationError(
      `the client key ${files.key} needs its certificate: give --client-cert (tls: cert in the configuration)`,
    );
  const ca = files.ca === undefined ? undefined : readText("certificate of an authority", files.ca);
  if (ca !== undefined && files.ca !== undefined) readCertificate(ca, files.ca);
  if (files.cert === undefined || files.key === undefined) return ca === undefined ? {} : { ca };
  const cert = readText("client certificate", files.cert);
  const key = readText("client key", files.key);
  const certificate = readCertificate(cert, files.cert);
  if (!certificate.checkPrivateKey(readPrivateKey(key, files.key)))
    throw new ConfigurationError(
      `the client key ${files.key} does not belong to the certificate ${files.cert}`,
    );
  return ca === undefined ? { cert, key } : { ca, cert, key };
}

function readText(what: string, path: string): string {
  try {
    return readTextFile(path, { pipes: true });
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`the ${what} ${path} ${error.message}`);
    throw error;
  }
}

/** The first of a file, which is the client's own; any other is looked at, too. */
function readCertificate(text: string, path: string): X509Certificate {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    const [first] = blocks.map((block) => new X509Certificate(block));
    if (first !== undefined) return first;
  } catch {
    // Said below, as for a file without any.
  }
  throw new ConfigurationError(
    `${path} holds no certificate in PEM: it should start with -----BEGIN CERTIFICATE-----`,
  );
}

function readPrivateKey(text: string, path: string): KeyObject {
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
