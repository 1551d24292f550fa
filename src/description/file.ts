import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { createRequire } from "node:module";
import type { CST, Document, LineCounter } from "yaml";
import { createYamlPlaces, mergeKey, withMergedMaps } from "./yaml-places.js";

/**
 * Something the user gave (a file, a flag, an environment variable) cannot be used.
 * The message is one sentence: what is wrong, where, and what to do. Exit code 2.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** More than any file has that people write, in bytes. */
const mostOfText = 1024 * 1024;

/** How much is read of a file, in bytes, and whether also what another process writes, such as `<(command)` in a shell. */
interface TextFileOptions {
  readonly most?: number;
  readonly pipes?: boolean;
}

/** Why a file was not read, in a few words. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/**
 * Reads a file that a user named. A device or a pipe may never end, and so may be far too large.
 * @throws UnreadableFile
 */
export function readTextFile(path: string, options: TextFileOptions = {}): string {
  const { most = mostOfText, pipes = false } = options;
  try {
    if (!isReadable(statSync(path), pipes)) throw new UnreadableFile("is no file");
    return readAtMost(path, most);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`);
  }
}

function isReadable(stats: Stats, pipes: boolean): boolean {
  return stats.isFile() || (pipes && (stats.isFIFO() || stats.isSocket()));
}

/** Reads a file without trust in its stated size, which may be wrong, as it is of the files in /proc. */
function readAtMost(path: string, most: number): string {
  const file = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; ; ) {
      const chunk = Buffer.alloc(64 * 1024);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks).toString("utf8");
      size += read;
      if (size > most) throw new UnreadableFile(`is larger than ${sizeOf(most)}`);
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 2 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(megabytes)} MB`;
}

/** Loaded where there is a file to parse: a command on the shipped description has none. */
const load = createRequire(import.meta.url);
const yaml = () => load("yaml") as typeof import("yaml");

/** Of arrays and objects: an OpenAPI document has some twenty. */
export const mostLevels = 100;

const mostAliases = 500;
const mostAnchors = 10_000;
/**
 * Scalars and collections of a YAML text: each takes up to a kilobyte of memory until all are read. The largest text that is
 * published has 400,000.
 */
const mostValues = 450_000;

/** Blanks, line breaks and comments are held in memory, too. */
const mostLexemes = 4_000_000;

/** Members that merge keys may stand for, in all. */
const mostMerged = 100_000;

/** The lexeme before the text of a scalar, which alone may begin with "*" and be no alias. */
const scalarFollows = "\u001f";

/** Where something stands in a document: the names and indices that lead to it. */
export type Path = readonly (string | number)[];

/** A YAML file that was read: its value, and where in the file each part of it stands. */
export interface YamlFile {
  readonly path: string;
  readonly value: unknown;
  /** The line and the column, from 1, at which the value at a path such as `["paths", "/books"]` stands. */
  readonly placeOf: (path: Path) => FilePlace;
}

/** A place in a file. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
  /** The path of the file, where it is another one. */
  readonly file?: string;
}

/** Says what is wrong in a file, and on which line. */
export function refusal(file: YamlFile, path: Path, reason: string): ConfigurationError {
  const place = file.placeOf(path);
  return new ConfigurationError(`${place.file ?? file.path}:${place.line}: ${reason}`);
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
  const lines = new (yaml().LineCounter)();
  const document = composeDocument(path, text, lines);
  const refuse = (offset: number, message: string): ConfigurationError => {
    const { line, col } = lines.linePos(offset);
    return new ConfigurationError(`${path}:${line}:${col}: ${withoutText(message)}`);
  };
  const [problem] = document.errors;
  if (problem !== undefined) throw refuse(problem.pos[0], problem.message);
  const again = offsetOfRepeatedKey(document);
  if (again !== undefined) throw refuse(again, "Map keys must be unique");
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(path);
    throw refuse(offsetOfLostAlias(document), (error as Error).message);
  }
  if (isDeeper(value, mostLevels)) throw tooDeep(path);
  const offsetOf = createYamlPlaces(document);
  const placeOf = (at: Path) => {
    const { line, col: column } = lines.linePos(offsetOf(at));
    return { line, column };
  };
  if (!text.includes(mergeKey)) return { path, value, placeOf };
  const merged = withMergedMaps(value, mostMerged);
  if (merged === undefined)
    throw new ConfigurationError(`${path}: has merge keys for more than ${mostMerged} members`);
  return { path, value: merged, placeOf };
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

