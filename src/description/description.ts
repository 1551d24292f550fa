import type { OpenAPIV3_1 } from "openapi-types";
import { checkYamlFile } from "./check-yaml-file.js";
import { ConfigurationError } from "./configuration-error.js";
import { findLimitations, type Limitation } from "./limitations.js";
import { deriveOperations, type Operation } from "./operation.js";
import { checkReferences, createReferences } from "./references.js";
import { isObject, type Schema } from "./schema.js";
import { loadCheckedFile } from "./shipped-files.js";
import { upgradeDocument } from "./upgrade.js";
import { openApiValidator } from "./validators.js";
import type { YamlFile } from "./yaml-file.js";

/** What is read of an OpenAPI document apart from its operations. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** An OpenAPI document, loaded. Plain data. */
export interface Description {
  /** As OpenAPI 3.1, with its references. */
  readonly document: OpenApiDocument;
  /** By their ids. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** What of it is not put to use yet. */
  readonly limitations: readonly Limitation[];
}

/**
 * Reads an OpenAPI document of version 3.0 or 3.1 (YAML or JSON, one file).
 * @throws ConfigurationError with file, line and reason, for the first thing that is wrong in it
 */
export function loadDescription(path: string): Description {
  return deriveDescription(loadCheckedFile(path, checkDescription));
}

/**
 * Holds a file against OpenAPI, and its schemas against JSON Schema; 3.0 becomes 3.1.
 * @throws ConfigurationError
 */
export function checkDescription(file: YamlFile): YamlFile {
  const { value } = file;
  if (isObject(value) && !/^3\.[01]\.\d+/.test(String(value["openapi"]))) {
    const line = file.lineOf(["swagger" in value ? "swagger" : "openapi"]);
    throw new ConfigurationError(`${file.path}:${line}: openapi: must be a version of OpenAPI, 3.0 or 3.1`);
  }
  const upgraded = { ...file, value: upgradeDocument(value) };
  checkYamlFile(upgraded, openApiValidator());
  checkReferences(upgraded);
  return upgraded;
}

/**
 * The model of a checked document.
 * @throws ConfigurationError for what OpenAPI's own schema cannot say
 */
export function deriveDescription(file: YamlFile): Description {
  const document = file.value as OpenAPIV3_1.Document;
  const references = createReferences(file);
  const found = deriveOperations(document, references);
  const operations = new Map<string, Operation>();
  for (const { operation, path } of found) {
    if (operations.has(operation.id)) {
      const line = file.lineOf([...path, "operationId"]);
      throw new ConfigurationError(`${file.path}:${line}: the operationId ${operation.id} is given twice`);
    }
    operations.set(operation.id, operation);
  }
  const limitations = findLimitations(document, found, references).map(({ path, sentence }) => ({
    line: file.lineOf(path),
    sentence,
  }));
  return { document: file.value as OpenApiDocument, operations, limitations };
}
