import { checkYamlFile } from "./check-yaml-file.js";
import { ConfigurationError, refusal, type YamlFile } from "./file.js";
import {
  type Described,
  deriveRoles,
  operationRoles,
  type Roles,
  roleNamesSchema,
  templateFacts,
} from "./roles.js";

/** How binding a requirement is, and so what its breach means for the verdict. */
export type Level = (typeof levels)[number];
const levels = ["must", "implied", "advice", "open", "informative"] as const;

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
  /** The promise that it is, where several operations make the same one: a name that they share. */
  readonly promise?: string;
  /** How a run proves it, where its checks do not say: what is sent, and what counts. */
  readonly proof?: string;
  /** Of an open point: the choices a server is free to make. */
  readonly accepts?: string;
  /** Of an open point that can be pinned: its name in a configuration, and what can be expected of it. */
  readonly name?: string;
  /** Statuses (`400`, or `4xx` for any of these) and words. */
  readonly choices?: readonly string[];
  /** The occasion that its test takes, where no client can bring that about: then nobody is asked to have it tested. */
  readonly occasion?: string;
  /** Of an informative sentence: why no request can put it to the test. */
  readonly reason?: string;
}

const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: { type: "string" }, uniqueItems: true };

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
          level: { enum: levels },
          section: text,
          sentence: text,
          operations: { ...texts, items: { enum: operationRoles } },
          verifiedBy: texts,
          warnsIn: texts,
          follows: texts,
          accepts: text,
          name: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$" },
          choices: { ...texts, minItems: 1 },
          occasion: text,
          reason: text,
        },
        dependentRequired: { name: ["choices"], choices: ["name"] },
        allOf: [
          requiredWhere(["must", "implied", "advice", "open"], ["operations", "verifiedBy"]),
          requiredWhere(["open"], ["accepts"]),
          requiredWhere(["informative"], ["reason"]),
        ],
      },
    },
  },
};

function requiredWhere(some: readonly Level[], required: readonly (keyof Requirement)[]): object {
  return { if: { properties: { level: { enum: some } } }, then: { required } };
}

type Lists = "operations" | "verifiedBy" | "warnsIn" | "follows";

/** As it is written in the catalogue. */
interface Entry extends Omit<Requirement, Lists>, Partial<Pick<Requirement, Exclude<Lists, "operations">>> {
  readonly operations?: readonly (typeof operationRoles)[number][];
}

/** @throws ConfigurationError with file, line and reason, for the first thing that is wrong in the catalogue's form */
export function checkCatalogue(file: YamlFile): YamlFile {
  return checkYamlFile(file, catalogueSchema);
}

/** The members of an entry that say what is promised. */
const promising = ["id", "level", "section", "sentence", "accepts", "name", "choices"];

/**
 * Divides a checked catalogue into the text of what it promises, which is frozen for a version of the interface, and the
 * text of how that is verified, which may change from build to build.
 */
export function splitCatalogue(file: YamlFile): { readonly promises: string; readonly mapping: string } {
  const { requirements: entries, ...others } = file.value as { readonly requirements: readonly Entry[] };
  const { interface: described, ...roles } = others as { readonly interface?: string };
  const verifying = entries.map(({ id, ...entry }) => [
    id,
    Object.entries(entry).filter(([name]) => !promising.includes(name)),
  ]);
  // A list in the place of a replacer names the members to write, and their order.
  return {
    promises: JSON.stringify({ interface: described, requirements: entries }, [
      ...["interface", "requirements"],
      ...promising,
    ]),
    mapping: JSON.stringify([roles, verifying]),
  };
}

/**
 * The catalogue of a checked file: every requirement, and what the semantic checks go by.
 * @throws ConfigurationError where it names what the description does not have
 */
