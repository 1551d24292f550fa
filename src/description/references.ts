import { unescape as decode } from "node:querystring";
import { sparseObject } from "./collections.js";
import { type Path, refusal, type YamlFile } from "./file.js";

/** Something in a document, and where it stands. */
export interface DocumentPart {
  readonly value: unknown;
  readonly path: Path;
}

/** Returns the part that a JSON Pointer leads to, as a URI fragment (RFC 6901, section 6); undefined where it leads nowhere. */
export function atPointer(document: unknown, pointer: string): DocumentPart | undefined {
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

/** A part, by way of the one that holds it: a path of its own for each part of a large document takes too much room. */
interface Step {
  readonly name: string;
  readonly within: Step | undefined;
}

function pathOfStep(step: Step | undefined): Path {
  const path: string[] = [];
  for (let at = step; at !== undefined; at = at.within) path.unshift(at.name);
  return path;
}

function stepsTo(path: Path): Step | undefined {
  return path.reduce<Step | undefined>((within, name) => ({ name: String(name), within }), undefined);
}

/** Where a part of a document stands, and its value. */
interface Reached {
  readonly value: unknown;
  readonly step: Step | undefined;
}

/**
 * Puts what their references lead to in their places, with what stands beside a reference: in all that operations are
 * made of, which leaves out components that none of them uses. Data stays as it is.
 */
export function resolveReferences(written: unknown) {
  const resolved = new Map<unknown, object>();
  const steps = new Map<object, Step | undefined>();
  /** Targets with members beside the reference: they are added last, when every target is complete. */
  const toComplete: (() => void)[] = [];
  const resolve = (start: Reached): unknown => {
    const part = isReference(start.value) ? followFrom(written, start) : start;
    if (part === undefined) return {};
    const { value, step } = part;
    const isBoolean = typeof value === "boolean" && start.step?.name === "schema";
    if (!isBoolean && (typeof value !== "object" || value === null)) return value;
    const known = resolved.get(value);
    if (known !== undefined) return known;
    const target = isBoolean ? undefined : targetOf(written, value);
    const members = Object.entries(value ?? {}).filter(([name]) => name !== "$ref" || target === undefined);
    // A schema may be `true`, which allows anything, or `false`.
    const result: Record<string, unknown> = Array.isArray(value)
      ? ([] as unknown as Record<string, unknown>)
      : value === false
        ? { not: {} }
        : sparseObject(members.map(([name]) => [name, undefined]));
    steps.set(result, step);
    if (isBoolean) return result;
    resolved.set(value, result);
    for (const [name, member] of members) {
      const isData = unread.test(name) && !named.test(step?.name ?? "");
      const readMember = () => resolve({ value: member, step: { name, within: step } });
      result[name] = !isData ? readMember() : name === "examples" ? withExamples(written, member) : member;
    }
    if (target !== undefined) {
      const base = resolve({ value: target.value, step: stepsTo(target.path) });
      toComplete.push(() => Object.assign(result, base, { ...result }));
    }
    return result;
  };
  const { components, ...others } = isObject(written) ? written : {};
  const { securitySchemes = {} } = isObject(components) ? components : {};
  const document = { ...others, components: { securitySchemes } };
  const read = { paths: others["paths"] ?? {}, components: document.components };
  const result = Object.fromEntries(
    Object.entries(read).map(([name, value]) => [
      name,
      resolve({ value, step: { name, within: undefined } }),
    ]),
  );
  for (const complete of toComplete) complete();
  /** Where an object of the resolved document is written. */
  const pathOf = (part: object): Path => pathOfStep(steps.get(part));
  return { document: { ...document, ...result }, pathOf };
}

/** Members that hold data: what looks like a reference there is none. */
const data = /^(example|examples|default|const|enum|x-.*)$/;

/** Members that no operation is made of, or that hold data. */
const unread = /^(example|examples|default|const|enum|callbacks|x-.*)$/;

/** Whose members are called as anyone likes. */
export const named =
  /^(properties|patternProperties|\$defs|dependentSchemas|schemas|headers|responses|parameters)$/;

/** Does a member hold data, so that what looks like a reference there is none? @param within what the object is called */
export function isData(name: string, within: string | number = ""): boolean {
  return data.test(name) && !named.test(String(within));
}

/** Values that schemas compare with: what looks like a keyword there is none. */
const compared = /^(const|enum|default)$/;

/** Names of schemas, of which ajv throws where one is given twice. Nothing refers to them: references are pointers. */
const schemaNames = new Set(["$id", "$anchor", "$dynamicAnchor"]);

/**
 * Copies a part of a document for ajv, without the names of schemas: ajv finds them in examples and extensions, too.
 * @param change what becomes of each object but those that schemas compare with
 */
export function withoutSchemaNames(
  part: unknown,
  change: (members: Readonly<Record<string, unknown>>) => unknown = (members) => members,
  within = "",
): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutSchemaNames(item, change, within));
  if (!isObject(part)) return part;
  const kept = Object.entries(part).filter(
    ([name, member]) => typeof member !== "string" || !schemaNames.has(name),
  );
  const copied = kept.map(([name, member]) => {
    const isCompared = compared.test(name) && !named.test(within);
    return [name, isCompared ? member : withoutSchemaNames(member, change, name)] as const;
  });
  return change(sparseObject(copied));
}

