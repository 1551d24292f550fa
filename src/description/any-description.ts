import { createHash } from "node:crypto";
import { bundleFiles } from "./bundle.js";
import type { UnderivedContract } from "./contract.js";
import { findContradictions } from "./contradictions.js";
import { deriveDescription, described, upgradeFile } from "./description.js";
import { withDiscriminators } from "./discriminators.js";
import { ConfigurationError, type Path, readYamlText, refusal, type YamlFile } from "./file.js";
import { parseFile } from "./json-file.js";
import { methods, type Operation } from "./operation.js";
import { createOpener, localFiles, noFiles, type OtherFiles } from "./other-files.js";
import { applyOverlays } from "./overlay.js";
import { atPointer, isData, isObject, isReference, pointerOf } from "./references.js";
import { withPlacesForNames } from "./schema-names.js";
import { checkFacts } from "./stated-facts.js";
import { convertSwagger, isSwagger } from "./swagger.js";
import { keepUsableParts } from "./usable-parts.js";

/** More than any description has, in bytes: the largest that are published have some 15 MB. */
export const largestDescription = 64 * 1024 * 1024;

/** A description without a catalogue, and what of it is left out. */
export interface LoadedDescription {
  readonly description: UnderivedContract;
  /** A sentence each, with file and line. */
  readonly limitations: readonly string[];
  /** The operations that are left out, since their description has a fault. */
  readonly unreadable: readonly UnreadableOperation[];
  /** Where an operation is written, by its id, or a schema of one: `openapi.yaml:52 #/paths/~1books/post`. */
  readonly locate: (part: string | object) => string | undefined;
  /** Where a pattern is written first: `openapi.yaml:52`; undefined for none of the description. */
  readonly locatePattern: (pattern: string) => string | undefined;
}

/** An operation by its method and path: nothing else of it can be read. */
export type UnreadableOperation = Pick<Operation, "method" | "path">;

/** The options for reading a description. */
export interface DescriptionOptions {
  /** Paths of overlays, which are applied one after the other. */
  readonly overlays?: readonly string[];
  /** The files that it refers to; none if absent. */
  readonly files?: OtherFiles;
}

/**
 * Reads a description, OpenAPI 3.0 or 3.1 or Swagger 2.0, from a file, and what it refers to from others.
 * @throws ConfigurationError with file, line and reason, for what leaves nothing to use
 */
export function loadDescription(
  path: string,
  options: Omit<DescriptionOptions, "files"> = {},
): LoadedDescription {
  const text = readYamlText(path, { most: largestDescription, pipes: true });
  return readDescription(path, text, { ...options, files: localFiles(path) });
}

/** The same of a text. @param name what to call it: its path or address */
export function readDescription(
  name: string,
  text: string,
  options: DescriptionOptions = {},
): LoadedDescription {
  try {
    return readBounded(name, text, options);
  } catch (error) {
    // Parts that lead to each other in a circle of many are followed deeper than the shortest way.
    if (error instanceof RangeError) throw tooManyReferences(name);
    throw error;
  }
}

function readBounded(
  name: string,
  text: string,
  { overlays = [], files = noFiles }: DescriptionOptions,
): LoadedDescription {
  const opened = createOpener(files);
  const overlaid = applyOverlays(parseFile(name, text), overlays);
  const bundle = bundleFiles(withPlacesForNames(overlaid.file), {
    location: files.location,
    open: (location) => withPlacesForNames(opened.open(location)),
  });
  checkBounds(bundle.file);
  const converted = isSwagger(bundle.file) ? convertSwagger(bundle.file) : bundle.file;
  const upgraded = upgradeFile(converted);
  const { file: usable, faults } = keepUsableParts(upgraded);
  const file = { ...usable, value: withDiscriminators(usable.value) };
  checkFacts(file);
  const { document, operations, limitations, pathOf } = deriveDescription(file, described);
  const texts = [text, ...overlaid.texts, ...opened.texts()];
  const digest = createHash("sha256").update(texts.join("")).digest("hex");
  const contradictions = findContradictions(document).map(({ path, reason }) => refusal(file, path, reason));
  const all = [...overlaid.faults, ...bundle.faults, ...faults, ...contradictions, ...limitations];
  const locate = (part: string | object): string | undefined => {
    const path = pathOf(part);
    if (path === undefined) return undefined;
    const { file: other, line } = file.placeOf(path);
    // In another file, it is called otherwise.
    return other === undefined ? `${file.path}:${line} ${pointerOf(path)}` : `${other}:${line}`;
  };
  const locatePattern = (pattern: string): string | undefined => {
    const path = pathOfPattern(file.value, pattern);
    if (path === undefined) return undefined;
    const { file: other, line } = file.placeOf(path);
    return `${other ?? file.path}:${line}`;
  };
  return {
    description: { version: document.info.version, document, operations, digest },
    limitations: [...new Set(all.map(({ message }) => message))],
    unreadable: unreadableIn(upgraded.value, usable.value),
    locate,
    locatePattern,
  };
}