export function deriveCatalogue(
  file: YamlFile,
  described: Described,
): { readonly roles: Roles; readonly requirements: readonly Requirement[] } {
  const { requirements: entries } = file.value as { readonly requirements: readonly Entry[] };
  const roles = deriveRoles(file, described);
  const refuse = (index: number, member: keyof Entry, reason: string): never => {
    throw refusal(file, ["requirements", index, member], `${entries[index]?.id}: ${reason}`);
  };
  checkIds(entries, refuse);
  const facts = templateFacts(described, roles);
  const requirements = entries.map((entry, index) => {
    /** The text with each `{name}` replaced by what it names. */
    const fill = (member: "sentence" | "accepts", text: string): string =>
      text.replaceAll(/\{([^}]*)\}/g, (braced, name: string) => {
        const value = name.split(".").reduce<unknown>((at, part) => (at as Facts | undefined)?.[part], facts);
        if (typeof value === "string" || typeof value === "number") return `${value}`;
        return refuse(index, member, `${braced} names nothing`);
      });
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

type Facts = Readonly<Record<string, unknown>>;

/** @param refuse says which member of which entry is wrong, and why; it never returns */
function checkIds(
  entries: readonly Entry[],
  refuse: (index: number, member: keyof Entry, reason: string) => never,
): void {
  const ids = entries.map(({ id }) => id);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) refuse(index, "id", "this id is given twice");
  });
  const verifying = new Set<string>();
  entries.forEach(({ id, verifiedBy = [], follows = [] }, index) => {
    for (const check of verifiedBy) {
      if (verifying.has(check)) refuse(index, "verifiedBy", `${check} verifies another requirement already`);
      verifying.add(check);
    }
    const lost = follows.find((other) => !ids.includes(other) || other === id);
    if (lost !== undefined) refuse(index, "follows", `there is no other requirement ${lost}`);
  });
}

/** Finds the requirement that a check verifies. */
export type Attribute = (check: string) => string;

/** Does one check id name the other's check, or a part of it? Ids are paths: `list/query` holds `list/query/limit`. */
function holdsCheck(prefix: string, id: string): boolean {
  return id === prefix || id.startsWith(`${prefix}/`);
}

/** Has the check anything to do with the requirement: is it named in `verifiedBy`, or a part of it, or the whole? */
export function concerns({ verifiedBy }: Requirement, check: string): boolean {
  return verifiedBy.some((pattern) => holdsCheck(pattern, check) || holdsCheck(check, pattern));
}

/**
 * The one place that says which requirement a finding breaks: the one whose `verifiedBy` names the check most exactly.
 * @throws ConfigurationError for a check that no requirement names
 */
export function createAttribution(requirements: readonly Requirement[]): Attribute {
  const owners = new Map(
    requirements.flatMap(({ id, verifiedBy }) => verifiedBy.map((check) => [check, id])),
  );
  return (check) => {
    for (let path = check; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf("/")))) {
      const owner = owners.get(path);
      if (owner !== undefined) return owner;
    }
    throw new ConfigurationError(`requirements.yaml: verifiedBy: no requirement is verified by ${check}`);
  };
}

/** A check or a derived requirement that was renamed. */
interface RenamedId {
  /** The id that it had: `{operation}: stated values` for the requirement of any operation, `{operation}/stated` for its check. */
  readonly old: string;
  readonly id: string;
}

/**
 * The ids that were renamed since the version before, and for this version only: users have them in waivers, in `--only`
 * and in the reports of earlier nights. A catalogue's requirements are not among them: their ids are frozen.
 */
export const renamedIds: readonly RenamedId[] = [];

/** Told of each old id that is read, with the id that it has now. */
export type OldIdListener = (old: string, id: string) => void;

/** The id that an id of this version or the one before has now; an unknown one stays. */
export function currentId(id: string): string {
  for (const renamed of renamedIds) {
    const operation = operationIn(id, renamed.old);
    const [old, current] = [renamed.old, renamed.id].map((each) =>
      each.replace("{operation}", () => operation),
    );
    // Users may write ids in capital or small letters; below a check there may be others.
    if (`${id}/`.toLowerCase().startsWith(`${old}/`.toLowerCase()))
      return `${current}${id.slice(old?.length)}`;
  }
  return id;
}

/** The operation of an id, if it is of the kind that has one. */
function operationIn(id: string, kind: string): string {
  const isCheck = kind.startsWith("{operation}/");
  return id.slice(0, Math.max(0, isCheck ? id.indexOf("/") : id.lastIndexOf(": ")));
}