/** Is there a reference like this in a document? */
export function hasReference(value: unknown, isMeant: (reference: string) => boolean, within = ""): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isReference(value) && isMeant(value.$ref)) return true;
  return Object.entries(value).some(
    ([name, member]) => !isData(name, within) && hasReference(member, isMeant, name),
  );
}

/** @throws ConfigurationError with file and line of the first reference that leads nowhere, used or not */
export function checkReferences(file: YamlFile): void {
  const lost = findLostReference(file.value, { value: file.value, path: [] });
  if (lost !== undefined) throw refusal(file, lost.path, lost.reason);
}

/** The first reference in a part of a document that leads nowhere, and why it does. */
export function findLostReference(
  document: unknown,
  part: DocumentPart,
): { readonly path: Path; readonly reason: string } | undefined {
  const path: (string | number)[] = [...part.path];
  const isSchemaName = (name: string | number): boolean => name === "schema" || name === "schemas";
  const find = (value: unknown, isSchema: boolean): string | undefined => {
    if (typeof value !== "object" || value === null) return undefined;
    if (isReference(value)) {
      if (targetOf(document, value) === undefined) {
        path.push("$ref");
        return `${value.$ref} leads nowhere`;
      }
      // A schema that is nothing but itself allows anything.
      if (!isSchema && follow(document, { value, path }) === undefined)
        return "the reference leads to itself";
    }
    const isNamed = named.test(`${path.at(-1)}`);
    for (const name of Object.keys(value)) {
      if (!isNamed && data.test(name)) continue;
      path.push(name);
      const lost = find((value as Readonly<Record<string, unknown>>)[name], isSchema || isSchemaName(name));
      if (lost !== undefined) return lost;
      path.pop();
    }
    return undefined;
  };
  const reason = find(part.value, part.path.some(isSchemaName));
  return reason === undefined ? undefined : { path, reason };
}

/** Named examples may be kept among the components. */
function withExamples(document: unknown, examples: unknown): unknown {
  if (!isObject(examples)) return examples;
  const followed = Object.entries(examples).map(([name, value]): [string, unknown] => [
    name,
    isReference(value) ? (follow(document, { value, path: [] })?.value ?? {}) : value,
  ]);
  return sparseObject(followed);
}

function followFrom(document: unknown, { value, step }: Reached): Reached | undefined {
  const part = follow(document, { value, path: [] });
  if (part === undefined) return undefined;
  return part.value === value ? { value, step } : { value: part.value, step: stepsTo(part.path) };
}

/** Where references with nothing beside them end; undefined if that is where they begin. */
function follow(document: unknown, start: DocumentPart): DocumentPart | undefined {
  const seen = new Set<unknown>();
  for (let part = start; !seen.has(part.value); ) {
    const target = targetOf(document, part.value);
    if (target === undefined || Object.keys(part.value as object).length > 1) return part;
    seen.add(part.value);
    part = target;
  }
  return undefined;
}

function targetOf(document: unknown, value: unknown): DocumentPart | undefined {
  return isReference(value) ? atPointer(document, value.$ref) : undefined;
}

/** Does it refer to something else? */
export function isReference(value: unknown): value is { readonly $ref: string } {
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
