import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkYamlFile } from "./check-yaml-file.js";
import type { CheckDefinition } from "./custom-checks.js";
import { checkDescription, deriveDescription, type OpenApiDocument } from "./description.js";
import { parseYamlFile, readYamlText, refusal, type YamlFile } from "./file.js";
import type { Operation } from "./operation.js";
import { checkCatalogue, deriveCatalogue, type Requirement, splitCatalogue } from "./requirement.js";
import type { Roles } from "./roles.js";
import type { FactName } from "./stated-facts.js";

/** A contract before its requirements are derived. */
export type UnderivedContract = Omit<Contract, "requirements">;

/** Everything a server is held to: the interface description and the requirement catalogue. Plain data, but for custom checks. */
export interface Contract {
  /** Of the interface description, for example `1.0.0`. */
  readonly version: string;
  /** openapi.yaml, parsed. */
  readonly document: OpenApiDocument;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly requirements: readonly Requirement[];
  /** The knowledge that its user adds to the description. */
  readonly known?: Knowledge;
  /** The promises of its user's own. */
  readonly custom?: readonly CheckDefinition[];
  /** Tells what is promised from all else: SHA-256 over the description and what the requirements say, in hexadecimal. */
  readonly digest: string;
  /** Of a catalogue: SHA-256 over which checks verify its requirements, and how. Another build may have another one. */
  readonly mapping?: string;
}

/** A contract with a catalogue of its own, which says what its operations are there for. */
export interface CataloguedContract extends Contract {
  readonly roles: Roles;
  /** The segment that the base address ends in: `/v1`. */
  readonly versionSegment: string;
  /** The day on which the deprecated operation goes, for example `2030-12-05`. */
  readonly removalDate: string;
}

/** Is it the contract of a catalogue, and not that of a description alone? */
export function isCatalogued(contract: Contract): contract is CataloguedContract {
  return "roles" in contract;
}

/** The folder of the contract that this package ships. */
export const specDirectory = fileURLToPath(new URL("../../spec", import.meta.url));

/** The demands on openapi.yaml besides those of OpenAPI. */
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
export function loadContract(directory: string = specDirectory): CataloguedContract {
  const file = loadCheckedFile(directory, "openapi.yaml");
  const { document, operations, limitations } = deriveDescription(file);
  const [limitation] = limitations;
  if (limitation !== undefined) throw limitation;
  const { version } = document.info;
  const versionSegment = (file.value as { "x-version-segment": string })["x-version-segment"];
  const deprecated = [...operations.values()].find((each) => each.deprecation !== undefined);
  const removalDate = deprecated?.deprecation?.removalDate;
  if (removalDate === undefined) throw refusal(file, [], "no operation has an x-removal-date");
  const catalogue = loadCheckedFile(directory, "requirements.yaml");
  const { promises, mapping } = splitCatalogue(catalogue);
  return {
    version,
    document,
    operations,
    ...deriveCatalogue(catalogue, { document, operations, version, versionSegment }),
    versionSegment,
    removalDate,
    digest: hashOf(file.hash + hashOf(promises)),
    mapping: hashOf(mapping),
  };
}

export { compileOpenApi } from "./check-yaml-file.js";

/** How each of the two files is checked. */
const checks = {
  "openapi.yaml": (file: YamlFile) => checkYamlFile(checkDescription(file), extensionsSchema),
  "requirements.yaml": checkCatalogue,
};

/**
 * The values of the shipped files once they are checked, by the hashes of their texts: what `npm run build` stores.
 * @param others paths of further files, which `loadShippedFile` reads
 */
export function compileShippedFiles(others: readonly string[] = []): Readonly<Record<string, unknown>> {
  const compiled = Object.entries(checks).map(([name, check]) => {
    const path = join(specDirectory, name);
    const text = readYamlText(path);
    return [hashOf(text), check(parseYamlFile(path, text)).value];
  });
  const read = others.map((path) => {
    const text = readYamlText(path);
    return [hashOf(text), parseYamlFile(path, text).value];
  });
  return Object.fromEntries([...compiled, ...read]) as Readonly<Record<string, unknown>>;
}

/** Returns the value of a YAML file of this package, which was read when the package was built. */
export function loadShippedFile(path: string): unknown {
  const text = readYamlText(path);
  return compiledValues()[hashOf(text)] ?? parseYamlFile(path, text).value;
}

/** Written by `npm run build` (`tools/compile-description.js`): the hash of each shipped file → its checked value. */
const compiledFile = new URL("../../dist/compiled.json", import.meta.url);

/** Large descriptions have some 10 MB, in bytes. */
const mostOfDescription = 16 * 1024 * 1024;

/**
 * Reads and checks one of the files; one that is shipped was checked when this package was built.
 * @throws ConfigurationError with file, line and reason
 */
function loadCheckedFile(directory: string, name: keyof typeof checks): YamlFile & { readonly hash: string } {
  const path = join(directory, name);
  const text = readYamlText(path, { most: mostOfDescription });
  const hash = hashOf(text);
  const value = compiledValues()[hash];
  if (value === undefined) return { ...checks[name](parseYamlFile(path, text)), hash };
  return { path, value, hash, placeOf: (at) => parseYamlFile(path, text).placeOf(at) };
}

/** The hash of a text: by that of a file, its compiled value is found. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function compiledValues(): Readonly<Record<string, unknown>> {
  if (!existsSync(compiledFile)) return {};
  return JSON.parse(readFileSync(compiledFile, "utf8")) as Readonly<Record<string, unknown>>;
}

/** The knowledge of an interface that a user states, since its description cannot. */
export interface Knowledge {
  /** By the name of a parameter, or of a member of a body: a value that is valid for it. */
  readonly values: Readonly<Record<string, unknown>>;
  /** By the id of an operation: the values that hold for this one alone. */
  readonly valuesOf?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Ids of operations that are not called. */
  readonly leaveOut: readonly string[];
  /** Ids of operations that may be called although they look as if they did more than create an item. */
  readonly allow: readonly string[];
  /** Where the id of an item stands in it, as names joined by dots: `data.id`. */
  readonly ids: readonly string[];
  /** Ids of operations that show, change or delete an item to nobody but the user who created it; or all that there are. */
  readonly privateItems: readonly string[] | true;
  /** Members that the server computes, or adapts: what was sent is not expected back. */
  readonly computed: readonly NamedMember[];
  /** Members that the server ignores in a request: what was sent is not expected back. */
  readonly ignored: readonly NamedMember[];
  /** By the id of an operation: statuses that it may answer with, besides those that are described. */
  readonly statuses: Readonly<Record<string, readonly number[]>>;
  /** Statuses with which operations refuse invalid input although they describe no refusal; `true`: any that refuses. */
  readonly refuses: readonly number[] | true;
  /** Facts of all operations, or of those that are named: the same that a description has as `x-pedigree`. */
  readonly facts?: Partial<Readonly<Record<FactName, readonly string[] | true>>>;
  /** The word that goes before an API key in a header. */
  readonly prefix?: string;
  /** The security scheme that the key is for, of several that the description has. */
  readonly scheme?: string;
}

/** A member that the user names: of one operation, by its id, or of all. */
export interface NamedMember {
  readonly name: string;
  readonly operation?: string;
}

/** Nothing is said. */
export const noKnowledge: Knowledge = {
  values: {},
  leaveOut: [],
  allow: [],
  ids: [],
  privateItems: [],
  computed: [],
  ignored: [],
  statuses: {},
  refuses: [],
};
