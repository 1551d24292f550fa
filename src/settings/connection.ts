import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { ConfigurationError } from "../description/index.js";
import type { ConnectionOptions } from "../transport/index.js";
import type { AccessSources } from "./access.js";
import { readCredential } from "./keys.js";
import { proxyFromEnvironment, readProxy } from "./proxy.js";
import { defined, type Settings } from "./settings.js";

/**
 * Reads how the target is connected to, its proxy and certificates; undefined where that is as usual.
 * @throws ConfigurationError for a proxy or a certificate that cannot be used
 */
export function readConnection(
  { environment, warn }: Pick<AccessSources, "environment" | "warn">,
  settings: Settings,
  baseUrl: string | undefined,
): ConnectionOptions | undefined {
  const { insecure, proxy: named } = settings;
  if (insecure === true)
    warn("INSECURE: the server's certificate is not looked at; anyone in between can read the API key");
  const certificates = readCertificates(settings);
  const proxy =
    named === undefined ? baseUrl && proxyFromEnvironment(baseUrl, environment) : readProxy(named);
  const connection = defined({ ...certificates, insecure: insecure || undefined, proxy });
  return Object.keys(connection).length === 0 ? undefined : connection;
}

/**
 * Reads certificates and the private key, and makes sure that TLS can use them.
 * @throws ConfigurationError if a file cannot be read, is not what it should be, or does not go with the other
 */
function readCertificates({ ca: authorities, clientCert, clientKey }: Settings): ConnectionOptions {
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
