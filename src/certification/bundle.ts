import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { packArchive, unpackArchive } from "./archive.js";
import { BundleError } from "./bundle-error.js";
import { type BundleFiles, bundleName, type FileName, fileNames, mostBytes } from "./bundle-files.js";

/** Of an archive, in bytes. */
const mostOfArchive = Object.values(mostBytes).reduce((sum, most) => sum + most);

/**
 * Reads a bundle, a folder or a `.tar.gz`, which may come from anyone. Nothing is written.
 * @throws BundleError if it holds anything but the files of a bundle, or too much
 * @throws NodeJS.ErrnoException if there is nothing to read
 */
export function readBundle(path: string): BundleFiles {
  const stats = statSync(path);
  if (stats.isDirectory()) return readFolder(path);
  // A device or a pipe may never end.
  if (!stats.isFile()) throw new BundleError("is neither a folder nor a file");
  if (stats.size > mostOfArchive) throw new BundleError("is an archive that is too large");
  return unpackArchive(readFileSync(path));
}

function readFolder(folder: string): BundleFiles {
  const extra = readdirSync(folder).find((name) => !fileNames.some((known) => known === name));
  if (extra !== undefined)
    throw new BundleError(`holds ${JSON.stringify(extra)}, which is no part of a bundle`);
  return new Map(fileNames.map((name) => [name, readPart(folder, name)]));
}

function readPart(folder: string, name: FileName): Buffer {
  const path = join(folder, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new BundleError(`has no ${name}`);
  if (!stats.isFile()) throw new BundleError(`holds ${name}, which is no plain file`);
  if (stats.size > mostBytes[name]) throw new BundleError(`holds a ${name} that is too large`);
  return readFileSync(path);
}

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