/** The first place in a part of a document that has this pattern, as a keyword or as the name of members. */
function pathOfPattern(part: unknown, pattern: string): Path | undefined {
  if (typeof part !== "object" || part === null) return undefined;
  for (const [name, member] of Object.entries(part)) {
    const isNamed = name === "patternProperties" && isObject(member) && Object.hasOwn(member, pattern);
    if (isNamed || (name === "pattern" && member === pattern)) return [name, ...(isNamed ? [pattern] : [])];
    const inMember = pathOfPattern(member, pattern);
    if (inMember !== undefined) return [name, ...inMember];
  }
  return undefined;
}

/** The largest descriptions that are published have 5,000. */
const mostOperations = 10_000;

/** Items in items, each with an id: the paths above a path of thousands would take gigabytes. */
const mostParameters = 100;

/** References that lead from one to the next: what follows them recurses. */
const mostInChain = 1000;

/**
 * Refuses a description that would take more time or more stack than there is, before any work on it begins.
 * @throws ConfigurationError that names the bound
 */
function checkBounds({ path, value }: YamlFile): void {
  const operations = countOperations(value);
  if (operations > mostOperations)
    throw new ConfigurationError(
      `${path}: has ${operations} operations, and may have ${mostOperations}: split it`,
    );
  const long = pathsOf(value).find((each) => each.split("{").length > mostParameters + 1);
  if (long !== undefined)
    throw new ConfigurationError(`${path}: has a path with more than ${mostParameters} parameters`);
  if (hasLongChain(value)) throw tooManyReferences(path);
}

/** Says that references lead on too far. */
function tooManyReferences(path: string): ConfigurationError {
  return new ConfigurationError(`${path}: has more than ${mostInChain} references in one chain`);
}

function pathsOf(document: unknown): readonly string[] {
  return isObject(document) && isObject(document["paths"]) ? Object.keys(document["paths"]) : [];
}

function countOperations(document: unknown): number {
  return pathsOf(document).reduce((sum, path) => sum + methodsAt(document, path).length, 0);
}

/** The methods in small letters that a document has at a path. */
function methodsAt(document: unknown, path: string) {
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  const item = Object.hasOwn(paths, path) ? paths[path] : undefined;
  return isObject(item) ? methods.filter((each) => Object.hasOwn(item, each)) : [];
}

/** The operations of a document that its usable parts lack. */
function unreadableIn(document: unknown, usable: unknown): readonly UnreadableOperation[] {
  return pathsOf(document).flatMap((path) => {
    const kept = new Set(methodsAt(usable, path));
    return methodsAt(document, path)
      .filter((each) => !kept.has(each))
      .map((each) => ({ method: each.toUpperCase() as Operation["method"], path }));
  });
}

/** Is there a part that is reached by more references than that, on the shortest way to it from any operation? */
function hasLongChain(document: unknown): boolean {
  const { paths } = isObject(document) ? document : {};
  const reached = new Set<string>();
  let parts: readonly unknown[] = [paths];
  for (let length = 0; parts.length > 0; length += 1) {
    if (length > mostInChain) return true;
    const found = new Set(parts.flatMap((part) => [...referencesIn(part)]));
    const targets = [...found].filter((each) => !reached.has(each));
    for (const each of targets) reached.add(each);
    parts = targets.map((each) => atPointer(document, each)?.value);
  }
  return false;
}

function* referencesIn(part: unknown, name = ""): Generator<string> {
  if (typeof part !== "object" || part === null) return;
  if (isReference(part)) yield part.$ref;
  for (const [member, value] of Object.entries(part))
    if (!isData(member, name)) yield* referencesIn(value, member);
}
