import type { JsonTree } from "./json-tree.js";
import type { Path } from "./offence.js";

/** A piece of a line. */
export interface Piece {
  readonly text: string;
  readonly kind: "name" | "string" | "number" | "word" | "sign" | "absent";
  readonly isMarked: boolean;
}

/** A line of JSON to read. */
export interface JsonLine {
  readonly indent: number;
  readonly pieces: readonly Piece[];
}

/** What is to be marked. */
export interface Marks {
  readonly paths: readonly Path[];
  readonly missing: readonly Path[];
}

/** What fits on one line. */
const widest = 110;

/** JSON as lines: what is small stands on one line, and the marked parts are marked. */
export function layOutJson(tree: JsonTree, marks: Marks): readonly JsonLine[] {
  const marked = new Set(marks.paths.map(keyOf));
  const missing = new Map(marks.missing.map((path) => [keyOf(path.slice(0, -1)), path.at(-1) ?? ""]));
  const lines: { indent: number; pieces: Piece[] }[] = [{ indent: 0, pieces: [] }];

  const say = (text: string, kind: Piece["kind"], isMarked: boolean): void => {
    lines.at(-1)?.pieces.push({ text, kind, isMarked });
  };
  const breakLine = (indent: number): void => {
    lines.push({ indent, pieces: [] });
  };

  const print = (value: JsonTree, path: Path, indent: number, isInside: boolean): void => {
    const isMarked = isInside || marked.has(keyOf(path));
    if ("raw" in value) {
      say(value.raw, value.kind, isMarked);
      return;
    }
    const [open, close] = value.kind === "array" ? "[]" : "{}";
    const entries = entriesOf(value);
    const absent = missing.get(keyOf(path));
    const isFlat = fitsOnLine(value);
    say(open ?? "", "sign", isMarked);
    entries.forEach(([name, raw, child], index) => {
      const isMember = isMarked || marked.has(keyOf([...path, name]));
      if (!isFlat) breakLine(indent + 1);
      else if (value.kind === "object") say(" ", "sign", isMarked);
      if (raw !== undefined) {
        say(raw, "name", isMember);
        say(": ", "sign", isMember);
      }
      print(child, [...path, name], indent + 1, isMember);
      const isLast = index === entries.length - 1 && value.isWhole && absent === undefined;
      if (!isLast) say(isFlat && value.kind === "array" ? ", " : ",", "sign", isMarked);
    });
    if (absent !== undefined) {
      if (isFlat) say(" ", "sign", isMarked);
      else breakLine(indent + 1);
      say(`no ${absent}`, "absent", true);
    }
    if (!value.isWhole) return;
    if (!isFlat) breakLine(indent);
    else if (value.kind === "object" && entries.length > 0) say(" ", "sign", isMarked);
    say(close ?? "", "sign", isMarked);
  };

  print(tree, [], 0, false);
  return lines.filter(({ pieces }) => pieces.length > 0);
}

type Entry = readonly [name: string, raw: string | undefined, value: JsonTree];

function entriesOf(value: JsonTree & { kind: "array" | "object" }): readonly Entry[] {
  return value.kind === "array"
    ? value.items.map((item, index) => [`${index}`, undefined, item])
    : value.members.map(({ name, raw, value }) => [name, raw, value]);
}

function fitsOnLine(value: JsonTree & { kind: "array" | "object" }): boolean {
  let width = 0;
  for (const [, raw = "", child] of entriesOf(value)) {
    if (!("raw" in child) && entriesOf(child).length > 0) return false;
    width += raw.length + ("raw" in child ? child.raw.length : 2) + 4;
    if (width > widest) return false;
  }
  return true;
}

const keyOf = (path: Path): string => JSON.stringify(path);
