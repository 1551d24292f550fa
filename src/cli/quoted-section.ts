import { join } from "node:path";
import { stringify } from "yaml";
import { readTextFile, specDirectory } from "../description/index.js";
import { safeText } from "../report/index.js";

/** The document of an interface that has a catalogue, in the folder of its contract. */
const documentFile = "interface.md";

/** Lines of a quotation: more are left out. */
const mostLines = 40;

/** Quotes a section of the interface document by its heading; nothing where the folder holds no document. */
export function quoteSection(section: string, folder: string = specDirectory): readonly string[] {
  const lines = documentIn(folder).split("\n");
  const name = section.split(": ").at(-1) ?? section;
  const first = lines.findIndex((line) => levelOf(line) > 0 && titleOf(line) === name);
  if (first === -1) return [];
  const level = levelOf(lines[first] ?? "");
  const length = lines.slice(first + 1).findIndex((line) => levelOf(line) > 0 && levelOf(line) <= level);
  return quote(length === -1 ? lines.slice(first) : lines.slice(first, first + 1 + length));
}

/** Quotes a part of a description as YAML; nothing where there is no such part. */
export function quotePart(part: unknown): readonly string[] {
  return part === undefined ? [] : quote(stringify(part, { lineWidth: 100 }).split("\n"));
}

function documentIn(folder: string): string {
  try {
    return readTextFile(join(folder, documentFile));
  } catch {
    return "";
  }
}

/** Of a heading of Markdown; 0 for any other line. */
function levelOf(line: string): number {
  return /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0;
}

/** A heading without its number and what is in brackets. */
function titleOf(line: string): string {
  return line.replace(/^#+ (?:\d+\. )?/, "").replace(/ \(.*\)$/, "");
}

function quote(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n").trim().split("\n");
  const shown = text.slice(0, mostLines).map((line) => `  | ${safeText(line, 1000)}`.trimEnd());
  const more = text.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more lines`] : shown;
}
