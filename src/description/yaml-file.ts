import { createRequire } from "node:module";
import type { Document } from "yaml";
import type { Path } from "./pointer.js";
import { ConfigurationError, readTextFile, type TextFileOptions, UnreadableFile } from "./text-file.js";

/** Loaded where there is a file to parse: a command on the shipped description has none. */
const load = createRequire(import.meta.url);
const yaml = () => load("yaml") as typeof import("yaml");

/** Of arrays and objects: an OpenAPI document has some twenty. */
const mostLevels = 100;

const mostAliases = 500;

/** The lexeme before the text of a scalar, which alone may begin with "*" and be no alias. */
const scalarFollows = "\u001f";

/** A YAML file that was read: its value, and where in the file each part of it stands. */
export interface YamlFile {
  readonly path: string;
  readonly value: unknown;
  /** The line and the column, from 1, at which the value at a path such as `["paths", "/books"]` stands. */
  readonly placeOf: (path: Path) => { readonly line: number; readonly column: number };
}

/** Says what is wrong in a file, and on which line. */
export function refusal(file: YamlFile, path: Path, reason: string): ConfigurationError {
  return new ConfigurationError(`${file.path}:${file.placeOf(path).line}: ${reason}`);
}

/**
 * Reads a YAML 1.2 file.
 * @throws ConfigurationError with file, line and reason, if it cannot be read or is no YAML.
 */
export function loadYamlFile(path: string): YamlFile {
  return parseYamlFile(path, readYamlText(path));
}

/** The same, of a file whose text was read. */
export function parseYamlFile(path: string, text: string): YamlFile {
  refuseExcess(path, text);
  const lines = new (yaml().LineCounter)();
  const document = yaml().parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core" });
  const refuse = (offset: number, message: string): ConfigurationError => {
    const { line, col } = lines.linePos(offset);
    return new ConfigurationError(`${path}:${line}:${col}: ${withoutText(message)}`);
  };
  const [problem] = document.errors;
  if (problem !== undefined) throw refuse(problem.pos[0], problem.message);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(path);
    throw refuse(offsetOfLostAlias(document), (error as Error).message);
  }
  if (isDeeper(value, mostLevels)) throw tooDeep(path);
  const placeOf = (at: Path) => {
    const { line, col: column } = lines.linePos(offsetOf(document, at));
    return { line, column };
  };
  return { path, value, placeOf };
}

/** The text of a file that is to be parsed. */
export function readYamlText(path: string, options: TextFileOptions = {}): string {
  try {
    return readTextFile(path, options);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`${path}: ${error.message}`);
    throw error;
  }
}

/** What the parser says, but for the text of the file, which may hold a key. */
function withoutText(message: string): string {
  return message.replace(/(extra characters|Unresolved alias[^:]*|tag[^:]*): .*$/s, "$1");
}

/**
 * Refuses what would hang or end the process before the parser builds it: it recurses, and at the end of the stack Node
 * itself may abort; and it searches the whole document for each alias.
 */
function refuseExcess(path: string, text: string): void {
  const { Lexer, Parser } = yaml();
  const parser = new Parser();
  const documentAndScalar = 2;
  let aliases = 0;
  let beforeScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > mostLevels + documentAndScalar) throw tooDeep(path);
    if (lexeme.startsWith("*") && !beforeScalar) aliases += 1;
    if (aliases > mostAliases) throw new ConfigurationError(`${path}: has more than ${mostAliases} aliases`);
    beforeScalar = lexeme === scalarFollows;
  }
}

function tooDeep(path: string): ConfigurationError {
  return new ConfigurationError(`${path}: has more than ${mostLevels} levels`);
}

/** Are there more levels of arrays and objects than this? */
export function isDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

/** An alias that leads nowhere, or to too much, shows only when the value is asked for. */
function offsetOfLostAlias(document: Document): number {
  const { visit } = yaml();
  let offset = 0;
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/** The offset of the deepest node on the path that exists: of its key, where it is a member of a map. */
function offsetOf(document: Document, path: Path): number {
  const { isMap, isNode, isSeq } = yaml();
  let node: unknown = document.contents;
  let offset = 0;
  for (const name of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === String(name)) : undefined;
    node = isSeq(node) ? node.items[Number(name)] : pair?.value;
    const start = pair?.key ?? node;
    if (!isNode(start) || !start.range) return offset;
    offset = start.range[0];
  }
  return offset;
}
