import type { Ajv2020 } from "ajv/dist/2020.js";
import { ConfigurationError } from "./configuration-error.js";
import type { OpenApiDocument, Operation } from "./operation.js";
import { deriveRoles, type RoleNames, type Roles, roleNamesSchema } from "./roles.js";
import { checkYamlFile, loadYamlFile, type YamlFile } from "./yaml-file.js";

/** How binding a requirement is, and so what its breach means for the verdict. */
export type Level = "must" | "implied" | "advice" | "open" | "informative";

/** One promise of the interface document, or one point on which it is silent. */
export interface Requirement {
  /** Stable and short, for example `LIST-3`. */
  readonly id: string;
  readonly level: Level;
  /** The heading of the interface document that it comes from. */
  readonly section: string;
  readonly sentence: string;
  /** Operation ids; empty where it is about none in particular. */
  readonly operations: readonly string[];
  /** Requirements whose failure explains a failure of this one: it is then told after them. */
  readonly follows: readonly string[];
  /** Of an open point: the choices a server is free to make. */
  readonly accepts?: string;
  /** Of an open point that can be pinned: its name in a configuration, and what can be expected of it. */
  readonly name?: string;
  /** Statuses (`400`, or `4xx` for any of these) and words. */
  readonly choices?: readonly string[];
  /** What it takes to test it, where no client can bring that about: then nobody is asked to have it tested. */
  readonly occasion?: string;
  /** Of an informative sentence: why no request can put it to the test. */
  readonly reason?: string;
}

const catalogueSchema = {
  type: "object",
  required: ["interface", "roles", "requirements"],
  additionalProperties: false,
  properties: {
    interface: { type: "string" },
    roles: roleNamesSchema,
    requirements: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["id", "level", "section", "sentence"],
        additionalProperties: false,
        properties: {
          id: { type: "string", pattern: "^[A-Z]+-[1-9][0-9]*$" },
          level: { enum: ["must", "implied", "advice", "open", "informative"] },
          section: { type: "string", minLength: 1 },
          sentence: { type: "string", minLength: 1 },
          operations: { type: "array", items: { type: "string" }, uniqueItems: true },
          follows: { type: "array", items: { type: "string" }, uniqueItems: true },
          accepts: { type: "string" },
          name: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$" },
          choices: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
          occasion: { type: "string", minLength: 1 },
          reason: { type: "string" },
        },
        dependentRequired: { name: ["choices"], choices: ["name"] },
        allOf: [
          { if: { properties: { level: { const: "open" } } }, then: { required: ["accepts", "operations"] } },
          { if: { properties: { level: { const: "informative" } } }, then: { required: ["reason"] } },
          {
            if: { properties: { level: { enum: ["must", "implied", "advice"] } } },
            then: { required: ["operations"] },
          },
        ],
      },
    },
  },
};

interface Entry extends Omit<Requirement, "operations" | "follows"> {
  readonly operations?: readonly string[];
  readonly follows?: readonly string[];
}

/** The catalogue: every requirement, and what the semantic checks go by. */
export interface Catalogue {
  readonly roles: Roles;
  readonly requirements: readonly Requirement[];
}

/**
 * Reads the requirement catalogue.
 * @throws ConfigurationError with file, line and reason, for the first thing that is wrong in it.
 */
export function loadCatalogue(
  path: string,
  ajv: Ajv2020,
  document: OpenApiDocument,
  operations: ReadonlyMap<string, Operation>,
): Catalogue {
  const file = loadYamlFile(path);
  checkYamlFile(file, ajv.compile(catalogueSchema));
  const { requirements: entries, roles } = file.value as { requirements: readonly Entry[]; roles: RoleNames };
  checkReferences(file, entries, new Set(operations.keys()));
  const requirements = entries.map((entry) => ({
    ...entry,
    operations: entry.operations ?? [],
    follows: entry.follows ?? [],
  }));
  return {
    roles: deriveRoles(roles, document, operations, (role, reason) => {
      throw new ConfigurationError(`${file.path}:${file.lineOf(["roles", role])}: ${role}: ${reason}`);
    }),
    requirements,
  };
}

function checkReferences(file: YamlFile, entries: readonly Entry[], operationIds: ReadonlySet<string>): void {
  const ids = new Set(entries.map((entry) => entry.id));
  const seen = new Set<string>();
  const refuse = (index: number, member: string, reason: string): never => {
    const line = file.lineOf(["requirements", index, member]);
    throw new ConfigurationError(`${file.path}:${line}: ${entries[index]?.id}: ${reason}`);
  };
  entries.forEach((entry, index) => {
    if (seen.has(entry.id)) refuse(index, "id", "this id is given twice");
    seen.add(entry.id);
  });
  entries.forEach((entry, index) => {
    for (const operation of entry.operations ?? []) {
      if (!operationIds.has(operation)) {
        refuse(index, "operations", `openapi.yaml has no operation ${operation}`);
      }
    }
    for (const other of entry.follows ?? []) {
      if (!ids.has(other) || other === entry.id)
        refuse(index, "follows", `there is no other requirement ${other}`);
    }
  });
}
