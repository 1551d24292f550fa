import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { parseYamlFile, readYamlText, type YamlFile } from "./yaml-file.js";

/** Written by `npm run build` (`tools/compile-description.js`): the hash of each shipped file → its checked value. */
const compiledFile = new URL("./compiled.json", import.meta.url);

/** Large descriptions have some 10 MB, in bytes. */
const mostOfDescription = 16 * 1024 * 1024;

/**
 * Reads and checks a YAML file; one that is shipped was checked when this package was built.
 * @throws ConfigurationError with file, line and reason
 */
export function loadCheckedFile(path: string, check: (file: YamlFile) => YamlFile): YamlFile {
  const text = readYamlText(path, { most: mostOfDescription });
  const value = compiledValues()[hashOf(text)];
  if (value === undefined) return check(parseYamlFile(path, text));
  return { path, value, placeOf: (at) => parseYamlFile(path, text).placeOf(at) };
}

/** The hash of a file's text, by which its compiled value is found. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function compiledValues(): Readonly<Record<string, unknown>> {
  if (!existsSync(compiledFile)) return {};
  return JSON.parse(readFileSync(compiledFile, "utf8")) as Readonly<Record<string, unknown>>;
}
