import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Gunzip, gunzipSync } from "node:zlib";
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
export function readBundle(path: string): BundleFiles {
  const files = lstatSync(path).isDirectory() ? readFolder(path) : readArchive(path);
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

function readArchive(path: string): BundleFiles {
  if (lstatSync(path).size > mostBytes) throw new BundleError("holds more than 256 MB");
  const archive = unpack(readFileSync(path));
  const files = new Map<string, Buffer>();
  let refusal: BundleError | undefined;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const name = nameOf(entry, files);
      if (name instanceof BundleError) {
        refusal ??= name;
        entry.resume();
        return;
      }
      const chunks: Buffer[] = [];
      files.set(name, Buffer.alloc(0));
      entry.on("data", (chunk) => chunks.push(chunk));
      entry.on("end", () => files.set(name, Buffer.concat(chunks)));
    },
  });
  parser.on("error", ({ message }: Error) => {
    refusal ??= new BundleError(`is no archive that can be read (${message})`);
  });
  parser.end(archive);
  if (refusal !== undefined) throw refusal;
  const digest = createHash("sha256").update(archive).digest();
  if (!digestOfArchive(files).equals(digest))
    throw new BundleError("is an archive that pedigree did not make");
  return files;
}

/** What an archive holds before it is compressed. Of what is compressed, a checksum tells; of what stands around it, nothing. */
function unpack(compressed: Buffer): Buffer {
  const unpacked = decompress(compressed);
  const isWhole = unpacked.engine.bytesWritten === compressed.length;
  const isOurs = compressed.subarray(0, gzipHead.length).equals(gzipHead);
  if (isWhole && isOurs) return unpacked.buffer;
  throw new BundleError("is an archive that pedigree did not make");
}

function decompress(compressed: Buffer): { readonly buffer: Buffer; readonly engine: Gunzip } {
  try {
    // Its types lack what `info` does.
    return gunzipSync(compressed, { maxOutputLength: mostArchiveBytes, info: true }) as unknown as {
      buffer: Buffer;
      engine: Gunzip;
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BundleError(
      code === "ERR_BUFFER_TOO_LARGE"
        ? "holds more than 256 MB"
        : `is no archive that can be read (${message})`,
    );
  }
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
