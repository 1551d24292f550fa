import type { Path, Place, YamlFile } from "./file.js";

/** Where something was written, before it was put elsewhere. */
export interface Origin {
  readonly file: YamlFile;
  readonly path: Path;
}

/** A file with a value that was made of others: what stands in it is found where its nearest part was written. */
export function fileOf(file: YamlFile, value: unknown, origins: ReadonlyMap<object, Origin>): YamlFile {
  const placeOf = (path: Path): Place => {
    const nearest = nearestOrigin({ value, path }, origins) ?? { file, path };
    const place = nearest.file.placeOf(nearest.path);
    return nearest.file === file ? place : { file: nearest.file.path, ...place };
  };
  return { path: file.path, value, placeOf };
}

function nearestOrigin(
  { value, path }: { readonly value: unknown; readonly path: Path },
  origins: ReadonlyMap<object, Origin>,
): Origin | undefined {
  let nearest: Origin | undefined;
  let part = value;
  for (const [depth, name] of [...path, undefined].entries()) {
    const origin = origins.get(part as object);
    if (origin !== undefined) nearest = { ...origin, path: [...origin.path, ...path.slice(depth)] };
    if (name === undefined || typeof part !== "object" || part === null) break;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return nearest;
}
