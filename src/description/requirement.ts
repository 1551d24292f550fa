import { checkYamlFile } from "./check-yaml-file.js";
import { ConfigurationError } from "./configuration-error.js";
import { type Described, deriveRoles, type RoleNames, type Roles, roleNamesSchema } from "./roles.js";
import { fillTemplate, templateFacts } from "./template.js";
import { compileSchema } from "./validators.js";
import type { YamlFile } from "./yaml-file.js";

/** How binding a requirement is, and so what its breach means for the verdict. */
export type Level = "must" | "implied" | "advice" | "open" | "informative";

/** One promise of the interface document, or one point on which it is silent. */
export interface Requirement {
  /** Stable and short, for example a word and a number. */
  readonly id: string;
  readonly level: Level;
  /** The heading of the interface document that it comes from. */
  readonly section: string;
  readonly sentence: string;
  /** Operation ids; empty where it is about none in particular. */
  readonly operations: readonly string[];
  /** Ids of the checks that verify it; a path stands for every check below it. */
  readonly verifiedBy: readonly string[];
  /** Profiles in which a failure only warns. */
  readonly warnsIn: readonly string[];
  /** Requirements whose failure explains a failure of this one: it is then shown after them. */
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
          operations: { type: "array", items: { enum: ["list", "create", "get"] }, uniqueItems: true },
          verifiedBy: { type: "array", items: { type: "string" }, uniqueItems: true },
          warnsIn: { type: "array", items: { type: "string" } },
          follows: { type: "array", items: { type: "string" }, uniqueItems: true },
          accepts: { type: "string" },
          name: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$" },
          choices: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
          occasion: { type: "string", minLength: 1 },
          reason: { type: "string" },
        },
        dependentRequired: { name: ["choices"], choices: ["name"] },
        allOf: [
          {
            if: { properties: { level: { const: "open" } } },
            then: { required: ["accepts", "operations", "verifiedBy"] },
          },
          { if: { properties: { level: { const: "informative" } } }, then: { required: ["reason"] } },
          {
            if: { properties: { level: { enum: ["must", "implied", "advice"] } } },
            then: { required: ["operations", "verifiedBy"] },
          },
        ],
      },
    },
  },
};

interface Entry extends Omit<Requirement, "operations" | "verifiedBy" | "warnsIn" | "follows"> {
  readonly operations?: readonly ("list" | "create" | "get")[];
  readonly verifiedBy?: readonly string[];
  readonly warnsIn?: readonly string[];
  readonly follows?: readonly string[];
}

/** The catalogue: every requirement, and what the semantic checks go by. */
export interface Catalogue {
  readonly roles: Roles;
  readonly requirements: readonly Requirement[];
}

/** @throws ConfigurationError with file, line and reason, for the first thing that is wrong in the catalogue's form */
export function checkCatalogue(file: YamlFile): YamlFile {
  checkYamlFile(file, compileSchema(catalogueSchema));
  return file;
}

/**
 * The catalogue of a checked file.
 * @throws ConfigurationError where it names what the description does not have
 */
export function deriveCatalogue(file: YamlFile, described: Described): Catalogue {
  const { requirements: entries, roles: names } = file.value as {
    requirements: readonly Entry[];
    roles: RoleNames;
  };
  const roles = deriveRoles(names, described, (role, reason) => {
    throw new ConfigurationError(`${file.path}:${file.lineOf(["roles", role])}: ${role}: ${reason}`);
  });
  const refuse: Refuse = (index, member, reason) => {
    const line = file.lineOf(["requirements", index, member]);
    throw new ConfigurationError(`${file.path}:${line}: ${entries[index]?.id}: ${reason}`);
  };
  checkReferences(entries, refuse);
  const facts = templateFacts(described, roles);
  const requirements = entries.map((entry, index) => {
    const fill = (member: "sentence" | "accepts", text: string): string =>
      fillTemplate(text, facts, (name) => refuse(index, member, `{${name}} names nothing`));
    return {
      ...entry,
      sentence: fill("sentence", entry.sentence),
      ...(entry.accepts === undefined ? {} : { accepts: fill("accepts", entry.accepts) }),
      operations: (entry.operations ?? []).map((role) => roles[role]),
      verifiedBy: entry.verifiedBy ?? [],
      warnsIn: entry.warnsIn ?? [],
      follows: entry.follows ?? [],
    };
  });
  return { roles, requirements };
}

/** Says which member of which requirement is wrong, and why. */
type Refuse = (index: number, member: string, reason: string) => never;

function checkReferences(entries: readonly Entry[], refuse: Refuse): void {
  const ids = new Set(entries.map((entry) => entry.id));
  const seen = new Set<string>();
  entries.forEach((entry, index) => {
    if (seen.has(entry.id)) refuse(index, "id", "this id is given twice");
    seen.add(entry.id);
  });
  const verifying = new Set<string>();
  entries.forEach((entry, index) => {
    for (const check of entry.verifiedBy ?? []) {
      if (verifying.has(check)) refuse(index, "verifiedBy", `${check} verifies another requirement already`);
      verifying.add(check);
    }
    for (const other of entry.follows ?? []) {
      if (!ids.has(other) || other === entry.id)
        refuse(index, "follows", `there is no other requirement ${other}`);
    }
  });
}
