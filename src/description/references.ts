import { ConfigurationError } from "./configuration-error.js";
import { atPointer, type Path, pointerOf } from "./pointer.js";
import { isObject, mapSubschemas, type Schema } from "./schema.js";
import type { YamlFile } from "./yaml-file.js";

/** Something in a document, and where it stands. */
export interface Part<Value> {
  readonly value: Value;
  readonly path: Path;
}

/** Reads a document as if what its references lead to stood in their places. Each has to lead somewhere in it. */
export interface References {
  /** The objects in one of a part's members, by their names or indices. */
  members<Value extends object>(
    part: Part<object>,
    name: string,
  ): readonly (readonly [name: string, part: Part<Value>])[];
  member<Value extends object>(part: Part<object>, name: string): Part<Value> | undefined;
  /** The `schema` of a part, and a JSON Pointer to it. One that refers to itself is a circle of objects. */
  schemaOf(part: Part<object>): { readonly schema: Schema; readonly pointer: string } | undefined;
}

interface Reference {
  readonly $ref: string;
}

/** @throws ConfigurationError, from what it returns, with file and line of a reference that leads nowhere */
export function createReferences(file: YamlFile): References {
  const follow = (start: Part<unknown>): Part<unknown> => {
    let part = start;
    for (
      const seen = new Set<unknown>();
      isReference(part.value);
      part = targetOf(file, part.value, part.path)
    ) {
      if (seen.has(part.value))
        throw new ConfigurationError(`${file.path}:${file.lineOf(part.path)}: the reference leads to itself`);
      seen.add(part.value);
    }
    return part;
  };
  const member = <Value extends object>({ value, path }: Part<object>, name: string) => {
    const found = follow({
      value: (value as Readonly<Record<string, unknown>>)[name],
      path: [...path, name],
    });
    return typeof found.value === "object" && found.value !== null ? (found as Part<Value>) : undefined;
  };
  const resolve = createResolver(file);
  return {
    member,
    members: <Value extends object>(part: Part<object>, name: string) => {
      const holder = member(part, name);
      return Object.keys(holder?.value ?? {}).flatMap((each) => {
        const inner = holder && member<Value>(holder, each);
        return inner === undefined ? [] : [[each, inner] as const];
      });
    },
    schemaOf: ({ value, path }) => {
      const { schema } = value as { readonly schema?: unknown };
      if (schema === undefined) return undefined;
      const place = [...path, "schema"];
      const isNamed = isReference(schema) && Object.keys(schema).length === 1;
      return { schema: resolve(schema, place), pointer: isNamed ? schema.$ref : pointerOf(place) };
    },
  };
}

function createResolver(file: YamlFile): (value: unknown, path: Path) => Schema {
  const resolved = new Map<object, object>();
  /** Members beside a reference: they are added last, since it may lead to a schema that is not complete yet. */
  const toComplete: (() => void)[] = [];
  const resolve = (value: unknown, path: Path): object => {
    if (!isObject(value)) return value === false ? { not: {} } : {};
    const known = resolved.get(value);
    if (known !== undefined) return known;
    const result = {};
    resolved.set(value, result);
    const { $ref, ...own } = mapSubschemas(value, (inner, more) => resolve(inner, [...path, ...more]));
    if (typeof $ref !== "string") return Object.assign(result, own);
    const { value: there, path: place } = targetOf(file, { $ref }, path);
    const target = resolve(there, place);
    if (Object.keys(own).length === 0) {
      resolved.set(value, target);
      return target;
    }
    toComplete.push(() => Object.assign(result, target, own));
    return result;
  };
  return (value, path) => {
    const schema = resolve(value, path);
    for (const complete of toComplete.splice(0)) complete();
    return schema;
  };
}

/** Members that hold data: what looks like a reference there is none. */
const data = /^(example|examples|default|const|enum|x-.*)$/;

/** @throws ConfigurationError with file and line of the first reference that leads nowhere, used or not */
export function checkReferences(file: YamlFile): void {
  const check = (value: unknown, path: Path): void => {
    if (typeof value !== "object" || value === null) return;
    if (isReference(value)) targetOf(file, value, path);
    for (const [name, member] of Object.entries(value)) if (!data.test(name)) check(member, [...path, name]);
  };
  check(file.value, []);
}

function targetOf(file: YamlFile, { $ref }: Reference, path: Path): Part<unknown> {
  const target = atPointer(file.value, $ref);
  if (target !== undefined) return target;
  throw new ConfigurationError(`${file.path}:${file.lineOf([...path, "$ref"])}: ${$ref} leads nowhere`);
}

function isReference(value: unknown): value is Reference {
  return isObject(value) && typeof value["$ref"] === "string";
}
