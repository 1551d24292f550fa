import { unescape as decode } from "node:querystring";

/** Where something stands in a document: the names and indices that lead to it. */
export type Path = readonly (string | number)[];

/** Something in a document, and where it stands. */
export interface Part {
  readonly value: unknown;
  readonly path: Path;
}

/** What a JSON Pointer of a document leads to, as a URI fragment (RFC 6901, section 6); undefined where it leads nowhere. */
export function atPointer(document: unknown, pointer: string): Part | undefined {
  if (!pointer.startsWith("#/")) return undefined;
  const parts = pointer.slice(2).split("/");
  const path = parts.map((part) => decode(part).replaceAll("~1", "/").replaceAll("~0", "~"));
  let value = document;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { value, path };
}

/** A path as a JSON Pointer in a URI. */
export function pointerOf(path: Path): string {
  const parts = path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Is it an object, and no array? */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
