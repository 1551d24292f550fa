import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkYamlFile } from "./check-yaml-file.js";
import { checkDescription, deriveDescription, type OpenApiDocument } from "./description.js";
import type { Operation } from "./operation.js";
import { checkCatalogue, deriveCatalogue, type Requirement } from "./requirement.js";
import type { Roles } from "./roles.js";
import { hashOf, loadCheckedFile } from "./shipped-files.js";
import { ConfigurationError } from "./text-file.js";
import { parseYamlFile, readYamlText, refusal, type YamlFile } from "./yaml-file.js";

/** Everything a server is held to: the interface description and the requirement catalogue. Plain data. */
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

/** What openapi.yaml needs besides what OpenAPI asks for. */
const extensionsSchema = {
  required: ["x-version-segment", "security", "paths"],
  properties: {
    "x-version-segment": { type: "string", pattern: "^/[^/]+$" },
    paths: {
      additionalProperties: {
        additionalProperties: {
          if: { properties: { deprecated: { const: true } }, required: ["deprecated"] },
          then: { required: ["x-removal-date"], properties: { "x-removal-date": { format: "date" } } },
        },
      },
    },
  },
};

/**
 * Reads and checks `openapi.yaml` and `requirements.yaml`.
 * @throws ConfigurationError with file, line and reason, for the first thing that is wrong.
 */
export function loadContract(directory: string = specDirectory): Contract {
  const file = loadCheckedFile(join(directory, "openapi.yaml"), checkDescriptionOfContract);
  const { document, operations, limitations } = deriveDescription(file);
  const [limitation] = limitations;
  if (limitation !== undefined)
    throw new ConfigurationError(`${file.path}:${limitation.line}: ${limitation.sentence}`);
  const { version } = document.info;
  const versionSegment = (file.value as { "x-version-segment": string })["x-version-segment"];
  const deprecated = [...operations.values()].find((each) => each.deprecation !== undefined);
  const removalDate = deprecated?.deprecation?.removalDate;
  if (removalDate === undefined) throw refusal(file, [], "no operation has an x-removal-date");
  const catalogue = loadCheckedFile(join(directory, "requirements.yaml"), checkCatalogue);
  return {
    version,
    document,
    operations,
    ...deriveCatalogue(catalogue, { document, operations, version, versionSegment }),
    versionSegment,
    removalDate,
  };
}

function checkDescriptionOfContract(file: YamlFile): YamlFile {
  const checked = checkDescription(file);
  checkYamlFile(checked, extensionsSchema);
  return checked;
}

/** The values of the shipped files once they are checked, by the hashes of their texts: what `npm run build` stores. */
export function compileShippedFiles(): Readonly<Record<string, unknown>> {
  const checks = { "openapi.yaml": checkDescriptionOfContract, "requirements.yaml": checkCatalogue };
  const compiled = Object.entries(checks).map(([name, check]) => {
    const path = join(specDirectory, name);
    const text = readYamlText(path);
    return [hashOf(text), check(parseYamlFile(path, text)).value];
  });
  return Object.fromEntries(compiled) as Readonly<Record<string, unknown>>;
}
