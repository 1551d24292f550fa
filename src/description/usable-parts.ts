import { type Fault, jsonSchema, lenientOpenApi, openApiPart } from "./check-yaml-file.js";
import { type ConfigurationError, refusal, type YamlFile } from "./file.js";
import { methods } from "./operation.js";
import { atPointer, type DocumentPart, isObject } from "./references.js";
import { type Repaired, repaired, type Say, withoutLostParts } from "./repair.js";

type Members = Readonly<Record<string, unknown>>;

/** By their names in `components`: what OpenAPI's own schema calls them. Those that no operation is made of are not there. */
const componentKinds = {
  schemas: "",
  parameters: "parameter-or-reference",
  headers: "header-or-reference",
  requestBodies: "request-body-or-reference",
  responses: "response-or-reference",
  links: "link-or-reference",
  securitySchemes: "security-scheme-or-reference",
  pathItems: "path-item",
} as const;

/**
 * Keeps the usable parts of a document (3.1) that has faults: an operation with a fault is left out; a member that is not
 * known, a keyword of a schema that is none, and what is there for readers only, are ignored; a schema that refers to
 * nowhere allows anything.
 * @returns a sentence for each fault, as an error that is not thrown
 * @throws ConfigurationError for a fault that leaves nothing to use
 */
export function keepUsableParts(file: YamlFile): {
  readonly file: YamlFile;
  readonly faults: readonly ConfigurationError[];
} {
  const faults: ConfigurationError[] = [];
  const say = ({ path, reason }: Pick<Fault, "path" | "reason">, consequence: string): void => {
    faults.push(refusal(file, path, `${reason} (${consequence})`));
  };
  const root = usableRoot(file, say);
  const { components, paths } = root;
  const document: Members = {
    ...root,
    ...(isObject(components) ? { components: usableComponents(root, components, say) } : {}),
  };
  const usable = isObject(paths) ? { ...document, paths: usablePaths(document, paths, say) } : document;
  return { file: { ...file, value: usable }, faults };
}

/** All but paths and components, of which only the form is looked at. */
function usableRoot(file: YamlFile, say: Say): Members {
  const { value } = file;
  if (!isObject(value))
    throw refusal(file, [], "no OpenAPI description, which is an object with openapi, info and paths");
  const { paths, components, ...written } = value;
  const others = { ...written, info: withTexts(written["info"], say) };
  const stubs = {
    ...(paths === undefined ? {} : { paths: isObject(paths) ? {} : paths }),
    ...(components === undefined ? {} : { components: isObject(components) ? {} : components }),
  };
  const { value: rest, fault } = repaired({ value: { ...others, ...stubs }, path: [] }, lenientOpenApi, say);
  if (fault !== undefined) throw refusal(file, fault.path, fault.reason);
  return {
    ...(rest as Members),
    ...(isObject(paths) ? { paths } : {}),
    ...(isObject(components) ? { components } : {}),
  };
}

/** Title and version are for readers: that one lacks is no reason to judge nothing. */
function withTexts(info: unknown, say: Say): unknown {
  if (!isObject(info)) return info;
  const texts = ["title", "version"].map((name) => {
    const text = info[name];
    if (typeof text === "string") return [name, text];
    const isNumber = typeof text === "number";
    const reason = `info: must have a ${name} that is a text`;
    say({ path: ["info", name], reason }, isNumber ? `taken for "${text}"` : "taken to be unknown");
    return [name, isNumber ? String(text) : "unknown"];
  });
  return { ...info, ...Object.fromEntries(texts) };
}

function usableComponents(document: Members, components: Members, say: Say): Members {
  const kinds = Object.entries(componentKinds).filter(([kind]) => isObject(components[kind]));
  const checked = kinds.map(([kind, name]) => {
    const all = Object.entries(components[kind] as Members).flatMap(([key, value]) => {
      const path = ["components", kind, key];
      const schema = name === "" ? jsonSchema : openApiPart(name);
      const { value: kept, fault } = repaired({ value, path }, schema, say);
      if (fault === undefined) return [[key, kept] as const];
      say(fault, `${key} is left out`);
      return [];
    });
    return [kind, Object.fromEntries(all)] as const;
  });
  const found = withoutLost({ ...components, ...Object.fromEntries(checked) }, document, say);
  return withoutHuge(found, document, say);
}

/** Returns components in which each schema that is made of too many others allows anything. */
function withoutHuge(components: Members, document: Members, say: Say): Members {
  const { schemas } = components;
  if (!isObject(schemas)) return components;
  const sizeOf = createSchemaSize({ ...document, components });
  const kept = Object.entries(schemas).map(([key, schema]) => {
    if (sizeOf(schema) <= largestSchema) return [key, schema] as const;
    const reason = `${key} is made of more than ${largestSchema} other schemas`;
    say({ path: ["components", "schemas", key], reason }, "it allows anything");
    return [key, {}] as const;
  });
  return { ...components, schemas: Object.fromEntries(kept) };
}

/** Returns components without those that refer to nowhere: a schema allows anything then. */
function withoutLost(components: Members, document: Members, say: Say): Members {
  let left = components;
  for (let before: unknown; before !== left; ) {
    before = left;
    const whole = { ...document, components: left };
    for (const kind of Object.keys(componentKinds))
      for (const [key, value] of Object.entries((left[kind] ?? {}) as Members)) {
        const { value: kept, fault: lost } = withoutLostParts(
          whole,
          { value, path: ["components", kind, key] },
          say,
        );
        if (kept !== value) left = { ...left, [kind]: { ...(left[kind] as Members), [key]: kept } };
        if (lost === undefined) continue;
        const { [key]: _, ...others } = left[kind] as Members;
        say(lost, kind === "schemas" ? `${key} allows anything` : `${key} is left out`);
        left = { ...left, [kind]: kind === "schemas" ? { ...others, [key]: {} } : others };
      }
  }
  return left;
}

