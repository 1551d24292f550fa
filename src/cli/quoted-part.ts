import { stringify } from "yaml";
import { safeText } from "../report/index.js";

/** Lines of a quotation: more are left out. */
const mostLines = 40;

/** Quotes a part of a description as YAML; nothing where there is no such part. */
export function quotePart(part: unknown): readonly string[] {
  if (part === undefined) return [];
  const lines = stringify(part, { lineWidth: 100 }).trim().split("\n");
  const shown = lines.slice(0, mostLines).map((line) => `  | ${safeText(line, 1000)}`.trimEnd());
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more lines`] : shown;
}
