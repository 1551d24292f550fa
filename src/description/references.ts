import { unescape as decode } from "node:querystring";
import { type Path, refusal, type YamlFile } from "./file.js";

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

/** A document in which what a reference leads to stands in its place: what refers to itself is a circle of objects. */
export type ResolvedDocument = ReturnType<typeof resolveReferences>;

/** Puts what its references lead to in their places, with what stands beside a reference. */
export function resolveReferences(written: unknown) {
  const resolved = new Map<unknown, object>();
  const paths = new Map<object, Path>();
  /** Targets with members beside the reference: they are added last, when every target is complete. */
  const toComplete: (() => void)[] = [];
  const resolve = (start: Part): unknown => {
    const part = follow(written, start);
    if (part === undefined) return {};
    const { value, path } = part;
    const isBoolean = typeof value === "boolean" && start.path.at(-1) === "schema";
    if (!isBoolean && (typeof value !== "object" || value === null)) return value;
    const known = resolved.get(value);
    if (known !== undefined) return known;
    // A schema may be `true`, which allows anything, or `false`.
    const result = Array.isArray(value) ? [] : value === false ? { not: {} } : {};
    paths.set(result, path);
    if (isBoolean) return result;
    resolved.set(value, result);
    const target = targetOf(written, value);
    for (const [name, member] of Object.entries(value)) {
      const isReplaced = name === "$ref" && target !== undefined;
      if (!isReplaced) Object.assign(result, { [name]: resolve({ value: member, path: [...path, name] }) });
    }
    if (target !== undefined) {
      const base = resolve(target);
      toComplete.push(() => Object.assign(result, base, { ...result }));
    }
    return result;
  };
  const document = resolve({ value: written, path: [] });
  for (const complete of toComplete) complete();
  /** Where an object of the resolved document is written. */
  const pathOf = (part: object): Path => paths.get(part) ?? [];
  return { document, pathOf };
}

/** Members that hold data: what looks like a reference there is none. */
const data = /^(example|examples|default|const|enum|x-.*)$/;

/** Whose members are called as anyone likes. */
const named = /^(properties|patternProperties|\$defs|dependentSchemas|schemas|headers|responses|parameters)$/;

/** @throws ConfigurationError with file and line of the first reference that leads nowhere, used or not */
export function checkReferences(file: YamlFile): void {
  const check = (value: unknown, path: Path): void => {
    if (typeof value !== "object" || value === null) return;
    if (isReference(value) && targetOf(file.value, value) === undefined)
      throw refusal(file, [...path, "$ref"], `${value.$ref} leads nowhere`);
    // A schema that is nothing but itself allows anything.
    const isSchema = path.includes("schema") || path.includes("schemas");
    if (!isSchema && follow(file.value, { value, path }) === undefined)
      throw refusal(file, path, "the reference leads to itself");
    for (const [name, member] of Object.entries(value))
      if (!data.test(name) || named.test(`${path.at(-1)}`)) check(member, [...path, name]);
  };
  check(file.value, []);
}

/** Where references with nothing beside them end; undefined if that is where they begin. */
function follow(document: unknown, start: Part): Part | undefined {
  const seen = new Set<unknown>();
  for (let part = start; !seen.has(part.value); ) {
    const target = targetOf(document, part.value);
    if (target === undefined || Object.keys(part.value as object).length > 1) return part;
    seen.add(part.value);
    part = target;
  }
  return undefined;
}

function targetOf(document: unknown, value: unknown): Part | undefined {
  return isReference(value) ? atPointer(document, value.$ref) : undefined;
}

function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value["$ref"] === "string";
}

/** A JSON Schema (2020-12) of the description. In an operation, what a reference leads to stands in its place. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of responses only. */
  readonly readOnly?: boolean;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

/**
 * Follows a schema's `$ref`, and folds its `allOf` into one schema: a member or keyword that is given twice counts once.
 * A schema that leads back to itself says nothing there.
 * @param followed the references on the way to it
 */
export function resolveSchema(
  document: object,
  schema: Schema,
  followed: ReadonlySet<string> = new Set(),
): Schema {
  const { $ref } = schema;
  if ($ref !== undefined) {
    if (followed.has($ref)) return {};
    const target = atPointer(document, $ref)?.value;
    return isObject(target)
      ? resolveSchema(document, target as Schema, new Set([...followed, $ref]))
      : schema;
  }
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  const parts: readonly Schema[] = [...allOf.map((part) => resolveSchema(document, part, followed)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))];
  const isOfObjects = parts.some((part) => part.properties ?? part.required);
  return { ...(Object.assign({}, ...parts) as Schema), ...(isOfObjects ? { required, properties } : {}) };
}
