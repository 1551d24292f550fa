import { createRequire } from "node:module";
import type { Document, LineCounter } from "yaml";
import { ConfigurationError } from "./configuration-error.js";
import type { Path } from "./pointer.js";
import { readTextFile, type TextFileOptions, UnreadableFile } from "./text-file.js";

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
  /** The line (from 1) on which the value at a path such as `["paths", "/books"]` stands. */
  readonly lineOf: (path: Path) => number;
  /** Its line and column, from 1. */
  readonly placeOf: (path: Path) => { readonly line: number; readonly column: number };
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
  const problem = document.errors[0];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new ConfigurationError(`${path}:${line}:${col}: ${withoutText(problem.message)}`);
  }
  const value = readValue(document, path, lines);
  if (isDeeper(value, mostLevels)) throw tooDeep(path);
  return {
    path,
    value,
    lineOf: (at) => lines.linePos(offsetOf(document, at)).line,
    placeOf: (at) => {
      const { line, col: column } = lines.linePos(offsetOf(document, at));
      return { line, column };
    },
  };
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
function readValue(document: Document, path: string, lines: LineCounter): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(path);
    const { visit } = yaml();
    let offset = 0;
    visit(document, {
      Alias: (_, alias) => {
        if (alias.resolve(document) !== undefined) return undefined;
        offset = alias.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    const reason = error instanceof Error ? error.message : String(error);
    const { line, col } = lines.linePos(offset);
    throw new ConfigurationError(`${path}:${line}:${col}: ${withoutText(reason)}`);
  }
}

/** The offset of the deepest node on the path that exists: of its key, where it is a member of a map. */
function offsetOf(document: Document, path: Path): number {
  const { isMap, isNode, isPair } = yaml();
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent: unknown = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const last = path[depth - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && String(item.key) === String(last));
      if (pair !== undefined && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node: unknown = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
