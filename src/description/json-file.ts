import { sparseObject } from "./collections.js";
import { isDeeper, mostLevels, type Path, parseYamlFile, tooDeep, type YamlFile } from "./file.js";

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

/** A value in a JSON text: where it begins, and where its name does, if it is a member. */
interface Located {
  readonly start: number;
  readonly named: number;
  /** By name or index, once they were asked for. */
  members?: ReadonlyMap<string, Located>;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds where something stands in a text that is JSON: the offset of the deepest part of a path that exists; of its name,
 * where it is a member. Only what a path leads through is looked at, and that once.
 */
function createJsonPlaces(text: string): (path: Path) => number {
  const root: Located = { start: afterBlanks(text, 0), named: afterBlanks(text, 0) };
  return (path) => {
    let at = root;
    for (const name of path) {
      at.members ??= membersAt(text, at.start);
      const member = at.members.get(String(name));
      if (member === undefined) break;
      at = member;
    }
    return at.named;
  };
}

function membersAt(text: string, start: number): ReadonlyMap<string, Located> {
  const members = new Map<string, Located>();
  const kind = text.charCodeAt(start);
  if (kind !== openObject && kind !== openList) return members;
  for (let at = afterBlanks(text, start + 1), index = 0; !isEnd(text.charCodeAt(at)); index += 1) {
    const named = at;
    let name = String(index);
    if (kind === openObject) {
      const end = afterText(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = afterBlanks(text, end);
      if (text.charCodeAt(at) !== colon) return members;
      at = afterBlanks(text, at + 1);
    }
    members.set(name, { start: at, named });
    at = afterValue(text, at);
    if (text.charCodeAt(at) === comma) at = afterBlanks(text, at + 1);
  }
  return members;
}

function isEnd(code: number): boolean {
  return code === closeObject || code === closeList || Number.isNaN(code);
}

/** The end of a value: the comma after it, the bracket around it, or that of the text. */
function afterValue(text: string, start: number): number {
  let at = start;
  for (let depth = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = afterText(text, at) - 1;
    else if (code === openObject || code === openList) depth += 1;
    else if (code === comma && depth === 0) break;
    else if (code === closeObject || code === closeList) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return at;
}

function afterText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at + 1;
  }
  return text.length;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}
