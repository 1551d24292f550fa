import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { digestOfArchive, gzipHead } from "./archive.js";
import { type BundleFiles, bundleName, fileNames } from "./bundle-files.js";

/** Of all files of a bundle together, in bytes. */
const mostBytes = 256 * 1024 * 1024;
/** An archive has headers and padding besides. */
const mostArchiveBytes = mostBytes + 1024 * 1024;

/** A bundle is not what it should be, in a sentence that goes on after its name. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}

const known: ReadonlySet<string> = new Set(fileNames);

/**
 * Reads a bundle, a folder or a `.tar.gz`, which may come from anyone. Nothing is written.
 * @throws BundleError if it holds anything but the files of a bundle, or too much
 * @throws NodeJS.ErrnoException if there is nothing to read
 */
export async function readBundle(path: string): Promise<BundleFiles> {
  const files = lstatSync(path).isDirectory() ? readFolder(path) : await readArchive(path);
  for (const name of known) if (!files.has(name)) throw new BundleError(`has no ${name}`);
  return files;
}

function readFolder(folder: string): BundleFiles {
  const files = new Map<string, Buffer>();
  let room = mostBytes;
  for (const name of readdirSync(folder)) {
    if (!known.has(name))
      throw new BundleError(`holds ${JSON.stringify(name)}, which is no part of a bundle`);
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (!stats.isFile()) throw new BundleError(`holds ${name}, which is no plain file`);
    room -= stats.size;
    if (room < 0) throw new BundleError("holds more than 256 MB");
    files.set(name, readFileSync(path));
  }
  return files;
}

async function readArchive(path: string): Promise<BundleFiles> {
  const files = new Map<string, Buffer>();
  let room = mostArchiveBytes;
  const hash = createHash("sha256");
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      room -= chunk.length;
      hash.update(chunk);
      done(room < 0 ? new BundleError("holds more than 256 MB") : null, chunk);
    },
  });
  let refusal: BundleError | undefined;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const name = nameOf(entry, files);
      if (refusal !== undefined || name instanceof BundleError) {
        refusal ??= name instanceof BundleError ? name : undefined;
        entry.resume();
        return;
      }
      const chunks: Buffer[] = [];
      entry.on("data", (chunk) => chunks.push(chunk));
      entry.on("end", () => files.set(name, Buffer.concat(chunks)));
      files.set(name, Buffer.alloc(0));
    },
  });
  try {
    needGzipHead(path);
    await pipeline(createReadStream(path), createGunzip(), bounded, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        parser.write(chunk);
        if (refusal !== undefined) throw refusal;
      }
      parser.end();
    });
  } catch (error) {
    if (error instanceof BundleError || (error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    throw new BundleError(`is no archive that can be read (${(error as Error).message})`);
  }
  if (refusal !== undefined) throw refusal;
  if (!digestOfArchive(files).equals(hash.digest()))
    throw new BundleError("is an archive that pedigree did not make");
  return files;
}

/** Of what is compressed, the checksum tells; of what stands before it, nothing does. */
function needGzipHead(path: string): void {
  const head = Buffer.alloc(gzipHead.length);
  const file = openSync(path, "r");
  readSync(file, head);
  closeSync(file);
  if (!head.equals(gzipHead)) throw new BundleError("is no archive that pedigree made");
}

/** The name of the file that an entry holds, or why it is refused. */
function nameOf({ path, type, size }: ReadEntry, files: BundleFiles): string | BundleError {
  const shown = JSON.stringify(path.slice(0, 200));
  const name = path.startsWith(`${bundleName}/`) ? path.slice(bundleName.length + 1) : "";
  if (!known.has(name)) return new BundleError(`holds ${shown}, which is no part of a bundle`);
  if (type !== "File" && type !== "OldFile") return new BundleError(`holds ${shown}, which is no plain file`);
  if (size > mostBytes) return new BundleError("holds more than 256 MB");
  return files.has(name) ? new BundleError(`holds ${shown} twice`) : name;
}
