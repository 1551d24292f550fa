import { findFault } from "./check-yaml-file.js";
import { refusal, type YamlFile } from "./file.js";
import { isObject } from "./references.js";

/** The facts that a document says of an operation and OpenAPI cannot. The configuration has them by the same names, under `api`. */
export interface StatedFacts {
  /** Is all invalid input refused, whatever servers convert or overlook elsewhere? */
  readonly strict?: true;
  /** Is the credential looked at before anything else? */
  readonly credentials?: "first";
  /** Are the described statuses all that there are, each for its condition? */
  readonly statuses?: "exhaustive";
}

/** The names of these facts. */
export type FactName = keyof StatedFacts;

/** The extension in which they stand: of a document, for all operations, or of one. */
const extension = "x-pedigree";

/** The JSON Schema of the extension (`spec/facts.schema.json`). */
export const factsSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "x-pedigree",
  description: "Facts about an operation, or about all of a description, that OpenAPI cannot state.",
  type: "object",
  required: ["reason"],
  properties: {
    reason: { type: "string", minLength: 1, description: "Where it is said, or who says so." },
    strict: {
      const: true,
      description: "All invalid input is refused: wrong types, null, unknown members, malformed JSON.",
    },
    credentials: {
      const: "first",
      description: "A request without a valid credential gets 401, whatever else is wrong with it.",
    },
    statuses: {
      const: "exhaustive",
      description: "The described statuses are all that there are, each for the condition that it describes.",
    },
  },
  additionalProperties: false,
} as const;

/**
 * Refuses an extension with a mistake in it.
 * @throws ConfigurationError with file, line and reason of the first one
 */
export function checkFacts(file: YamlFile): void {
  for (const path of extensionsIn(file.value)) {
    const value = path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), file.value);
    const fault = findFault(factsSchema, { value, path });
    if (fault !== undefined) throw refusal(file, fault.path, fault.reason);
  }
}

/** The paths of extensions: of the document, and of operations. */
function extensionsIn(document: unknown): readonly (readonly string[])[] {
  const has = (part: unknown): boolean => isObject(part) && Object.hasOwn(part, extension);
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  const ofOperations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      has(operation) ? [["paths", path, method, extension]] : [],
    ),
  );
  return [...(has(document) ? [[extension]] : []), ...ofOperations];
}

/** The facts that hold for an operation: what its document says of all, and what it says itself. */
export function statedFacts(document: object, operation: object): { readonly facts?: StatedFacts } {
  const parts = [document, operation].map((part) => (part as Readonly<Record<string, unknown>>)[extension]);
  const { reason: _, ...facts } = Object.assign({}, ...parts.filter(isObject)) as StatedFacts & {
    readonly reason?: string;
  };
  return Object.keys(facts).length === 0 ? {} : { facts };
}
