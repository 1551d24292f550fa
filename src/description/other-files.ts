import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isOfOtherFile } from "./bundle.js";
import { readTextFile, UnreadableFile, type YamlFile } from "./file.js";
import { parseFile } from "./json-file.js";
import { hasReference } from "./references.js";

/** The files around a description that it may refer to. */
export interface OtherFiles {
  /** The URL of the description itself. */
  readonly location: string;
  /** Returns the name of the file at a URL, and its text. Throws an error that says in a sentence why it is not read. */
  readonly read: (location: string) => { readonly name: string; readonly text: string };
}

/** A description may be spread over some thousand files, and be as large as one that is not. In bytes. */
export const mostFiles = 5000;
const mostBytesOfFile = 16 * 1024 * 1024;
const mostBytes = 64 * 1024 * 1024;

/** Of a text that came from nowhere. */
export const noFiles: OtherFiles = {
  location: "http://description.invalid/",
  read: () => {
    throw new Error("the description refers to another file, but none is known");
  },
};

/** Files of this machine: one that a user named may refer to any of them, but to no address. */
export function localFiles(path: string): OtherFiles {
  const folder = dirname(resolve(path));
  return {
    location: pathToFileURL(resolve(path)).href,
    read: (location) => {
      if (new URL(location).protocol !== "file:")
        throw new Error(`${location} is not read: a description in a file may refer to files only`);
      const named = fileURLToPath(location);
      const name = join(dirname(path), relative(folder, named));
      if (!isDescription(relative(folder, existsSync(named) ? realpathSync(named) : named)))
        throw new Error(
          `${name} is not read: a description refers to files .json, .yaml or .yml, in no hidden folder`,
        );
      try {
        return { name, text: readTextFile(named, { most: mostBytesOfFile }) };
      } catch (error) {
        throw error instanceof UnreadableFile ? new Error(`${name} ${error.message}`) : error;
      }
    },
  };
}

/** May a file be a part of a description, by its path from that? Credentials mostly are in hidden folders. */
function isDescription(path: string): boolean {
  const isHidden = path.split(/[/\\]/).some((part) => part.startsWith(".") && !/^\.{1,2}$/.test(part));
  return !isHidden && /\.(json|ya?ml)$/i.test(path);
}

/** Files that were downloaded. @param texts by their URLs */
export function downloadedFiles(location: string, texts: ReadonlyMap<string, string>): OtherFiles {
  return {
    location,
    read: (wanted) => {
      if (new URL(wanted).origin !== new URL(location).origin)
        throw new Error(
          `${wanted} is not read: a description from an address may refer to its own origin only`,
        );
      const text = texts.get(wanted);
      if (text === undefined) throw new Error(`${wanted} cannot be read`);
      return { name: wanted, text };
    },
  };
}

/** The URLs of files of the same origin that a text refers to; none if it cannot be parsed. */
export function referredFiles(location: string, text: string): readonly string[] {
  const found = new Set<string>();
  const add = (reference: string): boolean => {
    if (!isOfOtherFile(reference) || !URL.canParse(reference, location)) return false;
    const url = new URL(reference, location);
    url.hash = "";
    if (url.origin === new URL(location).origin) found.add(url.href);
    return false;
  };
  try {
    hasReference(parseFile(location, text).value, add);
  } catch {
    // Reading the file later says what is wrong with it.
  }
  return [...found];
}

/** Reads each file once, and not too many. */
export function createOpener({ read }: OtherFiles) {
  const files = new Map<string, YamlFile>();
  const texts: string[] = [];
  let length = 0;
  const open = (location: string): YamlFile => {
    const known = files.get(location);
    if (known !== undefined) return known;
    if (files.size >= mostFiles)
      throw new Error(`${location} is not read: there are more than ${mostFiles} files`);
    const { name, text } = read(location);
    length += text.length;
    if (length > mostBytes) throw new Error(`${name} is not read: the files together are too large`);
    const file = parseFile(name, text);
    files.set(location, file);
    texts.push(text);
    return file;
  };
  return { open, texts: () => texts };
}
