import { createHash } from "node:crypto";
import type { Contract } from "./contract.js";
import { deriveDescription, upgradeFile } from "./description.js";
import { ConfigurationError, readTextFile, UnreadableFile } from "./file.js";
import { parseFile } from "./json-file.js";
import type { Method } from "./operation.js";
import { convertSwagger, isSwagger } from "./swagger.js";
import { keepUsableParts } from "./usable-parts.js";

/** Of a description, in bytes: the largest that are published have some 15 MB. */
const mostBytes = 32 * 1024 * 1024;

/** A description without a catalogue, and what of it is left out. */
export interface LoadedDescription {
  readonly description: Omit<Contract, "requirements">;
  /** A sentence each, with file and line. */
  readonly limitations: readonly string[];
}

/** What a description is read with. */
export interface DescriptionOptions {
  /** Methods that the suite makes use of. */
  readonly called?: readonly Method[];
}

/**
 * Reads a description, OpenAPI 3.0 or 3.1 or Swagger 2.0, from a file.
 * @throws ConfigurationError with file, line and reason, for what leaves nothing to use
 */
export function loadDescription(path: string, options: DescriptionOptions = {}): LoadedDescription {
  try {
    const text = readTextFile(path, { most: mostBytes, pipes: true });
    return readDescription(path, text, options);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`${path} ${error.message}`);
    throw error;
  }
}

/** The same of a text. @param name what to call it: its path or address */
export function readDescription(
  name: string,
  text: string,
  { called = ["GET", "POST", "DELETE"] }: DescriptionOptions = {},
): LoadedDescription {
  const written = parseFile(name, text);
  const converted = isSwagger(written) ? convertSwagger(written) : written;
  const { file, faults } = keepUsableParts(upgradeFile(converted));
  const { document, operations, limitations } = deriveDescription(file, called);
  const digest = createHash("sha256").update(text).digest("hex");
  const all = [...faults, ...limitations];
  return {
    description: { version: document.info.version, document, operations, digest },
    limitations: [...new Set(all.map(({ message }) => message))],
  };
}
