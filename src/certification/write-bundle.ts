import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";
import { type BundleFiles, bundleName } from "./bundle-files.js";

/**
 * Writes a bundle as a folder and as one `.tar.gz` of it, in place of earlier ones.
 * @returns the paths of both
 */
export async function writeBundle(
  files: BundleFiles,
  parent: string,
): Promise<{ readonly folder: string; readonly archive: string }> {
  const draft = mkdtempSync(join(parent, ".certificate-"));
  try {
    mkdirSync(join(draft, bundleName));
    for (const [name, content] of files) writeFileSync(join(draft, bundleName, name), content);
    const names = [...files.keys()].map((name) => `${bundleName}/${name}`);
    await create({ gzip: true, portable: true, cwd: draft, file: join(draft, "archive") }, names);
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
