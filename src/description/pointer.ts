/** Where something stands in a document: the names and indices that lead to it. */
export type Path = readonly (string | number)[];

/** What a JSON Pointer of a document leads to, as a URI fragment (RFC 6901, section 6); undefined where it leads nowhere. */
export function atPointer(document: unknown, pointer: string): { value: unknown; path: Path } | undefined {
  if (!pointer.startsWith("#/")) return undefined;
  const path = pointer.slice(2).split("/").map(readPart);
  let value = document;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return { value, path };
}

function readPart(part: string): string {
  return decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A path as a JSON Pointer in a URI. */
export function pointerOf(path: Path): string {
  const parts = path.map((part) =>
    encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  return `#/${parts.join("/")}`;
}
