import { InvalidArgumentError } from "commander";
import { ConfigurationError } from "../../description/index.js";
import type { YamlFile } from "./file.js";

/** Where something stands in a file. */
export type Path = readonly (string | number)[];

/** @throws ConfigurationError with file and line, always */
export function refuse(file: YamlFile, path: Path, reason: string): never {
  throw new ConfigurationError(`${placeOf(file, path)}: ${path.join(" › ")}: ${reason}`);
}

/** File and line, as `pedigree.config.yaml:7`. */
export function placeOf(file: YamlFile, path: Path): string {
  return `${file.path}:${file.lineOf(path)}`;
}

/**
 * Reads a value as a flag would.
 * @throws ConfigurationError with file and line, for what the flag would be refused with
 */
export function readAt<Value>(file: YamlFile, path: Path, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof InvalidArgumentError)
      return refuse(file, path, error.message);
    throw error;
  }
}
