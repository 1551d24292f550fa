import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import { type BundleFiles, bundleName, fileNames } from "./bundle-files.js";

/** In bytes. Source: POSIX.1-1988, ustar interchange format. */
const block = 512;
/**
 * What every archive begins with: no name, no time, no system, so that not a byte of it can be another.
 * Source: RFC 1952, section 2.3.
 */
export const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** A bundle as one `.tar.gz`. */
export function packArchive(files: BundleFiles): Buffer {
  const archive = gzipSync(Buffer.concat([...tarBlocks(files)]));
  gzipHead.copy(archive);
  return archive;
}

/** SHA-256 over the archive of these files before it is compressed. */
export function digestOfArchive(files: BundleFiles): Buffer {
  const hash = createHash("sha256");
  for (const part of tarBlocks(files)) hash.update(part);
  return hash.digest();
}

/** The archive in parts: the same bytes for the same files, whoever makes it. */
function* tarBlocks(files: BundleFiles): Generator<Buffer> {
  for (const name of fileNames) {
    const content = files.get(name);
    if (content === undefined) continue;
    const header = new Header({
      path: `${bundleName}/${name}`,
      mode: 0o644,
      uid: 0,
      gid: 0,
      size: content.length,
      mtime: new Date(0),
      type: "File",
    });
    const encoded = Buffer.alloc(block);
    header.encode(encoded);
    yield encoded;
    yield content;
    yield Buffer.alloc((block - (content.length % block)) % block);
  }
  yield Buffer.alloc(2 * block);
}
