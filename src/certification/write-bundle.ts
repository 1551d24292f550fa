import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packArchive } from "./archive.js";
import { type BundleFiles, bundleName } from "./bundle-files.js";

/**
 * Writes a bundle as a folder and as one `.tar.gz` of it, in place of earlier ones.
 * @returns the paths of both
 */
export function writeBundle(
  files: BundleFiles,
  parent: string,
): { readonly folder: string; readonly archive: string } {
  const draft = mkdtempSync(join(parent, ".certificate-"));
  try {
    mkdirSync(join(draft, bundleName));
    for (const [name, content] of files) writeFileSync(join(draft, bundleName, name), content);
    writeFileSync(join(draft, "archive"), packArchive(files));
    const folder = join(parent, bundleName);
    const archive = join(parent, `${bundleName}.tar.gz`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, bundleName), folder);
    renameSync(join(draft, "archive"), archive);
    return { folder, archive };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
