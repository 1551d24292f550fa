import { sparseObject } from "./collections.js";
import { type ConfigurationError, type FilePlace, type Path, refusal, type YamlFile } from "./file.js";
import { atPointer, hasReference, isData, isObject, isReference, pointerOf } from "./references.js";

type Members = Readonly<Record<string, unknown>>;

/** Where a document lies among others. */
export interface ServerContext {
  /** Its own URL. */
  readonly location: string;
  /** The file at a URL, parsed. Throws an error that says in a sentence why there is none. */
  readonly open: (location: string) => YamlFile;
}

/** The kind of a part, as far as it matters: a schema, an object of schemas by their names, or something else. */
type Role = "schema" | "schemas" | "other";

interface PlaceInFile {
  readonly file: YamlFile;
  readonly location: string;
  readonly path: Path;
  readonly role: Role;
}

/**
 * A document in which nothing refers to other files any more. A schema of another file becomes one of the document's own,
 * so that circles stay circles; anything else is put where it is referred to.
 * @returns with a sentence for each reference that cannot be followed, as an error that is not thrown; it stays as it is
 */
export function bundleFiles(file: YamlFile, { location, open }: ServerContext) {
  const faults: ConfigurationError[] = [];
  if (!hasReference(file.value, isOfOtherFile)) return { file, faults };
  const origins = new Map<object, Origin>();
  const schemas = createSchemaNames(file.value);
  /** The substitutes for references, by where each comes from: undefined while that is being made. */
  const placed = new Map<string, unknown>();
  const copy = (value: unknown, place: PlaceInFile): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const at = place.path.at(-1) ?? "";
    if (isReference(value)) return follow(value, place);
    const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
      if (isData(name, at)) return [name, member];
      return [name, copy(member, { ...place, path: [...place.path, name], role: roleOf(name, place.role) })];
    });
    return Array.isArray(value) ? entries.map(([, member]) => member) : sparseObject(entries);
  };
  const follow = (value: Members & { readonly $ref: string }, place: PlaceInFile): unknown => {
    const { $ref, ...beside } = value;
    if (place.location === location && !isOfOtherFile($ref)) return value;
    const others = copy(beside, place) as Members;
    try {
      const target = locate($ref, place);
      if (target.location === location) return { $ref: target.pointer, ...others };
      if (place.role === "schema") return { $ref: schemaFrom(target), ...others };
      const inlined = inline(target, place);
      // A part of a description is an object: anything else may be a secret.
      if (!isObject(inlined)) throw new Error(`${$ref} leads to what is no part of a description`);
      return Object.keys(others).length > 0 ? { ...inlined, ...others } : inlined;
    } catch (error) {
      faults.push(refusal(place.file, [...place.path, "$ref"], (error as Error).message));
      // The same reference may lead somewhere in the document itself.
      return $ref.startsWith("#") ? { ...value, $ref: `${place.location}${$ref}` } : value;
    }
  };
  const locate = (reference: string, from: PlaceInFile) => {
    const [address = "", fragment = ""] = reference.split("#");
    const target = address === "" ? from.location : urlFrom(address, from.location);
    const pointer = `#${fragment}`;
    if (target === location) return { file, location, pointer, part: { value: undefined, path: [] } };
    const opened = open(target);
    const part = fragment === "" ? { value: opened.value, path: [] } : atPointer(opened.value, pointer);
    if (part === undefined) throw new Error(`${reference} leads nowhere`);
    return { file: opened, location: target, pointer, part };
  };
  type Target = ReturnType<typeof locate>;
  const schemaFrom = (target: Target): string => {
    const { name, isNew } = schemas.nameOf(target.location, target.pointer);
    if (isNew) schemas.add(name, kept(target, "schema"));
    return pointerOf([...schemas.path, name]);
  };
  const inline = (target: Target, { role }: PlaceInFile): unknown => {
    const key = `${role} ${target.location}${target.pointer}`;
    if (placed.has(key)) {
      const known = placed.get(key);
      if (known === undefined) throw new Error(`${target.location}${target.pointer} leads to itself`);
      return known;
    }
    placed.set(key, undefined);
    const result = kept(target, role);
    placed.set(key, result);
    return result;
  };
  const kept = ({ file: from, location: at, part }: Target, role: Role): unknown => {
    const result = copy(part.value, { file: from, location: at, path: part.path, role });
    if (typeof result === "object" && result !== null) origins.set(result, { file: from, path: part.path });
    return result;
  };
  const copied = copy(file.value, { file, location, path: [], role: "other" }) as Members;
  return { file: fileOf(file, schemas.addTo(copied), origins), faults };
}

/** Does a reference lead out of its file? */
export function isOfOtherFile(reference: string): boolean {
  return !reference.startsWith("#");
}

function urlFrom(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    throw new Error(`${reference} leads nowhere`);
  }
}

function roleOf(name: string, within: Role): Role {
  if (within === "schemas") return "schema";
  if (within === "schema") return /^(properties|patternProperties|\$defs)$/.test(name) ? "schemas" : "schema";
  if (name === "schema") return "schema";
  return name === "schemas" || name === "definitions" ? "schemas" : "other";
}

/** Names for schemas of other files, which none of the document's own has. */
function createSchemaNames(document: unknown) {
  const isOld = isObject(document) && "swagger" in document;
  const path = isOld ? ["definitions"] : ["components", "schemas"];
  const own = atPointer(document, pointerOf(path))?.value;
  const taken = new Set(Object.keys(isObject(own) ? own : {}));
  const names = new Map<string, string>();
  const added: Record<string, unknown> = {};
  const nameOf = (location: string, pointer: string) => {
    const known = names.get(`${location}${pointer}`);
    if (known !== undefined) return { name: known, isNew: false };
    const last = pointer.split("/").slice(1).at(-1) ?? new URL(location).pathname.split("/").at(-1) ?? "";
    const plain = last.replace(/\.(json|ya?ml)$/i, "").replaceAll(/[^a-zA-Z0-9._-]+/g, "_") || "schema";
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
    taken.add(name);
    names.set(`${location}${pointer}`, name);
    return { name, isNew: true };
  };
  const add = (name: string, schema: unknown): void => {
    added[name] = schema;
  };
  const addTo = (root: Members): Members => {
    if (Object.keys(added).length === 0) return root;
    if (isOld) return { ...root, definitions: { ...(root["definitions"] as Members), ...added } };
    const components = (root["components"] ?? {}) as Members;
    return {
      ...root,
      components: { ...components, schemas: { ...(components["schemas"] as Members), ...added } },
    };
  };
  return { path, nameOf, add, addTo };
}

/** Where something was written, before it was put elsewhere. */
export interface Origin {
  readonly file: YamlFile;
  readonly path: Path;
}

/** A file with a value that was made of others: what stands in it is found where its nearest part was written. */
export function fileOf(file: YamlFile, value: unknown, origins: ReadonlyMap<object, Origin>): YamlFile {
  const placeOf = (path: Path): FilePlace => {
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
