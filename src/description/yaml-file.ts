import type { ErrorObject, ValidateFunction } from "ajv";
import { closest } from "fastest-levenshtein";
import { type Document, isMap, isNode, isPair, LineCounter, parseDocument, visit } from "yaml";
import { ConfigurationError } from "./configuration-error.js";
import { readTextFile, UnreadableFile } from "./text-file.js";

/** Of arrays and objects: an OpenAPI document has some twenty. */
const mostLevels = 100;

/** A YAML file that was read: its value, and where in the file each part of it stands. */
export interface YamlFile {
  readonly path: string;
  readonly value: unknown;
  /** The line (from 1) on which the value at a path such as `["paths", "/books"]` stands. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/**
 * Reads a YAML 1.2 file.
 * @throws ConfigurationError with file, line and reason, if it cannot be read or is no YAML.
 */
export function loadYamlFile(path: string): YamlFile {
  const text = readText(path);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core" });
  const problem = document.errors[0];
  if (problem?.code === "RESOURCE_EXHAUSTION") throw tooDeep(path);
  if (problem !== undefined) {
    throw new ConfigurationError(`${path}:${lines.linePos(problem.pos[0]).line}: ${problem.message}`);
  }
  const value = readValue(document, path, lines);
  if (isDeeper(value, mostLevels)) throw tooDeep(path);
  return {
    path,
    value,
    lineOf: (at) => lines.linePos(offsetOf(document, at)).line,
  };
}

function readText(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`${path}: ${error.message}`);
    throw error;
  }
}

function tooDeep(path: string): ConfigurationError {
  return new ConfigurationError(`${path}: has more than ${mostLevels} levels`);
}

/** Are there more levels of arrays and objects than this? */
function isDeeper(value: unknown, levels: number): boolean {
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
    let offset = 0;
    visit(document, {
      Alias: (_, alias) => {
        if (alias.resolve(document) !== undefined) return undefined;
        offset = alias.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${path}:${lines.linePos(offset).line}: ${reason}`);
  }
}

/**
 * Holds a file against a compiled JSON Schema. Where ajv is `verbose`, the refusal names the nearest key or value
 * there is, and tells a text with a pattern by its schema's title.
 * @throws ConfigurationError with file, line and reason of the first violation.
 */
export function checkYamlFile(file: YamlFile, validate: ValidateFunction): void {
  if (validate(file.value)) return;
  const besides = new Set(["if", "oneOf", "anyOf", "propertyNames"]);
  const errors = (validate.errors ?? []).filter((each) => !besides.has(each.keyword));
  // A key that is written wrong is missing, too: the wrong one says more.
  const error = errors.find((each) => each.keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) throw new ConfigurationError(`${file.path}:1: is not as it should be`);
  const path = pathOf(error);
  const where = path.length === 0 ? "the file" : path.join(" › ");
  throw new ConfigurationError(`${file.path}:${file.lineOf(path)}: ${where}: ${reasonOf(error)}`);
}

function pathOf(error: ErrorObject): string[] {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const extra: unknown = error.params["additionalProperty"] ?? error.params["unevaluatedProperty"];
  const named = typeof extra === "string" ? extra : error.propertyName;
  return named === undefined ? path : [...path, named];
}

function reasonOf(error: ErrorObject): string {
  const schema = (error.parentSchema ?? {}) as SchemaOfValue;
  switch (error.keyword) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const extra = String(error.params["additionalProperty"] ?? error.params["unevaluatedProperty"]);
      return `is not known here${suggest(extra, Object.keys(schema.properties ?? {}))}`;
    }
    case "enum": {
      const allowed = (error.params["allowedValues"] as unknown[]).map(String);
      const nearest = typeof error.data === "string" ? suggest(error.data, allowed) : "";
      return `must be one of ${allowed.join(", ")}${nearest}`;
    }
    case "const":
      return `must be ${String(error.params["allowedValue"])}`;
    case "type":
      if (error.params["type"] === "string" && ["number", "boolean"].includes(typeof error.data))
        return "must be a text: put it in quotes";
      break;
  }
  const isAboutForm = ["type", "pattern", "format", "minProperties", "maxProperties"].includes(error.keyword);
  const hasForm = ["pattern", "format", "maxProperties"].some((keyword) => Object.hasOwn(schema, keyword));
  if (isAboutForm && hasForm && schema.title !== undefined) return `must be ${schema.title}`;
  return error.message ?? "is not as it should be";
}

/** What a reason needs of the schema that was broken; there only where ajv is `verbose`. */
interface SchemaOfValue {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

function suggest(given: string, known: readonly string[]): string {
  return known.length === 0 ? "" : `; did you mean ${closest(given, known)}?`;
}

/** The offset of the deepest node on the path that exists: of its key, where it is a member of a map. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
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
