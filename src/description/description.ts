import type { OpenAPIV3_1 } from "openapi-types";
import { checkYamlFile, openApiSchema } from "./check-yaml-file.js";
import { sparseObject } from "./collections.js";
import { type Path, refusal, type YamlFile } from "./file.js";
import { inOlderWords } from "./newer-words.js";
import { deriveOperations, type Method, type Operation, type Parameter } from "./operation.js";
import {
  checkReferences,
  isObject,
  type ResolvedDocument,
  resolveReferences,
  type Schema,
} from "./references.js";

/** The parts that are read of an OpenAPI document apart from its operations. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** An OpenAPI document, loaded. Plain data. */
export type Description = ReturnType<typeof deriveDescription>;

/**
 * Holds a file against OpenAPI, and its schemas against JSON Schema; 3.0 becomes 3.1.
 * @throws ConfigurationError
 */
export function checkDescription(file: YamlFile): YamlFile {
  const upgraded = upgradeFile(file);
  checkYamlFile(upgraded, openApiSchema());
  checkReferences(upgraded);
  return upgraded;
}

/**
 * A file of OpenAPI 3.0 or 3.1 as one of 3.1, which is not looked at any further.
 * @throws ConfigurationError for another version
 */
export function upgradeFile(file: YamlFile): YamlFile {
  const { value } = file;
  if (isObject(value) && !/^3\.[0-2]\.\d+/.test(String(value["openapi"]))) {
    const member = "swagger" in value ? "swagger" : "openapi";
    throw refusal(file, [member], "openapi: must be a version of OpenAPI, 3.0 to 3.2");
  }
  return { ...file, value: upgradeDocument(value) };
}

/**
 * The model of a checked document.
 * @param use what the suite makes use of
 * @throws ConfigurationError for what OpenAPI's own schema cannot say
 */
export function deriveDescription(file: YamlFile, use: Use = catalogued) {
  const resolved = resolveReferences(file.value);
  const found = deriveOperations(resolved);
  const operations = new Map<string, Operation>();
  for (const { operation, path } of found) {
    if (operations.has(operation.id))
      throw refusal(file, [...path, "operationId"], `the operationId ${operation.id} is given twice`);
    operations.set(operation.id, operation);
  }
  // The parts that are not put to use yet, as the errors to throw where they would have to be.
  const limitations = findLimitations(resolved, found, use).map(({ path, sentence }) =>
    refusal(file, path, sentence),
  );
  const paths = new Map(found.map(({ operation: { id }, path }) => [id, path] as const));
  /** Where an operation is written, by its id, or a schema of one; undefined for what is neither. */
  const pathOf = (part: string | object): Path | undefined => {
    const path = typeof part === "string" ? paths.get(part) : resolved.pathOf(part);
    return path?.length === 0 ? undefined : path;
  };
  return { document: file.value as OpenApiDocument, operations, limitations, pathOf };
}

/**
 * An OpenAPI 3.0 document as one of 3.1, whose schemas are JSON Schema. A value may be null wherever `nullable` is said,
 * also beside a reference or an enumeration, where 3.0 left it open. Documents of 3.1 keep keywords of 3.0 here and there:
 * they mean there what they meant before.
 */
export function upgradeDocument(document: unknown): unknown {
  if (!isObject(document)) return document;
  const version = String(document["openapi"]);
  if (/^3\.0\.\d+/.test(version))
    return { ...mapMembers(document, upgradePartWith(upgradeOldSchema)), openapi: "3.1.0" };
  if (!/^3\.[12]\./.test(version)) return document;
  const known = version.startsWith("3.2.") ? inOlderWords(document as Record<string, unknown>) : document;
  return { ...mapMembers(known, upgradePartWith(upgradeSchema)), openapi: "3.1.0" };
}

/**
 * A parameter that is the whole query, as one for each member of its form. Any other part stays as it is.
 * Source: OpenAPI 3.2, section 4.12.3.
 */
function queryParameters(part: unknown): readonly unknown[] {
  if (!isObject(part) || part["in"] !== "querystring") return [part];
  const form = isObject(part["content"]) ? part["content"]["application/x-www-form-urlencoded"] : undefined;
  const schema = isObject(form) ? form["schema"] : undefined;
  const { properties, required = [] } = isObject(schema) ? schema : {};
  if (!isObject(properties)) return [part];
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: "query",
    required: Array.isArray(required) && required.includes(name),
    schema: member,
  }));
}

type Upgrade = (value: unknown, name?: string) => unknown;

