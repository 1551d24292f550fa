import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where this package is. */
const root = new URL("../../", import.meta.url);

/** Tells this build of pedigree from others: SHA-256 over its compiled files and its contract, in hexadecimal. */
export function digestOfBuild(): string {
  const hash = createHash("sha256");
  for (const folder of ["dist", "spec"]) {
    const files = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((each) => /\.(js|json|yaml)$/.test(each)).toSorted()) {
      hash.update(`${folder}/${file}\n`).update(readFileSync(new URL(`${folder}/${file}`, root)));
    }
  }
  return hash.digest("hex");
}
