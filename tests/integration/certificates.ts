import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** Paths of PEM files: a certificate with its private key, and the authority that has signed it. */
export const paths = { ...named("server"), client: named("client") };

/** The text of such a file. */
export function pem(path: string): string {
  return readFileSync(path, "utf8");
}

function named(name: string): { ca: string; cert: string; key: string } {
  const path = (file: string): string => join(inject("certificates"), `${name}-${file}.pem`);
  return { ca: path("ca"), cert: path("cert"), key: path("key") };
}
