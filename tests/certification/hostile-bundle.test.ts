import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Header } from "tar";
import { describe, expect, it } from "vitest";
import { fileNames, packArchive } from "../../src/certification/evidence-bundle.js";
import { readBundle } from "../../src/certification/index.js";
import { readTranscript } from "../../src/certification/transcript.js";
import { verify } from "./evidence.js";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "pedigree-hostile-"));

/** An entry of an archive, as anyone may write it. */
interface Entry {
  readonly path: string;
  readonly type?: "File" | "SymbolicLink" | "Link" | "Directory" | "CharacterDevice";
  readonly linkpath?: string;
  readonly content?: Buffer;
  /** As its header says. */
  readonly size?: number;
}

function archiveOf(...entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ path, type = "File", linkpath = "", content = Buffer.alloc(0), size }) => {
    const header = Buffer.alloc(512);
    const mtime = new Date(0);
    new Header({ path, type, linkpath, mode: 0o644, size: size ?? content.length, mtime }).encode(header);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return compress(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

/** As pedigree does it. */
function compress(archive: Buffer): Buffer {
  const compressed = gzipSync(archive);
  compressed[9] = 255;
  return compressed;
}

/** What is said of an archive of these bytes; that nothing was written beside it is expected. */
function refusalOf(bytes: Buffer): string {
  const folder = newFolder();
  const path = join(folder, "bundle.tar.gz");
  writeFileSync(path, bytes);
  try {
    readBundle(path);
    return "";
  } catch (error) {
    return (error as Error).message;
  } finally {
    expect(readdirSync(folder)).toEqual(["bundle.tar.gz"]);
  }
}

const statement = "certificate/statement.dsse.json";

describe("an archive is refused that", () => {
  it.each<[string, Buffer, RegExp]>([
    ["is none", Buffer.from("nothing of the kind"), /^is no \.tar\.gz archive$/],
    ["is empty", Buffer.alloc(0), /^is no \.tar\.gz archive$/],
    [
      "was packed again by another program",
      gzipSync(gunzipSync(archiveOf())),
      /^is an archive that was packed again by another program: give the one that pedigree certify wrote, or unpack/,
    ],
    ["holds no file", archiveOf(), /^has no/],
    ["writes outside", archiveOf({ path: "../outside" }), /"..\/outside", which is no part/],
    ["writes to an absolute path", archiveOf({ path: "/etc/cron.d/x" }), /which is no part/],
    [
      "leaves its folder by a known name",
      archiveOf({ path: "certificate/../README.md" }),
      /which is no part/,
    ],
    [
      "holds a symbolic link",
      archiveOf({ path: statement, type: "SymbolicLink", linkpath: "/etc/passwd" }),
      /no plain file/,
    ],
    [
      "holds a hard link",
      archiveOf({ path: statement, type: "Link", linkpath: "/etc/passwd" }),
      /no plain file/,
    ],
    ["holds a folder", archiveOf({ path: "certificate/", type: "Directory" }), /which is no part/],
    ["holds a device", archiveOf({ path: statement, type: "CharacterDevice" }), /no plain file/],
    ["holds a file twice", archiveOf({ path: statement }, { path: statement }), /packed again/],
    [
      "is compressed twice",
      compress(gzipSync(gzipSync(Buffer.alloc(2 ** 28)))),
      /no part|has no|packed again/,
    ],
    ["says it holds a terabyte", archiveOf({ path: statement, size: 2 ** 40 }), /too large/],
    ["is a gigabyte of zeros", compress(Buffer.alloc(2 ** 28)), /too large/],
  ])("%s", (_, bytes, expected) => {
    expect(refusalOf(bytes)).toMatch(expected);
  });
});

describe("a transcript is refused", () => {
  const runs = '{"kind":"run","number":1}\n{"kind":"run","number":2}\n';
  it.each<[string, string, RegExp]>([
    ["of empty lines", runs + "\n".repeat(2 ** 22), /line 3 cannot be read/],
    ["of one line that does not end", runs + "x".repeat(2 ** 25), /too long/],
    ["of a million brackets", `${"[".repeat(1_000_000)}\n`, /line 1 cannot be read/],
    ["whose last line is cut off", `${runs}{"kind"`, /cut off/],
  ])("%s", async (_, text, expected) => {
    const read = async (): Promise<void> => {
      const lines = readTranscript(gzipSync(text));
      for (await lines.load(); lines.peek() !== undefined; await lines.load()) lines.advance();
    };
    await expect(read()).rejects.toThrow(expected);
  });
});

describe("a folder is refused that", () => {
  it("holds a symbolic link, or what is no part of a bundle", () => {
    const [linked, extra] = [newFolder(), newFolder()];
    symlinkSync("/etc/passwd", join(linked, fileNames[0]));
    mkdirSync(join(extra, "node_modules"));
    expect(() => readBundle(linked)).toThrow("holds statement.dsse.json, which is no plain file");
    expect(() => readBundle(extra)).toThrow('holds "node_modules", which is no part of a bundle');
  });
});

describe("the files of a bundle are refused", () => {
  const brackets = "[".repeat(1_000_000);
  const envelope = (payload: string): string =>
    JSON.stringify({
      payloadType: "application/vnd.in-toto+json",
      payload: Buffer.from(payload).toString("base64"),
      signatures: [],
    });

  it.each([
    ["with an envelope of a million brackets", brackets],
    ["with a statement of a million brackets", envelope(brackets)],
    ["with a statement nested a million times", envelope(`${brackets}${"]".repeat(1_000_000)}`)],
    ["with a statement that is null", envelope("null")],
    ["with a statement of another kind", envelope("{}")],
    ["with a statement in another order", envelope('{"b":1,"a":2}')],
  ])("%s", async (_, text) => {
    const files = new Map(fileNames.map((name) => [name, Buffer.from(text)]));
    expect(packArchive(files).length).toBeGreaterThan(0);
    const verification = await verify(files);
    expect(verification).toEqual({ status: "refused", difference: expect.stringMatching(/^it /) });
    expect(JSON.stringify(verification).length).toBeLessThan(400);
  });
});
