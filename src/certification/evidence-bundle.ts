import { createHash } from "node:crypto";
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
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { Header } from "tar";
import { transcriptFile } from "./statement.js";

/** The statement in its envelope. */
export const statementFile = "statement.dsse.json";
/** The folder in an archive. */
export const bundleName = "certificate";

/** Reports of the runs, in their order. */
export const reportFiles = ["run-1.json", "run-2.json", "run-3.json", "run-4.json"] as const;
/** The files of a bundle, in their order in an archive. */
export const fileNames = [
  statementFile,
  transcriptFile,
  ...reportFiles,
  "calibration.json",
  "README.md",
] as const;

/** The name of a file of a bundle. */
export type FileName = (typeof fileNames)[number];

const megabyte = 1024 * 1024;

/** How large each file may be, in bytes: what is parsed as a whole takes many times its size. */
const mostBytes: Readonly<Record<FileName, number>> = {
  [statementFile]: megabyte,
  [transcriptFile]: 64 * megabyte,
  "run-1.json": 4 * megabyte,
  "run-2.json": 4 * megabyte,
  "run-3.json": 4 * megabyte,
  "run-4.json": 4 * megabyte,
  "calibration.json": megabyte,
  "README.md": megabyte,
};

/** The contents of a bundle, by file name. */
export type BundleFiles = ReadonlyMap<FileName, Buffer>;

/** File → SHA-256 in hexadecimal, of all files but the statement's. */
export function digestsOf(files: BundleFiles): Record<string, string> {
  const digests = [...files].map(([name, content]) => [
    name,
    createHash("sha256").update(content).digest("hex"),
  ]);
  return Object.fromEntries(digests.filter(([name]) => name !== statementFile)) as Record<string, string>;
}

/** A bundle is not what it should be, in a sentence that goes on after its name. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}

/** In bytes. Source: POSIX.1-1988, ustar interchange format. */
const block = 512;
/** The first bytes of every archive: no name, no time, no system. Source: RFC 1952, section 2.3. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** After the compressed part: a checksum, and a length. */
const gzipTail = 8;
/** Of an archive that is not compressed: every file, its header and padding. */
const mostOfArchive = fileNames.reduce((sum, name) => sum + mostBytes[name] + 2 * block, 2 * block);

/** A bundle as one `.tar.gz`. */
export function packArchive(files: BundleFiles): Buffer {
  const parts = fileNames.flatMap((name) => {
    const content = files.get(name);
    return content === undefined
      ? []
      : [headerOf(name, content.length), content, paddingAfter(content.length)];
  });
  const archive = Buffer.concat([...parts, Buffer.alloc(2 * block)]);
  return Buffer.concat([gzipHead, deflateRawSync(archive), tailOf(archive)]);
}

/**
 * The files of an archive. There is one form of it: all files, in their order, with headers that say nothing else.
 * @throws BundleError for any other archive
 */
function unpackArchive(compressed: Buffer): BundleFiles {
  const archive = decompress(compressed);
  const files = new Map<FileName, Buffer>();
  let at = 0;
  for (const name of fileNames) {
    const header = archive.subarray(at, at + block);
    const size = sizeIn(header, name);
    const content = archive.subarray(at + block, at + block + size);
    const end = at + block + size + paddingAfter(size).length;
    const isPadded = archive.subarray(at + block + size, end).equals(paddingAfter(size));
    if (!header.equals(headerOf(name, size)) || !isPadded || content.length < size) throw notOurs();
    files.set(name, content);
    at = end;
  }
  if (!archive.subarray(at).equals(Buffer.alloc(2 * block))) throw notOurs();
  return files;
}

function headerOf(name: FileName, size: number): Buffer {
  const path = `${bundleName}/${name}`;
  const header = new Header({ path, mode: 0o644, uid: 0, gid: 0, size, mtime: new Date(0), type: "File" });
  const encoded = Buffer.alloc(block);
  header.encode(encoded);
  return encoded;
}

function paddingAfter(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

/** The size of the file that this header is of. @throws BundleError if it is of anything else */
function sizeIn(encoded: Buffer, name: FileName): number {
  if (encoded.length < block) throw new BundleError(`has no ${name}`);
  const { path = "", type, size = 0 } = readHeader(encoded);
  const shown = JSON.stringify(path.slice(0, 200));
  if (encoded.every((byte) => byte === 0)) throw new BundleError(`has no ${name}`);
  if (!fileNames.some((known) => path === `${bundleName}/${known}`))
    throw new BundleError(`holds ${shown}, which is no part of a bundle`);
  if (type !== "File") throw new BundleError(`holds ${shown}, which is no plain file`);
  if (path !== `${bundleName}/${name}`) throw new BundleError(`has no ${name} where it should be`);
  if (size > mostBytes[name]) throw new BundleError(`holds a ${name} that is too large`);
  return size;
}

/** Of any bytes: what cannot be read is not ours. */
function readHeader(encoded: Buffer): Header {
  try {
    return new Header(encoded, 0);
  } catch {
    throw notOurs();
  }
}

function decompress(compressed: Buffer): Buffer {
  const head = compressed.subarray(0, gzipHead.length);
  if (!head.equals(gzipHead) || compressed.length < gzipHead.length + gzipTail)
    throw head.subarray(0, 2).equals(gzipHead.subarray(0, 2))
      ? notOurs()
      : new BundleError("is no .tar.gz archive");
  const deflated = compressed.subarray(gzipHead.length, -gzipTail);
  const { buffer, engine } = inflate(deflated);
  const isWhole = engine.bytesWritten === deflated.length;
  if (!isWhole || !compressed.subarray(-gzipTail).equals(tailOf(buffer))) throw notOurs();
  return buffer;
}

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function inflate(deflated: Buffer): Inflated {
  try {
    // Its types lack what `info` does.
    return inflateRawSync(deflated, { maxOutputLength: mostOfArchive, info: true }) as unknown as Inflated;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BundleError(
      code === "ERR_BUFFER_TOO_LARGE"
        ? "is an archive that is too large"
        : `is no archive that can be read (${message})`,
    );
  }
}

function tailOf(archive: Buffer): Buffer {
  const tail = Buffer.alloc(gzipTail);
  tail.writeUInt32LE(crc32(archive), 0);
  tail.writeUInt32LE(archive.length, 4);
  return tail;
}

function notOurs(): BundleError {
  return new BundleError(
    "is an archive that was packed again by another program: give the one that pedigree certify wrote, or unpack this one and give its folder",
  );
}

/** Of all files together, in bytes. */
const mostOfFiles = Object.values(mostBytes).reduce((sum, most) => sum + most);

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
  if (stats.size > mostOfFiles) throw new BundleError("is an archive that is too large");
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