/** Returns the parser's message without the text of the file, which may hold a key. */
function withoutText(message: string): string {
  return message.replace(/(extra characters|Unresolved alias[^:]*|tag[^:]*): .*$/s, "$1");
}

/**
 * Refuses what would hang or end the process before a document is built: that recurses, and at the end of the stack Node
 * itself may abort; and it searches the whole document for each alias.
 */
function composeDocument(path: string, text: string, lines: LineCounter): Document {
  const { Composer, Document: Empty } = yaml();
  // The parser looks through a whole map for each of its keys.
  const options = { prettyErrors: false, schema: "core", uniqueKeys: false } as const;
  const composer = new Composer(options);
  const [document = new Empty(undefined, options), another] = composer.compose(
    tokensOf(path, text, lines),
    true,
    text.length,
  );
  if (another !== undefined) {
    const { line, col } = lines.linePos(another.range[0]);
    throw new ConfigurationError(`${path}:${line}:${col}: holds several documents, but is to be one`);
  }
  return document;
}

function* tokensOf(path: string, text: string, lines: LineCounter): Generator<CST.Token> {
  const { Lexer, Parser } = yaml();
  const parser = new Parser(lines.addNewLine);
  const documentAndScalar = 2;
  const counts = { aliases: 0, anchors: 0, values: 0, items: 0, lexemes: 0 };
  let beforeScalar = false;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > mostLevels + documentAndScalar) throw tooDeep(path);
    if (lexeme.startsWith("*") && !beforeScalar) counts.aliases += 1;
    if (lexeme.startsWith("&") && !beforeScalar) counts.anchors += 1;
    beforeScalar = lexeme === scalarFollows;
    counts.lexemes += 1;
    if (beforeScalar || lexeme === "[" || lexeme === "{") counts.values += 1;
    if (lexeme === "-" || lexeme === "?" || lexeme === ":") counts.items += 1;
    if (counts.aliases > mostAliases)
      throw new ConfigurationError(`${path}: has more than ${mostAliases} aliases`);
    if (counts.anchors > mostAnchors)
      throw new ConfigurationError(`${path}: has more than ${mostAnchors} anchors`);
    if (counts.values > mostValues || counts.items > mostValues)
      throw new ConfigurationError(`${path}: has more than ${mostValues} values in YAML: write it as JSON`);
    if (counts.lexemes > mostLexemes)
      throw new ConfigurationError(
        `${path}: has more than ${mostLexemes} words and blanks: write it as JSON`,
      );
  }
  yield* parser.end();
}

/** Returns the error for a file that has too many levels. */
export function tooDeep(path: string): ConfigurationError {
  return new ConfigurationError(`${path}: has more than ${mostLevels} levels`);
}

/** Are there more levels of arrays and objects than this? */
export function isDeeper(value: unknown, levels: number): boolean {
  const isNested = (each: unknown): each is object => typeof each === "object" && each !== null;
  let level = [value].filter(isNested);
  for (let depth = 0; depth < levels && level.length > 0; depth += 1)
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  return level.length > 0;
}

/** Where a key stands that its map has already. */
function offsetOfRepeatedKey(document: Document): number | undefined {
  const { isScalar, visit } = yaml();
  let offset: number | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) {
          offset = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        known.add(key.value);
      }
      return undefined;
    },
  });
  return offset;
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
