import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ConfigurationError } from "./configuration-error.js";
import { openapiShape } from "./openapi-shape.js";
import { deriveOperations, type OpenApiDocument, type Operation } from "./operation.js";
import { loadCatalogue, type Requirement } from "./requirement.js";
import type { Roles } from "./roles.js";
import { checkYamlFile, loadYamlFile, type YamlFile } from "./yaml-file.js";

/** Everything a server is held to: the interface description and the requirement catalogue. */
export interface Contract {
  /** Of the interface description, for example `1.0.0`. */
  readonly version: string;
  /** openapi.yaml, parsed. */
  readonly document: OpenApiDocument;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly requirements: readonly Requirement[];
  readonly roles: Roles;
  /** What the base address ends in: `/v1`. */
  readonly versionSegment: string;
  /** The day on which the deprecated operation goes, for example `2030-12-05`. */
  readonly removalDate: string;
}

/** The folder of the contract that this package ships. */
export const specDirectory = fileURLToPath(new URL("../../spec", import.meta.url));

/**
 * Reads and checks `openapi.yaml` and `requirements.yaml`.
 * @throws ConfigurationError with file, line and reason, for the first thing that is wrong.
 */
export function loadContract(directory: string = specDirectory): Contract {
  const ajv = new Ajv2020({ allErrors: false, strict: false });
  addFormats.default(ajv, ["date"]);
  const file = loadYamlFile(join(directory, "openapi.yaml"));
  checkYamlFile(file, ajv.compile(openapiShape));
  checkSchemas(file, ajv);
  const document = file.value as OpenApiDocument;
  const operations = deriveOperations(document);
  checkOperationIds(file, document);
  return {
    version: document.info.version,
    document,
    operations,
    ...loadCatalogue(join(directory, "requirements.yaml"), ajv, document, operations),
    versionSegment: document["x-version-segment"],
    removalDate: removalDateOf(file, document),
  };
}

function removalDateOf(file: YamlFile, document: OpenApiDocument): string {
  const sources = Object.values(document.paths).flatMap((item) => [item.get, item.post]);
  const date = sources.find((source) => source?.deprecated)?.["x-removal-date"];
  if (date === undefined) throw new ConfigurationError(`${file.path}:1: no operation has an x-removal-date`);
  return date;
}

function checkOperationIds(file: YamlFile, document: OpenApiDocument): void {
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of ["get", "post"] as const) {
      const id = item[method]?.operationId;
      if (id === undefined) continue;
      const line = file.lineOf(["paths", path, method, "operationId"]);
      if (seen.has(id))
        throw new ConfigurationError(`${file.path}:${line}: the operationId ${id} is given twice`);
      seen.add(id);
    }
  }
}

/** Every schema is JSON Schema, and every reference leads somewhere. */
function checkSchemas(file: YamlFile, ajv: Ajv2020): void {
  visit(file.value, [], (value, path) => {
    const reference = value["$ref"];
    if (typeof reference === "string" && resolvePointer(file.value, reference) === undefined) {
      const line = file.lineOf([...path, "$ref"]);
      throw new ConfigurationError(`${file.path}:${line}: ${reference} leads nowhere`);
    }
    if (path.at(-2) === "schemas" && !ajv.validateSchema(value)) {
      const reason = ajv.errorsText(ajv.errors, { dataVar: String(path.at(-1)) });
      throw new ConfigurationError(`${file.path}:${file.lineOf(path)}: no valid JSON Schema: ${reason}`);
    }
  });
}

type Visit = (value: Readonly<Record<string, unknown>>, path: readonly string[]) => void;

function visit(value: unknown, path: readonly string[], see: Visit): void {
  if (typeof value !== "object" || value === null) return;
  see(value as Record<string, unknown>, path);
  for (const [name, member] of Object.entries(value)) visit(member, [...path, name], see);
}

function resolvePointer(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, part) => {
      const isThere = typeof at === "object" && at !== null && Object.hasOwn(at, part);
      return isThere ? (at as Record<string, unknown>)[part] : undefined;
    }, document);
}
