import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with the certificates of this run of the tests. */
    readonly certificates: string;
  }
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Makes an authority with a server's certificate, and another with a client's. They go when the tests have run. */
export default function makeCertificates({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-certificates-"));
  const names = "DNS:localhost,DNS:store.example,IP:127.0.0.1,IP:127.0.0.2";
  makeSigned(folder, "server", [`subjectAltName=${names}`, "extendedKeyUsage=serverAuth"]);
  makeSigned(folder, "client", ["extendedKeyUsage=clientAuth"]);
  provide("certificates", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** `server-ca.pem`, `server-cert.pem` and `server-key.pem`, with which nginx and Pedigree are set up. */
function makeSigned(folder: string, name: string, extensions: readonly string[]): void {
  const path = (file: string): string => join(folder, `${name}-${file}`);
  const [ca, caKey] = [path("ca.pem"), path("ca-key.pem")];
  const [key, request, signing] = [path("key.pem"), path("request.pem"), path("extensions")];
  writeFileSync(signing, `${extensions.join("\n")}\n`);
  openssl("req", "-x509", ...newKey, "-subj", `/CN=${name} CA`, "-days", "2", "-keyout", caKey, "-out", ca);
  openssl("req", "-new", ...newKey, "-subj", `/CN=${name}`, "-keyout", key, "-out", request);
  const authority = ["-CA", ca, "-CAkey", caKey, "-CAcreateserial", "-days", "2", "-extfile", signing];
  openssl("x509", "-req", "-in", request, ...authority, "-out", path("cert.pem"));
}

function openssl(...args: readonly string[]): void {
  execFileSync("openssl", args, { stdio: "pipe" });
}
