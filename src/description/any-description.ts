import { createHash } from "node:crypto";
import type { Contract } from "./contract.js";
import { checkDescription, deriveDescription } from "./description.js";
import { parseYamlFile, readYamlText } from "./file.js";
import type { Method } from "./operation.js";

/** More than any description has, in bytes: the largest that are published have some 15 MB. */
export const largestDescription = 32 * 1024 * 1024;

/** A description without a catalogue, and what of it is left out. */
export interface LoadedDescription {
  readonly description: Omit<Contract, "requirements">;
  /** A sentence each, with file and line. */
  readonly limitations: readonly string[];
}

/**
 * Reads an OpenAPI description, 3.0 or 3.1, from a file.
 * @throws ConfigurationError with file, line and reason, for the first thing that is wrong
 */
export function loadDescription(path: string): LoadedDescription {
  return readDescription(path, readYamlText(path, { most: largestDescription, pipes: true }));
}

/** The same of a text. @param name what to call it: its path or address @param called methods that the suite makes use of */
export function readDescription(
  name: string,
  text: string,
  called: readonly Method[] = ["GET", "POST", "DELETE"],
): LoadedDescription {
  const file = checkDescription(parseYamlFile(name, text));
  const { document, operations, limitations } = deriveDescription(file, called);
  const digest = createHash("sha256").update(text).digest("hex");
  return {
    description: { version: document.info.version, document, operations, digest },
    limitations: limitations.map(({ message }) => message),
  };
}
