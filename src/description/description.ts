import { checkYamlFile, openApiSchema } from "./check-yaml-file.js";
import { type Path, refusal, type YamlFile } from "./file.js";
import { catalogued, findLimitations, type Use } from "./limitations.js";
import { deriveOperations, type Operation } from "./operation.js";
import { checkReferences, isObject, resolveReferences, type Schema } from "./references.js";
import { upgradeDocument } from "./upgrade.js";

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
  if (isObject(value) && !/^3\.[01]\.\d+/.test(String(value["openapi"]))) {
    const member = "swagger" in value ? "swagger" : "openapi";
    throw refusal(file, [member], "openapi: must be a version of OpenAPI, 3.0 or 3.1");
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
