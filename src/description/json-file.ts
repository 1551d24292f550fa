import { isDeeper, mostLevels, parseYamlFile, tooDeep, type YamlFile } from "./file.js";
import { createJsonPlaces } from "./json-places.js";
import { sparseObject } from "./sparse-object.js";

/**
 * A file of either form. Half a surrogate pair, which stands for no character and in no URL, becomes U+FFFD.
 * @throws ConfigurationError with file, line and reason
 */
export function parseFile(path: string, text: string): YamlFile {
  const file = parseJsonFile(path, text) ?? parseYamlFile(path, text);
  return mayHaveHalves.test(text) ? { ...file, value: wellFormed(file.value) } : file;
}

const mayHaveHalves = /\\u[dD][89a-fA-F]|[\ud800-\udfff]/;

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return sparseObject(Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]));
}

/**
 * A file whose text is JSON, which is read in a fraction of the time that YAML takes; undefined for any other text. Of a
 * member that is given twice the last counts.
 * @throws ConfigurationError for a file with too many levels
 */
function parseJsonFile(path: string, text: string): YamlFile | undefined {
  const plain = text.replace(/^\uFEFF/, " ");
  const value = jsonIn(plain);
  if (value === undefined) return undefined;
  if (isDeeper(value, mostLevels)) throw tooDeep(path);
  let places: ReturnType<typeof createJsonPlaces> | undefined;
  let lines: readonly number[] | undefined;
  return {
    path,
    value,
    placeOf: (at) => {
      places ??= createJsonPlaces(plain);
      lines ??= lineStarts(plain);
      return placeAt(lines, places(at));
    },
  };
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function placeAt(starts: readonly number[], offset: number) {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
