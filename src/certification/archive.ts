import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { Header } from "tar";
import { BundleError } from "./bundle-error.js";
import { type BundleFiles, bundleName, type FileName, fileNames, mostBytes } from "./bundle-files.js";

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
export function unpackArchive(compressed: Buffer): BundleFiles {
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
