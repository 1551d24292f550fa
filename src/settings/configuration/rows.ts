import { ConfigurationError, loadYamlFile, readTextFile, UnreadableFile } from "../../description/index.js";

/** A row of values that belong together, by the names of members. */
type Row = Readonly<Record<string, unknown>>;

type Values = Readonly<Record<string, unknown>>;

/**
 * Puts the columns of files of rows in the place of `{ rows: FILE }`: the column of that name, or, where the file has none, all
 * columns as the members of that operation.
 * @param pathOf makes the path of a file that the configuration names
 * @throws ConfigurationError for a file that cannot be read, or that has no row
 */
export function withRows(values: Values, pathOf: (file: string) => string): Values {
  const entries = Object.entries(values).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const file = rowsFileIn(value);
    if (file === undefined) return [[key, value]];
    const rows = readRows(pathOf(file));
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const own = names.findLast((name) => key === name || key.endsWith(`.${name}`));
    const cellsOf = (name: string) => ({ rows: rows.map((row) => row[name] ?? null) });
    return own === undefined ? names.map((name) => [`${key}.${name}`, cellsOf(name)]) : [[key, cellsOf(own)]];
  });
  return Object.fromEntries(entries);
}

function rowsFileIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return undefined;
  const { rows } = value as { readonly rows?: unknown };
  return typeof rows === "string" ? rows : undefined;
}

function readRows(path: string): readonly Row[] {
  const rows: unknown = /\.csv$/i.test(path) ? rowsOfCsv(path) : loadYamlFile(path).value;
  const isRow = (each: unknown): each is Row =>
    typeof each === "object" && each !== null && !Array.isArray(each);
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRow))
    throw new ConfigurationError(`${path} must have rows: CSV with a line of names, or a list of maps`);
  return rows;
}

function rowsOfCsv(path: string): readonly Row[] {
  const [names = [], ...lines] = linesOfCsv(path);
  return lines.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ""])),
  );
}

/** The cells of each line that has some. Source: RFC 4180, section 2. */
function linesOfCsv(path: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = "", end] of textOf(path).matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") lines.push([]);
  }
  return lines.filter((cells) => cells.some((cell) => cell !== ""));
}

function textOf(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`${path}: ${error.message}`);
    throw error;
  }
}