function usablePaths(document: Members, paths: Members, say: Say): Members {
  const ids = new Set<unknown>();
  const usable = Object.entries(paths).flatMap(([path, item]) => {
    const kept = usableItem(document, { value: item, path: ["paths", path] }, say);
    return kept === undefined ? [] : [[path, withOwnIds(kept, path, ids, say)] as const];
  });
  return Object.fromEntries(usable);
}

/** A path with those of its operations that can be used; undefined if what they share cannot. */
function usableItem(document: Members, part: DocumentPart, say: Say): Members | undefined {
  const { value: item, path } = part;
  if (!isObject(item)) {
    const isExtension = String(path[1]).startsWith("x-");
    if (!isExtension) say({ path, reason: `${path.join(" › ")}: must be object` }, "it is left out");
    return undefined;
  }
  const { additionalOperations, ...known } = item as Members;
  for (const method of Object.keys(isObject(additionalOperations) ? additionalOperations : {}))
    say(
      { path: [...path, "additionalOperations", method], reason: `the method ${method} is not called` },
      `${method} ${path[1]} is left out`,
    );
  const shared = Object.fromEntries(Object.entries(known).filter(([name]) => !isMethod(name)));
  const { value: kept, fault } = usable(document, { value: shared, path }, "path-item", say);
  if (fault !== undefined) {
    say(fault, `${path[1]} is left out`);
    return undefined;
  }
  const operations = Object.entries(known).flatMap(([method, value]) => {
    if (!isMethod(method)) return [];
    const operation = usable(
      document,
      { value: withTextId(value), path: [...path, method] },
      "operation",
      say,
    );
    if (operation.fault === undefined) return [[method, operation.value] as const];
    say(operation.fault, `${method.toUpperCase()} ${path[1]} is left out`);
    return [];
  });
  return { ...(kept as Members), ...Object.fromEntries(operations) };
}

/** An operationId that is no text is like none: `withOwnIds` says so. */
function withTextId(operation: unknown): unknown {
  if (!isObject(operation) || typeof operation["operationId"] === "string") return operation;
  const { operationId, ...others } = operation;
  return operationId === undefined ? others : { ...others, operationId: "" };
}

function isMethod(name: string): boolean {
  return (methods as readonly string[]).includes(name);
}

/** An operation whose id is another's, or cannot be one, is called by its method and path. */
function withOwnIds(item: Members, path: string, ids: Set<unknown>, say: Say): Members {
  const kept = Object.entries(item).flatMap(([method, operation]) => {
    if (!isMethod(method) || !isObject(operation)) return [[method, operation] as const];
    const { operationId, ...others } = operation as { readonly operationId?: string };
    const usual = `${method.toUpperCase()} ${path}`;
    // U+FFFD stands for what is no character.
    const isUsable = operationId === undefined || !/^$|\ufffd/.test(operationId);
    const id = operationId !== undefined && isUsable && !ids.has(operationId) ? operationId : usual;
    const at = ["paths", path, method, "operationId"];
    if (ids.has(id)) {
      say({ path: at, reason: `the operationId ${operationId} is given twice` }, `${usual} is left out`);
      return [];
    }
    ids.add(id);
    if (operationId === undefined || id === operationId) return [[method, operation] as const];
    const reason = isUsable ? `the operationId ${operationId} is given twice` : "the operationId is no name";
    say({ path: at, reason }, `this operation is called ${usual}`);
    return [[method, others] as const];
  });
  return Object.fromEntries(kept);
}

function usable(document: Members, part: DocumentPart, name: string, say: Say): Repaired {
  const result = repaired(part, openApiPart(name), say);
  if (result.fault !== undefined) return result;
  return withoutLostParts(document, { value: result.value, path: part.path }, say);
}

/** A schema above it is not used: its values and their validation would take minutes. Those of large vendors have 3,000. */
const largestSchema = 10_000;

/**
 * Counts the schemas that a value has to be held against, where a schema is a part of others many times: few lines make
 * thousands of millions. A part that leads back to where it came from counts once.
 */
function createSchemaSize(document: unknown): (schema: unknown) => number {
  const known = new Map<unknown, number>();
  const sizeOf = (schema: unknown): number => {
    if (!isObject(schema)) return 1;
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, 1);
    const { properties } = schema;
    const own = isObject(properties) ? Object.keys(properties).length : 0;
    const size = partsOf(document, schema).reduce(
      (sum, [part, times]) => sum + times * sizeOf(part),
      1 + own,
    );
    known.set(schema, size);
    return size;
  };
  return sizeOf;
}

/** Returns the schemas that a value is held against besides the schema itself, and how often at least. */
function partsOf(
  document: unknown,
  { $ref, properties, required, items, minItems, ...schema }: Readonly<Record<string, unknown>>,
): readonly (readonly [part: unknown, times: number])[] {
  const alternatives = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => schema[keyword] ?? []);
  const members =
    Array.isArray(required) && isObject(properties) ? required.map((name) => properties[name]) : [];
  const target = typeof $ref === "string" ? [atPointer(document, $ref)?.value] : [];
  const times = typeof minItems === "number" && minItems > 1 ? minItems : 1;
  return [
    ...[...alternatives, ...members, ...target].map((part) => [part, 1] as const),
    // The length of one list alone is bounded when its value is made.
    ...(items === undefined ? [] : [[items, Math.min(times, 10)] as const]),
  ];
}
