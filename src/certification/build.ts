import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where this package is. */
const root = new URL("../../", import.meta.url);

/**
 * Tells this build of pedigree from others: SHA-256 over all that it runs by, in hexadecimal. Its calibration, which comes
 * after it, is no part of it.
 */
export function digestOfBuild(): string {
  const hash = createHash("sha256");
  for (const folder of ["dist", "spec", "src/model"]) {
    const files = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((each) => /\.(js|json|yaml|csv)$/.test(each)).toSorted()) {
      hash.update(`${folder}/${file}\n`).update(readFileSync(new URL(`${folder}/${file}`, root)));
    }
  }
  return hash.digest("hex");
}