function upgradePartWith(upgrade: Upgrade): Upgrade {
  const upgradePart: Upgrade = (value, name = "") => {
    if (name.startsWith("x-") || name === "example" || name === "examples") return value;
    if (name === "schema") return upgrade(value);
    if (name === "schemas" && isObject(value)) return mapMembers(value, (schema) => upgrade(schema));
    if (Array.isArray(value)) return value.flatMap(queryParameters).map((item) => upgradePart(item));
    return isObject(value) ? mapMembers(value, upgradePart) : value;
  };
  return upgradePart;
}

/** Members beside a reference count for nothing. Source: OpenAPI 3.0.3, section 4.7.23. */
function upgradeOldSchema(schema: unknown): unknown {
  if (!isObject(schema) || schema["$ref"] === undefined) return upgradeSchemaWith(upgradeOldSchema, schema);
  return orNull({ $ref: schema["$ref"] }, schema["nullable"]);
}

function upgradeSchema(schema: unknown): unknown {
  return upgradeSchemaWith(upgradeSchema, schema);
}

/** Source: OpenAPI 3.0.3, section 4.7.24; JSON Schema 2020-12, core, section 4.3.2. */
function upgradeSchemaWith(upgrade: Upgrade, schema: unknown): unknown {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return schema;
  const {
    nullable,
    example,
    examples = [],
    ...others
  } = mapMembers(schema, (value, keyword) => upgradeSubschemas(upgrade, value, keyword));
  const all = [...[examples].flat(), ...(example === undefined ? [] : [example])];
  const upgraded = {
    ...withExclusive(
      withExclusive(withWords(others), "exclusiveMinimum", "minimum"),
      "exclusiveMaximum",
      "maximum",
    ),
    ...(all.length === 0 ? {} : { examples: all }),
  };
  return orNull(upgraded, nullable);
}

/** Returns an enumeration where a schema has alternatives that are a word each: TypeBox, and many that title them, write one so. */
function withWords(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { anyOf, oneOf, ...others } = schema;
  const alternatives = (anyOf ?? oneOf) as unknown;
  const isAlone = anyOf === undefined || oneOf === undefined;
  if (!Array.isArray(alternatives) || !isAlone || "enum" in others || "const" in others) return schema;
  const words = alternatives.map(wordOf);
  if (words.length < 2 || !words.some((each) => typeof each === "string")) return schema;
  if (words.some((each) => each === undefined)) return schema;
  const isText = words.every((each) => each === null || typeof each === "string");
  const types = words.includes(null) ? ["string", "null"] : "string";
  return { ...(isText ? { type: types } : {}), ...others, enum: [...new Set(words)] };
}

/** Returns the one value of a schema that says nothing else but for readers; undefined for any other schema. */
function wordOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { type, const: only, enum: words, title, description, deprecated, examples, ...others } = schema;
  const isOther = Object.keys(others).some((keyword) => !keyword.startsWith("x-"));
  if (isOther) return undefined;
  if (only !== undefined) return only;
  if (words === undefined) return type === "null" ? null : undefined;
  return Array.isArray(words) && words.length === 1 ? words[0] : undefined;
}

function withExclusive(schema: Readonly<Record<string, unknown>>, exclusive: string, bound: string) {
  if (typeof schema[exclusive] !== "boolean") return schema;
  const { [exclusive]: isExclusive, [bound]: limit, ...others } = schema;
  if (limit === undefined) return others;
  return { ...others, [isExclusive === true ? exclusive : bound]: limit };
}

function orNull(schema: Readonly<Record<string, unknown>>, nullable: unknown): object {
  if (nullable !== true) return schema;
  const { type, enum: values } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [type, "null"],
    ...(Array.isArray(values) ? { enum: [...new Set<unknown>([...values, null])] } : {}),
  };
}

function upgradeSubschemas(upgrade: Upgrade, value: unknown, keyword: string): unknown {
  const each = (schema: unknown): unknown => upgrade(schema);
  if (/^(properties|patternProperties|\$defs)$/.test(keyword) && isObject(value))
    return mapMembers(value, each);
  if (/^(allOf|anyOf|oneOf|prefixItems)$/.test(keyword) && Array.isArray(value)) return value.map(each);
  if (keyword === "additionalProperties" && typeof value === "boolean") return value;
  const isSchema = /^(items|additionalProperties|not|if|then|else|contains|propertyNames)$/.test(keyword);
  return isSchema ? upgrade(value) : value;
}

/** The same object, with each member replaced. */
function mapMembers(value: object, replace: (member: unknown, name: string) => unknown) {
  return sparseObject(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}

/** The parts of a description that a suite makes use of. The rest is left out, and said. */
export interface Use {
  readonly methods: readonly Method[];
  /** Places of parameters that may be required. */
  readonly parameters: readonly Parameter["in"][];
  /** Security schemes, as `http bearer` or `apiKey`. */
  readonly credentials: RegExp;
  /** Media types in which a body can be sent. */
  readonly bodies: RegExp;
  /** Media types whose content can be judged; of any other, only the type is. Not said if absent. */
  readonly responses?: RegExp;
}

/** The parts that the suite with a catalogue makes use of. */
const catalogued: Use = {
  methods: ["GET", "POST"],
  parameters: ["query", "path"],
  credentials: /^http bearer$/,
  bodies: /^application\/json$/,
  responses: /^application\/json$/,
};

/** The parts that the suite for any description makes use of. */
export const described: Use = {
  methods: ["GET", "HEAD", "QUERY", "POST", "PUT", "PATCH", "DELETE"],
  parameters: ["query", "path", "header", "cookie"],
  credentials: /^(http (bearer|basic)|apiKey|oauth2|openIdConnect)$/i,
  bodies:
    /[/+]json$|^\*\/\*$|^application\/(\*|x-www-form-urlencoded|octet-stream)$|^multipart\/form-data$|^text\//i,
};

/** A sentence, and what it is about. */
interface Limitation {
  readonly path: Path;
  readonly sentence: string;
}

/** Finds the parts of a description that are not put to use. */
function findLimitations(
  resolved: ResolvedDocument,
  found: readonly { readonly operation: Operation; readonly path: Path }[],
  use: Use,
): readonly Limitation[] {
  return [
    ...unusedSchemes(resolved, use),
    ...found.flatMap(({ operation, path }) =>
      unusedOf(operation, use).map((sentence) => ({ path, sentence: `${operation.id}: ${sentence}` })),
    ),
  ];
}

function unusedSchemes({ document, pathOf }: ResolvedDocument, { credentials }: Use): readonly Limitation[] {
  const { securitySchemes = {} } = (document as OpenAPIV3_1.Document).components ?? {};
  return Object.entries(securitySchemes).flatMap(([name, each]) => {
    const scheme = each as OpenAPIV3_1.SecuritySchemeObject;
    const kind = scheme.type === "http" ? `http ${scheme.scheme.toLowerCase()}` : scheme.type;
    if (!credentials.test(kind))
      return [{ path: pathOf(scheme), sentence: `${name} is of type ${kind}: no such credential is sent` }];
    if (scheme.type !== "apiKey" || scheme.in === "query") return [];
    const fault = faultOfName(scheme.name, scheme.in);
    return fault === undefined ? [] : [{ path: [...pathOf(scheme), "name"], sentence: `${name}: ${fault}` }];
  });
}

function unusedOf({ method, parameters, body, responses }: Operation, use: Use): readonly string[] {
  const elsewhere = parameters.filter((each) => each.required && !use.parameters.includes(each.in));
  const sent = (body?.contents ?? []).map(({ mediaType }) => mediaType.split(";")[0]?.trim() ?? "");
  const answered = [...responses.values()].flatMap(({ contents }) =>
    contents.map(({ mediaType }) => mediaType),
  );
  const unsent = use.responses !== undefined || !sent.some((type) => use.bodies.test(type)) ? sent : [];
  const unjudged = use.responses === undefined ? [] : answered;
  const types = new Set([
    ...unsent.filter((type) => !use.bodies.test(type)),
    ...unjudged.filter((type) => use.responses?.test(type) === false),
  ]);
  return [
    ...(use.methods.includes(method) ? [] : [`the method ${method} is not called`]),
    ...elsewhere.map(({ name, in: where }) => `${name} is required in a ${where}, which is not filled`),
    ...[...types].map((type) => `content of type ${type} is neither sent nor judged`),
  ];
}

/** Can it be the name of a header or a cookie? Source: RFC 9110, section 5.6.2. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

/** Returns the fault in the name of an API key in a header or a cookie, and what to do; undefined if there is none. */
function faultOfName(name: string, where: string): string | undefined {
  if (isHeaderName(name)) return undefined;
  const fault = `"${name}" is no name of a ${where}: no such credential is sent`;
  const [header = "", prefix = "", ...others] = name.split(/[:\s]+/).filter((part) => part !== "");
  if (where !== "header" || others.length > 0 || ![header, prefix].every(isHeaderName))
    return `${fault}; give it another name with --overlay`;
  return `${fault}; name it ${header} with --overlay, and set prefix: ${prefix} under api: in the configuration`;
}
